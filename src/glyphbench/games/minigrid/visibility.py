"""What the agent sees: MiniGrid's egocentric window and its rule for walls and closed doors.

Upstream slices, rotates and encodes the window with Python loops, which takes nearly all the time of its `step`.
Here the window is a table of offsets per facing, and the rule (`Grid.process_vis`) works on rows of bits: the
window's row nearest the agent comes first, and bit `i` is the window's column `i`, left to right as the agent looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

#: Side of the window; the agent stands in the middle of its last row and looks at its first.
SIZE = 7
MIDDLE = SIZE // 2
#: Stands for a window cell beyond the grid; upstream reads it as a wall.
OUTSIDE: Any = object()
#: Steps (dx, dy) for upstream's facings: 0 east, 1 south, 2 west, 3 north; x grows eastward, y southward.
STEPS: tuple[tuple[int, int], ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))

#: A cell in view: index into the window (row * SIZE + column), index into the grid (y * width + x, or -1), content.
Seen = tuple[int, int, Any]


def _offsets(facing: int) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """Window rows from the agent outwards; a cell is (window index, dx, dy) relative to the agent."""
    ahead_x, ahead_y = STEPS[facing]
    right_x, right_y = -ahead_y, ahead_x
    return tuple(
        tuple(
            (
                (SIZE - 1 - depth) * SIZE + column,
                ahead_x * depth + right_x * (column - MIDDLE),
                ahead_y * depth + right_y * (column - MIDDLE),
            )
            for column in range(SIZE)
        )
        for depth in range(SIZE)
    )


WINDOWS = tuple(_offsets(facing) for facing in range(4))


@cache
def sweep(lit: int, clear: int) -> tuple[tuple[int, ...], int]:
    """Spread sight along one row, as one row of upstream's `Grid.process_vis` does.

    Sight passes from each lit, clear cell to its neighbour in the row and to the next row, first left to right, then
    right to left.

    Args:
        lit: bits of the cells that the row before made visible.
        clear: bits of the cells that do not block sight.

    Returns:
        The columns that are visible in this row, and the bits that it lights in the next.
    """
    onward = 0
    for column in range(SIZE - 1):
        if (lit & clear) >> column & 1:
            lit |= 1 << column + 1
            onward |= 3 << column
    for column in range(SIZE - 1, 0, -1):
        if (lit & clear) >> column & 1:
            lit |= 1 << column - 1
            onward |= 3 << column - 1
    return tuple(column for column in range(SIZE) if lit >> column & 1), onward


def seen(grid: Sequence[Any], width: int, height: int, x: int, y: int, facing: int, through: bool) -> list[Seen]:
    """Return the cells that upstream's observation shows to an agent at (x, y), its own cell included.

    Args:
        grid: the engine's objects (None for empty floor), row-major, of length width * height.
        width: cells per row.
        height: rows.
        x: the agent's column.
        y: the agent's row.
        facing: upstream's direction, 0 east to 3 north.
        through: whether walls and doors do not block sight on this level.
    """
    found: list[Seen] = []
    lit = 1 << MIDDLE
    for row in WINDOWS[facing]:
        clear = 0
        cells = []
        bit = 1
        for window, dx, dy in row:
            column, line = x + dx, y + dy
            if 0 <= column < width and 0 <= line < height:
                index = line * width + column
                item = grid[index]
                if item is None or (item.type != "wall" and (item.type != "door" or item.is_open)):
                    clear |= bit
                cells.append((window, index, item))
            else:
                cells.append((window, -1, OUTSIDE))
            bit <<= 1
        if through:
            found += cells
            continue
        columns, lit = sweep(lit, clear)
        found += [cells[column] for column in columns]
        if not lit:
            break
    return found
