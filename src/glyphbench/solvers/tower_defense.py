"""TowerDefense: build where a tower overlooks most of the road, and raise it before starting another."""

from __future__ import annotations

import math
from typing import ClassVar

from glyphbench.games.classics.grid import Cell
from glyphbench.games.classics.tower_defense import MAX_LEVEL, TowerDefense, in_range
from glyphbench.solvers.base import Solver


class TowerDefenseSolver(Solver[TowerDefense]):
    """A reference policy for TowerDefense: spend gold at once on the cell that overlooks most of the road.

    `cost_to_go` is approximate: the turns until the last arrival has walked the whole road.
    """

    exact: ClassVar[bool] = False

    def __init__(self) -> None:
        self._road: tuple[Cell, ...] = ()
        self._ranking: list[Cell] = []

    def cost_to_go(self, env: TowerDefense) -> float | None:
        """Estimated turns until the last wave is gone; `inf` when the castle has fallen."""
        state = env.state
        if state.lives <= 0:
            return math.inf
        if state.arrivals:
            return float(state.arrivals[-1][0] - state.clock + len(state.road) // 2)
        return float(max((len(state.road) - enemy[0] for enemy in state.enemies), default=0))

    def best_action(self, env: TowerDefense) -> int | None:
        """Build or raise the best tower that gold allows, else wait."""
        state = env.state
        if state.lives <= 0 or not (state.enemies or state.arrivals):
            return None
        wait = len(env.actions) - 1
        if state.gold < env.cost:
            return wait
        if state.road != self._road:
            self._road, self._ranking = state.road, ranking(state.road, env.size)
        for row, col in self._ranking:
            if state.towers.get((row, col), 0) < MAX_LEVEL:
                return row * env.size + col
        return wait


def ranking(road: tuple[Cell, ...], size: int) -> list[Cell]:
    """The cells beside the road by how much of it a tower there reaches (the castle does not count)."""
    cells = [(row, col) for row in range(size) for col in range(size) if (row, col) not in road]
    return sorted(cells, key=lambda tower: (-sum(in_range(tower, cell) for cell in road[:-1]), tower))
