"""Reference policy for Boxing."""

from __future__ import annotations

from glyphbench.games.miniatari.boxing import Boxing
from glyphbench.games.miniatari.grid import manhattan
from glyphbench.solvers.miniatari.common import Lookahead, act


class BoxingPolicy(Lookahead[Boxing]):
    """Comes near when its arm is ready, punches, steps back; looks ahead."""

    depth, samples = 7, 3

    def lean(self, game: Boxing) -> str:
        """In while ready, out while not."""
        world, me = game.state, game.state.me
        rival = world.sprites[0]
        dx, dy = rival.x - me.x, rival.y - me.y
        if world.rest <= 1:
            if manhattan(me.cell, rival.cell) == 1:
                return "PUNCH"
            return act(dx, 0) if abs(dx) >= abs(dy) else act(0, dy)
        if manhattan(me.cell, rival.cell) <= 2 and world.his_rest <= 1:
            return act(-dx, 0) if dx else act(0, -dy)
        return "NOOP"
