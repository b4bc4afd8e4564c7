"""What wins and what loses each kind of MiniGrid level, as upstream's `step` methods have it (Farama Minigrid 3.2)."""

from __future__ import annotations

from typing import Any, NamedTuple

from glyphbench.games.minigrid.kinds import kind_name

NOWHERE: frozenset[int] = frozenset()


class Rules(NamedTuple):
    """How an episode ends. Cells are numbered row by row: y * width + x.

    Attributes:
        reach: cells that win when stepped on.
        lethal: cells that lose when stepped on.
        take: picking up a wanted thing wins.
        strict: picking up anything that is not wanted loses.
        wanted: (type, colour) of the wanted things; where empty, it is the engine's `obj` alone.
        opens: cell of the door whose opening wins, or -1.
        before: cell of a door that must stand open by then, or -1.
        place: cells in which dropping wins, while dropping anywhere else loses; None where drops end nothing.
        declare: cells in which DONE wins, while DONE elsewhere and any TOGGLE lose; None where DONE does nothing.
        hands: things can be picked up.
    """

    reach: frozenset[int] = NOWHERE
    lethal: frozenset[int] = NOWHERE
    take: bool = False
    strict: bool = False
    wanted: tuple[str, str] | None = None
    opens: int = -1
    before: int = -1
    place: frozenset[int] | None = None
    declare: frozenset[int] | None = None
    hands: bool = True


def rules_of(level: str, engine: Any) -> Rules:
    """The rules of the engine's present episode.

    Raises:
        ValueError: the kind of level has no success that a plan could lead to.
    """
    kind = kind_name(level)
    width = engine.width

    def cell(place: Any) -> int:
        return int(place[1]) * width + int(place[0])

    def cells_of(*types: str) -> frozenset[int]:
        return frozenset(at for at, item in enumerate(engine.grid.grid) if item is not None and item.type in types)

    if kind in ("Empty", "FourRooms", "SimpleCrossing", "LavaCrossing", "LavaGap", "DistShift", "MultiRoom"):
        return Rules(reach=cells_of("goal"), lethal=cells_of("lava"), hands=False)
    if kind in ("DoorKey", "LockedRoom"):
        return Rules(reach=cells_of("goal"))
    if kind == "Memory":
        return Rules(
            reach=frozenset([cell(engine.success_pos)]), lethal=frozenset([cell(engine.failure_pos)]), hands=False
        )
    if kind in ("KeyCorridor", "ObstructedMaze", "UnlockPickup", "BlockedUnlockPickup"):
        return Rules(take=True)
    if kind == "Fetch":
        return Rules(take=True, strict=True, wanted=(engine.targetType, engine.targetColor))
    if kind == "Unlock":
        return Rules(opens=_index(engine, engine.door))
    if kind == "RedBlueDoors":
        return Rules(opens=_index(engine, engine.blue_door), before=_index(engine, engine.red_door), hands=False)
    if kind in ("GoToDoor", "GoToObject"):
        target = cell(engine.target_pos)
        beside = (target + step for step in (1, width, -1, -width))
        return Rules(declare=frozenset(at for at in beside if 0 <= at < width * engine.height))
    if kind == "PutNear":
        target = cell(engine.target_pos)
        near = frozenset(target + down + right for down in (-width, 0, width) for right in (-1, 0, 1))
        return Rules(strict=True, wanted=(engine.move_type, engine.moveColor), place=near)
    raise ValueError(f"no plan leads to success in {level}")


def _index(engine: Any, thing: Any) -> int:
    return next(at for at, item in enumerate(engine.grid.grid) if item is thing)
