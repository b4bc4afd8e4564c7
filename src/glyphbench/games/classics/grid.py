"""Walking distances and paths on a grid of cells, for the classics and their teachers."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable

from glyphbench.games.classics.moves import STEPS

Cell = tuple[int, int]


def neighbours(cell: Cell) -> list[Cell]:
    """The four cells beside `cell` in the order up, right, down, left; they may lie outside the grid."""
    return [(cell[0] + d_row, cell[1] + d_col) for d_row, d_col in STEPS]


def distances(start: Cell | Iterable[Cell], free: Collection[Cell]) -> dict[Cell, int]:
    """Return the number of steps from `start` (a cell or several) to every cell reached through `free` cells.

    The starting cells count as reached whether they are free or not.
    """
    starts: list[Cell] = [start] if isinstance(start, tuple) else list(start)  # type: ignore[list-item]
    found = dict.fromkeys(starts, 0)
    queue = deque(starts)
    while queue:
        cell = queue.popleft()
        for other in neighbours(cell):
            if other in free and other not in found:
                found[other] = found[cell] + 1
                queue.append(other)
    return found


def first_step(start: Cell, goal: Cell, free: Collection[Cell]) -> int | None:
    """Return the move (an index into `STEPS`) that begins a shortest walk to `goal`; None if there is none.

    The walk enters only `free` cells, but `goal` itself need not be free.
    """
    if start == goal:
        return None
    steps = distances(goal, free if start in free else {*free, start})
    if start not in steps:
        return None
    return min(
        (move for move, cell in enumerate(neighbours(start)) if cell in steps),
        key=lambda move: steps[neighbours(start)[move]],
    )
