"""From palette codes to cells: which kind of thing each cell of the grid shows, and how much of the cell it fills.

The console's playfield is 40 columns of 4 pixels, so cells are 4 pixels wide and aligned to it. Two tiers decide a
cell. *Things* are small: the first kind in the table with 2 pixels or more wins, counted over the last two frames (or
more, as the table says) because consoles flicker sprites on alternate frames. *Scenery* is large: the majority of the
last frame wins, but 3 pixels of any scenery beat the background.

Explosions make many games flash: the whole ground takes a colour that means a thing. A colour that covers a third of
the drawn part is no thing, and is drawn as background as long as it does.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from glyphbench.games.atari.table import Table

CELL_WIDTH = 4
SCREEN_ROWS = 210
#: Pixels that scenery before the background needs to show in a cell.
SCENERY_PIXELS = 3
#: A thing's colour that covers more than this share of the drawn part is a flash, or a ground that no table knows.
FLOOD = 1 / 3
# It is looked for on every so many rows and columns.
_EVERY = (8, 9)
_QUADS = 160 // CELL_WIDTH
_NONE = np.zeros(0, np.intp)


class Cells:
    """Turns the last screens into kinds per cell, as a game's table says.

    The grid grows beyond the box's bottom to whole cells; rows that the screen lacks repeat its last row. A cell
    depends on nothing but its pixels, so cells that look as they did in the last call are not looked at again.
    """

    def __init__(self, table: Table) -> None:
        top, bottom, left, right = table.box
        self._things, self._kinds = table.things, len(table.glyph_of)
        height = table.cell
        #: The grid's (rows, columns), and pixels per cell.
        self.shape = (-(-(bottom - top) // height), (right - left) // CELL_WIDTH)
        self.area = CELL_WIDTH * height
        self._count = count = self.shape[0] * self.shape[1]
        # Four pixels in a row are read as one number, a quad; (cell height, cells) of their positions on the screen.
        rows = np.minimum(top + np.arange(self.shape[0] * height), SCREEN_ROWS - 1)
        quads = rows[:, None] * _QUADS + np.arange(left // CELL_WIDTH, right // CELL_WIDTH)
        self._quads = quads.reshape(self.shape[0], height, -1).transpose(1, 0, 2).reshape(height, count)
        # Which cell a quad belongs to; the last number stands for those outside the grid.
        self._cell_of = np.full(SCREEN_ROWS * _QUADS, count)
        self._cell_of[self._quads] = np.arange(count)
        regions, self._usual_kind_of = _regions(table)
        self._kind_of = self._usual_kind_of
        self._sample = (slice(top, bottom, _EVERY[0]), slice(left, right, _EVERY[1]))
        is_thing = (self._usual_kind_of < self._things).reshape(-1, 256)
        self._thing_codes = set(np.flatnonzero(is_thing.any(axis=0)).tolist())
        self._flood: set[int] = set()
        # Where the kinds of a pixel's part of the screen start: (cell height, cells, 4).
        self._region = regions.reshape(-1, CELL_WIDTH)[self._quads] * 256 if table.recolours else None
        # A cell's counts are so many numbers after those of the cell before; per cell, and per column of pixels.
        self._base = np.arange(table.frames * count) * self._kinds
        self._column_base = np.repeat(self._base, CELL_WIDTH)
        self._ranks, self._rank_of = _ranks(table, self.area), np.arange(self._kinds) * (self.area + 1)
        # Quads, kinds and pixels of the last call.
        self._last: tuple[list[np.ndarray], np.ndarray, np.ndarray] | None = None

    def __call__(self, screens: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Return kinds and pixels of that kind, both uint8 of the grid's shape; the newest screen is last."""
        self._look_for_floods(screens)
        quads, last = [screen.view(np.uint32).ravel() for screen in screens], self._last
        if last is None or len(last[0]) != len(quads):
            kinds, pixels = np.empty((2, self._count), np.uint8)
            cells = np.arange(self._count)
        else:
            kinds, pixels = last[1].copy(), last[2].copy()
            differs = quads[-1] != last[0][-1]
            for new, old in zip(quads[:-1], last[0][:-1], strict=True):
                differs |= new != old
            changed = np.zeros(self._count + 1, bool)
            changed[self._cell_of[differs.nonzero()[0]]] = True
            cells = changed[:-1].nonzero()[0]
        if len(cells):
            kinds[cells], pixels[cells] = self._settle(quads, cells)
        self._last = (quads, kinds, pixels)
        return kinds.reshape(self.shape), pixels.reshape(self.shape)

    def _look_for_floods(self, screens: Sequence[np.ndarray]) -> None:
        """Draw a thing's colour that covers the most, and too much, of any of the screens as background."""
        flood: set[int] = set()
        for screen in screens:
            sample = screen[self._sample].ravel()
            counts = np.bincount(sample)
            code = int(counts.argmax())
            if code in self._thing_codes and counts[code] > FLOOD * len(sample):
                flood.add(code)
        if flood == self._flood:
            return
        self._flood, self._last = flood, None
        kind_of = self._usual_kind_of.reshape(-1, 256).copy()
        for code in flood:
            kind_of[kind_of[:, code] < self._things, code] = self._kinds - 1
        self._kind_of = kind_of.ravel()

    def _settle(self, screens: list[np.ndarray], cells: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Kinds and pixels of some cells: of things the most in any frame counts, of scenery the newest."""
        where, number = self._quads.take(cells, axis=1), len(cells)
        frames = [screen.take(where) for screen in reversed(screens)]
        region = None if self._region is None else self._region.take(cells, axis=1)
        if len(frames) <= 2:
            shown = np.concatenate(frames, axis=1)
            frame = again = _NONE
        else:
            # Most cells look in a frame as in the next: then the frame adds nothing.
            stack = np.array(frames)
            frame, again = (stack[1:] != stack[:-1]).any(1).nonzero()
            shown = np.concatenate([frames[0], stack[frame + 1, :, again].T], axis=1)
            if region is not None:
                region = np.concatenate([region, region.take(again, axis=1)], axis=1)
        counts = self._counts(shown, region)
        now, things = counts[:number], counts[:number, : self._things]
        if len(frames) == 2:
            np.maximum(things, counts[number:, : self._things], out=things)
        elif len(again):
            older = np.zeros((len(frames) - 1, number, self._things), counts.dtype)
            older[frame, again] = counts[number:, : self._things]
            np.maximum(things, older.max(0), out=things)
        ranks = self._ranks.take(now + self._rank_of)
        kinds = ranks.argmax(1)
        return kinds, now.ravel().take(kinds + self._base[:number])

    def _counts(self, quads: np.ndarray, region: np.ndarray | None) -> np.ndarray:
        """Pixels of each kind in each column of quads: (columns, kinds); `region` may serve several times over."""
        codes = quads.view(np.uint8)
        if region is not None:
            region = region.reshape(len(quads), 1, -1)
            codes = (codes.reshape(len(quads), -1, region.shape[2]) + region).reshape(codes.shape)
        kinds = self._kind_of.take(codes)
        kinds += self._column_base[: codes.shape[1]]
        number = quads.shape[1]
        return np.bincount(kinds.ravel(), minlength=number * self._kinds).reshape(number, self._kinds)


def _ranks(table: Table, area: int) -> np.ndarray:
    """How strong a claim so many pixels (0 to `area`) of a kind lay to a cell, for all kinds one after the other."""
    kinds, pixels = len(table.glyph_of), np.arange(area + 1)
    ranks = np.repeat(2 * pixels[None], kinds, axis=0)
    # The background loses to SCENERY_PIXELS of other scenery, and against fewer it needs more pixels than they.
    ranks[-1] = np.minimum(ranks[-1], 2 * SCENERY_PIXELS - 1)
    for kind in range(table.things):
        ranks[kind] = np.where(pixels >= table.pixels, 2 * area + kinds - kind, -1)
    return ranks.ravel()


def _regions(table: Table) -> tuple[np.ndarray, np.ndarray]:
    """Parts of the screen with the same recolouring: their numbers per pixel, and kinds of the codes of each part."""
    marks = np.zeros((SCREEN_ROWS, _QUADS * CELL_WIDTH), np.intp)
    for bit, change in enumerate(table.recolours):
        marks[change.rows, change.columns] |= 1 << bit
    present, parts = np.unique(marks, return_inverse=True)
    kinds = []
    for mark in present:
        codes = np.arange(256)
        for bit, change in enumerate(table.recolours):
            if mark >> bit & 1:
                codes = change.mapping[codes]
        kinds.append(table.kind_of[codes])
    return parts, np.concatenate(kinds).astype(np.intp)
