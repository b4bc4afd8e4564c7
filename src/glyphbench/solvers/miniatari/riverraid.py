"""Reference policy for Riverraid."""

from __future__ import annotations

from glyphbench.games.miniatari.riverraid import Riverraid
from glyphbench.solvers.miniatari.common import Lookahead, act


class RiverraidPolicy(Lookahead[Riverraid]):
    """Steers to what it wants, shoots what is ahead, keeps to the river's middle; looks ahead for crashes."""

    depth, samples = 7, 1

    def lean(self, game: Riverraid) -> str:
        """Shoot, or steer to the nearest foe, depot or the middle of the river ahead."""
        world, me = game.state, game.state.me
        foes = [one for one in game.of("ship", "helicopter", "bridge") if one.y < me.y]
        depots = [one for one in game.of("fuel") if one.y < me.y]
        ahead = [one for one in (*foes, *depots) if one.x == me.x]
        if ahead and max(ahead, key=lambda one: one.y).kind != "fuel" and len(game.of("shot")) < 2:
            return "FIRE"
        middle, half = world.banks[me.y - 3]
        goals = depots if world.fuel < 40 and depots else [one for one in foes if one.y < me.y - 2] or depots
        x = max(goals, key=lambda one: one.y).x if goals else middle
        x = max(middle - half + 1, min(middle + half - 1, x))
        return act(x - me.x, 0)

    def value(self, game: Riverraid) -> float:
        """Fuel, and room on both sides."""
        world, me = game.state, game.state.me
        middle, _ = world.banks[max(0, me.y - 3)]
        return 0.002 * min(world.fuel, 50) - 0.005 * abs(middle - me.x)
