"""Reference policy for FishingDerby."""

from __future__ import annotations

from glyphbench.games.miniatari.fishingderby import SHARK, FishingDerby
from glyphbench.solvers.miniatari.common import Lookahead, act


class FishingDerbyPolicy(Lookahead[FishingDerby]):
    """Takes the fish that is worth most for its way, waits below the shark until the way up is clear."""

    depth, samples = 6, 2

    def lean(self, game: FishingDerby) -> str:
        """Hook the best fish; reel it in, the last rows only when the shark is away."""
        world, me = game.state, game.state.me
        if world.catch[0]:
            shark = game.of("shark")[0]
            away = abs(shark.x - me.x) >= 3 or (shark.x - me.x) * shark.dx > 0
            if me.y == SHARK + 1 and not away:
                return "NOOP"
            return "REEL"
        fish = max(
            game.of("light", "middle", "heavy"),
            key=lambda one: (
                (1 + ["light", "middle", "heavy"].index(one.kind))
                / (max(abs(one.x - me.x), 1) + abs(one.y - me.y) + one.y)
            ),
        )
        if fish.y != me.y:
            return act(0, fish.y - me.y)
        return act(fish.x - me.x, 0)

    def value(self, game: FishingDerby) -> float:
        """Weight on the line, the more the higher."""
        world = game.state
        rival = game.of("rival", "rival full")[0]
        mine = world.catch[0] * (0.05 - 0.002 * world.me.y)
        return mine - world.catch[1] * (0.05 - 0.002 * rival.y)
