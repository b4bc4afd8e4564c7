"""Fights with a given kit against given creatures, on every floor."""

from __future__ import annotations

from glyphbench.games.craftax.edit import Edit
from glyphbench.games.craftax.tasks.base import Episode, Progress, Task, earned, kill, kill_score, share

_COMBAT = ("combat",)


def _cow(edit: Edit) -> None:
    edit.set(player_food=5).spawn("passive", "cow", 1, 3, 7)


def _spells(edit: Edit) -> None:
    edit.go(6).give(armour=2, stone=4, pickaxe=3)
    edit.set(learned_spells=True, player_intelligence=5, player_mana=21, armour_enchantments=1)
    edit.spawn("melee", "pigman", 2, 5, 8)


def _troll(edit: Edit) -> None:
    edit.go(5).give(sword=4, armour=2, pickaxe=3, torches=8).set(player_strength=3, player_health=11)
    edit.spawn("melee", "troll", 1, 4, 8)


def _realm(floor: int, sword: int, armour: int, melee: str, ranged: str, torches: int):  # type: ignore[no-untyped-def]
    def start(edit: Edit) -> None:
        edit.go(floor).give(sword=4, armour=2, pickaxe=3, stone=12, torches=torches)
        edit.set(sword_enchantment=sword, player_strength=4, player_health=12, armour_enchantments=armour)
        edit.spawn("melee", melee, 1, 4, 8).spawn("ranged", ranged, 1, 4, 8)

    return start


def _graveyard(edit: Edit) -> None:
    edit.go(8).give(sword=4, armour=2, pickaxe=3, stone=9, bow=1, arrows=30, torches=12)
    edit.set(player_strength=5, player_intelligence=3, player_dexterity=3, player_health=13, sword_enchantment=1)
    edit.set(armour_enchantments=(1, 1, 1, 1), learned_spells=True, player_mana=15, boss_progress=0)


def _hits(count: int) -> Progress:
    def progress(e: Episode) -> float:
        return share(e.view["boss_progress"] - e.first["boss_progress"], count)

    return progress


def _both(*names: str) -> Progress:
    return lambda e: earned(e, *names)


