"""Reference policy for Tetris."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import inf
from typing import ClassVar

from glyphbench.games.classics.tetris import (
    DROP,
    LEFT,
    RIGHT,
    ROTATE,
    WAIT,
    Place,
    Rows,
    State,
    Tetris,
    fits,
    settle,
    shapes,
    spawn,
    steer,
)
from glyphbench.solvers.base import Solver

#: Feature weights found by Islam El-Ashi ("Near perfect Tetris player", 2011): heights, rows, holes, bumpiness.
HEIGHT, CLEARED, HOLES, BUMPS = -0.51, 0.76, -0.36, -0.18
DEAD = -1000.0
TURNS_PER_PIECE = 4.5  # what the policy takes on the default board


class TetrisSolver(Solver[Tetris]):
    """Tries every place that the falling piece can reach, then every drop of the next one, and takes the best.

    It knows the next piece, as the player does, and nothing of those after it. `cost_to_go` is approximate: pieces
    still needed to fill the missing rows, times the usual number of turns for a piece.
    """

    exact: ClassVar[bool] = False

    def __init__(self) -> None:
        self._plan: dict[tuple[Rows, str, str, Place], int] = {}

    def cost_to_go(self, env: Tetris) -> float | None:
        """Turns to the last row, roughly; inf after losing."""
        state: State = env.state
        missing = env.lines - state.lines
        if not missing:
            return 0.0
        if state.over:
            return inf
        filled = sum(mask.bit_count() for mask in state.rows)
        return max((missing * env.width - filled) / 4, 1.0) * TURNS_PER_PIECE

    def best_action(self, env: Tetris) -> int | None:
        """The next action towards the chosen place; None after the end."""
        state: State = env.state
        if state.over:
            return None
        key = (state.rows, state.kind, state.coming[0], state.place)
        if key not in self._plan:
            self._plan = {
                (*key[:3], place): action for place, action in plan(state, env.width, env.lines - state.lines).items()
            }
        return self._plan[key]


def plan(state: State, width: int, missing: int) -> dict[Place, int]:
    """Actions by place on a shortest way to the best place where the falling piece can settle."""
    came: dict[Place, tuple[Place, int]] = {}
    ends: dict[Rows, tuple[float, Place, int]] = {}
    queue = [state.place]
    known = {state.place}
    for place in queue:
        for action in (DROP, LEFT, RIGHT, ROTATE, WAIT):
            after, settled = steer(state.rows, width, state.kind, place, action)
            if settled:
                rows, cleared = settle(state.rows, width, state.kind, after)
                if rows not in ends:
                    ends[rows] = (best_follow_up(rows, cleared, width, state.coming[0], missing), place, action)
            elif after not in known:
                known.add(after)
                came[after] = place, action
                queue.append(after)
    # The first of equals was found with the fewest actions.
    _, place, action = max(ends.values(), key=lambda end: end[0])
    way = {place: action}
    while place != state.place:
        place, action = came[place]
        way[place] = action
    return way


def best_follow_up(rows: Rows, cleared: int, width: int, following: str, missing: int) -> float:
    """Value of a board after the best straight drop of the next piece; very low when it cannot appear."""
    if cleared >= missing:
        return -DEAD
    table = shapes(width)
    _, top, start = spawn(following, width)
    if not fits(rows, table[following, 0, start], top):
        return DEAD
    best = DEAD
    for turn, col in orientations(width, following):
        shape = table[following, turn, col]
        # A piece turned right at the top may need a row or two: start the drop where it first fits.
        row = next((at for at in range(-2, 3) if fits(rows, shape, at)), None)
        if row is None:
            continue
        while fits(rows, shape, row + 1):
            row += 1
        board, more = settle(rows, width, following, (turn, row, col))
        best = max(best, value(board, width, cleared + more))
    return best


@cache
def orientations(width: int, kind: str) -> tuple[tuple[int, int], ...]:
    """(rotation, column) of every drop of a piece that fills different cells."""
    seen: dict[tuple[tuple[int, int], ...], tuple[int, int]] = {}
    for (name, turn, col), shape in shapes(width).items():
        if name == kind:
            lowest = min(offset for offset, _ in shape)
            seen.setdefault(tuple((offset - lowest, mask) for offset, mask in sorted(shape)), (turn, col))
    return tuple(seen.values())


@cache
def _columns(width: int) -> tuple[int, ...]:
    return tuple(1 << col for col in range(width))


def value(rows: Rows, width: int, cleared: int) -> float:
    """Weighted sum of total height, rows cleared, holes and bumpiness."""
    height = len(rows)
    tops = []
    holes = 0
    for bit in _columns(width):
        top = 0
        for depth, mask in enumerate(rows):
            if mask & bit:
                top = top or height - depth
            elif top:
                holes += 1
        tops.append(top)
    bumps = sum(abs(one - other) for one, other in pairwise(tops))
    return HEIGHT * sum(tops) + CLEARED * cleared + HOLES * holes + BUMPS * bumps
