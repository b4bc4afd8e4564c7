"""Minesweeper: reveal every cell without a mine.

The first click is made at the start: a random cell whose surroundings hold no mine is opened. Tiers follow CAST:
6x6 with 7 mines and 7x7 with 10, by keyword arguments.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from glyphbench.core.actions import ActionSet
from glyphbench.core.env import GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import UNSEEN, Glyph, Palette
from glyphbench.core.observation import Observation

COUNT_STYLES = ("", "blue", "green", "red", "magenta", "yellow", "cyan", "white", "white")
PALETTE = Palette(
    Glyph("*", "mine that exploded", "bold red"),
    Glyph(UNSEEN, "hidden cell", "bold"),
    Glyph("F", "hidden cell with your flag", "bold red"),
    *(Glyph(str(count), f"{count} mine{'s' * (count > 1)} around", COUNT_STYLES[count]) for count in range(1, 9)),
    Glyph(".", "no mine around", "dim"),
)
EXPLODED, HIDDEN, FLAG, ONE, NONE = 0, 1, 2, 3, 11


@dataclass
class State:
    """The field, cells numbered row by row.

    Attributes:
        mines: bool of shape (rows * cols,).
        counts: mines around each cell, one int per cell.
        shown: bool of shape (rows * cols,), the revealed cells.
        flags: bool of shape (rows * cols,), the player's flags; only on hidden cells.
        opening: how many safe cells were hidden at the start.
        exploded: the mine that was revealed, or -1.
    """

    mines: np.ndarray
    counts: list[int]
    shown: np.ndarray
    flags: np.ndarray
    opening: int = 0
    exploded: int = -1


class Minesweeper(GlyphEnv):
    """Minesweeper on `rows` x `cols` cells with `mines` mines.

    Args:
        rows: 4 to 16.
        cols: 4 to 16.
        mines: 1 to rows * cols - 12, so that a safe 3x3 zone and something to reveal remain.
    """

    rules = (
        "Minesweeper. Reveal every cell that holds no mine. A revealed number counts the mines in the up to 8 cells "
        "around it; a revealed cell without a mine around opens all cells around it, and so on. The first click was "
        "made for you. Flags are notes: a flagged cell cannot be revealed until the flag is taken off.\n"
        "Score: +0.5 shared equally over the safe cells still hidden at the start, and +0.5 when all are revealed, "
        "which ends the episode. Revealing a mine costs 0.5 and ends it."
    )

    def __init__(self, *, rows: int = 8, cols: int = 8, mines: int = 10, **common: Any) -> None:
        self.rows = check_int("rows", rows, 4, 16)
        self.cols = check_int("cols", cols, 4, 16)
        self.mines = check_int("mines", mines, 1, rows * cols - 12)
        ranges = {"row": range(rows), "col": range(cols)}
        self.actions = ActionSet.grid(
            "REVEAL_{row}_{col}", "reveal the cell in that row and column", **ranges
        ) + ActionSet.grid("FLAG_{row}_{col}", "set or take off a flag there", **ranges)
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        count = self.rows * self.cols
        around = neighbours(self.rows, self.cols)
        while True:
            first = int(self.np_random.integers(count))
            allowed = np.setdiff1d(np.arange(count), (first, *around[first]))
            mines = np.zeros(count, dtype=bool)
            mines[self.np_random.choice(allowed, self.mines, replace=False)] = True
            counts = [int(mines[list(cells)].sum()) for cells in around]
            state = State(mines, counts, np.zeros(count, dtype=bool), np.zeros(count, dtype=bool))
            self.state = state
            reveal(state, around, first)
            state.opening = int((~state.shown & ~mines).sum())
            if state.opening:
                return

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        flagging, cell = divmod(action, self.rows * self.cols)
        if state.shown[cell]:
            self.message = "This cell is revealed already."
            return Outcome()
        if flagging:
            state.flags[cell] ^= True
            return Outcome()
        if state.flags[cell]:
            self.message = "This cell is flagged: take the flag off first."
            return Outcome()
        if state.mines[cell]:
            state.exploded = cell
            self.message = "A mine explodes."
            return Outcome(-0.5, True, False)
        opened = reveal(state, neighbours(self.rows, self.cols), cell)
        reward = 0.5 * opened / state.opening
        if not (state.shown | state.mines).all():
            return Outcome(reward)
        self.message = "Every safe cell is revealed."
        return Outcome(reward + 0.5, True, True)

    def _observe(self) -> Observation:
        state: State = self.state
        counts = np.array(state.counts)
        codes = np.where(state.shown, np.where(counts > 0, counts + ONE - 1, NONE), HIDDEN)
        codes[state.flags] = FLAG
        if state.exploded >= 0:
            codes[state.exploded] = EXPLODED
        rows = PALETTE.rows(codes.reshape(self.rows, self.cols))
        hud = f"mines {self.mines} | flags {int(state.flags.sum())}"
        return Observation(rows, PALETTE.legend(rows), hud, headers=True)

    def _action_mask(self) -> np.ndarray:
        state: State = self.state
        return np.concatenate([~state.shown & ~state.flags, ~state.shown]).astype(np.int8)


@cache
def neighbours(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    """Per cell, the up to eight cells around it, cells numbered row by row."""
    return tuple(
        tuple(
            cols * r + c
            for r in range(max(row - 1, 0), min(row + 2, rows))
            for c in range(max(col - 1, 0), min(col + 2, cols))
            if (r, c) != (row, col)
        )
        for row in range(rows)
        for col in range(cols)
    )


def reveal(state: State, around: tuple[tuple[int, ...], ...], cell: int) -> int:
    """Reveal a safe cell and all that opens with it (flags there vanish); return how many cells were revealed."""
    opened = 1
    state.shown[cell], state.flags[cell] = True, False
    stack = [cell]
    while stack:
        at = stack.pop()
        if state.counts[at] == 0:
            for near in around[at]:
                if not state.shown[near]:
                    state.shown[near], state.flags[near] = True, False
                    opened += 1
                    stack.append(near)
    return opened
