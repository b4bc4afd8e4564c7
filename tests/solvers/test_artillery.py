from math import inf

import gymnasium as gym
import pytest

from glyphbench.games.classics.artillery import Artillery
from glyphbench.solvers.artillery import ArtillerySolver
from tests.solvers.brute import distances


def test_costs_agree_with_breadth_first_search_over_real_shots():
    env = Artillery(targets=2, shells=3)
    solver = ArtillerySolver()
    for seed in range(4):
        env.reset(seed=seed)
        far = distances(env, lambda state: (state.alive, state.shells))
        assert far[0b11, 3] == 2 and far[0b11, 1] == inf
        for (alive, shells), expected in far.items():
            env.state.alive, env.state.shells = alive, shells
            assert solver.cost_to_go(env) == expected
            assert (solver.best_action(env) is None) == (expected in (0, inf))


def test_play():
    env = gym.make("GlyphBench/Artillery-v0")
    solver = ArtillerySolver()
    for seed in range(20):
        env.reset(seed=seed)
        rewards = [env.step(solver.best_action(env.unwrapped))[1] for _ in range(3)]
        assert sum(rewards) == pytest.approx(1) and solver.cost_to_go(env.unwrapped) == 0
