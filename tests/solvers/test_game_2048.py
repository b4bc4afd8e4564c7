from functools import cache
from math import inf

import gymnasium as gym
import numpy as np
import pytest

from glyphbench.games.classics.game_2048 import Game2048, State, slide
from glyphbench.solvers.game_2048 import Game2048Solver


@cache
def expectimax(board, size, goal):
    """Plain recursion, no symmetry, no layers."""
    best = inf
    for action in range(4):
        after = slide(board, action, size)
        if after == board:
            continue
        if max(after) >= goal:
            return 1
        empty = [cell for cell, power in enumerate(after) if not power]
        total = 0.0
        for cell in empty:
            for power, chance in ((1, 0.9), (2, 0.1)):
                child = (*after[:cell], power, *after[cell + 1 :])
                total += chance * expectimax(child, size, goal)
        best = min(best, 1 + total / len(empty))
    return 1000 if best == inf else best


@pytest.mark.parametrize("size,goal", [(2, 4), (2, 5)])
def test_costs_are_those_of_plain_expectimax(size, goal):
    env = Game2048(size=size, target=1 << goal)
    solver = Game2048Solver()
    for seed in range(12):
        env.reset(seed=seed)
        over = False
        while not over:
            board = env.state.board
            assert solver.cost_to_go(env) == pytest.approx(expectimax(board, size, goal), rel=1e-9)
            _, over, _, _ = env.advance(solver.best_action(env))
        assert solver.cost_to_go(env) == (0 if max(env.state.board) >= goal else inf)
        assert solver.best_action(env) is None


def test_a_winning_merge_costs_one_move():
    env = Game2048(size=3, target=16)
    env.reset(seed=0)
    env.state = State((3, 3, 1, 0, 0, 0, 0, 0, 0), 3)
    assert Game2048Solver().cost_to_go(env) == 1
    assert env.actions.names[Game2048Solver().best_action(env)] in ("LEFT", "RIGHT")
    # After every turn there is a new tile on the board, so two lone 8s cannot be reached.
    env.state = State((3, 3, 0, 0, 0, 0, 0, 0, 0), 3)
    assert Game2048Solver().cost_to_go(env) is None and Game2048Solver().best_action(env) is None


def test_too_large_a_game_gives_none():
    env = Game2048(size=4, target=64)
    env.reset(seed=0)
    assert Game2048Solver().cost_to_go(env) is None and Game2048Solver().best_action(env) is None
    env = Game2048(size=3, target=16)
    env.reset(seed=0)
    assert Game2048Solver(budget=100).cost_to_go(env) is None


def test_costs_of_the_default_task_satisfy_the_optimality_equation():
    env = gym.make("GlyphBench/2048-v0").unwrapped
    other = Game2048()
    other.reset(seed=0)
    solver = Game2048Solver()
    rng = np.random.default_rng(0)

    def cost(board):
        other.state = State(board, 2)
        value = solver.cost_to_go(other)
        return 1000 if value == inf else value

    for seed in range(2):
        env.reset(seed=seed)
        over = False
        while not over:
            board = env.state.board
            options = []
            for after in {slide(board, action, 3) for action in range(4)} - {board}:
                empty = [cell for cell, power in enumerate(after) if not power]
                children = [
                    chance * cost((*after[:cell], power, *after[cell + 1 :]))
                    for cell in empty
                    for power, chance in ((1, 0.9), (2, 0.1))
                ]
                options.append(1 if max(after) == 6 else 1 + sum(children) / len(empty))
            assert solver.cost_to_go(env) == pytest.approx(min(options), rel=1e-9)
            _, over, _, _ = env.advance(int(rng.choice(np.flatnonzero(env._action_mask()))))


def test_the_default_task_is_won():
    env = gym.make("GlyphBench/2048-v0").unwrapped
    solver = Game2048Solver()
    for seed in range(10):
        env.reset(seed=seed)
        over = False
        while not over:
            _, over, _, info = env.advance(solver.best_action(env))
        assert info["success"] and info["return_so_far"] == pytest.approx(1)
        assert env.turn <= env.max_turns / 2
