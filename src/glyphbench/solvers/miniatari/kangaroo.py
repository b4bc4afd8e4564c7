"""Reference policy for Kangaroo."""

from __future__ import annotations

from glyphbench.games.miniatari.kangaroo import FLOORS, NUTS, Kangaroo
from glyphbench.solvers.miniatari.common import Lookahead, act


class KangarooPolicy(Lookahead[Kangaroo]):
    """Ducks and punches coconuts, fetches the floor's fruit, then climbs."""

    depth = 4

    def lean(self, game: Kangaroo) -> str:
        """What the nearest coconut or the floor asks for."""
        world, me = game.state, game.state.me
        for nut in game.of(*NUTS):
            gap = (me.x - nut.x) * nut.dx
            if nut.y == me.y and 0 <= gap <= 2:
                if nut.kind == "high nut":
                    return "DUCK" if gap <= 1 else "NOOP"
                if gap == 1 and me.dx == -nut.dx:
                    return "PUNCH"
                if me.dx != -nut.dx:
                    return act(-nut.dx, 0)
        if me.y not in FLOORS:
            return "UP"
        tiles = {kind: x for (x, y), kind in world.tiles.items() if y == me.y}
        goal = next((tiles[kind] for kind in ("fruit", "joey", "ladder") if kind in tiles), me.x)
        return "UP" if goal == me.x else act(goal - me.x, 0)
