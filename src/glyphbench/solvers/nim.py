"""Nim: the number of own moves within which the win is forced."""

from __future__ import annotations

from math import inf

from glyphbench.games.classics.nim import Nim, after, moves, wins_in
from glyphbench.solvers.base import Solver


class NimSolver(Solver[Nim]):
    """Own moves to a win that no answer can prevent; `inf` where a perfect opponent wins.

    Exact against the perfect opponent; a weaker one (`strength` below 1) may lose sooner.
    """

    def cost_to_go(self, env: Nim) -> float | None:
        """Moves to a forced win; 0 once it is won."""
        if env.state.won is not None:
            return 0 if env.state.won else inf
        return wins_in(tuple(env.state.piles), env.misere)

    def best_action(self, env: Nim) -> int | None:
        """The first move, in action order, that forces the win soonest."""
        piles = tuple(env.state.piles)
        if not any(piles) or wins_in(piles, env.misere) == inf:
            return None
        which, count = min(moves(piles), key=lambda move: _worst(after(piles, move), env.misere))
        return which * env.most + count - 1


def _worst(left: tuple[int, ...], misere: bool) -> float:
    """Moves to the win after the opponent's most stubborn answer."""
    if not any(left):
        return inf if misere else 0
    return max(wins_in(after(left, answer), misere) for answer in moves(left))
