"""Nim against an opponent that plays perfectly: misère by default, who takes the last object loses.

Bouton's theorem decides every position; here a small recursion does, because it also counts the moves to the win.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Any

import numpy as np

from glyphbench.core.actions import ActionSet
from glyphbench.core.env import GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation

Piles = tuple[int, ...]

LABELS = "ABCDE"
PALETTE = Palette(
    *(Glyph(label, f"pile {label}", "bold cyan") for label in LABELS),
    Glyph("●", "object", "yellow"),
    Glyph(".", "empty place", "dim"),
)


@dataclass
class State:
    """Objects left per pile, the player to move; at the end, whether the player won."""

    piles: list[int]
    won: bool | None = None


class Nim(GlyphEnv):
    """Nim with a start that a perfect player wins.

    Args:
        piles: the largest size of each pile, 1 to 5 piles of 1 to 9; the start draws each pile up to its size.
        misere: whether taking the last object loses (else it wins).
        strength: probability of each of the opponent's moves to be perfect (it wins where it can and otherwise holds
            out as long as possible); the other moves are random.
    """

    def __init__(
        self, *, piles: Sequence[int] = (3, 5, 7), misere: bool = True, strength: float = 1.0, **common: Any
    ) -> None:
        if not isinstance(piles, (list, tuple)) or not 1 <= len(piles) <= len(LABELS):
            raise ValueError(f"piles must list 1 to {len(LABELS)} sizes, got {piles!r}")
        self.sizes: Piles = tuple(check_int("piles", size, 1, 9) for size in piles)
        if not isinstance(misere, bool):
            raise ValueError(f"misere must be true or false, got {misere!r}")
        if not isinstance(strength, (int, float)) or not 0 <= strength <= 1:
            raise ValueError(f"strength must be from 0 to 1, got {strength!r}")
        self.misere = misere
        self.strength = float(strength)
        self.starts = _starts(self.sizes, misere)
        if not self.starts:
            raise ValueError(f"no start with piles up to {self.sizes} is won for the first player")
        self.most = max(self.sizes)
        self.actions = ActionSet.grid(
            "TAKE_{pile}_{count}",
            "take that many objects from that pile",
            pile=tuple(LABELS[: len(piles)]),
            count=range(1, self.most + 1),
        )
        last, winner = ("loses", "the opponent has to take it") if misere else ("wins", "you take it")
        self.rules = (
            "Nim. You and the opponent take turns; you move first. A move takes one or more objects from a single "
            f"pile. Whoever takes the last object of all piles {last}. The opponent answers at once and plays "
            f"{'perfectly' if strength == 1 else 'well'}, but the start is won if you do too. A move that takes more "
            "than the pile holds is not played and only costs a turn.\n"
            f"Score: +1 if {winner}, -1 if the other way round, 0 if the turns run out."
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        self.state = State(list(self.starts[int(self.np_random.integers(len(self.starts)))]))

    def _apply(self, action: int) -> Outcome:
        piles: list[int] = self.state.piles
        which, count = divmod(action, self.most)
        count += 1
        if count > piles[which]:
            self.message = f"Not played: pile {LABELS[which]} holds {piles[which]}."
            return Outcome()
        piles[which] -= count
        self.message = f"You take {count} from {LABELS[which]}."
        if not any(piles):
            return self._over(not self.misere)
        which, count = self._answer()
        piles[which] -= count
        self.message += f" The opponent takes {count} from {LABELS[which]}."
        if not any(piles):
            return self._over(self.misere)
        return Outcome()

    def _over(self, won: bool) -> Outcome:
        self.state.won = won
        self.message += " You win." if won else " You lose."
        return Outcome(1.0 if won else -1.0, True, won)

    def _answer(self) -> tuple[int, int]:
        """The opponent's move as (pile, count)."""
        piles = tuple(self.state.piles)
        options = moves(piles)
        if self.strength == 1 or self.np_random.random() < self.strength:
            # A lost opponent holds out as long as it can.
            hopes = [wins_in(after(piles, move), self.misere) for move in options]
            options = [move for move, hope in zip(options, hopes, strict=True) if hope == max(hopes)]
        return options[int(self.np_random.integers(len(options)))]

    def _observe(self) -> Observation:
        width = self.most
        rows = tuple(
            LABELS[index] + "●" * count + "." * (width - count) for index, count in enumerate(self.state.piles)
        )
        return Observation(rows, PALETTE.legend(rows))

    def _action_mask(self) -> np.ndarray:
        mask = np.zeros((len(self.sizes), self.most), dtype=np.int8)
        for index, count in enumerate(self.state.piles):
            mask[index, :count] = 1
        return mask.ravel()


def moves(piles: Piles) -> list[tuple[int, int]]:
    """All moves as (pile, count)."""
    return [(which, count) for which, size in enumerate(piles) for count in range(1, size + 1)]


def after(piles: Piles, move: tuple[int, int]) -> Piles:
    """The piles after a move."""
    which, count = move
    return (*piles[:which], piles[which] - count, *piles[which + 1 :])


def wins_in(piles: Piles, misere: bool) -> float:
    """Own moves within which the side to move forces a win, whatever the other side does; `inf` if it cannot.

    With no object left the game is over: the side to move has won in misère play (the other took the last object),
    lost otherwise.
    """
    return _wins_in(tuple(sorted(filter(None, piles))), misere)


@cache
def _wins_in(piles: Piles, misere: bool) -> float:
    if not piles:
        return 0 if misere else inf
    best = inf
    for move in moves(piles):
        left = tuple(sorted(filter(None, after(piles, move))))
        if not left:
            worst = inf if misere else 0.0
        else:
            worst = max(wins_in(after(left, answer), misere) for answer in moves(left))
        best = min(best, 1 + worst)
    return best


@cache
def _starts(sizes: Piles, misere: bool) -> tuple[Piles, ...]:
    """The won starts without an empty pile that need the most thought: at least three moves if there are any."""
    everything: list[Piles] = [()]
    for size in sizes:
        everything = [(*piles, count) for piles in everything for count in range(1, size + 1)]
    won = [piles for piles in everything if wins_in(piles, misere) < inf]
    return tuple([piles for piles in won if wins_in(piles, misere) >= 3] or won)
