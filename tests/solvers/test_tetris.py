from math import inf

import gymnasium as gym
import pytest

from glyphbench.games.classics.tetris import State, Tetris, spawn
from glyphbench.solvers.tetris import TetrisSolver, value


def test_the_reference_policy_clears_the_rows():
    env = gym.make("GlyphBench/Tetris-v0")
    game = env.unwrapped
    solver = TetrisSolver()
    returns = []
    for seed in range(25):
        env.reset(seed=seed)
        over = False
        while not over:
            _, terminated, truncated, info = game.advance(solver.best_action(game))
            over = terminated or truncated
        returns.append(info["return_so_far"])
        assert game.turn <= game.max_turns / 2
        assert solver.best_action(game) is None
        assert solver.cost_to_go(game) == (0 if info["success"] else inf)
    assert sum(returns) / len(returns) >= 0.9


def test_it_fills_the_gap():
    env = Tetris(lines=2)
    env.reset(seed=0)
    gap_left = 0b111110
    env.state = State((*[0] * 6, *[gap_left] * 4), "I", spawn("I", 6), ["O", "O"])
    solver = TetrisSolver()
    for _ in range(12):
        _, terminated, _, info = env.advance(solver.best_action(env))
        if terminated:
            break
    assert terminated and info["success"]


def test_values_of_hand_counted_boards():
    # Heights 2, 1, 0, 0 with one hole under the first column: total 3, bumps 1 + 1 + 0.
    board = (0, 0, 0b0001, 0b0010)
    assert value(board, 4, 1) == pytest.approx(-0.51 * 3 + 0.76 - 0.36 - 0.18 * 2)
    assert value((0, 0, 0, 0), 4, 0) == 0


def test_it_never_changes_the_environment():
    env = Tetris()
    env.reset(seed=1)
    before = env.observation.text
    TetrisSolver().best_action(env)
    assert env.observation.text == before
