"""Memory: the fewest expected flips for a player who forgets nothing."""

from __future__ import annotations

from functools import cache

import numpy as np

from glyphbench.games.classics.memory_match import MemoryMatch
from glyphbench.solvers.base import Solver

# What a player knows, up to renaming: `singles` cards seen whose partner is unseen, `unseen` cards never seen, and
# `pairs` known but not taken. `unseen - singles` unseen cards have their partner unseen, too.


@cache
def fresh(singles: int, unseen: int, pairs: int) -> float:
    """Expected flips to the end with no card up (or two that differ)."""
    if unseen == 0 and pairs == 0:
        return 0
    options = []
    if unseen:
        options.append(first_unseen(singles, unseen, pairs))
        if singles:
            options.append(1 + then_unseen(singles, unseen, pairs))
    if pairs:
        options.append(1 + paired(singles, unseen, pairs))
    return min(options)


@cache
def first_unseen(singles: int, unseen: int, pairs: int) -> float:
    """The same when the first flip is an unseen card."""
    cost = 1.0
    if singles:
        cost += singles / unseen * paired(singles - 1, unseen - 1, pairs + 1)
    if unseen > singles:
        cost += (unseen - singles) / unseen * single(singles + 1, unseen - 1, pairs)
    return cost


@cache
def paired(singles: int, unseen: int, pairs: int) -> float:
    """One card up, its partner known (counted in `pairs`)."""
    take = 1 + fresh(singles, unseen, pairs - 1)
    return min(take, second_unseen(singles, unseen, pairs)) if unseen else take


@cache
def second_unseen(singles: int, unseen: int, pairs: int) -> float:
    """One card of a known pair up, and an unseen card as the second: never the better flip, but exactness asks."""
    cost = 1.0
    if singles:
        cost += singles / unseen * fresh(singles - 1, unseen - 1, pairs + 1)
    if unseen > singles:
        cost += (unseen - singles) / unseen * fresh(singles + 1, unseen - 1, pairs)
    return cost


@cache
def single(singles: int, unseen: int, pairs: int) -> float:
    """One card up, its partner unseen (the card is counted in `singles`)."""
    cost = then_unseen(singles, unseen, pairs)
    if singles > 1 or pairs:
        cost = min(cost, 1 + fresh(singles, unseen, pairs))
    return cost


@cache
def then_unseen(singles: int, unseen: int, pairs: int) -> float:
    """`single`, when the second flip is an unseen card: it may match the card up, another single, or nothing."""
    cost = 1 + fresh(singles - 1, unseen - 1, pairs) / unseen
    if singles > 1:
        cost += (singles - 1) / unseen * fresh(singles - 1, unseen - 1, pairs + 1)
    if unseen > singles:
        cost += (unseen - singles) / unseen * fresh(singles + 1, unseen - 1, pairs)
    return cost


class MemoryMatchSolver(Solver[MemoryMatch]):
    """Minimum expected number of flips to the last pair, over all ways to play, for a player with perfect memory.

    It knows the cards that have been up so far and nothing else, so the cost may rise after an unlucky flip. The
    expectation is exact.
    """

    def cost_to_go(self, env: MemoryMatch) -> float | None:
        """Expected flips to the end from what the player knows."""
        singles, unseen, pairs = self._count(env)
        if len(env.state.up) != 1:
            return fresh(singles, unseen, pairs)
        return (single if self._partner(env) is None else paired)(singles, unseen, pairs)

    def best_action(self, env: MemoryMatch) -> int | None:
        """A flip of lowest expected cost: the known partner, a known pair, or the first fitting card."""
        state = env.state
        if state.found.all():
            return None
        singles, unseen, pairs = self._count(env)
        hidden = np.flatnonzero(~state.seen)
        if len(state.up) == 1:
            partner = self._partner(env)
            if partner is not None:
                return partner
            if singles + pairs > 1 and 1 + fresh(singles, unseen, pairs) < then_unseen(singles, unseen, pairs):
                # Rather no new card: turn up a known one, and leave the new card for a first flip.
                known = state.seen & ~state.found
                known[state.up] = False
                return int(known.argmax())
            return int(hidden[0])
        if pairs and 1 + paired(singles, unseen, pairs) <= fresh(singles, unseen, pairs):
            return int(self._known(env, 2)[0])
        if first_unseen(singles, unseen, pairs) <= fresh(singles, unseen, pairs):
            return int(hidden[0])
        return int(self._known(env, 1)[0])

    @staticmethod
    def _known(env: MemoryMatch, times: int) -> np.ndarray:
        """Cells of seen cards, not found yet, whose letter has been seen `times` times."""
        state = env.state
        known = state.seen & ~state.found
        counts = np.bincount(state.cards[known], minlength=env.pairs)
        return np.flatnonzero(known & (counts[state.cards] == times))

    def _count(self, env: MemoryMatch) -> tuple[int, int, int]:
        unseen = int((~env.state.seen).sum())
        return len(self._known(env, 1)), unseen, len(self._known(env, 2)) // 2

    @staticmethod
    def _partner(env: MemoryMatch) -> int | None:
        """Where the partner of the one card that is up lies, if the player has seen it."""
        state = env.state
        (cell,) = state.up
        same = (state.cards == state.cards[cell]) & state.seen
        same[cell] = False
        return int(same.argmax()) if same.any() else None
