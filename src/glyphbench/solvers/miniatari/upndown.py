"""Reference policy for UpNDown."""

from __future__ import annotations

from glyphbench.games.miniatari.upndown import WIDE, UpNDown
from glyphbench.solvers.miniatari.common import Lookahead, act


class UpNDownPolicy(Lookahead[UpNDown]):
    """Keeps to its road, makes for flags, jumps over cars that are close; looks ahead for crashes and landings."""

    depth, samples = 8, 1

    def lean(self, game: UpNDown) -> str:
        """Steer to the next flag or the road's middle; jump where a car is near."""
        world, me = game.state, game.state.me
        if not world.air and any(
            abs(one.x - me.x) <= 1 and 0 <= me.y - one.y <= 2 for one in game.of("oncoming", "slow")
        ):
            return "JUMP"
        road = min((world.left, world.right), key=lambda firsts: abs(firsts[me.y] + 1 - me.x))
        low, high = max(road[me.y], road[me.y - 1]), min(road[me.y], road[me.y - 1]) + WIDE - 1
        flags = [one for one in game.of("flag") if one.y < me.y and abs(one.x - 1 - road[one.y]) <= 1]
        goal = max(flags, key=lambda one: one.y).x if flags else road[me.y - 3] + 1
        return act(max(low, min(high, goal)) - me.x, 0)

    def options(self, game: UpNDown) -> list[str]:
        """Everything but standing still, which gets nowhere, unless a car is near."""
        me = game.state.me
        near = any(0 < me.y - one.y <= 4 for one in game.of("oncoming", "slow"))
        return [name for name in game.actions.names if near or name != "BRAKE"]

    def value(self, game: UpNDown) -> float:
        """On the ground, near the next flag."""
        world, me = game.state, game.state.me
        flag = min((abs(one.x - me.x) for one in game.of("flag") if one.y < me.y), default=6)
        first = min((world.left[me.y - 2], world.right[me.y - 2]), key=lambda x: abs(x + 1 - me.x))
        return -0.003 * flag - 0.01 * abs(first + 1 - me.x) - 0.02 * bool(world.air)
