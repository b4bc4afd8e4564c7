"""RestingGame: a move carries the player on until something stops it, so only the cells of rest matter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from glyphbench.core.env import GlyphEnv
from glyphbench.core.glyphs import Palette
from glyphbench.core.observation import Observation
from glyphbench.games.classics.grid import Cell
from glyphbench.games.classics.level import Fixed

Ends = dict[Cell, tuple[Cell, Cell, Cell, Cell]]


@dataclass(frozen=True, eq=False)
class Level(Fixed):
    """The board: palette codes of shape (rows, columns), walled all round, and where each move ends.

    `ends[cell]` holds the end of the four actions for every cell where the player can rest.
    """

    board: np.ndarray
    goal: Cell
    ends: Ends


@dataclass
class State:
    """The level and where the player rests."""

    level: Level
    player: Cell


class RestingGame(GlyphEnv):
    """What such games show; the player is the palette's first glyph."""

    palette: ClassVar[Palette]

    def _observe(self) -> Observation:
        codes = self.state.level.board.copy()
        codes[self.state.player] = 0
        rows = self.palette.rows(codes)
        return Observation(rows, self.palette.legend(rows))

    def _action_mask(self) -> np.ndarray:
        player = self.state.player
        ends = self.state.level.ends.get(player, (player,) * 4)
        return np.array([end != player for end in ends], dtype=np.int8)
