from collections import deque
from math import inf

import gymnasium as gym
import pytest

from glyphbench.games.classics.snake import Snake, State, open_arena
from glyphbench.solvers.snake import SnakeSolver, walk

DOWN, LEFT = 2, 3


@pytest.mark.parametrize("task,least", [("SnakeEasy", 0.99), ("Snake", 0.97), ("SnakeHard", 0.95)])
def test_the_reference_policy_eats_all_apples_in_half_the_horizon(task, least):
    env = gym.make(f"GlyphBench/{task}-v0")
    game = env.unwrapped
    solver = SnakeSolver()
    returns = []
    for seed in range(20):
        env.reset(seed=seed)
        over = False
        while not over:
            _, terminated, truncated, info = game.advance(solver.best_action(game))
            over = terminated or truncated
        returns.append(info["return_so_far"])
        assert game.turn <= game.max_turns / 2
        assert solver.best_action(game) is None
        assert solver.cost_to_go(game) == (0 if info["success"] else inf)
    assert sum(returns) / len(returns) >= least


def test_it_does_not_walk_into_a_trap():
    env = Snake(size=8, apples=10)
    env.reset(seed=0)
    # The apple lies in a corner that the body closes off: the snake would grow and never get out.
    body = [(2, 1), (2, 2), (1, 2), (1, 3), (2, 3), (3, 3), (4, 3)]
    env.state = State(open_arena(8), deque(body), LEFT, (1, 1))
    assert SnakeSolver().best_action(env) == DOWN


def test_walks_use_cells_that_the_body_leaves_in_time():
    arena = open_arena(8)
    # Straight down through (3, 3) if it is the tail; if it leaves one turn later, round by (2, 2) and (3, 2).
    assert walk(arena, deque([(2, 3), (2, 4), (3, 4), (3, 3)]), (4, 3)) == [(2, 3), (3, 3), (4, 3)]
    longer = walk(arena, deque([(2, 3), (2, 4), (3, 4), (3, 3), (3, 2)]), (4, 3))
    assert longer is not None and len(longer) == 5 and longer[1:3] == [(2, 2), (3, 2)]


def test_it_never_changes_the_environment():
    env = Snake()
    env.reset(seed=4)
    before = env.observation.text
    solver = SnakeSolver()
    solver.best_action(env)
    assert solver.cost_to_go(env) > 0 and env.observation.text == before
