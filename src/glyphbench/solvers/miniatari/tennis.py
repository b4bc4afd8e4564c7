"""Reference policy for Tennis."""

from __future__ import annotations

from glyphbench.games.miniatari.tennis import Tennis
from glyphbench.solvers.miniatari.common import Policy, act


class TennisPolicy(Policy[Tennis]):
    """Goes where the ball will land, plays to the corner farther from the rival, and returns to the middle."""

    def choose(self, game: Tennis) -> str:
        """Run or hit."""
        world, me = game.state, game.state.me
        if world.incoming:
            if world.left == 1:
                return "LEFT" if world.foe.x >= 6 else "RIGHT"
            x, y = world.spot
        else:
            x, y = 6, 12
        dx, dy = x - me.x, y - me.y
        return act(dx, 0) if abs(dx) >= abs(dy) else act(0, dy)
