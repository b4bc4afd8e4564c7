import gymnasium as gym
import pytest

from glyphbench.games.classics.flood_fill import FloodFill
from glyphbench.solvers.flood_fill import FloodFillSolver
from tests.solvers.brute import distances


def test_plans_are_never_shorter_than_the_truth_and_mostly_equal_it():
    env, solver = FloodFill(size=4, colours=3, max_turns=10_000), FloodFillSolver()
    equal = 0
    for seed in range(10):
        env.reset(seed=seed)
        start = (tuple(env.state.masks), env.state.region)
        least = distances(env, lambda state: (tuple(state.masks), state.region))[start]
        found = solver.cost_to_go(env)
        assert found >= least
        equal += found == least
    assert equal >= 8


@pytest.mark.parametrize("task", ["GlyphBench/FloodFill-v0", "GlyphBench/FloodFillHard-v0"])
def test_the_plan_floods_the_board_within_the_horizon(task):
    env, solver = gym.make(task).unwrapped, FloodFillSolver()
    for seed in range(8):
        env.reset(seed=seed)
        cost = solver.cost_to_go(env)
        assert cost < env.max_turns
        for left in range(int(cost), 0, -1):
            assert solver.cost_to_go(env) == left
            *_, info = env.advance(solver.best_action(env))
        assert info["success"] and solver.best_action(env) is None
