"""Nonograms as bit masks: clues of a picture, and all pictures that fit given clues.

A line is an integer whose bit `i` is cell `i` (from the left or the top). The solver keeps every pattern that each
line may still have, intersects them until nothing changes, and branches on the line with the fewest patterns.
"""

from __future__ import annotations

from functools import cache

Clue = tuple[int, ...]


@cache
def runs(line: int) -> Clue:
    """The lengths of the runs of filled cells in a line, in order."""
    found = []
    length = 0
    while line:
        if line & 1:
            length += 1
        elif length:
            found.append(length)
            length = 0
        line >>= 1
    return (*found, length) if length else tuple(found)


@cache
def patterns(clue: Clue, length: int) -> tuple[int, ...]:
    """Every line of `length` cells whose runs are `clue`."""
    return tuple(line for line in range(1 << length) if runs(line) == clue)


def columns(rows: tuple[int, ...] | list[int], width: int) -> list[int]:
    """The columns of a picture given by its rows."""
    return [sum((row >> col & 1) << index for index, row in enumerate(rows)) for col in range(width)]


def solutions(row_clues: tuple[Clue, ...], col_clues: tuple[Clue, ...], limit: int = 2) -> list[tuple[int, ...]]:
    """Return up to `limit` pictures (as rows) that fit the clues."""
    height, width = len(row_clues), len(col_clues)
    found: list[tuple[int, ...]] = []
    start = (
        [list(patterns(clue, width)) for clue in row_clues],
        [list(patterns(clue, height)) for clue in col_clues],
    )
    stack = [start]
    while stack and len(found) < limit:
        rows, cols = stack.pop()
        if not _propagate(rows, cols):
            continue
        open_rows = [index for index, options in enumerate(rows) if len(options) > 1]
        if not open_rows:
            found.append(tuple(options[0] for options in rows))
            continue
        branch = min(open_rows, key=lambda index: len(rows[index]))
        for pattern in rows[branch]:
            stack.append(([[pattern] if index == branch else list(x) for index, x in enumerate(rows)], list(cols)))
    return found


def _propagate(rows: list[list[int]], cols: list[list[int]]) -> bool:
    """Drop patterns that no crossing line allows, until nothing changes; False when a line has none left."""
    while True:
        before = sum(map(len, rows)) + sum(map(len, cols))
        if not (_cross(rows, cols) and _cross(cols, rows)):
            return False
        if sum(map(len, rows)) + sum(map(len, cols)) == before:
            return True


def _cross(lines: list[list[int]], others: list[list[int]]) -> bool:
    """Restrict `others` to what all patterns of `lines` agree on; False when a line has no pattern."""
    must, may = [], []
    for options in lines:
        if not options:
            return False
        every, some = options[0], 0
        for pattern in options:
            every &= pattern
            some |= pattern
        must.append(every)
        may.append(some)
    full, empty = columns(must, len(others)), columns(may, len(others))
    for index, options in enumerate(others):
        on, allowed = full[index], empty[index]
        others[index] = [pattern for pattern in options if pattern & on == on and not pattern & ~allowed]
        if not others[index]:
            return False
    return True
