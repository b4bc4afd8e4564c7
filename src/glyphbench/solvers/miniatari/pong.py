"""Reference policy for Pong."""

from __future__ import annotations

from glyphbench.games.miniatari.grid import sign
from glyphbench.games.miniatari.pong import Pong
from glyphbench.solvers.miniatari.common import Policy, act


class PongPolicy(Policy[Pong]):
    """Waits where the ball will arrive and returns it as steeply as it can; in the middle otherwise."""

    def choose(self, game: Pong) -> str:
        """Go to the row of the coming ball, one off so that its angle grows."""
        world = game.state
        if world.dx < 0:
            return act(0, game.height // 2 - world.mine)
        y, dy = world.y, world.dy
        for _ in range(game.width - 1 - world.x):
            for _ in range(abs(dy)):
                if not 1 <= y + sign(dy) <= game.height - 2:
                    dy = -dy
                y += sign(dy)
        # Meeting it with the paddle's end on the side it flies to makes it steeper.
        target = max(2, min(game.height - 3, y - (sign(dy) or 1)))
        return act(0, target - world.mine)
