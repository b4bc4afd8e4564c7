import numpy as np
import pytest

from glyphbench.games.classics.maze import GOAL, PALETTE, WALL, Level, Maze, State
from tests.games.classics.drawn import board


def test_walls_stop_and_the_goal_ends_the_episode():
    env = Maze()
    env.reset(seed=0)
    env.state = State(Level(board(PALETTE, "#####", "#..★#", "#####"), (1, 3)), (1, 1))
    assert env._action_mask().tolist() == [0, 1, 0, 0]
    assert env.advance(env.actions.index("UP"))[:2] == (0, False)
    assert env.message == "A wall is in the way." and env.state.player == (1, 1)
    assert env.advance(env.actions.index("RIGHT"))[:2] == (0, False)
    assert env.observation.grid == ("#####", "#.@★#", "#####")
    reward, terminated, _, info = env.advance(env.actions.index("RIGHT"))
    assert (reward, terminated, info["success"]) == (1, True, True)


@pytest.mark.parametrize("size", [5, 9, 15, 21])
def test_a_maze_without_loops_is_a_tree_over_all_rooms(size):
    env = Maze(size=size)
    for seed in range(5):
        env.reset(seed=seed)
        floor = env.state.level.board != WALL
        rooms = ((size - 1) // 2) ** 2
        assert floor[1::2, 1::2].all() and not floor[::2, ::2].any()
        assert floor.sum() == 2 * rooms - 1  # rooms and the passages of a spanning tree
        edges = (floor[1:] & floor[:-1]).sum() + (floor[:, 1:] & floor[:, :-1]).sum()
        assert edges == floor.sum() - 1
        assert (env.state.level.board == GOAL).sum() == 1 and env.state.player != env.state.level.goal


def test_loops_open_that_many_more_walls():
    for seed in range(5):
        plain, looped = Maze(size=11), Maze(size=11, loops=6)
        plain.reset(seed=seed)
        looped.reset(seed=seed)
        opened = (looped.state.level.board != WALL).astype(int) - (plain.state.level.board != WALL)
        assert opened.sum() == 6 and opened.min() == 0
        for row, col in np.argwhere(opened):
            across = looped.state.level.board[row, [col - 1, col + 1]]
            along = looped.state.level.board[[row - 1, row + 1], col]
            assert (across != WALL).all() or (along != WALL).all()


@pytest.mark.parametrize("kwargs", [{"size": 8}, {"size": 3}, {"size": 9, "loops": -1}])
def test_bad_arguments_are_refused(kwargs):
    with pytest.raises(ValueError):
        Maze(**kwargs)
