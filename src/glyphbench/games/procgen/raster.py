"""State -> rows of glyphs: the window that upstream's camera shows, on cells that stay fixed in the world.

A cell belongs to the window when its centre lies inside [centre - view/2, centre + view/2] of the state, so at each
edge the text shows at most half a cell more or less than the pixels.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from glyphbench.core.glyphs import Glyph
from glyphbench.games.procgen.spec import EXPLOSION, EXPLOSION_TYPES, SPACE, GameSpec
from glyphbench.games.procgen.state import PLAYER, Entity, State

#: Grid codes run from -1 (outside) to a little over 1000 (chaser's orbs); shifted by one they index a table.
_CODES = 1100
# Float32 positions on a cell's edge must not fall to either side by rounding.
_SLACK = 1e-3


@dataclass(frozen=True)
class Window:
    """The cells on show: lower left cell in world cells, size in cells, cells per world unit."""

    left: int
    bottom: int
    width: int
    height: int
    scale: tuple[int, int]

    @classmethod
    def of(cls, state: State, scale: tuple[int, int]) -> Window:
        """The window of a state."""
        view = state.fields["view_dim"]
        across, up = scale
        left = math.ceil((state.fields["center_x"] - view / 2) * across - 0.5 - _SLACK)
        bottom = math.ceil((state.fields["center_y"] - view / 2) * up - 0.5 - _SLACK)
        return cls(left, bottom, round(view * across), round(view * up), scale)

    def box(self, entity: Entity) -> tuple[int, int, int, int]:
        """First column, last column, first row and last row (from the bottom) that an entity covers.

        A cell counts as covered when its centre is; something smaller than that still gets the cell it is in.
        """
        columns = _span(entity.x, entity.rx, self.scale[0], self.left)
        rows = _span(entity.y, entity.ry, self.scale[1], self.bottom)
        return (*columns, *rows)


def _span(centre: float, half: float, scale: int, origin: int) -> tuple[int, int]:
    low = math.ceil((centre - half) * scale - origin - 0.5 + _SLACK)
    high = math.floor((centre + half) * scale - origin - 0.5 - _SLACK)
    if high < low:
        low = high = math.floor(centre * scale - origin)
    return low, high


class Raster:
    """Draws the states of one game."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.palette = spec.palette
        self._space = self.palette.code(SPACE.char)
        self._ground = np.full(_CODES, self._space, dtype=np.uint8)
        for code, glyph in spec.grid.items():
            self._ground[code + 1] = self.palette.code(glyph.char)

    def rows(self, state: State) -> tuple[str, ...]:
        """Draw the window, top row first."""
        window = Window.of(state, self.spec.scale)
        canvas = np.full((window.height, window.width), self._space, dtype=np.uint8)
        layers: dict[int, list[Entity]] = {-1: [], 0: [], 1: []}
        for entity in state.entities:
            if entity.type != PLAYER and not entity.use_abs_coords and entity.render_z in layers:
                layers[entity.render_z].append(entity)
        # Upstream's order: things behind, the grid, things before, the player on top of all.
        for entity in layers[-1]:
            self._draw(canvas, window, entity, self._look(entity, state))
        ground = self._ground[self._codes(state, window) + 1]
        np.copyto(canvas, ground, where=ground != self._space)
        for entity in layers[0] + layers[1]:
            self._draw(canvas, window, entity, self._look(entity, state))
        self._draw(canvas, window, state.player, self.spec.you(state))
        return self.palette.rows(canvas[::-1])

    def _codes(self, state: State, window: Window) -> np.ndarray:
        """The grid code under each cell of the window; outside the world, upstream's out-of-bounds object."""
        height, width = state.grid.shape
        columns = (window.left + np.arange(window.width)) // window.scale[0]
        rows = (window.bottom + np.arange(window.height)) // window.scale[1]
        codes = state.grid[np.clip(rows, 0, height - 1)[:, None], np.clip(columns, 0, width - 1)]
        outside = ((rows < 0) | (rows >= height))[:, None] | ((columns < 0) | (columns >= width))
        if outside.any():
            codes = np.where(outside, state.fields["out_of_bounds_object"], codes)
        return codes

    def _look(self, entity: Entity, state: State) -> Glyph | None:
        if entity.type in EXPLOSION_TYPES and entity.type not in self.spec.things:
            return EXPLOSION
        look = self.spec.things[entity.type]
        return look(entity, state) if callable(look) else look

    def _draw(self, canvas: np.ndarray, window: Window, entity: Entity, glyph: Glyph | None) -> None:
        if glyph is None:
            return
        left, right, bottom, top = window.box(entity)
        code = self.palette.code(glyph.char)
        height, width = canvas.shape
        if entity.type in self.spec.outlined:
            for row in range(max(bottom, 0), min(top, height - 1) + 1):
                for column in range(max(left, 0), min(right, width - 1) + 1):
                    if row in (bottom, top) or column in (left, right):
                        canvas[row, column] = code
            return
        canvas[max(bottom, 0) : max(top + 1, 0), max(left, 0) : max(right + 1, 0)] = code
