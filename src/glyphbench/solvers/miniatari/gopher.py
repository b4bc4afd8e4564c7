"""Reference policy for Gopher."""

from __future__ import annotations

from glyphbench.games.miniatari.gopher import GROUND, TUNNEL, Gopher
from glyphbench.solvers.miniatari.common import Policy, act


class GopherPolicy(Policy[Gopher]):
    """Follows the gopher above ground and hits it when it comes up; fills holes while it is far."""

    def choose(self, game: Gopher) -> str:
        """Bonk, fill or follow."""
        world, me = game.state, game.state.me
        gopher = world.sprites[0]
        if gopher.y == GROUND and abs(gopher.x - me.x) <= 1:
            return "BONK"
        hole = any((me.x, y) not in world.tiles for y in range(GROUND + 1, TUNNEL))
        if hole and gopher.y == TUNNEL and gopher.x != me.x:
            return "FILL"
        return act(gopher.x - me.x, 0)