TASKS = [
    Task(
        "FightCow",
        "Kill a cow to eat it.",
        "food 5, a cow at distance 3 to 7",
        _cow,
        _both("EAT_COW"),
        "+1 for the cow",
        (),
        100,
        tags=_COMBAT,
    ),
    Task(
        "FightZombie",
        "Kill a zombie with your fists.",
        "cleared ground, a zombie at distance 3 to 5",
        lambda edit: edit.arena(5).spawn("melee", "zombie", 1, 3, 5),
        kill(1),
        kill_score(1),
        ("monsters",),
        100,
        tags=_COMBAT,
    ),
    Task(
        "FightZombies",
        "Kill three zombies.",
        "wooden sword, cleared ground, 3 zombies at distance 3 to 7",
        lambda edit: edit.arena(6).give(sword=1).spawn("melee", "zombie", 3, 3, 7),
        kill(3),
        kill_score(3),
        ("monsters",),
        200,
        tags=_COMBAT,
    ),
    Task(
        "FightSkeletons",
        "Kill two skeletons.",
        "stone sword, cleared ground, 2 skeletons at distance 4 to 7",
        lambda edit: edit.arena(6).give(sword=2).spawn("ranged", "skeleton", 2, 4, 7),
        kill(2),
        kill_score(2),
        ("monsters", "ranged"),
        200,
        tags=_COMBAT,
    ),
    Task(
        "FightBats",
        "Kill a bat to eat it; bats are harmless and flutter about.",
        "floor 2, stone sword, 4 torches, food 6, 2 bats at distance 6 to 10",
        lambda edit: edit.go(2).give(sword=2, torches=4).set(player_food=6).spawn("passive", "bat", 2, 6, 10),
        _both("EAT_BAT"),
        "+1 for the bat",
        ("dark", "monsters"),
        200,
        tags=_COMBAT,
    ),
    Task(
        "FightSpiders",
        "Kill two lizards, the crawlers of this game (Craftax has no spiders).",
        "floor 3, iron sword, diamond armour, stone pickaxe, 6 stone, 2 lizards at distance 3 to 7",
        lambda edit: edit.go(3).give(sword=3, armour=2, pickaxe=2, stone=6).spawn("melee", "lizard", 2, 3, 7),
        kill(2),
        kill_score(2),
        ("monsters", "ranged"),
        250,
        tags=_COMBAT,
    ),
    Task(
        "FightArchers",
        "Kill two gnome archers.",
        "floor 2, stone sword, iron armour, 4 torches, 2 gnome archers at distance 3 to 5",
        lambda edit: edit.go(2).give(sword=2, armour=1, torches=4).spawn("ranged", "gnome archer", 2, 3, 5),
        kill(2),
        kill_score(2),
        ("monsters", "ranged", "dark"),
        250,
        tags=_COMBAT,
    ),
    Task(
        "KiteSkeletons",
        "Kill two skeletons with your bow.",
        "bow, 12 arrows, iron armour, cleared ground, 2 skeletons at distance 5 to 8",
        lambda edit: edit.arena(7).give(bow=1, arrows=12, armour=1).spawn("ranged", "skeleton", 2, 5, 8),
        kill(2),
        kill_score(2),
        ("bow", "monsters", "ranged"),
        200,
        tags=_COMBAT,
    ),
    Task(
        "BowKite",
        "Kill two zombies with your bow before they reach you.",
        "bow, 12 arrows, health 6, cleared ground, 2 zombies at distance 6 to 8",
        lambda edit: edit.arena(7).give(bow=1, arrows=12).set(player_health=6).spawn("melee", "zombie", 2, 6, 8),
        kill(2),
        kill_score(2),
        ("bow", "monsters"),
        200,
        tags=_COMBAT,
    ),
    Task(
        "BowKiteHard",
        "Kill three orc soldiers; you have a bow, a sword and little health.",
        "floor 1, bow, 16 arrows, stone sword, diamond armour, health 6, 3 orc soldiers at distance 4 to 9",
        lambda edit: (
            edit.go(1)
            .give(bow=1, arrows=16, sword=2, armour=2)
            .set(player_health=6)
            .spawn("melee", "orc soldier", 3, 4, 9)
        ),
        kill(3),
        kill_score(3),
        ("bow", "monsters", "ranged"),
        250,
        tags=_COMBAT,
    ),
    Task(
        "DarkAmbush",
        "Ambushed in the dark: kill five monsters.",
        "floor 2, iron sword, diamond armour, 3 torches; 3 gnome warriors and 2 gnome archers at distance 3 to 8",
        lambda edit: (
            edit.go(2)
            .give(sword=3, armour=2, torches=3)
            .spawn("melee", "gnome warrior", 3, 3, 7)
            .spawn("ranged", "gnome archer", 2, 4, 8)
        ),
        kill(5),
        kill_score(5),
        ("monsters", "ranged", "dark"),
        200,
        tags=_COMBAT,
    ),
    Task(
        "SpellOnlyKill",
        "Kill two pigmen with iceballs: their hide turns blades and fire.",
        "floor 6, both spells, intelligence 5, mana 21, fire-enchanted diamond armour, 4 stone, iron pickaxe; "
        "2 pigmen at distance 5 to 8",
        _spells,
        kill(2),
        kill_score(2),
        ("spells", "monsters", "ranged"),
        200,
        tags=_COMBAT,
    ),
    Task(
        "TrollMines",
        "Kill a troll.",
        "floor 5, diamond sword and armour, strength 3, 8 torches; a troll at distance 4 to 8",
        _troll,
        _both("DEFEAT_TROLL"),
        "+1 for the troll",
        ("monsters", "ranged", "dark"),
        300,
        tags=_COMBAT,
    ),
    Task(
        "FireRealm",
        "Kill a pigman and a fire elemental; only ice hurts them, and your sword is enchanted with it.",
        "floor 6, ice diamond sword, fire-enchanted diamond armour, strength 4, 12 stone; one of each at 4 to 8",
        _realm(6, 2, 1, "pigman", "fire elemental", 0),
        _both("DEFEAT_PIGMAN", "DEFEAT_FIRE_ELEMENTAL"),
        "+1/2 for each kind",
        ("monsters", "ranged", "bridge"),
        300,
        tags=_COMBAT,
    ),
    Task(
        "IceRealm",
        "Kill a frost troll and an ice elemental; only fire hurts them, and your sword is enchanted with it.",
        "floor 7, fire diamond sword, ice-enchanted diamond armour, strength 4, 8 torches; one of each at 4 to 8",
        _realm(7, 1, 2, "frost troll", "ice elemental", 8),
        _both("DEFEAT_FROST_TROLL", "DEFEAT_ICE_ELEMENTAL"),
        "+1/2 for each kind",
        ("monsters", "ranged", "dark"),
        300,
        tags=_COMBAT,
    ),
    Task(
        "Necromancer",
        "Kill the wave around you, then hit the necromancer once while it is vulnerable (V).",
        "floor 8, diamond gear (fire-enchanted), strength 5, bow, spells, 9 stone, 12 torches",
        _graveyard,
        _hits(1),
        "+1 for the hit",
        ("boss", "monsters", "ranged", "dark"),
        300,
        tags=("combat", "exploration"),
    ),
    Task(
        "BossFight",
        "Beat three waves: hit the necromancer three times, each time once the wave it called is dead (V).",
        "floor 8, diamond gear (fire-enchanted), strength 5, bow, spells, 9 stone, 12 torches",
        _graveyard,
        _hits(3),
        "+1/3 for each hit",
        ("boss", "monsters", "ranged", "dark"),
        512,
        tags=("combat", "exploration"),
    ),
]
