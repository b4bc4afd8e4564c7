"""Reference policy for Freeway: the quickest way to the far kerb through the traffic as it will be."""

from __future__ import annotations

from glyphbench.games.miniatari.freeway import Freeway
from glyphbench.solvers.miniatari.common import Policy

LOOK = 40


class FreewayPolicy(Policy[Freeway]):
    """Searches rows over time; cars are predictable, so what it plans is safe."""

    def choose(self, game: Freeway) -> str:
        """The first step of the way that gets highest, soonest."""
        return game.way(LOOK)[2]
