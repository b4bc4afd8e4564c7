"""From palette codes to cells: which kind of thing each cell of the grid shows, and how much of the cell it fills.

The console's playfield is 40 columns of 4 pixels, so cells are 4 pixels wide and aligned to it. Two tiers decide a
cell. *Things* are small: the first kind in the table with 2 pixels or more wins, counted over the last two frames (or
more, as the table says) because consoles flicker sprites on alternate frames. *Scenery* is large: the majority of the
last frame wins, but 3 pixels of any scenery beat the background.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from glyphbench.games.atari.table import Table

CELL_WIDTH = 4
SCREEN_ROWS = 210
#: Pixels that scenery before the background needs to show in a cell.
SCENERY_PIXELS = 3
_SAME = np.uint32(0x01010101)


class Cells:
    """Turns the last screens into kinds per cell, as a game's table says.

    The grid grows beyond the box's bottom to whole cells; rows that the screen lacks repeat its last row.
    """

    def __init__(self, table: Table) -> None:
        top, bottom, left, right = table.box
        self._table = table
        # `bincount` wants wide integers.
        self._wide_kind_of = table.kind_of.astype(np.intp)
        self._memory: list[tuple[np.ndarray, np.ndarray]] = []
        # Blocks, kinds and pixels of the last call.
        self._last: tuple[list[np.ndarray], np.ndarray, np.ndarray] | None = None
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

    def __call__(self, screens: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Return kinds (uint8) and pixels of that kind (int32), both of the grid's shape; the newest screen is last."""
        # A table that looks at many frames meets each of them in two calls.
        known = [(screen, self._known(screen)) for screen in screens]
        self._memory = known
        *older, newer = blocks = [block for _, block in known]
        last = self._last
        if last is None or len(last[0]) != len(blocks):
            drawn = self._draw(newer, older)
        else:
            # A cell depends on nothing but its pixels, so cells that look as they did before need no counting.
            changed = (newer != last[0][-1]).any(1)
            for block, other in zip(older, last[0], strict=False):
                if block is not other:
                    changed |= (block != other).any(1)
            cells = np.nonzero(changed)
            if len(cells[0]) * 3 > changed.size:
                drawn = self._draw(newer, older)
            else:
                drawn = (last[1].copy(), last[2].copy())
                if len(cells[0]):
                    drawn[0][cells], drawn[1][cells] = self._settle(newer, older, cells)
        self._last = (blocks, *drawn)
        return drawn

    def _draw(self, newer: np.ndarray, older: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Kinds and pixels of the whole grid; cells of one colour need no counting."""
        first = newer[:, 0]
        plain = (newer == newer[:, :1]).all(1) & (first == (first & 0xFF) * _SAME)
        for blocks in older:
            if blocks is not newer:
                plain &= (blocks == newer).all(1)
        kinds = self._table.kind_of[first & 0xFF]
        pixels = np.full(self.shape, self.area, np.int32)
        mixed = np.nonzero(~plain)
        if len(mixed[0]):
            kinds[mixed], pixels[mixed] = self._settle(newer, older, mixed)
        return kinds, pixels

    def _settle(
        self, newer: np.ndarray, older: list[np.ndarray], cells: tuple[np.ndarray, ...]
    ) -> tuple[np.ndarray, np.ndarray]:
        """Kinds and pixels of some cells, by counting."""
        now = self._count(newer, cells)
        things = now[:, : self._things].copy()
        for blocks in older:
            if blocks is not newer:
                np.maximum(things, self._count(blocks, cells)[:, : self._things], out=things)
        return self._decide(things, now[:, self._things :].copy())

    def _known(self, screen: np.ndarray) -> np.ndarray:
        for other, blocks in self._memory:
            if other is screen:
                return blocks
        return self._blocks(screen)

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
        codes = self._wide_kind_of[quads.view(np.uint8)]
        codes += np.arange(len(codes))[:, None] * self._kinds
        return np.bincount(codes.ravel(), minlength=len(codes) * self._kinds).reshape(len(codes), self._kinds)

    def _decide(self, things: np.ndarray, scenery: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Kinds and pixels from the counts of things (over all frames) and of scenery (now)."""
        cells = np.arange(len(things))
        counts = np.concatenate([things, scenery], axis=1)
        ground = self._background - self._things
        most = scenery.argmax(1)
        scenery[:, ground] = 0
        other = scenery.argmax(1)
        kinds = np.where((most == ground) & (scenery[cells, other] >= SCENERY_PIXELS), other, most) + self._things
        if self._things:
            shown = things >= self._table.pixels
            kinds = np.where(shown.any(1), shown.argmax(1), kinds)
        return kinds.astype(np.uint8), counts[cells, kinds]
