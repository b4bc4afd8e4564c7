"""The 63 MiniHack levels of the catalogue, by upstream id."""

from __future__ import annotations

_SIZES = ("5x5", "15x15")
_ROOMS = ("Room", "Room-Random", "Room-Dark", "Room-Monster", "Room-Trap", "Room-Ultimate")
_MAZES = ("9x9", "15x15", "45x19")

_NAMES: tuple[str, ...] = (
    *("Corridor-R2", "Corridor-R3", "Corridor-R5", "CorridorBattle", "CorridorBattle-Dark"),
    *(f"{skill}{form}" for skill in ("Eat", "Pray", "Read", "Sink", "Wield") for form in ("", "-Distr")),
    *("Levitate-Potion-Full", "Levitate-Random-Full"),
    *("HideNSeek", "HideNSeek-Mapped", "HideNSeek-Lava", "HideNSeek-Big"),
    *("KeyRoom-S5", "KeyRoom-S15", "KeyRoom-Dark-S5", "KeyRoom-Dark-S15"),
    *("LavaCross-Full", "LavaCross-Levitate-Full"),
    *("LavaCross-Levitate-Potion-Inv-Full", "LavaCross-Levitate-Ring-Inv-Full"),
    *(f"MazeWalk-{form}{size}" for form in ("", "Mapped-") for size in _MAZES),
    *("Memento-Short-F2", "Memento-F2", "Memento-F4", "ExploreMaze-Hard"),
    *("River", "River-Narrow", "River-Monster", "River-Lava", "River-MonsterLava"),
    *(f"{room}-{size}" for room in _ROOMS for size in _SIZES),
    *("WoD-Easy-Full", "WoD-Medium-Full", "WoD-Hard-Full", "WoD-Pro-Full"),
)

#: Pits of MiniHack's Sokoban levels, as their level files place them.
PITS = {"Sokoban4a": 16, "Sokoban4b": 18, "Sokoban3a": 10}

LEVELS: tuple[str, ...] = (
    *(f"MiniHack-{name}-v1" for name in PITS),
    *(f"MiniHack-{name}-v0" for name in _NAMES),
)


def name_of(level: str) -> str:
    """The id without `MiniHack-` and the version: `Room-Dark-5x5`."""
    return level.removeprefix("MiniHack-").rpartition("-v")[0]


def kind_of(level: str) -> str:
    """The first part of the name: `Room`, `Eat`, `WoD`; `Sokoban` for its three levels."""
    name = name_of(level)
    return "Sokoban" if name in PITS else name.partition("-")[0]
