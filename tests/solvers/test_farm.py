"""The Farm teacher: single decisions worked by hand, and that it always finishes."""

from __future__ import annotations

import numpy as np
import pytest

from glyphbench.games.classics.farm import (
    FILL,
    HARVEST,
    MARKET,
    PATH,
    POND,
    RIPE,
    SEEDLING,
    SEEDLING_WET,
    SELL,
    SOIL,
    SOW,
    WAIT,
    WATER,
    Farm,
    State,
)
from glyphbench.games.classics.moves import MOVES
from glyphbench.solvers.farm import FarmSolver


def decide(cell: int, player: tuple[int, int], *, timers: dict | None = None, **changes: int) -> int | None:
    """Soil (or what grows in it) top left, pond in the middle of the top row, market top right."""
    env = Farm(size=5, fields=1, rocks=0, target=2, basket=1)
    env.reset(seed=0)
    board = np.full((5, 5), PATH, dtype=np.uint8)
    board[0, 0], board[0, 2], board[0, 4] = cell, POND, MARKET
    env.state = State(board, timers or {}, player, **{"seeds": 1, "can": 1, **changes})
    return FarmSolver().best_action(env)


def test_work_under_foot_is_done():
    assert decide(SOIL, (0, 0)) == SOW
    assert decide(SEEDLING, (0, 0)) == WATER
    assert decide(RIPE, (0, 0)) == HARVEST


def test_errands():
    assert decide(SEEDLING, (0, 0), can=0) == MOVES.index("RIGHT")
    assert decide(SEEDLING, (0, 2), can=0) == FILL
    assert decide(RIPE, (0, 0), basket=1) == MOVES.index("RIGHT")
    assert decide(RIPE, (0, 4), basket=1) == SELL


def test_it_waits_beside_a_growing_crop():
    assert decide(SEEDLING_WET, (0, 0), timers={(0, 0): 3}) == WAIT


@pytest.mark.parametrize("kwargs", [{}, {"fields": 1, "target": 3}, {"fields": 8, "basket": 1, "can": 1}])
def test_it_always_sells_everything(kwargs):
    env, solver = Farm(max_turns=400, **kwargs), FarmSolver()
    for seed in range(5):
        env.reset(seed=seed)
        while not (done := env.advance(solver.best_action(env)))[1]:
            assert not done[2], "out of turns"
        assert solver.best_action(env) is None and solver.cost_to_go(env) == 0
