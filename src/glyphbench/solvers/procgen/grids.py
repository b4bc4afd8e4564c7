"""Policies for the mazes: breadth-first search on the engine's grid."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

import numpy as np

from glyphbench.games.procgen.state import Entity, State
from glyphbench.solvers.procgen.motion import DIRECTIONS

Cell = tuple[int, int]

_STEPS = {name: way for name, way in DIRECTIONS.items() if name != "NOOP"}


def cell_of(thing: Entity) -> Cell:
    """The cell (column, row from the bottom) of a thing's centre."""
    return int(thing.x), int(thing.y)


def distances(state: State, starts: Iterable[Cell], free: Callable[[Cell], bool]) -> dict[Cell, int]:
    """Steps from the nearest start to every cell that free cells connect to it."""
    height, width = state.grid.shape
    found = dict.fromkeys(starts, 0)
    queue = deque(found)
    while queue:
        column, row = here = queue.popleft()
        for across, up in _STEPS.values():
            there = (column + across, row + up)
            if there not in found and 0 <= there[0] < width and 0 <= there[1] < height and free(there):
                found[there] = found[here] + 1
                queue.append(there)
    return found


def downhill(here: Cell, field: dict[Cell, int]) -> str | None:
    """The move to the neighbour that is nearest to where `field` counts from; None where no neighbour is in it."""
    column, row = here
    options = {
        name: field[column + across, row + up]
        for name, (across, up) in _STEPS.items()
        if (column + across, row + up) in field
    }
    return min(options, key=options.__getitem__, default=None)


def maze(state: State) -> str:
    """The shortest way."""
    goals = [(int(column), int(row)) for row, column in zip(*(state.grid == 2).nonzero(), strict=True)]
    return downhill(cell_of(state.player), distances(state, goals, lambda at: state.grid[at[1], at[0]] != 51)) or "NOOP"


# Codes of miner's grid; outside it, the engine puts walls.
_BOULDER, _DIAMOND, _FALLING_BOULDER, _FALLING_DIAMOND, _WALL, _EMPTY = 1, 2, 3, 4, 10, 100
_LOOSE = (_BOULDER, _DIAMOND, _FALLING_BOULDER, _FALLING_DIAMOND)
_SOLID = (_BOULDER, _FALLING_BOULDER, _FALLING_DIAMOND, _WALL)


def miner(state: State) -> str:
    """The nearest diamond, then the exit, around boulders and never beneath what may fall."""
    here = cell_of(state.player)
    column, row = here

    def code(at: Cell) -> int:
        return int(state.grid[at[1], at[0]]) if _inside(state, at) else _WALL

    def hangs(at: Cell) -> bool:
        """Whether something would come down on a player in this cell."""
        above = at[1] + 1
        while code((at[0], above)) == _EMPTY and (at[0], above) != here:
            above += 1
        over = code((at[0], above))
        return over in (_FALLING_BOULDER, _FALLING_DIAMOND) or (above > at[1] + 1 and over in _LOOSE)

    diamonds = [
        (int(x), int(y)) for y, x in zip(*np.isin(state.grid, (_DIAMOND, _FALLING_DIAMOND)).nonzero(), strict=True)
    ]
    exits = {cell_of(door) for door in state.of_type(6)}

    def free(at: Cell) -> bool:
        return code(at) not in _SOLID and not (diamonds and at in exits) and not hangs(at)

    goals = [at for at in diamonds or sorted(exits) if code(at) not in _SOLID]
    ways = {name: (column + across, row + up) for name, (across, up) in _STEPS.items()}
    if code((column, row + 1)) in _LOOSE:
        # What rests on the player would follow a step down.
        del ways["DOWN"]
    open_ways = {name: at for name, at in ways.items() if free(at)}
    field = distances(state, goals, free)
    ranked = {name: field[at] for name, at in open_ways.items() if at in field}
    if ranked:
        return min(ranked, key=ranked.__getitem__)
    if hangs(here):
        return next(iter(open_ways), "NOOP")
    for name, across in (("LEFT", -1), ("RIGHT", 1)):
        if code((column + across, row)) == _BOULDER and code((column + 2 * across, row)) == _EMPTY:
            return name
    return "NOOP"


def chaser(state: State) -> str:
    """The nearest orb that no enemy reaches first; with none, away from the enemies."""
    here = cell_of(state.player)

    def free(at: Cell) -> bool:
        return state.grid[at[1], at[0]] != 5

    left = state.extra["eat_timeout"] - (state.fields["cur_time"] - state.extra["eat_time"])
    enemies = [cell_of(enemy) for enemy in state.of_type(6)] if left < 8 else []
    threat = distances(state, enemies, free)
    far = len(threat) + 99

    def safe(at: Cell, steps: int) -> bool:
        return threat.get(at, far) > steps + 2

    reach = _reach(state, here, free, safe)
    big = {cell_of(orb) for orb in state.of_type(2)}
    orbs = [at for at in reach if at != here and (at in big or state.grid[at[1], at[0]] == 1002)]
    if orbs:
        goal = min(orbs, key=lambda at: (reach[at][0] + (4 if at in big and not enemies else 0), at))
        while reach[goal][1] != here:
            goal = reach[goal][1]
        return next(name for name, way in _STEPS.items() if (here[0] + way[0], here[1] + way[1]) == goal)
    ways = {name: (here[0] + a, here[1] + u) for name, (a, u) in _STEPS.items()}
    open_ways = {name: threat.get(at, far) for name, at in ways.items() if _inside(state, at) and free(at)}
    return max(open_ways, key=open_ways.__getitem__, default="NOOP")


def _inside(state: State, at: Cell) -> bool:
    height, width = state.grid.shape
    return 0 <= at[0] < width and 0 <= at[1] < height


def _reach(
    state: State, start: Cell, free: Callable[[Cell], bool], safe: Callable[[Cell, int], bool]
) -> dict[Cell, tuple[int, Cell]]:
    """Cells that can be reached safely: steps and the cell before."""
    found = {start: (0, start)}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        steps = found[here][0] + 1
        for across, up in _STEPS.values():
            there = (here[0] + across, here[1] + up)
            if there not in found and _inside(state, there) and free(there) and safe(there, steps):
                found[there] = (steps, here)
                queue.append(there)
    return found
