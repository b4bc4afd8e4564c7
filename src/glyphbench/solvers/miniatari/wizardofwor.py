"""Reference policy for WizardOfWor."""

from __future__ import annotations

from glyphbench.games.miniatari.grid import first_step, manhattan, toward
from glyphbench.games.miniatari.wizardofwor import WizardOfWor
from glyphbench.solvers.miniatari.common import Lookahead, act


class WizardOfWorPolicy(Lookahead[WizardOfWor]):
    """Shoots what it sees, else walks to the nearest monster; looks ahead. It knows where unseen monsters are."""

    depth, samples = 6, 1

    def lean(self, game: WizardOfWor) -> str:
        """Face and shoot, or walk."""
        me = game.state.me
        monsters = sorted(game.of("monster"), key=lambda one: manhattan(one.cell, me.cell))
        for one in monsters:
            if game.sees(one.cell):
                step = toward(me.cell, one.cell)
                if step == (me.dx, me.dy) and not game.of("shot"):
                    return "FIRE"
                if step != (me.dx, me.dy):
                    return act(*step)
                return "NOOP"
        if not monsters:
            return "NOOP"
        way = first_step(me.cell, [monsters[0].cell], game.free)
        return act(*way) if way else "NOOP"

    def value(self, game: WizardOfWor) -> float:
        """Not too near to a monster, not too far."""
        me = game.state.me
        near = min((manhattan(one.cell, me.cell) for one in game.of("monster")), default=4)
        return 0.01 * min(near, 3) - 0.002 * near
