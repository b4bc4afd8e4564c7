"""State -> rows of glyphs: the window that upstream's camera shows, on cells that stay fixed in the world.

A cell belongs to the window when its centre lies inside [centre - view/2, centre + view/2] of the state, so at each
edge the text shows at most half a cell more or less than the pixels.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from glyphbench.core.glyphs import Glyph
from glyphbench.games.procgen.spec import EXPLOSION, EXPLOSION_TYPES, SPACE, GameSpec
from glyphbench.games.procgen.state import PLAYER, Entity, State

#: Grid codes run from -1 (outside; the table's last place) to a little over 1000 (chaser's orbs).
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


@cache
def _axis(origin: int, count: int, scale: int, size: int) -> tuple[np.ndarray, np.ndarray]:
    """The grid's indices under `count` cells from `origin` on, clipped to the grid, and which of them were outside.

    A view moves over few places, so they are worth keeping.
    """
    indices = (origin + np.arange(count)) // scale
    return np.clip(indices, 0, size - 1), (indices < 0) | (indices >= size)


class Raster:
    """Draws the states of one game."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.palette = spec.palette
        self._space = self.palette.code(SPACE.char)
        self._ground = np.full(_CODES, self._space, dtype=np.uint8)
        for code, glyph in spec.grid.items():
            self._ground[code] = self.palette.code(glyph.char)

    def rows(self, state: State) -> tuple[str, ...]:
        """Draw the window, top row first."""
        window = Window.of(state, self.spec.scale)
        layers: dict[int, list[Entity]] = {-1: [], 0: [], 1: []}
        for entity in state.entities:
            if entity.type != PLAYER and not entity.use_abs_coords and entity.render_z in layers:
                layers[entity.render_z].append(entity)
        # Upstream's order: things behind, the grid, things before, the player on top of all.
        canvas = ground = self._ground_of(state, window)
        if layers[-1]:
            canvas = np.full_like(ground, self._space)
            self._draw_all(canvas, window, layers[-1], state)
            np.copyto(canvas, ground, where=ground != self._space)
        self._draw_all(canvas, window, layers[0], state)
        self._draw_all(canvas, window, layers[1], state)
        self._draw(canvas, window, state.player, self.spec.you(state))
        return self.palette.rows(canvas[::-1])

    def _ground_of(self, state: State, window: Window) -> np.ndarray:
        """What lies under each cell of the window; outside the world, upstream's out-of-bounds object."""
        height, width = state.grid.shape
        columns, beside = _axis(window.left, window.width, window.scale[0], width)
        rows, beyond = _axis(window.bottom, window.height, window.scale[1], height)
        ground = self._ground[state.grid.take(rows, 0).take(columns, 1)]
        outside = self._ground[state.fields["out_of_bounds_object"]]
        ground[beyond] = outside
        ground[:, beside] = outside
        return ground

    def _draw_all(self, canvas: np.ndarray, window: Window, entities: list[Entity], state: State) -> None:
        fields = state.fields
        half = fields["view_dim"] / 2 + 1
        for entity in entities:
            if (
                abs(entity.x - fields["center_x"]) < half + entity.rx
                and abs(entity.y - fields["center_y"]) < half + entity.ry
                and (glyph := self._look(entity, state)) is not None
            ):
                self._draw(canvas, window, entity, glyph)

    def _look(self, entity: Entity, state: State) -> Glyph | None:
        if entity.type in EXPLOSION_TYPES and entity.type not in self.spec.things:
            return EXPLOSION
        look = self.spec.things[entity.type]
        return look(entity, state) if callable(look) else look

    def _draw(self, canvas: np.ndarray, window: Window, entity: Entity, glyph: Glyph) -> None:
        left, right, bottom, top = window.box(entity)
        code = self.palette.code(glyph.char)
        box = canvas[max(bottom, 0) : max(top + 1, 0), max(left, 0) : max(right + 1, 0)]
        if entity.type not in self.spec.outlined:
            box[:] = code
            return
        inside = canvas[max(bottom + 1, 0) : max(top, 0), max(left + 1, 0) : max(right, 0)].copy()
        box[:] = code
        canvas[max(bottom + 1, 0) : max(top, 0), max(left + 1, 0) : max(right, 0)] = inside
