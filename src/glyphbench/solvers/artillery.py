"""Teacher for Artillery."""

from __future__ import annotations

from math import inf

from glyphbench.games.classics.artillery import SHOTS, Artillery, Range
from glyphbench.solvers.search import Moves, TableSolver


class ArtillerySolver(TableSolver[Artillery]):
    """Fewest shots that destroy what stands; `inf` with fewer shells left. Everything is in view."""

    def level(self, env: Artillery) -> Range:
        """Hills, gun, targets and wind."""
        return env.state.field

    def position(self, env: Artillery) -> int:
        """The targets that stand, as a bit mask; shells are compared with the cost afterwards."""
        return env.state.alive

    def moves(self, level: Range, position: int) -> Moves:
        """Shots that hit a target; a miss changes nothing but the shells."""
        found = []
        for action in range(len(SHOTS)):
            hit = level.fire(action, position)[2]
            if hit is not None:
                found.append((action, position & ~(1 << hit)))
        return found

    def solved(self, level: Range, position: int) -> bool:
        """No target stands."""
        return position == 0

    def cost_to_go(self, env: Artillery) -> float | None:
        """Fewest shots to success, `inf` if there are fewer shells."""
        cost = super().cost_to_go(env)
        return inf if cost is not None and cost > env.state.shells else cost

    def best_action(self, env: Artillery) -> int | None:
        """The first shot that destroys a target; None if the shells do not suffice."""
        return None if self.cost_to_go(env) == inf else super().best_action(env)
