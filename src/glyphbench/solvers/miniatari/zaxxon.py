"""Reference policy for Zaxxon."""

from __future__ import annotations

from glyphbench.games.miniatari.zaxxon import Zaxxon
from glyphbench.solvers.miniatari.common import Lookahead, act


class ZaxxonPolicy(Lookahead[Zaxxon]):
    """Makes for the open part of the next wall, else hunts low targets; looks ahead for crashes."""

    depth, samples = 6, 1

    def lean(self, game: Zaxxon) -> str:
        """Pass the wall, shoot, or line up."""
        me = game.state.me
        walls = [one for one in game.of("low gap", "high gap") if me.y - one.y > 0]
        if walls:
            row = max(one.y for one in walls)
            gap = min((one for one in walls if one.y == row), key=lambda one: abs(one.x - me.x))
            if abs(gap.x - me.x) >= me.y - row - 2 or me.y - row <= 2:
                if gap.x != me.x:
                    return act(gap.x - me.x, 0)
                level = "low" if gap.kind == "low gap" else "high"
                if me.kind != level:
                    return level.upper()
        if me.kind == "high" and not walls:
            return "LOW"
        goals = [one for one in game.of("turret", "fuel", "low plane") if one.y < me.y - 1]
        if not goals:
            return "NOOP"
        goal = max(goals, key=lambda one: one.y - 2 * abs(one.x - me.x))
        return "FIRE" if goal.x == me.x else act(goal.x - me.x, 0)

    def value(self, game: Zaxxon) -> float:
        """Fuel, and a way through the next wall."""
        me = game.state.me
        gaps = [one for one in game.of("low gap", "high gap") if one.y < me.y]
        row = max((one.y for one in gaps), default=0)
        far = min((abs(one.x - me.x) for one in gaps if one.y == row), default=0)
        return 0.001 * min(game.state.fuel, 60) - 0.01 * max(0, far - max(0, me.y - row - 1)) - 0.002 * far
