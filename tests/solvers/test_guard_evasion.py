from math import inf

import gymnasium as gym
import pytest

from glyphbench.games.classics.guard_evasion import GuardEvasion, State
from glyphbench.solvers.guard_evasion import GuardEvasionSolver
from tests.solvers.brute import distances


@pytest.mark.parametrize("seed,size,guards", [(0, 8, 1), (1, 8, 2), (2, 8, 3), (3, 9, 2)])
def test_every_reachable_state_has_the_breadth_first_cost(seed, size, guards):
    env, solver = GuardEvasion(size=size, guards=guards, max_turns=10_000), GuardEvasionSolver()
    env.reset(seed=seed)
    level, origin = env.state.level, env.snapshot()
    found = distances(env, lambda state: (state.player, state.phase, state.caught))
    assert inf in found.values() and len(found) > 100
    for (player, phase, caught), cost in found.items():
        env.restore(origin)
        env.state = State(level, player, phase, caught)
        assert solver.cost_to_go(env) == cost
        if cost in (0, inf):
            assert solver.best_action(env) is None
        else:
            env.advance(solver.best_action(env))
            assert solver.cost_to_go(env) == cost - 1


@pytest.mark.parametrize("tier", ["Easy", "", "Hard"])
def test_the_teacher_solves_the_task_within_half_of_the_horizon(tier):
    env = gym.make(f"GlyphBench/GuardEvasion{tier}-v0").unwrapped
    solver = GuardEvasionSolver()
    for seed in range(8):
        env.reset(seed=seed)
        cost = solver.cost_to_go(env)
        assert 2 * cost <= env.max_turns
        for _ in range(int(cost)):
            *_, info = env.advance(solver.best_action(env))
        assert info["success"] and info["return_so_far"] == 1
