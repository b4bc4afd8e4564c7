"""Reference policy for DoubleDunk."""

from __future__ import annotations

from glyphbench.games.miniatari.doubledunk import BASKET, DoubleDunk
from glyphbench.games.miniatari.grid import manhattan, sign
from glyphbench.solvers.miniatari.common import Lookahead, act


class DoubleDunkPolicy(Lookahead[DoubleDunk]):
    """Runs round the defender and shoots when the chance is good; stays before the rival and grabs."""

    depth, samples = 6, 6

    def lean(self, game: DoubleDunk) -> str:
        """Shoot when free and near, else run at the basket; in defence stay close."""
        world, me = game.state, game.state.me
        rival = world.sprites[0]
        if world.mine:
            odds = game.odds(me.cell, rival.cell)
            if odds >= 0.75 or (world.clock <= 2 and odds > 0):
                return "SHOOT"
            dx, dy = sign(BASKET[0] - me.x), sign(1 - me.y)
            if dy and (me.x, me.y + dy) != rival.cell:
                return act(0, dy)
            return act(dx or 1, 0)
        if manhattan(me.cell, rival.cell) == 1:
            return "STEAL"
        spot = rival.x + sign(BASKET[0] - rival.x), max(rival.y - 1, 1)
        dx, dy = spot[0] - me.x, spot[1] - me.y
        return act(dx, 0) if abs(dx) > abs(dy) else act(0, dy)

    def value(self, game: DoubleDunk) -> float:
        """A good chance of one's own, or a bad one of the rival's."""
        world = game.state
        me, rival = world.me.cell, world.sprites[0].cell
        return 0.05 * game.odds(me, rival) if world.mine else -0.05 * game.odds(rival, me)
