from math import inf

import gymnasium as gym
import pytest

from glyphbench.games.classics.nonogram import Nonogram
from glyphbench.solvers.nonogram import NonogramSolver
from tests.solvers.brute import distances


@pytest.mark.parametrize("seed", range(3))
def test_every_picture_of_size_3_has_the_breadth_first_cost(seed):
    env = Nonogram(size=3, max_turns=1000)
    env.reset(seed=seed)
    solver = NonogramSolver()
    far = distances(env, lambda state: tuple(state.rows))
    assert len(far) == 512
    for rows, expected in far.items():
        env.state.rows = list(rows)
        assert solver.cost_to_go(env) == expected


def test_clues_that_nothing_fits_cost_infinity():
    env = Nonogram(size=3)
    env.reset(seed=0)
    env.state.row_clues, env.state.col_clues = ((3,), (3,), (3,)), ((1,), (1,), (1,))
    assert NonogramSolver().cost_to_go(env) == inf
    assert NonogramSolver().best_action(env) is None


@pytest.mark.parametrize("task", ["Nonogram", "NonogramHard"])
def test_play_takes_exactly_the_promised_toggles_within_half_of_the_horizon(task):
    env = gym.make(f"GlyphBench/{task}-v0")
    game = env.unwrapped
    solver = NonogramSolver()
    for seed in range(8):
        env.reset(seed=seed)
        cost = int(solver.cost_to_go(game))
        assert cost == sum(map(sum, game.state.row_clues)) <= game.max_turns / 2
        for left in range(cost, 0, -1):
            assert solver.cost_to_go(game) == left
            _, _, terminated, _, info = env.step(solver.best_action(game))
        assert terminated and info["return_so_far"] == pytest.approx(1)
