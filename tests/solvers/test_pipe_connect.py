from math import inf, prod

import gymnasium as gym
import numpy as np
import pytest

from glyphbench.games.classics.pipe_connect import (
    BLOCK,
    CORNER,
    STRAIGHT,
    TEE,
    Level,
    PipeConnect,
    State,
    _relaxed,
    fewest_turns,
    turned,
)
from glyphbench.solvers.pipe_connect import PipeConnectSolver
from tests.solvers.brute import distances


def small_board(seed, most=700):
    """A random 4x4 board, solvable or not, with at most `most` settings of its pipes."""
    rng = np.random.default_rng(seed)
    while True:
        pipes = rng.choice([BLOCK, STRAIGHT, CORNER, TEE], size=(4, 4), p=[0.45, 0.3, 0.2, 0.05]).astype(np.uint8)
        source, drain = (int(rng.integers(4)), 0), (int(rng.integers(4)), 3)
        pipes[source] = pipes[drain] = 15
        settings = prod({BLOCK: 1, STRAIGHT: 2, 15: 1}.get(kind, 4) for kind in pipes.ravel().tolist())
        state = State(Level(source, drain), pipes)
        if 60 < settings <= most and fewest_turns(state.level, pipes) != []:
            return state


@pytest.mark.parametrize("seed", range(8))
def test_every_reachable_state_has_the_breadth_first_cost(seed):
    env, solver = PipeConnect(size=4, max_turns=10_000), PipeConnectSolver()
    env.reset(seed=0)
    env.state = small_board(seed)
    level, origin = env.state.level, env.snapshot()
    for cells, cost in distances(env, lambda state: state.pipes.tobytes()).items():
        env.restore(origin)
        env.state = State(level, np.frombuffer(cells, dtype=np.uint8).reshape(4, 4).copy())
        found = solver.cost_to_go(env)
        assert found == (None if cost == inf else cost)
        if found:
            env.advance(solver.best_action(env))
            assert solver.cost_to_go(env) == cost - 1


def cheapest_simple_path(level, pipes):
    """Fewest quarter turns over every simple path, by plain enumeration and turning each pipe until it fits."""
    best = inf
    sides = {(-1, 0): 1, (0, 1): 2, (1, 0): 4, (0, -1): 8}

    def fit(openings, wanted):
        for turns in range(4):
            if openings & wanted == wanted:
                return turns
            openings = openings * 2 % 16 + openings // 8
        return inf

    def walk(cell, entry, used, spent):
        nonlocal best
        if cell == level.drain:
            best = min(best, spent)
            return
        for (d_row, d_col), side in sides.items():
            other = (cell[0] + d_row, cell[1] + d_col)
            if other in used or not (0 <= other[0] < len(pipes) and 0 <= other[1] < len(pipes)):
                continue
            total = spent + fit(int(pipes[cell]), side | entry)
            if total < best:
                walk(other, {1: 4, 2: 8, 4: 1, 8: 2}[side], used | {other}, total)

    walk(level.source, 0, {level.source}, 0)
    return best


def test_the_cheapest_path_crosses_no_pipe_twice():
    rng = np.random.default_rng(1)
    crossed = 0
    for _ in range(150):
        pipes = rng.choice([STRAIGHT, CORNER, TEE], size=(5, 5), p=[0.35, 0.6, 0.05]).astype(np.uint8)
        pipes = np.where(rng.random((5, 5)) < 0.5, turned(pipes), pipes).astype(np.uint8)
        pipes[2, 0] = pipes[2, 4] = 15
        level = Level((2, 0), (2, 4))
        plan = fewest_turns(level, pipes)
        assert (inf if plan is None else len(plan)) == cheapest_simple_path(level, pipes)
        crossed += plan is not None and _relaxed(level, pipes.tolist())[level.source, -1] < len(plan)
    assert crossed, "no board on which a path that crosses itself would be cheaper"


def test_an_exhausted_budget_is_none():
    env = PipeConnect()
    env.reset(seed=0)
    assert fewest_turns(env.state.level, env.state.pipes, budget=2) is None


@pytest.mark.parametrize("tier", ["Easy", "", "Hard"])
def test_the_teacher_solves_the_task_within_half_of_the_horizon(tier):
    env = gym.make(f"GlyphBench/PipeConnect{tier}-v0").unwrapped
    solver = PipeConnectSolver()
    for seed in range(10):
        env.reset(seed=seed)
        cost = solver.cost_to_go(env)
        assert 2 * cost <= env.max_turns
        for _ in range(int(cost)):
            *_, info = env.advance(solver.best_action(env))
        assert info["success"] and info["return_so_far"] == 1
