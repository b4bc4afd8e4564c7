"""From palette codes to cells: which kind of thing each cell of the grid shows, and how much of the cell it fills.

The console's playfield is 40 columns of 4 pixels, so cells are 4 pixels wide and aligned to it. Two tiers decide a
cell. *Things* are small: the first kind in the table with 2 pixels or more wins, counted over the last two frames
because consoles flicker sprites on alternate frames. *Scenery* is large: the majority of the last frame wins, but 3
pixels of any scenery beat the background.
"""

from __future__ import annotations

import numpy as np

from glyphbench.games.atari.table import Table

CELL_WIDTH = 4
SCREEN_ROWS = 210
#: Pixels that a thing, or scenery before the background, needs to show in a cell.
THING_PIXELS, SCENERY_PIXELS = 2, 3
_SAME = np.uint32(0x01010101)


class Cells:
    """Turns two screens into kinds per cell, as a game's table says.

    The grid grows beyond the box's bottom to whole cells; rows that the screen lacks repeat its last row.
    """

    def __init__(self, table: Table) -> None:
        top, bottom, left, right = table.box
        self._table = table
        self._things, self._kinds = table.things, len(table.glyph_of)
        self._background = self._kinds - 1
        self._height = table.cell
        #: The grid's (rows, columns), and pixels per cell.
        self.shape = (-(-(bottom - top) // table.cell), (right - left) // CELL_WIDTH)
        self.area = CELL_WIDTH * table.cell
        end = top + self.shape[0] * table.cell
        self._rows = slice(top, min(end, SCREEN_ROWS))
        self._missing = end - self._rows.stop
        self._columns = slice(left // CELL_WIDTH, right // CELL_WIDTH)

    def __call__(self, before: np.ndarray, now: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return kinds (uint8) and pixels of that kind (int32), both of the grid's shape."""
        newer = self._blocks(now)
        older = newer if before is now else self._blocks(before)
        first = newer[:, 0]
        plain = (newer == newer[:, :1]).all(1) & (first == (first & 0xFF) * _SAME)
        plain &= (older == newer).all(1)
        kinds = self._table.kind_of[first & 0xFF]
        pixels = np.full(self.shape, self.area, np.int32)
        mixed = np.nonzero(~plain)
        if len(mixed[0]):
            kinds[mixed], pixels[mixed] = self._decide(self._count(older, mixed), self._count(newer, mixed))
        return kinds, pixels

    def _blocks(self, screen: np.ndarray) -> np.ndarray:
        """Four pixels as one number: uint32 of shape (grid rows, cell height, grid columns)."""
        if self._table.recolours:
            screen = screen.copy()
            for change in self._table.recolours:
                part = screen[change.rows, change.columns]
                part[...] = change.mapping[part]
        quads = screen.view(np.uint32)[self._rows, self._columns]
        if self._missing:
            quads = np.concatenate([quads, np.repeat(quads[-1:], self._missing, axis=0)])
        return quads.reshape(self.shape[0], self._height, self.shape[1])

    def _count(self, blocks: np.ndarray, cells: tuple[np.ndarray, ...]) -> np.ndarray:
        """Pixels of each kind in each of the given cells: (cells, kinds)."""
        quads = np.ascontiguousarray(blocks.transpose(0, 2, 1)[cells])
        codes = self._table.kind_of[quads.view(np.uint8)].astype(np.intp)
        codes += np.arange(len(codes))[:, None] * self._kinds
        return np.bincount(codes.ravel(), minlength=len(codes) * self._kinds).reshape(len(codes), self._kinds)

    def _decide(self, older: np.ndarray, newer: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        cells = np.arange(len(newer))
        things = np.maximum(older[:, : self._things], newer[:, : self._things])
        shown = things >= THING_PIXELS
        thing = shown.argmax(1) if self._things else np.zeros(len(newer), np.intp)
        has_thing = shown.any(1)
        scenery = newer[:, self._things :].copy()
        ground = self._background - self._things
        most = scenery.argmax(1)
        scenery[:, ground] = 0
        other = scenery.argmax(1)
        most = np.where((most == ground) & (scenery[cells, other] >= SCENERY_PIXELS), other, most) + self._things
        kinds = np.where(has_thing, thing, most)
        union = np.concatenate([things, newer[:, self._things :]], axis=1)
        return kinds.astype(np.uint8), union[cells, kinds]
