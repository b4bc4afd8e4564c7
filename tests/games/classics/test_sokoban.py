import gymnasium as gym
import numpy as np
import pytest

from glyphbench.games.classics.sokoban import FLOOR, GOAL, WALL, Sokoban, State, generate, solved
from glyphbench.solvers.sokoban import SokobanSolver


def corridor(env):
    """`#@$.$.#`: pushing right puts the first box on its goal; the second box blocks further pushes."""
    env.reset(seed=0)
    board = np.full((3, 7), WALL, dtype=np.uint8)
    board[1, 1:6] = FLOOR
    board[1, 3] = board[1, 5] = GOAL
    env.state = State(board, {(1, 2), (1, 4)}, (1, 1))
    return env


def test_pushing_scores_and_a_blocked_box_says_so():
    env = corridor(Sokoban(boxes=2))
    reward, terminated, _, _ = env.advance(env.actions.index("RIGHT"))
    assert (reward, terminated, env.message) == (0.25, False, "You push the box onto a goal.")
    assert env.state.boxes == {(1, 3), (1, 4)}
    reward, *_ = env.advance(env.actions.index("RIGHT"))
    assert reward == 0 and "not free" in env.message
    assert env.observation.grid == ("#######", "#.@*$★#", "#######")
    env.advance(env.actions.index("UP"))
    assert env.message == "A wall is in the way."


def test_pushing_off_a_goal_takes_the_credit_back():
    env = Sokoban(boxes=1)
    env.reset(seed=0)
    board = np.full((3, 6), WALL, dtype=np.uint8)
    board[1, 1:5] = FLOOR
    board[1, 3] = GOAL
    env.state = State(board, {(1, 2)}, (1, 1))
    env.state.board[1, 4] = FLOOR
    env.boxes = 2  # half of the credit per box, and no end after the first
    env.state.boxes.add((0, 0))
    assert env.advance(1)[0] == 0.25
    assert env.advance(1)[0] == -0.25


@pytest.mark.parametrize("size,boxes", [(6, 1), (6, 2), (7, 3), (9, 4)])
def test_levels_are_solvable_and_start_with_every_box_off_its_goal(size, boxes):
    env = Sokoban(size=size, boxes=boxes)
    for seed in range(3):
        env.state = generate(np.random.default_rng(seed), size, boxes, 5)
        assert len(env.state.boxes) == (env.state.board == GOAL).sum() == boxes
        assert all(env.state.board[cell] == FLOOR for cell in env.state.boxes)
        assert env.state.board[env.state.player] != WALL and env.state.player not in env.state.boxes
        cost = SokobanSolver(budget=200_000).cost_to_go(env)
        assert cost is None or 5 <= cost < 200
        assert not solved(env.state)


def test_random_play_rarely_solves_the_easy_tier():
    env = gym.make("GlyphBench/SokobanEasy-v0")
    rng = np.random.default_rng(0)
    wins = 0
    for seed in range(60):
        env.reset(seed=seed)
        over = False
        while not over:
            _, _, terminated, truncated, info = env.step(int(rng.integers(4)))
            over = terminated or truncated
        wins += info["success"]
    assert wins <= 6


def test_arguments_are_checked():
    with pytest.raises(ValueError, match="size"):
        Sokoban(size=4)
    with pytest.raises(ValueError, match="do not fit"):
        Sokoban(size=5, boxes=5)
