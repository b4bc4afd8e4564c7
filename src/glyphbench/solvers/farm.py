"""Farm: always do the nearest useful piece of work."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from glyphbench.games.classics.farm import (
    FILL,
    HARVEST,
    MARKET,
    PLANT,
    PLANT_WET,
    POND,
    RIPE,
    SEEDLING,
    SEEDLING_WET,
    SELL,
    SOIL,
    SOW,
    WAIT,
    WATER,
    WATERED,
    Farm,
    State,
    open_cells,
)
from glyphbench.games.classics.grid import Cell, distances, first_step
from glyphbench.solvers.base import Solver

#: Pieces of work that a crop still needs until it is in the basket, by its present code.
WORK_LEFT = {SEEDLING: 3, SEEDLING_WET: 2, PLANT: 2, PLANT_WET: 1, RIPE: 1}


class FarmSolver(Solver[Farm]):
    """A reference policy for Farm: nearest work first, selling and filling when they are due.

    It uses the turns that watered crops still need, which a player knows by counting. `cost_to_go` is approximate:
    about three turns (walk and work) for every piece of work left.
    """

    exact: ClassVar[bool] = False

    def cost_to_go(self, env: Farm) -> float | None:
        """Estimated turns until the last crop is sold."""
        state = env.state
        left = env.target - state.sold
        if left == 0:
            return 0.0
        work = 4 * state.seeds + sum(WORK_LEFT.get(int(code), 0) for code in state.board.ravel())
        return 3.0 * (work + np.ceil(left / env.basket))

    def best_action(self, env: Farm) -> int | None:
        """The next step of the nearest useful work."""
        state = env.state
        if state.sold >= env.target:
            return None
        free = open_cells(state.board)
        steps = distances(state.player, free)
        jobs = self._jobs(env, state)
        if not jobs:
            if not state.timers:
                return WAIT
            # Nothing to do yet: be where the next crop grows up.
            cell = min(state.timers, key=lambda cell: (state.timers[cell], steps[cell], cell))
            move = first_step(state.player, cell, free)
            return WAIT if move is None else move
        # A crop that grows up while we walk there counts as if it were as far as its time.
        wait, cell, work = min((max(steps[cell], ready), cell, work) for cell, work, ready in jobs)
        if state.player != cell:
            move = first_step(state.player, cell, free)
            return WAIT if move is None else move
        return work if wait == 0 else WAIT

    def _jobs(self, env: Farm, state: State) -> list[tuple[Cell, int, int]]:
        """Useful work as (cell, action, turns until it can be done)."""
        found = []
        codes = set(state.board.ravel().tolist())
        unfinished = bool(state.seeds) or bool(codes & WORK_LEFT.keys())
        water_due = bool(state.seeds) or bool(codes & {SEEDLING, SEEDLING_WET, PLANT})
        room = env.basket - state.basket
        for cell, raw in np.ndenumerate(state.board):
            code = int(raw)
            where: Cell = (int(cell[0]), int(cell[1]))
            if code == SOIL and state.seeds:
                found.append((where, SOW, 0))
            elif code in WATERED:
                if state.can:
                    found.append((where, WATER, 0))
            elif code == RIPE and room:
                found.append((where, HARVEST, 0))
            elif code == PLANT_WET and room:
                found.append((where, HARVEST, state.timers[where]))
            elif code == SEEDLING_WET and state.can:
                found.append((where, WATER, state.timers[where]))
            elif (code == MARKET and state.basket and (room == 0 or not unfinished)) or (
                code == POND and state.can == 0 and water_due
            ):
                found.append((where, SELL if code == MARKET else FILL, 0))
        return found
