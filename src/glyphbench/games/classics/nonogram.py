"""Nonogram: find the picture whose runs of filled cells are the clues of every row and column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from glyphbench.core.actions import ActionSet
from glyphbench.core.env import GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation
from glyphbench.games.classics.nonogram_logic import Clue, columns, runs, solutions

PALETTE = Palette(Glyph("■", "filled cell", "bold"), Glyph(".", "empty cell", "dim"))
#: Share of filled cells in the drawn pictures.
DENSITY = 0.6


@dataclass
class State:
    """The clues, and the present picture as one bit mask per row (bit `c` is column `c`)."""

    row_clues: tuple[Clue, ...]
    col_clues: tuple[Clue, ...]
    rows: list[int]


class Nonogram(GlyphEnv):
    """A nonogram of `size` x `size` cells with exactly one solution.

    Args:
        size: side of the picture, 3 to 10.
    """

    rules = (
        "Nonogram. Draw the hidden picture by filling cells. The clue of a row or column lists the lengths of its "
        "runs of filled cells, in order (left to right, top to bottom), with at least one empty cell between two "
        "runs: clue 2 1 means two filled cells, a gap, one filled cell, and nothing else. Exactly one picture fits "
        "all clues. Toggling fills an empty cell and empties a filled one.\n"
        "Score: +0.5 shared equally over all rows and columns, each while it fits its clue (taken back when it no "
        "longer does), and +0.5 when all fit, which ends the episode."
    )

    def __init__(self, *, size: int = 5, **common: Any) -> None:
        self.size = check_int("size", size, 3, 10)
        self.actions = ActionSet.grid(
            "TOGGLE_{row}_{col}", "fill or empty the cell in that row and column", row=range(size), col=range(size)
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        picture = generate(self.np_random, self.size)
        row_clues = tuple(map(runs, picture))
        col_clues = tuple(map(runs, columns(picture, self.size)))
        self.state = State(row_clues, col_clues, [0] * self.size)

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        row, col = divmod(action, self.size)
        before = self._fits(row, col)
        state.rows[row] ^= 1 << col
        gained = self._fits(row, col) - before
        reward = gained * 0.5 / (2 * self.size)
        if gained > 0 and fitting(state) == 2 * self.size:
            self.message = "Every clue fits."
            return Outcome(reward + 0.5, True, True)
        return Outcome(reward)

    def _fits(self, row: int, col: int) -> int:
        """How many of one row and one column fit their clues."""
        state: State = self.state
        down = 0
        for index, line in enumerate(state.rows):
            down |= (line >> col & 1) << index
        return (runs(state.rows[row]) == state.row_clues[row]) + (runs(down) == state.col_clues[col])

    def _observe(self) -> Observation:
        state: State = self.state
        rows = tuple("".join(".■"[line >> col & 1] for col in range(self.size)) for line in state.rows)
        hud = f"lines that fit {fitting(state)}/{2 * self.size}\n{_listed('row', state.row_clues)}\n"
        return Observation(rows, PALETTE.legend(rows), hud + _listed("column", state.col_clues), headers=True)


def fitting(state: State) -> int:
    """How many rows and columns fit their clues."""
    fits = sum(map(_same, state.rows, state.row_clues))
    return fits + sum(map(_same, columns(state.rows, len(state.col_clues)), state.col_clues))


def _same(line: int, clue: Clue) -> bool:
    return runs(line) == clue


def _listed(kind: str, clues: tuple[Clue, ...]) -> str:
    return f"{kind} clues: " + "; ".join(f"{index} = {' '.join(map(str, clue))}" for index, clue in enumerate(clues))


def generate(rng: np.random.Generator, size: int) -> tuple[int, ...]:
    """Draw a picture (as rows) that is the only one with its clues and has no empty row or column.

    Raises:
        RuntimeError: 5,000 draws gave none (does not happen for the permitted sizes).
    """
    for _ in range(5000):
        cells = rng.random((size, size)) < DENSITY
        if not (cells.any(axis=0).all() and cells.any(axis=1).all()):
            continue
        picture = tuple(sum(1 << int(col) for col in np.flatnonzero(row)) for row in cells)
        clues = tuple(map(runs, picture)), tuple(map(runs, columns(picture, size)))
        if len(solutions(*clues)) == 1:
            return picture
    raise RuntimeError(f"no nonogram of size {size} with one solution was found")
