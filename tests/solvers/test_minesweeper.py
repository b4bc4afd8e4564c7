from itertools import combinations
from math import inf

import gymnasium as gym
import numpy as np
import pytest

from glyphbench.games.classics.minesweeper import Minesweeper, neighbours
from glyphbench.solvers.minesweeper import MinesweeperSolver
from glyphbench.solvers.minesweeper_inference import Field, cells_of, know


def risks(rows, cols, mines, shown, counts):
    """Mine probability per hidden cell by going through every layout."""
    around = neighbours(rows, cols)
    hidden = [cell for cell in range(rows * cols) if cell not in shown]
    total, hits = 0, dict.fromkeys(hidden, 0)
    for layout in combinations(hidden, mines):
        placed = set(layout)
        if all(len(placed.intersection(around[cell])) == counts[cell] for cell in shown):
            total += 1
            for cell in layout:
                hits[cell] += 1
    return {cell: count / total for cell, count in hits.items()}


@pytest.mark.parametrize("rows,cols,mines", [(4, 4, 3), (4, 5, 4), (5, 5, 4)])
def test_probabilities_are_those_of_all_layouts(rows, cols, mines):
    env = Minesweeper(rows=rows, cols=cols, mines=mines)
    rng = np.random.default_rng(0)
    enumerated = 0
    for seed in range(12):
        env.reset(seed=seed)
        state = env.state
        while not (state.shown | state.mines).all():
            shown = [int(cell) for cell in np.flatnonzero(state.shown)]
            found = know(Field(rows, cols, mines), sum(1 << cell for cell in shown), state.counts)
            expected = risks(rows, cols, mines, shown, state.counts)
            assert all(expected[cell] == 0 for cell in cells_of(found.safe))
            if found.exact:
                enumerated += 1
                assert found.risk == pytest.approx(expected)
                assert cells_of(found.safe) == [cell for cell, risk in expected.items() if risk == 0]
            env.advance(int(rng.choice(np.flatnonzero(~state.shown & ~state.mines))))
    assert enumerated >= 5


def test_a_spent_budget_never_calls_a_cell_safe():
    env = Minesweeper(rows=8, cols=8, mines=14)
    for seed in range(10):
        env.reset(seed=seed)
        shown = sum(1 << int(cell) for cell in np.flatnonzero(env.state.shown))
        found = know(Field(8, 8, 14), shown, env.state.counts, budget=1)
        assert not found.safe or not found.risk
        assert not any(env.state.mines[cell] for cell in cells_of(found.safe))


def test_numbers_under_hidden_cells_are_not_read():
    env = Minesweeper()
    for seed in range(10):
        env.reset(seed=seed)
        shown = sum(1 << int(cell) for cell in np.flatnonzero(env.state.shown))
        known = [count if env.state.shown[cell] else 99 for cell, count in enumerate(env.state.counts)]
        field = Field(8, 8, 10)
        assert know(field, shown, known) == know(field, shown, env.state.counts)


@pytest.mark.parametrize("rows,cols,mines", [(8, 8, 10), (6, 6, 7), (7, 7, 10)])
def test_the_cost_is_what_playing_the_policy_takes(rows, cols, mines):
    env = Minesweeper(rows=rows, cols=cols, mines=mines, max_turns=500)
    solver = MinesweeperSolver()
    rng = np.random.default_rng(1)
    lost = 0
    for seed in range(25):
        env.reset(seed=seed)
        size = rows * cols
        for _ in range(3):  # stray flags, right and wrong ones
            env.advance(size + int(rng.choice(np.flatnonzero(~env.state.shown))))
        start = env.turn
        cost = solver.cost_to_go(env)
        assert cost == MinesweeperSolver().cost_to_go(env), "the cost depends on more than the position"
        over, info = False, {}
        while not over:
            before = env.turn
            assert solver.cost_to_go(env) == cost - (before - start)
            _, over, _, info = env.advance(solver.best_action(env))
        assert info["success"] == (cost < inf)
        assert cost == inf or env.turn - start == cost
        assert solver.cost_to_go(env) == (0 if cost < inf else inf)
        assert solver.best_action(env) is None
        lost += cost == inf
    assert lost <= 12


def test_a_wrong_flag_costs_one_action():
    env = Minesweeper()
    solver = MinesweeperSolver()
    for seed in range(20):
        env.reset(seed=seed)
        cost = solver.cost_to_go(env)
        first = solver.best_action(env)
        if cost < inf:
            env.advance(64 + first)
            assert solver.cost_to_go(env) == cost + 1
            assert solver.best_action(env) == 64 + first


def test_the_default_task_is_mostly_won():
    env = gym.make("GlyphBench/Minesweeper-v0").unwrapped
    solver = MinesweeperSolver()
    wins = 0
    for seed in range(60):
        env.reset(seed=seed)
        wins += solver.cost_to_go(env) < inf
    assert wins >= 48
