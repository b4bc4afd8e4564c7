"""Reference policy for StarGunner."""

from __future__ import annotations

from glyphbench.games.miniatari.stargunner import StarGunner
from glyphbench.solvers.miniatari.common import Lookahead, act


class StarGunnerPolicy(Lookahead[StarGunner]):
    """Faces the nearest ship, goes to its row and shoots; looks ahead for what would hit it."""

    depth, samples = 7, 1

    def lean(self, game: StarGunner) -> str:
        """Turn, align or shoot."""
        me = game.state.me
        ships = game.of("ship", "scout")
        if not ships:
            return act(game.width // 2 - me.x, game.height - 2 - me.y)
        ship = min(ships, key=lambda one: abs(one.x - me.x) + abs(one.y - me.y))
        if (ship.x - me.x) * me.dx < 0:
            return act(ship.x - me.x, 0)
        if abs(ship.y - me.y) <= 1 and len(game.of("shot")) < 2:
            return "FIRE"
        return act(0, ship.y - me.y)

    def value(self, game: StarGunner) -> float:
        """Distance from ships, away from the bomber's row."""
        me = game.state.me
        near = min((abs(one.x - me.x) + abs(one.y - me.y) for one in game.of("ship", "scout")), default=9)
        return 0.005 * min(near, 4) + 0.002 * min(me.y, 6)
