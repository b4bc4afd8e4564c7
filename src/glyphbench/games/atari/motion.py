"""What moved between two observations: connected cells of one kind, matched with the nearest like them before."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import ndimage

#: Larger bodies are scenery or crowds; their parts say little.
MOST_CELLS = 24
#: Cells per turn: below is drawing noise, above is another body.
LEAST, FARTHEST = 0.2, 7.0
# Eight neighbours within one plane of (kind, row, column).
_TOUCHING = np.zeros((3, 3, 3), int)
_TOUCHING[1] = 1


@dataclass(frozen=True)
class Bodies:
    """Connected cells of one kind. Arrays of one length: kind, centre row and column (pixel-weighted), cells."""

    kind: np.ndarray
    row: np.ndarray
    column: np.ndarray
    size: np.ndarray


@dataclass(frozen=True)
class Move:
    """One body's displacement, in cells."""

    kind: int
    row: float
    column: float
    d_row: float
    d_column: float


def bodies(kinds: np.ndarray, pixels: np.ndarray, things: int) -> Bodies:
    """Find the bodies among the cells whose kind is below `things`."""
    present = np.flatnonzero(np.bincount(kinds.ravel(), minlength=things)[:things])
    if not len(present):
        return Bodies(*(np.zeros(0, dtype) for dtype in (int, float, float, int)))
    planes = kinds[None] == present[:, None, None]
    labels, count = ndimage.label(planes, _TOUCHING)
    plane, rows, columns = np.nonzero(planes)
    mark = labels[plane, rows, columns] - 1
    weight = pixels[rows, columns].astype(float)
    total = np.bincount(mark, weight, count)
    kind = np.zeros(count, int)
    kind[mark] = present[plane]
    return Bodies(
        kind,
        np.bincount(mark, weight * rows, count) / total,
        np.bincount(mark, weight * columns, count) / total,
        np.bincount(mark, minlength=count),
    )


def moves(before: Bodies, now: Bodies) -> list[Move]:
    """Match each present body with the nearest earlier one of its kind and about its size; most important first.

    Order: the first kind of the table, which is the player, then by distance moved.
    """
    if not len(before.kind) or not len(now.kind):
        return []
    d_row = now.row[:, None] - before.row[None]
    d_column = now.column[:, None] - before.column[None]
    far = np.abs(d_row) + np.abs(d_column)
    alike = (now.kind[:, None] == before.kind[None]) & (
        np.abs(now.size[:, None] - before.size[None]) <= np.maximum(2, now.size)[:, None]
    )
    far = np.where(alike, far, np.inf)
    nearest = far.argmin(1)
    index = np.arange(len(nearest))
    steps = far[index, nearest]
    moved = np.nonzero((steps > LEAST) & (steps <= FARTHEST) & (now.size <= MOST_CELLS))[0]
    found = [
        Move(
            int(now.kind[i]),
            float(now.row[i]),
            float(now.column[i]),
            float(d_row[i, nearest[i]]),
            float(d_column[i, nearest[i]]),
        )
        for i in moved
    ]
    found.sort(
        key=lambda move: (move.kind != 0, -round(abs(move.d_row) + abs(move.d_column), 1), move.row, move.column)
    )
    return found
