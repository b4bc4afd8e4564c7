"""Directions, headings and shortest paths on the arcade grid; cells are (x, y), y downwards."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

Cell = tuple[int, int]

#: What the four-way moves do.
STEPS: dict[str, Cell] = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
#: The same steps in a fixed order.
FOUR: tuple[Cell, ...] = tuple(STEPS.values())
#: Eight headings clockwise from north, and an arrow for each.
HEADINGS: tuple[Cell, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
HEADING_ARROWS = "↑↗→↘↓↙←↖"
HEADING_NAMES = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def sign(value: int) -> int:
    """-1, 0 or 1."""
    return (value > 0) - (value < 0)


def toward(source: Cell, target: Cell) -> Cell:
    """The signs of the way from one cell to another: a king's step, or (0, 0)."""
    return sign(target[0] - source[0]), sign(target[1] - source[1])


def manhattan(one: Cell, two: Cell) -> int:
    """Steps between two cells on an empty grid."""
    return abs(one[0] - two[0]) + abs(one[1] - two[1])


def step_name(step: Cell) -> str:
    """The name of a four-way step; `NOOP` for any other."""
    return next((name for name, one in STEPS.items() if one == step), "NOOP")


def distances(sources: Iterable[Cell], free: Callable[[Cell], bool]) -> dict[Cell, int]:
    """Four-way steps from the nearest source to every cell that can be reached over free cells."""
    found = dict.fromkeys(sources, 0)
    queue = deque(found)
    while queue:
        cell = queue.popleft()
        far = found[cell] + 1
        x, y = cell
        for near in ((x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)):
            if near not in found and free(near):
                found[near] = far
                queue.append(near)
    return found


def first_step(start: Cell, goals: Iterable[Cell], free: Callable[[Cell], bool]) -> Cell | None:
    """The first step of a shortest path from `start` to any goal; None where there is no path or no step to make.

    Goals need not be free themselves. Ties go to the order UP, DOWN, LEFT, RIGHT.
    """
    far = distances(goals, lambda cell: cell == start or free(cell))
    if not far.get(start):
        return None
    return next(step for step in FOUR if far.get((start[0] + step[0], start[1] + step[1])) == far[start] - 1)
