"""Memory (Concentration): turn up two cards at a time and remember where the pairs lie."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from glyphbench.core.actions import ActionSet
from glyphbench.core.env import GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import UNSEEN, Glyph, Palette
from glyphbench.core.observation import Observation

LETTERS = "ABCDEFGHIJKLMNOPQR"
PALETTE = Palette(
    *(Glyph(letter, f"card {letter}", "bold cyan") for letter in LETTERS), Glyph(UNSEEN, "card face down", "dim")
)
FACE_DOWN = len(LETTERS)


@dataclass
class State:
    """The cards.

    Attributes:
        cards: uint8 of shape (rows * cols,), the index of each card's letter.
        found: bool of that shape, the cards of found pairs.
        seen: bool of that shape, the cards that have been face up at some time.
        up: cells of the cards face up that are not found: none, one, or two that do not match.
    """

    cards: np.ndarray
    found: np.ndarray
    seen: np.ndarray
    up: list[int] = field(default_factory=list)


class MemoryMatch(GlyphEnv):
    """Memory with `rows` x `cols` cards, an even number, at most 36.

    Args:
        rows: rows of cards, 2 to 6.
        cols: columns of cards, 2 to 6.
    """

    rules = (
        "Memory. All cards lie face down; every letter is on exactly two of them. Each action turns up one card. When "
        "two are up, they are a pair if their letters are equal: a pair stays up for good. Two different cards stay "
        "up until your next flip, which turns them down first, so remember them. Find all pairs.\n"
        "Score: +0.5 shared equally over the pairs, and +0.5 when all are found, which ends the episode."
    )

    def __init__(self, *, rows: int = 4, cols: int = 4, **common: Any) -> None:
        self.rows = check_int("rows", rows, 2, 6)
        self.cols = check_int("cols", cols, 2, 6)
        if self.rows * self.cols % 2:
            raise ValueError(f"rows x cols must be even, got {rows} x {cols}")
        self.pairs = self.rows * self.cols // 2
        self.actions = ActionSet.grid(
            "FLIP_{row}_{col}", "turn up the card in that row and column", row=range(rows), col=range(cols)
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        count = 2 * self.pairs
        cards = self.np_random.permutation(np.repeat(np.arange(self.pairs, dtype=np.uint8), 2))
        self.state = State(cards, np.zeros(count, dtype=bool), np.zeros(count, dtype=bool))

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        if state.found[action]:
            self.message = "This card belongs to a pair that you have found."
            return Outcome()
        if state.up == [action]:
            self.message = "This card is up already: turn up another one."
            return Outcome()
        if len(state.up) == 2:
            state.up = []
        state.up.append(action)
        state.seen[action] = True
        if len(state.up) == 1:
            return Outcome()
        first, second = (int(state.cards[cell]) for cell in state.up)
        if first != second:
            self.message = f"{LETTERS[first]} and {LETTERS[second]} differ; your next flip turns them down first."
            return Outcome()
        state.found[state.up] = True
        state.up = []
        self.message = f"A pair of {LETTERS[first]}."
        if state.found.all():
            return Outcome(0.5 / self.pairs + 0.5, True, True)
        return Outcome(0.5 / self.pairs)

    def _observe(self) -> Observation:
        state: State = self.state
        codes = np.where(state.found, state.cards, FACE_DOWN)
        codes[state.up] = state.cards[state.up]
        rows = PALETTE.rows(codes.reshape(self.rows, self.cols))
        hud = f"pairs found {int(state.found.sum()) // 2}/{self.pairs}"
        turn = "second" if len(state.up) == 1 else "first"
        return Observation(rows, PALETTE.legend(rows), f"{hud} | next: {turn} card of a try", headers=True)

    def _action_mask(self) -> np.ndarray:
        mask = (~self.state.found).astype(np.int8)
        if len(self.state.up) == 1:
            mask[self.state.up] = 0
        return mask
