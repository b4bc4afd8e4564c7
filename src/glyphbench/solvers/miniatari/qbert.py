"""Reference policy for Qbert."""

from __future__ import annotations

from collections import deque

from glyphbench.games.miniatari.grid import Cell
from glyphbench.games.miniatari.qbert import CUBES, HOPS, Qbert, hops
from glyphbench.solvers.miniatari.common import Lookahead


class QbertPolicy(Lookahead[Qbert]):
    """Hops to the nearest cube to change, round balls and snake; looks ahead a few hops on copies."""

    depth, samples = 8, 3

    def options(self, game: Qbert) -> list[str]:
        """Hops that do not end in a fall, and waiting."""
        x, y = game.state.me.cell
        return ["NOOP", *(name for name, (dx, dy) in HOPS.items() if (x + dx, y + dy) in game.state.tiles)]

    def lean(self, game: Qbert) -> str:
        """The first hop of the shortest way to a cube to change that keeps off foes."""
        world = game.state
        foes = [one.cell for one in game.of("ball", "snake")]

        def safe(cell: Cell) -> bool:
            return cell in CUBES and all(hops(cell, foe) > 1 for foe in foes)

        queue = deque([(world.me.cell, "")])
        seen = {world.me.cell}
        while queue:
            (x, y), first = queue.popleft()
            if first and world.tiles[x, y] == "raw":
                return first
            for name, (dx, dy) in HOPS.items():
                cell = (x + dx, y + dy)
                if cell not in seen and safe(cell):
                    seen.add(cell)
                    queue.append((cell, first or name))
        return "NOOP"

    def value(self, game: Qbert) -> float:
        """Near a cube to change, far from the snake."""
        world = game.state
        raw = min((hops(world.me.cell, cell) for cell, kind in world.tiles.items() if kind == "raw"), default=0)
        snake = min((hops(world.me.cell, one.cell) for one in game.of("snake")), default=5)
        return -0.01 * raw + 0.01 * min(snake, 3)
