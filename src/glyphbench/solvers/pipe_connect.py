"""Teacher for PipeConnect."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from glyphbench.games.classics.pipe_connect import Level, PipeConnect, fewest_turns, turned
from glyphbench.solvers.search import PlanSolver

Position = tuple[int, bytes]


class PipeConnectSolver(PlanSolver[PipeConnect]):
    """Fewest quarter turns that connect source and drain, by A* over paths (at most 20,000 partial paths)."""

    def level(self, env: PipeConnect) -> Level:
        """Source and drain."""
        return env.state.level

    def position(self, env: PipeConnect) -> Position:
        """The board's size and cells."""
        return env.size, env.state.pipes.tobytes()

    def after(self, level: Level, position: Position, action: int) -> Position:
        """The board with one pipe turned."""
        size, cells = position
        return size, cells[:action] + bytes([turned(cells[action])]) + cells[action + 1 :]

    def plan(self, level: Level, position: Position) -> Sequence[int] | None:
        """The pipes to turn, as often as they must be turned."""
        size, cells = position
        turns = fewest_turns(level, np.frombuffer(cells, dtype=np.uint8).reshape(size, size))
        return None if turns is None else [row * size + col for row, col in turns]
