"""Teacher for MirrorLaser."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from glyphbench.games.classics.mirror_laser import BACKSLASH, SLASH, Level, MirrorLaser, fewest_flips
from glyphbench.solvers.search import PlanSolver

Position = tuple[int, bytes]


class MirrorLaserSolver(PlanSolver[MirrorLaser]):
    """Fewest flips that light all targets, by exact search along the beam (at most 20,000 branches)."""

    def level(self, env: MirrorLaser) -> Level:
        """Laser and targets."""
        return env.state.level

    def position(self, env: MirrorLaser) -> Position:
        """The board's size and cells."""
        return env.size, env.state.board.tobytes()

    def after(self, level: Level, position: Position, action: int) -> Position:
        """The board with one mirror flipped."""
        size, cells = position
        return size, cells[:action] + bytes([SLASH + BACKSLASH - cells[action]]) + cells[action + 1 :]

    def plan(self, level: Level, position: Position) -> Sequence[int] | None:
        """The mirrors to flip."""
        size, cells = position
        flips = fewest_flips(level, np.frombuffer(cells, dtype=np.uint8).reshape(size, size))
        return None if flips is None else [row * size + col for row, col in flips]
