"""Policies for the mazes: breadth-first search on the engine's grid."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

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
        name: field[column + across, row + up] for name, (across, up) in _STEPS.items() if (column + across, row + up) in field
    }
    return min(options, key=options.__getitem__, default=None)


def maze(state: State) -> str:
    """The shortest way."""
    goals = [(int(column), int(row)) for row, column in zip(*(state.grid == 2).nonzero(), strict=True)]
    return downhill(cell_of(state.player), distances(state, goals, lambda at: state.grid[at[1], at[0]] != 51)) or "NOOP"


_BOULDERS = (1, 3)
_FALLING = (1, 2, 3, 4)


def miner(state: State) -> str:
    """The nearest diamond, then the exit, around boulders and never beneath what may fall."""
    grid, (height, _) = state.grid, state.grid.shape
    here = cell_of(state.player)

    def code(column: int, row: int) -> int:
        inside = 0 <= row < height and 0 <= column < grid.shape[1]
        return int(grid[row, column]) if inside else 10

    def hangs(at: Cell) -> bool:
        """Whether something would come down on a player in this cell."""
        column, row = at
        above = row + 1
        while code(column, above) == 100 and (column, above) != here:
            above += 1
        return (above > row + 1 and code(column, above) in _FALLING) or code(column, row + 1) in (3, 4)

    exits = {cell_of(door) for door in state.of_type(6)}
    diamonds = [(int(c), int(r)) for r, c in zip(*((grid == 2) | (grid == 4)).nonzero(), strict=True)]

    def free(at: Cell) -> bool:
        return code(*at) not in _BOULDERS and (not diamonds or at not in exits) and not hangs(at)

    goals = diamonds or sorted(exits)
    options = {}
    for name, (across, up) in _STEPS.items():
        there = (here[0] + across, here[1] + up)
        if not free(there) or code(*there) in (10, 3, 4) or (name == "DOWN" and code(here[0], here[1] + 1) in _FALLING):
            continue
        options[name] = there
    field = distances(state, [at for at in goals if code(*at) in (2, 100, 9)], lambda at: free(at) and code(*at) != 10)
    ranked = {name: field[at] for name, at in options.items() if at in field}
    if ranked:
        return min(ranked, key=ranked.__getitem__)
    if not hangs(here):
        pushes = [n for n, (a, u) in _STEPS.items() if not u and code(here[0] + a, here[1]) == 1 and code(here[0] + 2 * a, here[1]) == 100]
        return pushes[0] if pushes else "NOOP"
    return next(iter(options), "NOOP")


def chaser(state: State) -> str:
    """The nearest orb that no enemy reaches first; with none, away from the enemies."""
    you, here = state.player, cell_of(state.player)

    def free(at: Cell) -> bool:
        return state.grid[at[1], at[0]] != 5

    left = state.extra["eat_timeout"] - (state.fields["cur_time"] - state.extra["eat_time"])
    enemies = [cell_of(enemy) for enemy in state.of_type(6)] if left < 8 else []
    # An egg hatches into an enemy: its cell is no place to be.
    threat = distances(state, [*enemies], free)
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
