"""Clearing, exploring and descending the dungeon floors."""

from __future__ import annotations

from glyphbench.games.craftax.tasks.base import Episode, Progress, Task, earned, kill, kill_score, kills, share

_COMBAT = ("combat", "exploration")
_EXPLORE = ("exploration", "navigation")


def _both(*names: str) -> Progress:
    return lambda e: earned(e, *names)


def _deepest(origin: int, count: int) -> Progress:
    return lambda e: share(e.top("floor", e.view["floor"]) - origin, count)


def _chests(e: Episode) -> float:
    opened = e.first["chests"] - e.view["chests"] if e.view["floor"] == e.first["floor"] else 0
    return share(e.top("chests", opened), 2)


def _gate(e: Episode) -> float:
    return 0.6 * share(kills(e, 1), 3) + 0.4 * e.top("down", e.view["floor"] >= 2)


TASKS = [
    Task(
        "Dungeon",
        "Kill three monsters of the dungeon.",
        "floor 1, iron sword, fire-enchanted diamond armour, stone pickaxe",
        lambda edit: edit.go(1).give(sword=3, armour=2, pickaxe=2).set(armour_enchantments=1),
        kill(3),
        kill_score(3),
        ("monsters", "ranged"),
        300,
        tags=_COMBAT,
    ),
    Task(
        "DungeonExplore",
        "Open two chests of the dungeon.",
        "floor 1, iron sword, diamond armour, stone pickaxe",
        lambda edit: edit.go(1).give(sword=3, armour=2, pickaxe=2),
        _chests,
        "+1/2 for each chest",
        ("chest", "monsters", "ranged"),
        300,
        tags=_EXPLORE,
    ),
    Task(
        "DungeonClear",
        "Kill eight monsters of the dungeon, as many as open its ladder down.",
        "floor 1, iron sword, fire-enchanted diamond armour, stone pickaxe, 6 stone",
        lambda edit: edit.go(1).give(sword=3, armour=2, pickaxe=2, stone=6).set(armour_enchantments=1),
        kill(8),
        kill_score(8),
        ("monsters", "ranged", "needs"),
        512,
        tags=_COMBAT,
    ),
    Task(
        "FloorClear9HP",
        "Kill eight monsters of the gnomish mines with 9 health.",
        "floor 2, iron sword, diamond armour, stone pickaxe, 16 torches, 6 stone",
        lambda edit: edit.go(2).give(sword=3, armour=2, pickaxe=2, torches=16, stone=6),
        kill(8),
        kill_score(8),
        ("monsters", "ranged", "dark", "needs"),
        512,
        tags=_COMBAT,
    ),
    Task(
        "ClearFloor8Gate",
        "Five of the eight monsters that keep the ladder shut are dead: kill three more, then take the ladder down.",
        "floor 1 with 5 kills credited, iron sword, fire-enchanted diamond armour, stone pickaxe",
        lambda edit: edit.go(1).give(sword=3, armour=2, pickaxe=2).set(armour_enchantments=1).open_ladders(1, kills=5),
        _gate,
        "+0.2 for each of three kills, +0.4 for floor 2",
        ("monsters", "ranged", "ladder", "needs"),
        512,
        tags=_COMBAT,
    ),
    Task(
        "ReachDungeon",
        "Find the ladder down, some 20 to 40 steps away, and take it to floor 1.",
        "wooden pickaxe and sword, 4 stone",
        lambda edit: edit.give(pickaxe=1, sword=1, stone=4),
        _deepest(0, 1),
        "+1 for floor 1",
        ("ladder", "mining", "bridge", "monsters"),
        300,
        tags=_EXPLORE,
    ),
    Task(
        "TorchDescend",
        "The ladder down is open: light your way to it through the dark mines and go down to floor 3.",
        "floor 2 with its ladder open, iron sword and armour, stone pickaxe, 12 torches",
        lambda edit: edit.go(2).give(sword=3, armour=1, pickaxe=2, torches=12).open_ladders(2),
        _deepest(2, 1),
        "+1 for floor 3",
        ("ladder", "dark", "mining", "monsters", "ranged"),
        400,
        tags=_EXPLORE,
    ),
    Task(
        "DescentGauntlet",
        "All ladders are open: go from floor 1 down to floor 4.",
        "floor 1, ladders 1 to 3 open, iron sword, armour and pickaxe, 20 stone, 20 torches",
        lambda edit: edit.go(1).give(sword=3, armour=1, pickaxe=3, torches=20, stone=20).open_ladders(1, 2, 3),
        _deepest(1, 3),
        "+1/3 for each new floor",
        ("ladder", "dark", "mining", "bridge", "monsters", "ranged"),
        512,
        tags=_EXPLORE,
    ),
    Task(
        "Speedrun",
        "All ladders are open: reach floor 2 as fast as you can.",
        "ladder 1 open, iron sword, armour and pickaxe, 12 stone, 4 torches",
        lambda edit: edit.give(sword=3, armour=1, pickaxe=3, stone=12, torches=4).open_ladders(1),
        _deepest(0, 2),
        "+1/2 for each floor; reaching floor 2 ends the game and takes away 0.5 x turns/400",
        ("ladder", "mining", "bridge", "monsters", "ranged"),
        400,
        speed=0.5,
        tags=_EXPLORE,
    ),
    Task(
        "GnomishMines",
        "Kill a gnome warrior and a gnome archer.",
        "floor 2, iron sword and armour, stone pickaxe, 12 torches",
        lambda edit: edit.go(2).give(sword=3, armour=1, pickaxe=2, torches=12),
        _both("DEFEAT_GNOME_WARRIOR", "DEFEAT_GNOME_ARCHER"),
        "+1/2 for each kind",
        ("monsters", "ranged", "dark"),
        400,
        tags=_COMBAT,
    ),
    Task(
        "Sewers",
        "Kill a lizard and a kobold.",
        "floor 3, iron sword and armour, stone pickaxe, 12 stone",
        lambda edit: edit.go(3).give(sword=3, armour=1, pickaxe=2, stone=12),
        _both("DEFEAT_LIZARD", "DEFEAT_KOBOLD"),
        "+1/2 for each kind",
        ("monsters", "ranged", "bridge"),
        400,
        tags=_COMBAT,
    ),
    Task(
        "Vaults",
        "Kill a knight and a knight archer.",
        "floor 4, ice diamond sword, diamond armour, strength 3, iron pickaxe",
        lambda edit: (
            edit.go(4).give(sword=4, armour=2, pickaxe=3).set(sword_enchantment=2, player_strength=3, player_health=11)
        ),
        _both("DEFEAT_KNIGHT", "DEFEAT_ARCHER"),
        "+1/2 for each kind",
        ("monsters", "ranged"),
        400,
        tags=_COMBAT,
    ),
]
