from collections import deque

import numpy as np
import pytest

from glyphbench.games.classics.snake import WALL, Snake, State, draw_arena, open_arena

UP, RIGHT, DOWN, LEFT = range(4)


@pytest.fixture
def env():
    env = Snake(size=8, apples=3)
    env.reset(seed=0)
    env.state = State(open_arena(8), deque([(3, 3), (3, 2), (3, 1)]), RIGHT, (6, 6))
    return env


def coil(env):
    """A closed ring of eight cells: the head is next to the tail."""
    ring = [(2, 2), (2, 3), (2, 4), (3, 4), (4, 4), (4, 3), (4, 2), (3, 2)]
    env.state = State(open_arena(8), deque(ring), LEFT, (6, 6))


def test_the_body_follows(env):
    env.step(DOWN)
    assert list(env.state.snake) == [(4, 3), (3, 3), (3, 2)]
    assert env.observation.grid[3][1:5] == ".>v." and env.observation.grid[4][3] == "↓"


def test_turning_straight_back_is_ignored(env):
    _, _, terminated, _, info = env.step(LEFT)
    assert (
        not terminated and env.state.snake[0] == (3, 4) and env.message == "You cannot turn straight back: you go on."
    )
    assert info["action_mask"].tolist() == [1, 1, 1, 0]


def test_the_cell_that_the_tail_leaves_is_free(env):
    coil(env)
    _, _, terminated, _, _ = env.step(DOWN)
    assert not terminated and env.state.snake[0] == (3, 2) and env.state.snake[-1] == (4, 2)


def test_body_and_wall_end_the_episode(env):
    coil(env)
    env.state.snake.append((3, 1))  # the tail is elsewhere now: (3, 2) is body
    _, reward, terminated, _, info = env.step(DOWN)
    assert terminated and not info["success"] and reward == pytest.approx(-0.2)
    assert env.message == "You ran into your body."
    env.reset(seed=0)
    env.state = State(open_arena(8), deque([(1, 3), (2, 3), (3, 3)]), UP, (6, 6))
    _, reward, terminated, _, _ = env.step(UP)
    assert terminated and reward == pytest.approx(-0.2) and env.message == "You ran into a wall."


def test_apples_pay_grow_and_end(env):
    total = 0.0
    for eaten in range(1, 4):
        env.state.apple = (3, 3 + eaten)
        tail = env.state.snake[-1]
        _, reward, terminated, _, info = env.step(RIGHT)
        total += reward
        assert env.state.snake[-1] == tail and len(env.state.snake) == 3 + eaten
        assert env.state.apple is None or env.state.apple not in env.state.snake
    assert terminated and info["success"] and total == pytest.approx(1)


def test_inner_walls_leave_the_floor_open():
    for seed in range(30):
        arena = draw_arena(np.random.default_rng(seed), 15, 4)
        assert (arena.board[1:-1, 1:-1] == WALL).sum() == 12
        seen, stack = {arena.free[0]}, [arena.free[0]]
        while stack:
            row, col = stack.pop()
            ways = [cell for cell in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))]
            ways = [cell for cell in ways if arena.board[cell] != WALL]
            assert len(ways) >= 2
            stack += [cell for cell in ways if cell not in seen]
            seen.update(ways)
        assert len(seen) == len(arena.free)


@pytest.mark.parametrize("kwargs", [{"apples": 0}, {"size": 6}, {"size": 7, "apples": 11}, {"size": 7, "walls": 1}])
def test_arguments(kwargs):
    with pytest.raises(ValueError):
        Snake(**kwargs)
