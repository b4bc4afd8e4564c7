"""Reference policy for SpaceInvaders."""

from __future__ import annotations

from glyphbench.games.miniatari.spaceinvaders import SpaceInvaders
from glyphbench.solvers.miniatari.common import Lookahead, act


class SpaceInvadersPolicy(Lookahead[SpaceInvaders]):
    """Stands where the march will bring an invader, clear of shields, and shoots; looks ahead for bombs."""

    depth, samples = 9, 1

    def lean(self, game: SpaceInvaders) -> str:
        """Aim ahead of the nearest invader."""
        world, me = game.state, game.state.me
        shields = {one.x for one in game.of("shield")}
        targets = []
        for one in game.of("invader"):
            flight = (me.y - one.y) // 2 + 1
            x = one.x + world.side * (flight // game.pace)
            if x not in shields and 0 <= x < game.width:
                targets.append((abs(x - me.x) - one.y / 4, x))
        if not targets:
            return "NOOP"
        x = min(targets)[1]
        if x == me.x and not game.of("shot"):
            return "FIRE"
        return act(x - me.x, 0)

    def value(self, game: SpaceInvaders) -> float:
        """No bombs overhead."""
        me = game.state.me
        return -0.02 * sum(one.x == me.x for one in game.of("bomb"))
