"""Reference policy for Asterix."""

from __future__ import annotations

from glyphbench.games.miniatari.asterix import Asterix
from glyphbench.games.miniatari.grid import manhattan
from glyphbench.solvers.miniatari.common import Lookahead, act


class AsterixPolicy(Lookahead[Asterix]):
    """Goes for the cauldron that it can still reach; looks ahead for lyres."""

    depth = 5

    def lean(self, game: Asterix) -> str:
        """Towards the nearest cauldron, rows first."""
        me = game.state.me
        pots = game.of("pot", "fast pot")
        if not pots:
            return act(0, (game.height // 2) - me.y) if abs(me.y - game.height // 2) > 2 else "NOOP"
        pot = min(pots, key=lambda one: manhattan(one.cell, me.cell) + 2 * ((me.x - one.x) * one.dx < 0))
        return act(0, pot.y - me.y) if pot.y != me.y else act(pot.x - me.x, 0)

    def value(self, game: Asterix) -> float:
        """Near a cauldron."""
        me = game.state.me
        return -0.004 * min((manhattan(one.cell, me.cell) for one in game.of("pot", "fast pot")), default=8)
