"""Checks that the exact teachers of games with a fixed level share."""

from collections.abc import Callable
from math import inf
from typing import Any

import gymnasium as gym

from glyphbench.core.env import GlyphEnv
from glyphbench.solvers import Solver
from tests.solvers.brute import distances


def agrees_with_breadth_first_search(
    env: GlyphEnv, solver: Solver, seed: int, key: Callable[[Any], Any], place: Callable[[Any, Any], Any]
) -> None:
    """In every reachable state: the cost is breadth-first search's, and the best action lowers it by one.

    `key` says what distinguishes two states of a level, `place` makes the state of a level and a key.
    """
    env.reset(seed=seed)
    level, origin = env.state.level, env.snapshot()
    for at, cost in distances(env, key).items():
        env.restore(origin)
        env.state = place(level, at)
        assert solver.cost_to_go(env) == cost
        assert (solver.best_action(env) is None) == (cost in (0, inf))
        if cost not in (0, inf):
            env.advance(solver.best_action(env))
            assert solver.cost_to_go(env) == cost - 1


def solves_within_half_of_the_horizon(task: str, solver: Solver) -> None:
    """On ten seeds the teacher wins in exactly its cost, which is at most half of the horizon."""
    env: Any = gym.make(task).unwrapped
    for seed in range(10):
        env.reset(seed=seed)
        cost = solver.cost_to_go(env)
        assert cost is not None and 2 * cost <= env.max_turns
        for _ in range(int(cost)):
            *_, info = env.advance(solver.best_action(env))
        assert info["success"] and info["return_so_far"] == 1
        assert solver.cost_to_go(env) == 0 and solver.best_action(env) is None
