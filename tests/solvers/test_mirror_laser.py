import gymnasium as gym
import numpy as np
import pytest

from glyphbench.games.classics.mirror_laser import MirrorLaser, State, fewest_flips
from glyphbench.solvers.mirror_laser import MirrorLaserSolver
from tests.solvers.brute import distances


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("size,mirrors,targets", [(5, 6, 1), (5, 7, 3)])
def test_every_reachable_state_has_the_breadth_first_cost(seed, size, mirrors, targets):
    env = MirrorLaser(size=size, mirrors=mirrors, targets=targets, blocks=1, min_flips=2)
    solver = MirrorLaserSolver()
    env.reset(seed=seed)
    level, origin = env.state.level, env.snapshot()
    for cells, cost in distances(env, lambda state: state.board.tobytes()).items():
        env.restore(origin)
        env.state = State(level, np.frombuffer(cells, dtype=np.uint8).reshape(size, size).copy())
        assert solver.cost_to_go(env) == cost
        if cost:
            env.advance(solver.best_action(env))
            assert solver.cost_to_go(env) == cost - 1
        else:
            assert solver.best_action(env) is None


def test_an_exhausted_budget_is_none():
    env = MirrorLaser()
    env.reset(seed=0)
    assert fewest_flips(env.state.level, env.state.board, budget=2) is None


def test_the_teacher_solves_the_task_within_half_of_the_horizon():
    env = gym.make("GlyphBench/MirrorLaser-v0").unwrapped
    solver = MirrorLaserSolver()
    for seed in range(15):
        env.reset(seed=seed)
        cost = solver.cost_to_go(env)
        assert 2 * cost <= env.max_turns
        for _ in range(int(cost)):
            *_, info = env.advance(solver.best_action(env))
        assert info["success"] and info["return_so_far"] == 1
