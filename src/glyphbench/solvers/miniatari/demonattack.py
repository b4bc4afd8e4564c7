"""Reference policy for DemonAttack."""

from __future__ import annotations

from glyphbench.games.miniatari.demonattack import DemonAttack
from glyphbench.solvers.miniatari.common import Lookahead, act


class DemonAttackPolicy(Lookahead[DemonAttack]):
    """Stands below the lowest demon and shoots; looks ahead for bombs and small demons."""

    depth, samples = 7, 2

    def calm(self, game: DemonAttack) -> bool:
        """Nothing that falls is near."""
        me = game.state.me
        return all(abs(one.x - me.x) > 2 or me.y - one.y > 6 for one in game.of("bomb", "imp"))

    def lean(self, game: DemonAttack) -> str:
        """Fire at what is overhead, else go below the lowest demon."""
        me = game.state.me
        foes = game.of("demon", "imp")
        if not foes:
            return "NOOP"
        target = max(foes, key=lambda one: one.y - abs(one.x - me.x))
        if abs(target.x - me.x) <= (target.kind == "demon"):
            return "NOOP" if game.of("shot") else "FIRE"
        return act(target.x - me.x, 0)
