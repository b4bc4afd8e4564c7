import numpy as np
import pytest

from glyphbench.games.classics.game_2048 import Game2048, State, merge, slide


@pytest.mark.parametrize(
    "line,expected",
    [
        ((1, 1, 0), (2, 0, 0)),
        ((1, 0, 1), (2, 0, 0)),
        ((1, 1, 1), (2, 1, 0)),  # the two nearest to the wall
        ((2, 1, 1), (2, 2, 0)),  # a new tile does not merge again
        ((1, 1, 2, 2), (2, 3, 0, 0)),
        ((0, 0, 3), (3, 0, 0)),
        ((1, 2, 1), (1, 2, 1)),
    ],
)
def test_merging_by_hand(line, expected):
    assert merge(line) == expected


def test_directions():
    board = (1, 0, 0, 0, 2, 0, 1, 0, 3)
    assert slide(board, 0, 3) == (2, 2, 3, 0, 0, 0, 0, 0, 0)
    assert slide(board, 1, 3) == (0, 0, 1, 0, 0, 2, 0, 1, 3)
    assert slide(board, 2, 3) == (0, 0, 0, 0, 0, 0, 2, 2, 3)
    assert slide(board, 3, 3) == (1, 0, 0, 2, 0, 0, 1, 3, 0)


def at(env, *board):
    env.reset(seed=0)
    env.state = State(board, max(2, *board))
    return env


def test_reaching_the_target_and_half_of_it():
    env = at(Game2048(), 4, 4, 0, 4, 4, 0, 0, 0, 0)
    reward, terminated, *_ = env.advance(env.actions.index("LEFT"))
    assert reward == pytest.approx(0.1) and not terminated
    assert env.observation.grid[0][0] == env.observation.grid[1][0] == "B"
    reward, terminated, _, info = env.advance(env.actions.index("UP"))
    assert (reward, terminated, info["success"]) == (pytest.approx(0.9), True, True)
    assert "made the tile 64" in env.message and env.observation.grid[0][0] == "C"


def test_half_of_the_target_pays_once():
    env = at(Game2048(), 4, 4, 0, 4, 4, 0, 0, 0, 0)
    env.state.best = 5
    assert env.advance(env.actions.index("LEFT"))[0] == 0


def test_a_move_without_effect_brings_no_tile():
    env = at(Game2048(), 1, 2, 0, 0, 0, 0, 0, 0, 0)
    env.advance(env.actions.index("LEFT"))
    assert env.message == "Nothing moves LEFT." and env.state.board == (1, 2, 0, 0, 0, 0, 0, 0, 0)
    assert env._action_mask().tolist() == [0, 1, 1, 0]


def test_a_full_board_without_a_pair_loses():
    env = at(Game2048(size=2, target=64), 3, 3, 5, 4)
    reward, terminated, _, info = env.advance(env.actions.index("LEFT"))
    assert env.state.board[:1] == (4,) and env.state.board[1] in (1, 2)
    assert (reward, terminated, info["success"], env.message) == (0, True, False, "No move is left.")


def test_new_tiles_are_uniform_and_nine_in_ten_are_twos():
    env = Game2048()
    cells, twos, count = np.zeros(9), 0, 3000
    env.reset(seed=0)
    for _ in range(count):
        env.state.board = (0,) * 9
        env._spawn()
        cells += np.array(env.state.board) > 0
        twos += max(env.state.board) == 1
    assert abs(twos / count - 0.9) < 0.03
    assert np.all(np.abs(cells / count - 1 / 9) < 0.03)


def test_arguments_are_checked():
    for kwargs in ({"size": 5}, {"target": 48}, {"target": 8}):
        with pytest.raises(ValueError, match=r"size|target"):
            Game2048(**kwargs)
