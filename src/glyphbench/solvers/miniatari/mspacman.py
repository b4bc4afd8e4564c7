"""Reference policy for MsPacman."""

from __future__ import annotations

from glyphbench.games.miniatari.grid import Cell, distances, first_step, manhattan
from glyphbench.games.miniatari.mspacman import MsPacman
from glyphbench.solvers.miniatari.common import Lookahead, act


class MsPacmanPolicy(Lookahead[MsPacman]):
    """Eats the nearest dot out of the ghosts' reach; looks ahead for them."""

    depth, samples = 7, 1

    def lean(self, game: MsPacman) -> str:
        """The first step to the nearest dot round the ghosts."""
        world = game.state
        ghosts = [one.cell for one in game.of("ghost")]

        def safe(cell: Cell) -> bool:
            return game.free(cell) and all(manhattan(cell, ghost) > 2 for ghost in ghosts)

        goals = [cell for cell in world.tiles if safe(cell)]
        step = first_step(world.me.cell, goals, safe)
        if step is None:
            ways = [(0, 0), (0, -1), (0, 1), (-1, 0), (1, 0)]
            x, y = world.me.cell
            ways = [way for way in ways if game.free((x + way[0], y + way[1]))]
            step = max(
                ways, key=lambda way: min((manhattan((x + way[0], y + way[1]), one) for one in ghosts), default=9)
            )
        return act(*step)

    def value(self, game: MsPacman) -> float:
        """Near the next dot, away from the ghosts."""
        world = game.state
        far = distances([world.me.cell], game.free)
        dot = min((far.get(cell, 30) for cell in world.tiles), default=0)
        ghost = min((far.get(one.cell, 9) for one in game.of("ghost")), default=9)
        return -0.002 * dot + 0.01 * min(ghost, 4)
