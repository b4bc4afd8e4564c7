"""Reference policy for Enduro."""

from __future__ import annotations

from glyphbench.games.miniatari.enduro import TOP, Enduro
from glyphbench.solvers.miniatari.common import Lookahead


class EnduroPolicy(Lookahead[Enduro]):
    """Drives at top speed in the lane that is clear furthest; looks ahead for crashes."""

    depth = 6

    def lean(self, game: Enduro) -> str:
        """Change lane early, else step on the gas."""
        world, me = game.state, game.state.me

        def clear(x: int) -> int:
            return min((me.y - car.y for car in game.of("car") if car.x == x and car.y <= me.y), default=99)

        if clear(me.x) <= 6:
            ways = [
                (clear(me.x + dx), name) for name, dx in (("LEFT", -1), ("RIGHT", 1)) if game.free((me.x + dx, me.y))
            ]
            far, name = max(ways)
            if far > clear(me.x):
                return name
            if clear(me.x) <= 3 and world.speed > 1:
                return "BRAKE"
        return "GAS" if world.speed < TOP else "NOOP"

    def value(self, game: Enduro) -> float:
        """Speed, and no crash."""
        return 0.01 * game.state.speed - 0.05 * (game.state.stun > 0)
