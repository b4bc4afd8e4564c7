"""Nonogram: the one picture that fits, derived from the clues, and the cells that differ from it."""

from __future__ import annotations

from math import inf

from glyphbench.games.classics.nonogram import Nonogram
from glyphbench.games.classics.nonogram_logic import Clue, solutions
from glyphbench.solvers.base import Solver


class NonogramSolver(Solver[Nonogram]):
    """Minimum number of toggles to the picture that the clues determine; it reads the clues, never the answer."""

    def __init__(self) -> None:
        self._clues: tuple[tuple[Clue, ...], tuple[Clue, ...]] = ((), ())
        self._picture: tuple[int, ...] | None = ()

    def cost_to_go(self, env: Nonogram) -> float | None:
        """Number of cells that differ from the solution; `inf` where no picture fits."""
        wrong = self._wrong(env)
        return inf if wrong is None else sum(line.bit_count() for line in wrong)

    def best_action(self, env: Nonogram) -> int | None:
        """The first wrong cell in reading order."""
        for row, line in enumerate(self._wrong(env) or ()):
            if line:
                return row * env.size + (line & -line).bit_length() - 1
        return None

    def _wrong(self, env: Nonogram) -> list[int] | None:
        """Per row, a bit mask of the cells to toggle."""
        clues = env.state.row_clues, env.state.col_clues
        if clues != self._clues:
            self._clues, self._picture = clues, next(iter(solutions(*clues, limit=1)), None)
        if self._picture is None:
            return None
        return [line ^ wanted for line, wanted in zip(env.state.rows, self._picture, strict=True)]
