"""Checks that every teacher of a game on a course must pass."""

from __future__ import annotations

from math import inf

import gymnasium as gym
import pytest

from glyphbench.core.env import GlyphEnv
from glyphbench.games.classics.course import Run
from glyphbench.solvers import solver_for
from glyphbench.solvers.base import Solver
from tests.solvers.brute import distances


def agrees_with_breadth_first_search(env: GlyphEnv, solver: Solver, seeds: range, limit: int = 20_000) -> None:
    """Every state that the real environment can reach from the start has the cost that brute force finds."""
    for seed in seeds:
        env.reset(seed=seed)
        start = env.state
        far = distances(env, lambda state: state.position, limit)
        assert 0 < far[start.position] < inf
        for place, expected in far.items():
            env.state = Run(start.course, place)
            assert solver.cost_to_go(env) == expected
            action = solver.best_action(env)
            assert (action is None) == (expected in (0, inf))
            if action is not None:
                env._ended = False
                env.advance(action)
                assert far[env.state.position] == expected - 1


def wins_every_episode(task: str, seeds: range) -> None:
    """Following the teacher scores 1 in exactly the promised turns, at most half the horizon."""
    env = gym.make(f"GlyphBench/{task}-v0")
    game = env.unwrapped
    solver = solver_for(env)
    for seed in seeds:
        env.reset(seed=seed)
        cost = solver.cost_to_go(game)
        assert cost <= game.max_turns / 2
        total, terminated = 0.0, False
        while not terminated:
            assert solver.cost_to_go(game) == cost - game.turn
            before = game.observation.text
            action = solver.best_action(game)
            assert game.observation.text == before
            _, reward, terminated, _, info = env.step(action)
            total += reward
        assert info["success"] and game.turn == cost and total == pytest.approx(1)
        assert solver.cost_to_go(game) == 0 and solver.best_action(game) is None
