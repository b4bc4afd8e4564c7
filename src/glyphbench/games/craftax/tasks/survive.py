"""Staying alive: hunger, thirst, nights and hordes."""

from __future__ import annotations

from glyphbench.games.craftax.edit import Edit
from glyphbench.games.craftax.kinds import Block
from glyphbench.games.craftax.tasks.base import Task, kill, kill_score, survival


def _hunger(edit: Edit) -> None:
    edit.set(player_food=0, player_hunger=0, player_health=7).give(sword=2).spawn("passive", "cow", 2, 6, 10)


def _water_in_reach(edit: Edit) -> Edit:
    return edit.need(edit.reach(Block.WATER) is not None)


def _thirst(edit: Edit) -> None:
    _water_in_reach(edit).set(player_drink=0, player_thirst=0, player_health=7).give(sword=2)


def _wild(edit: Edit) -> None:
    _water_in_reach(edit).set(player_food=3, player_drink=3).give(sword=2, pickaxe=1)


def _night(edit: Edit) -> None:
    edit.time(150).spawn("melee", "zombie", 1, 4, 8)


def _sheltered_night(edit: Edit) -> None:
    edit.give(pickaxe=2, sword=1, stone=6).time(150).spawn("melee", "zombie", 2, 4, 9)


def _horde(edit: Edit) -> None:
    edit.arena(6).give(sword=3, armour=1, stone=4, pickaxe=1).time(160)
    edit.spawn("melee", "zombie", 3, 4, 7).spawn("ranged", "skeleton", 2, 5, 8)


def _no_shelter(edit: Edit) -> None:
    edit.arena(7).give(sword=3, armour=1).time(170).spawn("melee", "zombie", 3, 4, 7)


def _waves(edit: Edit) -> None:
    edit.arena(7).give(sword=3, armour=2, stone=6, pickaxe=1).time(150).spawn("melee", "zombie", 3, 4, 7)


TASKS = [
    survival(
        "SurviveHunger",
        "You are starving.",
        "food 0, health 7, stone sword; 2 cows at distance 6 to 10",
        _hunger,
        256,
        ("needs", "monsters"),
    ),
    survival(
        "SurviveThirst",
        "You are dying of thirst.",
        "drink 0, health 7, stone sword; water reachable on foot",
        _thirst,
        256,
        ("needs", "monsters"),
    ),
    survival(
        "SurviveWild",
        "Food and drink are low.",
        "food 3, drink 3, stone sword, wooden pickaxe; water reachable on foot",
        _wild,
        400,
        ("needs", "monsters", "mining", "shelter"),
    ),
    survival(
        "SurviveNight",
        "Night falls, you have nothing, and zombies come; fewer come where there is no grass.",
        "dusk (t=150), nothing held; a zombie at distance 4 to 8",
        _night,
        150,
        ("monsters", "needs"),
    ),
    survival(
        "SurviveNightSheltered",
        "Night falls and zombies come. You can dig in.",
        "dusk (t=150), stone pickaxe, wooden sword, 6 stone; 2 zombies at distance 4 to 9",
        _sheltered_night,
        150,
        ("monsters", "mining", "shelter"),
    ),
    survival(
        "SurviveHorde",
        "Night, and a horde around you.",
        "t=160, iron sword and armour, 4 stone, wooden pickaxe; 3 zombies and 2 skeletons at distance 4 to 8",
        _horde,
        150,
        ("monsters", "ranged", "shelter", "mining"),
    ),
    survival(
        "NightHordeNoShelter",
        "Night, three zombies, and nothing to build with.",
        "t=170, iron sword and armour; 3 zombies at distance 4 to 7",
        _no_shelter,
        120,
        ("monsters", "needs"),
    ),
    Task(
        "WaveDefense",
        "Monsters come in the night: kill 9 of them.",
        "t=150, iron sword, diamond armour, 6 stone; 3 zombies at distance 4 to 7, more come by themselves",
        _waves,
        kill(9),
        kill_score(9),
        ("monsters", "ranged"),
        300,
        tags=("combat", "survival"),
    ),
]
