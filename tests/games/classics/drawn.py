"""Hand-drawn boards for tests."""

from __future__ import annotations

import numpy as np

from glyphbench.core.glyphs import Palette


def board(palette: Palette, *rows: str) -> np.ndarray:
    """The palette codes of a drawing, one string per row."""
    return np.array([[palette.code(char) for char in row] for row in rows], dtype=np.uint8)


def find(char: str, *rows: str) -> tuple[int, int]:
    """The (row, column) of the only `char` in a drawing."""
    ((row, col),) = [(row, line.index(char)) for row, line in enumerate(rows) if char in line]
    return row, col
