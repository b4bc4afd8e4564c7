"""Reference policy for Phoenix."""

from __future__ import annotations

from glyphbench.games.miniatari.phoenix import Phoenix
from glyphbench.solvers.miniatari.common import Lookahead, act


class PhoenixPolicy(Lookahead[Phoenix]):
    """Stands below the lowest foe and shoots; looks ahead for birds and bombs, and shields where nothing else helps."""

    depth, samples = 8, 1

    def lean(self, game: Phoenix) -> str:
        """Aim at the lowest foe, or at the core."""
        world, me = game.state, game.state.me
        targets = game.of("core") or [one for one in game.of("bird", "diver") if one.y < me.y - 1]
        if not targets:
            return "NOOP"
        target = min(targets, key=lambda one: abs(one.x - me.x) - one.y / 2)
        flight = (me.y - target.y) // 2
        x = target.x
        if target.kind != "diver":
            x = max(0, min(game.width - 1, x + world.side * (flight // 2)))
        if abs(x - me.x) == 0 and not game.of("shot"):
            return "FIRE"
        return act(x - me.x, 0)

    def value(self, game: Phoenix) -> float:
        """No bombs overhead, less hull."""
        me = game.state.me
        return -0.02 * sum(one.x == me.x for one in game.of("bomb")) - 0.01 * len(game.of("hull"))
