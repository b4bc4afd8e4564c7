"""Reference policy for IceHockey."""

from __future__ import annotations

from glyphbench.games.miniatari.grid import manhattan
from glyphbench.games.miniatari.icehockey import IceHockey
from glyphbench.solvers.miniatari.common import Lookahead, act


class IceHockeyPolicy(Lookahead[IceHockey]):
    """Gets the puck, carries it to the right, shoots where the goalie is not; looks ahead over its shots."""

    depth, samples = 10, 3

    def lean(self, game: IceHockey) -> str:
        """Chase, carry or shoot."""
        world, me, foe = game.state, game.state.me, game.state.foe
        if world.holder == "me":
            return "RIGHT" if me.x < 9 else "SHOOT"
        if world.holder == "foe":
            if manhattan(me.cell, foe.cell) == 1:
                return "SHOOT"
            return act(foe.x - 1 - me.x, 0) if foe.x - 1 != me.x else act(0, foe.y - me.y)
        puck = world.puck
        x, y = puck.x + (2 * puck.dx if puck.life > 0 else 0), puck.y + (2 * puck.dy if puck.life > 0 else 0)
        if abs(x - me.x) > abs(y - me.y):
            return act(x - me.x, 0)
        return act(0, y - me.y)

    def value(self, game: IceHockey) -> float:
        """Possession, and the puck far to the right."""
        world = game.state
        have = {"me": 0.03, "": 0.0, "foe": -0.03}[world.holder]
        gap = 0.0 if world.holder == "me" else manhattan(world.me.cell, world.puck.cell)
        return have + 0.001 * world.puck.x - 0.002 * gap
