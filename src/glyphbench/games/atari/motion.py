"""What moved between two observations: connected cells of one kind, matched with the nearest like them before.

A turn shows few bodies, for which plain loops are faster than arrays.
"""

from __future__ import annotations

import re
from operator import mul
from typing import Any, NamedTuple

import numpy as np

#: Larger bodies are scenery or crowds; their parts say little.
MOST_CELLS = 24
#: Cells per turn: below is drawing noise, above is another body.
LEAST, FARTHEST = 0.2, 7.0


#: Connected cells of one kind: the kind, the first cell's number, the centre's row and column (weighted by pixels), and
#: how many cells.
Body = tuple[int, int, float, float, int]
#: Cells of one kind side by side: first column, column after the last, kind, pixels, and pixels times columns.
_Run = tuple[int, int, int, int, int]


class Move(NamedTuple):
    """One body's displacement, in cells."""

    kind: int
    row: float
    column: float
    d_row: float
    d_column: float


class BodyFinder:
    """Finds the bodies among the cells whose kind is below `things`; rows that look as before are not read again."""

    def __init__(self, things: int) -> None:
        self._things = things
        self._pattern = re.compile(rb"([\x00-%s])\1*" % re.escape(bytes([max(things - 1, 0)])), re.DOTALL)
        # Per row of the grid: its kinds, its pixels and its runs.
        self._rows: dict[int, tuple[bytes, bytes, list[_Run]]] = {}

    def __call__(self, kinds: np.ndarray, pixels: np.ndarray) -> list[Body]:
        """Return the bodies by kind, then by first cell; `kinds` and `pixels` are uint8 of the grid's shape."""
        if not self._things:
            return []
        height, width = kinds.shape
        all_kinds, all_pixels = kinds.tobytes(), pixels.tobytes()
        # A body in the making: kind, first cell, pixels, pixels times rows, pixels times columns, cells, and the body
        # that has taken it in.
        parts: list[list[Any]] = []
        above: list[tuple[int, int, int, list[Any]]] = []
        for row in range(height):
            begin = row * width
            here: list[tuple[int, int, int, list[Any]]] = []
            for start, end, kind, filled, moment in self._runs(
                row, all_kinds[begin : begin + width], all_pixels[begin : begin + width]
            ):
                part = [kind, begin + start, filled, filled * row, moment, end - start, None]
                for over_start, over_end, over_kind, other in above:
                    if over_start > end:
                        break
                    if over_end >= start and over_kind == kind:
                        part = _joined(part, other)
                if part[-1] is None and part[1] == begin + start:
                    parts.append(part)
                here.append((start, end, kind, part))
            above = here
        found = [
            (kind, first, rows / filled, moment / filled, size)
            for kind, first, filled, rows, moment, size, whole in parts
            if whole is None
        ]
        found.sort()
        return found

    def _runs(self, row: int, kinds: bytes, pixels: bytes) -> list[_Run]:
        """The runs of one row, from left to right."""
        known = self._rows.get(row)
        if known is not None and known[0] == kinds and known[1] == pixels:
            return known[2]
        runs = []
        for match in self._pattern.finditer(kinds):
            start, end = match.span()
            if end - start == 1:
                runs.append((start, end, kinds[start], pixels[start], pixels[start] * start))
                continue
            filled = pixels[start:end]
            runs.append((start, end, kinds[start], sum(filled), sum(map(mul, filled, range(start, end)))))
        self._rows[row] = (kinds, pixels, runs)
        return runs


def _joined(part: list[Any], other: list[Any]) -> list[Any]:
    """The body that two touching parts make: the one that begins first takes the other in."""
    while other[-1] is not None:
        other = other[-1]
    if part is other:
        return part
    if other[1] > part[1]:
        part, other = other, part
    for number in range(2, 6):
        other[number] += part[number]
    part[-1] = other
    return other


def moves(before: list[Body], now: list[Body]) -> list[Move]:
    """Match each changed body with the nearest earlier one of its kind and about its size that is no longer there.

    Where several have the same nearest one, the closest came from there, and the others have just appeared.
    Order: the first kind of the table, which is the player, then by distance moved.
    """
    claims: dict[int, tuple[float, Move]] = {}
    still = {body[1]: body for body in now}
    gone = [body for body in before if still.get(body[1]) != body]
    if not gone:
        return []
    still = {body[1]: body for body in before}
    for body in now:
        kind, first, row, column, size = body
        if size > MOST_CELLS or still.get(first) == body:
            continue
        slack, least, origin = max(2, size // 3), FARTHEST, None
        for number, (other_kind, _, other_row, other_column, other_size) in enumerate(gone):
            if other_kind == kind and -slack <= other_size - size <= slack:
                far = abs(row - other_row) + abs(column - other_column)
                if far < least or (origin is None and far == least):
                    least, origin = far, number
        if origin is not None and (origin not in claims or least < claims[origin][0]):
            claims[origin] = (least, Move(kind, row, column, row - gone[origin][2], column - gone[origin][3]))
    found = [move for far, move in claims.values() if far > LEAST]
    found.sort(
        key=lambda move: (move.kind != 0, -round(abs(move.d_row) + abs(move.d_column), 1), move.row, move.column)
    )
    return found
