from math import inf

import gymnasium as gym
import pytest

from glyphbench.games.classics.ice_sliding import IceSliding, State
from glyphbench.solvers.ice_sliding import IceSlidingSolver
from tests.solvers.brute import distances


@pytest.mark.parametrize("kwargs", [dict(size=8, min_moves=5, water=10), dict(size=10, min_moves=9)])
@pytest.mark.parametrize("seed", range(4))
def test_every_reachable_state_has_the_breadth_first_cost(seed, kwargs):
    env, solver = IceSliding(**kwargs), IceSlidingSolver()
    env.reset(seed=seed)
    level, origin = env.state.level, env.snapshot()
    for cell, cost in distances(env, lambda state: state.player).items():
        env.restore(origin)
        env.state = State(level, cell)
        assert solver.cost_to_go(env) == cost
        assert (solver.best_action(env) is None) == (cost in (0, inf))
        if cost not in (0, inf):
            env.advance(solver.best_action(env))
            assert solver.cost_to_go(env) == cost - 1


TASKS = [f"GlyphBench/IceSliding{tier}-v0" for tier in ("Easy", "", "Hard")]


@pytest.mark.parametrize("task", TASKS)
def test_the_teacher_solves_the_task_within_half_of_the_horizon(task):
    env = gym.make(task).unwrapped
    solver = IceSlidingSolver()
    for seed in range(10):
        env.reset(seed=seed)
        cost = solver.cost_to_go(env)
        assert 2 * cost <= env.max_turns
        for _ in range(int(cost)):
            *_, info = env.advance(solver.best_action(env))
        assert info["success"] and info["return_so_far"] == 1
        assert solver.cost_to_go(env) == 0 and solver.best_action(env) is None
