"""Reference policy for Defender."""

from __future__ import annotations

from glyphbench.games.miniatari.defender import REACH, Defender
from glyphbench.solvers.miniatari.common import Lookahead, act


class DefenderPolicy(Lookahead[Defender]):
    """Hunts carriers first, then the nearest lander, from its row; looks ahead for bullets."""

    depth = 6

    def lean(self, game: Defender) -> str:
        """Row first, then range, then fire; catch who falls near."""
        me = game.state.me
        for human in game.of("faller"):
            if abs(game.gap(human.x)) <= 12:
                gap = game.gap(human.x)
                return act(gap, 0) if gap else act(0, human.y + 1 - me.y)
        foes = game.of("carrier") or game.of("lander")
        foe = min(foes, key=lambda one: abs(game.gap(one.x)) + abs(one.y - me.y) - one.y)
        gap, row = game.gap(foe.x), min(foe.y, game.height - 2)
        if row == me.y and foe.y == row and 0 < abs(gap) <= REACH:
            if gap * me.dx > 0:
                return "NOOP" if game.of("shot") else "FIRE"
            return act(gap, 0)
        if abs(gap) > 9 or row == me.y:
            return act(gap, 0) if gap else act(0, -1)
        return act(0, row - me.y)

    def value(self, game: Defender) -> float:
        """Near a lander, carriers first."""
        me = game.state.me
        foes = game.of("carrier") or game.of("lander")
        fallers = sum(0.05 + 0.004 * abs(game.gap(one.x)) for one in game.of("faller"))
        return -fallers - 0.002 * min(abs(game.gap(one.x)) + 2 * abs(one.y - me.y) for one in foes)
