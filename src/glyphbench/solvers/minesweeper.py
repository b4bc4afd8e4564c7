"""Minesweeper: a player that never looks under a hidden cell, and how long it takes on the true field."""

from __future__ import annotations

from math import inf

import numpy as np

from glyphbench.games.classics.minesweeper import Minesweeper, State
from glyphbench.solvers.base import Solver
from glyphbench.solvers.minesweeper_inference import Field, Knowledge, around_masks, cells_of, know


class MinesweeperSolver(Solver[Minesweeper]):
    """Actions that a careful player needs from here, as in CAST: a roll-out of one fixed, peek-free policy.

    The policy infers from the revealed numbers and the number of mines only. It reveals a cell proven safe (the one
    with the most hidden cells around it, then the first in reading order); where none is, the cell with the lowest
    probability of a mine (then the one beside the most revealed cells). It sets no flags, and takes a flag off a cell
    that it wants to reveal.

    `cost_to_go` plays that policy to the end on the true field, which alone answers its reveals: the number of
    actions to the win, `inf` if the policy runs into a mine. That is a fixed player's cost, not a minimum, so it is
    not exact; it depends on the position alone. Inference and costs are remembered over an episode.

    Args:
        budget: arrangements counted per connected component; beyond it probabilities are estimated.
    """

    exact = False

    def __init__(self, budget: int = 20_000) -> None:
        self.budget = budget
        self._field = Field(0, 0, 0)
        self._key = b""
        self._counts: list[int] = []
        self._mines = 0
        self._choices: dict[int, int] = {}
        self._costs: dict[tuple[int, int], float] = {}

    def cost_to_go(self, env: Minesweeper) -> float | None:
        """Actions that the policy needs from here, `inf` if it hits a mine (or one has exploded)."""
        state = self._read(env)
        if state.exploded >= 0:
            return inf
        shown, flags = _mask(state.shown), _mask(state.flags)
        path = []
        full = (1 << self._field.size) - 1
        cost: float = 0
        while shown | self._mines != full:
            key = (shown, flags)
            if key in self._costs:
                cost = self._costs[key]
                break
            cell = self._choice(shown)
            if self._mines >> cell & 1:
                path.append((key, 0))
                cost = inf
                break
            path.append((key, 1 + (flags >> cell & 1)))
            shown = self._revealed(shown, cell)
            flags &= ~shown
        for key, spent in reversed(path):
            cost += spent
            self._costs[key] = cost
        return cost

    def best_action(self, env: Minesweeper) -> int | None:
        """The policy's next action, also where it is a guess; None when the game is over."""
        state = self._read(env)
        shown = _mask(state.shown)
        if state.exploded >= 0 or shown | self._mines == (1 << self._field.size) - 1:
            return None
        cell = self._choice(shown)
        return cell + self._field.size if state.flags[cell] else cell

    def _read(self, env: Minesweeper) -> State:
        """Note the field; a new one empties the memory."""
        state: State = env.state
        key = state.mines.tobytes()
        field = Field(env.rows, env.cols, env.mines)
        if key != self._key or field != self._field:
            self._key, self._field, self._counts = key, field, state.counts
            self._mines = _mask(state.mines)
            self._choices, self._costs = {}, {}
        return state

    def _choice(self, shown: int) -> int:
        """The cell that the policy reveals; it depends on the revealed cells and their numbers only."""
        cell = self._choices.get(shown)
        if cell is None:
            found = know(self._field, shown, self._counts, self.budget)
            cell = self._choices[shown] = choose(self._field, shown, found)
        return cell

    def _revealed(self, shown: int, cell: int) -> int:
        """The revealed cells after revealing a safe one."""
        around = around_masks(self._field.rows, self._field.cols)
        fresh = 1 << cell
        shown |= fresh
        while fresh:
            opened = 0
            for at in cells_of(fresh):
                if self._counts[at] == 0:
                    opened |= around[at]
            fresh = opened & ~shown
            shown |= fresh
        return shown


def choose(field: Field, shown: int, found: Knowledge) -> int:
    """The policy: a safe cell with the most hidden cells around it, else the least risky cell."""
    around = around_masks(field.rows, field.cols)
    if found.safe:
        return max(cells_of(found.safe), key=lambda cell: ((around[cell] & ~shown).bit_count(), -cell))
    return min(found.risk, key=lambda cell: (found.risk[cell], -(around[cell] & shown).bit_count(), cell))


def _mask(cells: np.ndarray) -> int:
    """A boolean array as a bit mask."""
    return int.from_bytes(np.packbits(cells, bitorder="little").tobytes(), "little")
