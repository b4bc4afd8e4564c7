"""Reference policy for Seaquest."""

from __future__ import annotations

from glyphbench.games.miniatari.seaquest import Seaquest
from glyphbench.solvers.miniatari.common import Lookahead, act


class SeaquestPolicy(Lookahead[Seaquest]):
    """Shoots what is ahead, fetches the nearest diver, surfaces in time; looks ahead for foes."""

    depth, samples = 8, 1

    def lean(self, game: Seaquest) -> str:
        """Shoot, surface, fetch or hunt."""
        world, me = game.state, game.state.me
        foes = game.of("shark", "sub")
        if not game.of("shot") and any(one.y == me.y and 0 < (one.x - me.x) * me.dx <= 7 for one in foes):
            return "FIRE"
        if world.divers and (world.oxygen < 22 or world.divers >= 3):
            return "UP"
        divers = game.of("diver")
        if divers and world.divers < 4:
            diver = min(divers, key=lambda one: abs(one.x - me.x) + abs(one.y - me.y))
            return act(0, diver.y - me.y) if diver.y != me.y else act(diver.x - me.x, 0)
        if foes:
            foe = min(foes, key=lambda one: abs(one.y - me.y) * 3 + abs(one.x - me.x))
            if foe.y == me.y:
                return act(foe.x - me.x, 0)
            if abs(foe.x - me.x) > 3:
                return act(0, foe.y - me.y)
        return "NOOP"

    def value(self, game: Seaquest) -> float:
        """Divers on board, oxygen enough to surface."""
        world, me = game.state, game.state.me
        near = min((abs(one.x - me.x) + abs(one.y - me.y) for one in game.of("diver")), default=16)
        hungry = max(0, 20 - world.oxygen) * (me.y + 1) * 0.001 if world.divers else 0.0
        return 0.06 * world.divers - 0.002 * near - hungry
