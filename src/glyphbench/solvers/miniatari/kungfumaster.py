"""Reference policy for KungFuMaster."""

from __future__ import annotations

from glyphbench.games.miniatari.kungfumaster import LOW, KungFuMaster
from glyphbench.solvers.miniatari.common import Lookahead, act


class KungFuMasterPolicy(Lookahead[KungFuMaster]):
    """Dodges the knife that is next, kicks who is in reach, turns to the nearest foe; looks ahead."""

    depth, samples = 5, 2

    def lean(self, game: KungFuMaster) -> str:
        """Dodge, strike or turn."""
        me = game.state.me
        for knife in game.of("knife"):
            if 0 <= (me.x - knife.x) * knife.dx <= 1:
                return "JUMP" if knife.y == LOW else "CROUCH"
        foes = game.of("thug", "thrower", "master")
        if not foes:
            return act(game.width // 2 - me.x, 0)
        foe = min(foes, key=lambda one: abs(one.x - me.x))
        gap = (foe.x - me.x) * me.dx
        if 0 <= gap <= 2:
            return "PUNCH" if gap <= 1 else "KICK"
        if gap < 0 or foe.kind == "thrower":
            return act(foe.x - me.x, 0)
        return "NOOP"
