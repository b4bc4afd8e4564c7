"""Reference policy for ChopperCommand."""

from __future__ import annotations

from glyphbench.games.miniatari.choppercommand import REACH, ChopperCommand
from glyphbench.solvers.miniatari.common import Lookahead, act


class ChopperCommandPolicy(Lookahead[ChopperCommand]):
    """Flies into the nearest plane's row and shoots it from afar; looks ahead for bullets."""

    depth, samples = 6, 1

    def lean(self, game: ChopperCommand) -> str:
        """Row first, then range, then fire."""
        me = game.state.me
        plane = min(game.of("plane"), key=lambda one: abs(game.gap(one.x)) + 2 * abs(one.y - me.y))
        gap = game.gap(plane.x)
        if plane.y == me.y and abs(gap) <= REACH + 2:
            if gap * me.dx > 0:
                return "NOOP" if game.of("shot") else "FIRE"
            return act(gap, 0)
        if plane.y != me.y and abs(gap) < 14:
            return act(0, plane.y - me.y)
        return act(gap, 0)

    def value(self, game: ChopperCommand) -> float:
        """Near a plane's row."""
        me = game.state.me
        return -0.002 * min(abs(game.gap(one.x)) + 2 * abs(one.y - me.y) for one in game.of("plane"))
