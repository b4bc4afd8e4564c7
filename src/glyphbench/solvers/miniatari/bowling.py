"""Reference policy for Bowling."""

from __future__ import annotations

import numpy as np

from glyphbench.games.miniatari.bowling import START_ROW, Bowling
from glyphbench.solvers.miniatari.common import Policy, act


class BowlingPolicy(Policy[Bowling]):
    """Tries every starting column on a copy and rolls from the nearest that fells most pins."""

    def choose(self, game: Bowling) -> str:
        """Move to the best column, then roll; the ball needs no curve."""
        world = game.state
        if world.rolling:
            return "NOOP"
        x = world.me.x
        best = max(range(game.width), key=lambda column: (self._felled(game, column), -abs(column - x)))
        return "ROLL" if best == x else act(best - x, 0)

    def _felled(self, game: Bowling, column: int) -> int:
        """Pins down for a ball that starts in this column and runs straight."""
        other = game.twin(np.random.default_rng(0))
        other.state.me.x = column
        other.state.ball = 1
        before = len(other.of("pin"))
        for _ in range(min(START_ROW, game.max_turns - game.turn)):
            frame, ball = other.state.frame, other.state.ball
            other.advance(other.actions.index("ROLL"))
            if other.state.frame != frame:
                return 10
            if other.state.ball != ball:
                break
        return before - len(other.of("pin"))
