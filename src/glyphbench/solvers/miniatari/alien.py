"""Reference policy for Alien."""

from __future__ import annotations

from glyphbench.games.miniatari.alien import Alien
from glyphbench.games.miniatari.grid import distances, first_step, manhattan
from glyphbench.solvers.miniatari.common import Lookahead, act


class AlienPolicy(Lookahead[Alien]):
    """Goes to the nearest egg round the aliens; flames what stands in front of it."""

    depth = 6

    def lean(self, game: Alien) -> str:
        """The nearest egg by a way that no alien is near; any egg where there is none."""
        world = game.state
        aliens = [] if world.pulse > 3 else game.of("alien")
        me = world.me
        near = {(me.x + me.dx * far, me.y + me.dy * far) for far in (1, 2)}
        if world.charges and any(alien.cell in near for alien in aliens):
            return "FIRE"
        goals = [cell for cell, kind in world.tiles.items() if kind == "egg" or len(aliens) == 3]

        def safe(cell: tuple[int, int]) -> bool:
            return game.free(cell) and all(manhattan(cell, alien.cell) > 2 for alien in aliens)

        step = first_step(me.cell, goals, safe) or first_step(me.cell, goals, game.free)
        return act(*step) if step else "NOOP"

    def calm(self, game: Alien) -> bool:
        """No alien near."""
        return all(manhattan(one.cell, game.state.me.cell) > 4 for one in game.of("alien"))

    def value(self, game: Alien) -> float:
        """Near eggs, and far from the nearest alien."""
        world = game.state
        far = distances([world.me.cell], game.free)
        egg = min((far.get(cell, 99) for cell, kind in world.tiles.items() if kind == "egg"), default=0)
        alien = 9 if world.pulse else min((far.get(one.cell, 9) for one in game.of("alien")), default=9)
        return -0.002 * egg + 0.01 * min(alien, 6) + 0.02 * world.charges
