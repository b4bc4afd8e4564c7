"""Reference policy for Freeway: the quickest way to the far kerb through the traffic as it will be."""

from __future__ import annotations

from glyphbench.games.miniatari.freeway import Freeway
from glyphbench.solvers.miniatari.common import Policy

LOOK = 24


class FreewayPolicy(Policy[Freeway]):
    """Searches rows over time; cars are predictable, so what it plans is safe."""

    def choose(self, game: Freeway) -> str:
        """The first step of the way that gets highest, soonest."""
        world = game.state
        lanes: dict[int, list[tuple[int, int, int]]] = {}
        for car in game.of("fast", "slow"):
            lanes.setdefault(car.y, []).append((car.x, car.dx, car.every))

        def hit(row: int, tick: int) -> bool:
            return any(
                (x + dx * (tick // every - world.tick // every)) % game.width == world.me.x
                for x, dx, every in lanes.get(row, ())
            )

        best = (world.me.y, 0, "NOOP")
        layer = {world.me.y: ""}
        for turn in range(1, LOOK):
            tick = world.tick + turn
            following: dict[int, str] = {}
            for row, first in layer.items():
                for name, step in (("UP", -1), ("NOOP", 0), ("DOWN", 1)):
                    to = row + step
                    if 0 <= to < game.height and not hit(to, tick - 1) and not hit(to, tick):
                        following.setdefault(to, first or name)
            layer = following
            if not layer:
                break
            top = min(layer)
            best = min(best, (top, turn, layer[top]))
            if top == 0:
                break
        return best[2]
