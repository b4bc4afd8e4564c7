import gymnasium as gym
import pytest

from glyphbench.games.classics.warehouse import State, Warehouse
from glyphbench.solvers.warehouse import WarehouseSolver
from tests.solvers.brute import distances


@pytest.mark.parametrize("seed,packages,capacity", [(0, 1, 1), (1, 2, 1), (2, 2, 2), (3, 3, 2)])
def test_every_reachable_state_has_the_breadth_first_cost(seed, packages, capacity):
    env = Warehouse(size=7, packages=packages, capacity=capacity, shelves=6, max_turns=10_000)
    solver = WarehouseSolver()
    env.reset(seed=seed)
    level, origin = env.state.level, env.snapshot()
    for (player, waiting, stack), cost in distances(env, lambda at: (at.player, at.waiting, at.stack)).items():
        env.restore(origin)
        env.state = State(level, player, waiting, stack)
        assert solver.cost_to_go(env) == cost
        if cost:
            env.advance(solver.best_action(env))
            assert solver.cost_to_go(env) == cost - 1
        else:
            assert solver.best_action(env) is None


def test_the_teacher_solves_the_task_within_half_of_the_horizon():
    env = gym.make("GlyphBench/Warehouse-v0").unwrapped
    solver = WarehouseSolver()
    for seed in range(10):
        env.reset(seed=seed)
        cost = solver.cost_to_go(env)
        assert 2 * cost <= env.max_turns
        for _ in range(int(cost)):
            *_, info = env.advance(solver.best_action(env))
        assert info["success"] and info["return_so_far"] == pytest.approx(1)
