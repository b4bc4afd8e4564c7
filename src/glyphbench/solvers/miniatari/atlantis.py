"""Reference policy for Atlantis."""

from __future__ import annotations

from glyphbench.games.miniatari.atlantis import GUNS, Atlantis
from glyphbench.solvers.miniatari.common import Policy


class AtlantisPolicy(Policy[Atlantis]):
    """Fires the gun whose shot meets a ship, the lowest ship first."""

    def choose(self, game: Atlantis) -> str:
        """A gun that hits, or NOOP."""
        world = game.state
        if world.cooldown > 1 or not world.power:
            return "NOOP"
        best = (-1, "NOOP")
        for name, ((x, y), (dx, _)) in GUNS.items():
            for ship in game.of("fast", "ship"):
                far = y - ship.y
                turn = (far + 1) // 2
                moves = (world.tick + turn - 1) // ship.every - world.tick // ship.every
                if ship.x + moves * ship.dx == x + dx * far:
                    best = max(best, (ship.y, name))
        return best[1]
