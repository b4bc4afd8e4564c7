from math import inf

import gymnasium as gym
import pytest

from glyphbench.games.classics.gravity_maze import GravityMaze, State
from glyphbench.solvers.gravity_maze import GravityMazeSolver
from tests.solvers.brute import distances


@pytest.mark.parametrize("kwargs", [dict(spikes=30), dict(width=14, height=10, min_moves=7)])
@pytest.mark.parametrize("seed", range(4))
def test_every_reachable_state_has_the_breadth_first_cost(seed, kwargs):
    env, solver = GravityMaze(**kwargs), GravityMazeSolver()
    env.reset(seed=seed)
    level, origin = env.state.level, env.snapshot()
    for cell, cost in distances(env, lambda state: state.ball).items():
        env.restore(origin)
        env.state = State(level, cell)
        assert solver.cost_to_go(env) == cost
        assert (solver.best_action(env) is None) == (cost in (0, inf))
        if cost not in (0, inf):
            env.advance(solver.best_action(env))
            assert solver.cost_to_go(env) == cost - 1


TASKS = ["GlyphBench/GravityMaze-v0"]


@pytest.mark.parametrize("task", TASKS)
def test_the_teacher_solves_the_task_within_half_of_the_horizon(task):
    env = gym.make(task).unwrapped
    solver = GravityMazeSolver()
    for seed in range(10):
        env.reset(seed=seed)
        cost = solver.cost_to_go(env)
        assert 2 * cost <= env.max_turns
        for _ in range(int(cost)):
            *_, info = env.advance(solver.best_action(env))
        assert info["success"] and info["return_so_far"] == 1
        assert solver.cost_to_go(env) == 0 and solver.best_action(env) is None
