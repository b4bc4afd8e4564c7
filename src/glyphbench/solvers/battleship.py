"""Reference policy for Battleship."""

from __future__ import annotations

from functools import cache
from math import inf
from typing import ClassVar

import numpy as np

from glyphbench.games.classics.battleship import HIT, SUNK, UNKNOWN, Battleship, lines
from glyphbench.solvers.base import Solver


@cache
def placements(size: int, length: int) -> np.ndarray:
    """Flat cell indices of every way to lay a ship: int of shape (ways, length)."""
    return np.array([[row * size + col for row, col in line] for line in lines(size, length)])


class BattleshipSolver(Solver[Battleship]):
    """Fire where most placements of the ships afloat that fit the chart lie (the usual probability density).

    A placement that runs through open hits counts a hundred times as much for each. It reads the chart and the list
    of ships afloat, never the hidden fleet. `cost_to_go` is a lower bound: the cells of the fleet not yet hit.
    """

    exact: ClassVar[bool] = False

    def cost_to_go(self, env: Battleship) -> float:
        """Cells of ships afloat that are not hit yet: no player can need fewer shots."""
        return float(sum(env.fleet) - np.count_nonzero((env.state.chart == HIT) | (env.state.chart == SUNK)))

    def best_action(self, env: Battleship) -> int | None:
        """The unknown cell with the highest density; None when the fleet is sunk."""
        state = env.state
        if not state.afloat:
            return None
        return int(density(state.chart.ravel(), env.size, [env.fleet[index] for index in state.afloat]).argmax())


def density(chart: np.ndarray, size: int, afloat: list[int]) -> np.ndarray:
    """Weight of every cell, float of shape (size * size,); `-inf` where a shot is pointless."""
    open_cell = (chart == UNKNOWN) | (chart == HIT)
    hit = chart == HIT
    total = np.zeros(size * size)
    for length in afloat:
        ways = placements(size, length)
        ways = ways[open_cell[ways].all(axis=1)]
        weight = 100.0 ** hit[ways].sum(axis=1)
        total += np.bincount(ways.ravel(), np.repeat(weight, length), minlength=size * size)
    # Among equals a chequerboard wastes fewest shots: every ship covers a dark cell.
    rows, cols = np.divmod(np.arange(size * size), size)
    total += 0.5 * ((rows + cols) % 2)
    total[chart != UNKNOWN] = -inf
    return total
