import numpy as np
import pytest

from glyphbench.games.classics.tetris import PIECES, State, Tetris, fits, settle, shapes, spawn, steer

LEFT, RIGHT, ROTATE, DROP, WAIT = range(5)
EMPTY = (0,) * 10


def rows(*lines: str) -> tuple[int, ...]:
    """Bit masks of the bottom rows of a board of 10 rows, drawn with `#` and `.`; bit 0 is the left column."""
    masks = [sum(1 << col for col, char in enumerate(line) if char == "#") for line in lines]
    return (*[0] * (10 - len(masks)), *masks)


@pytest.fixture
def env():
    env = Tetris()
    env.reset(seed=0)
    return env


def put(env, board, kind, coming=("O", "O", "O")):
    env.state = State(board, kind, spawn(kind, 6), list(coming))


@pytest.mark.parametrize("kind", PIECES)
def test_rotations_are_those_of_the_turned_box(kind):
    box = np.array([[char == "■" for char in line] for line in PIECES[kind]])
    for turn in range(4):
        expected = {(int(row), int(col) + 2) for row, col in np.argwhere(np.rot90(box, -turn))}
        shape = shapes(8)[kind, turn, 2]
        assert {(row, col) for row, mask in shape for col in range(8) if mask >> col & 1} == expected


@pytest.mark.parametrize("kind", PIECES)
def test_pieces_appear_at_the_top_inside_the_walls(kind):
    turn, row, col = spawn(kind, 6)
    shape = shapes(6)[kind, turn, col]
    assert fits(EMPTY, shape, row) and not fits(EMPTY, shape, row - 1)


def test_shift_then_sink_and_settle_when_it_cannot_sink():
    # An O (2x2) starts in columns 2-3; eight rows further down it rests on the floor and the next action settles it.
    place = spawn("O", 6)
    assert place == (0, 0, 2)
    assert steer(EMPTY, 6, "O", place, LEFT) == ((0, 1, 1), False)
    for _ in range(8):
        place, settled = steer(EMPTY, 6, "O", place, WAIT)
        assert not settled
    assert steer(EMPTY, 6, "O", place, RIGHT) == ((0, 8, 3), True)
    assert steer(EMPTY, 6, "O", spawn("O", 6), DROP) == ((0, 8, 2), True)


def test_full_rows_disappear_and_the_rest_comes_down():
    board = rows("#.....", "##..##", "##..##")
    after, cleared = settle(board, 6, "O", (0, 8, 2))
    assert cleared == 2 and after == rows("#.....")


def test_rows_pay_up_to_the_goal_and_end(env):
    put(env, rows("##..##", "##..##"), "O")
    _, reward, terminated, _, _ = env.step(DROP)
    assert reward == pytest.approx(0.4) and not terminated and "clears 2 rows" in env.message
    put(env, rows("##..##", "##..##"), "O")
    env.state.lines = 4
    _, reward, terminated, _, info = env.step(DROP)
    assert reward == pytest.approx(0.2) and terminated and info["success"]


def test_topping_out_costs(env):
    put(env, rows(*["..##.."] * 8), "O")
    _, reward, terminated, _, info = env.step(DROP)
    assert terminated and not info["success"] and reward == pytest.approx(-0.2)


def test_refused_moves_say_so(env):
    put(env, EMPTY, "O")
    for _ in range(3):
        env.step(LEFT)
    assert env.state.place[2] == 0 and env.message == "There is no room on that side."
    assert env._action_mask().tolist() == [0, 1, 1, 1, 1]
    # An upright I beside the right wall has no room to lie down.
    env.state = State(EMPTY, "I", (1, 2, 3), ["O", "O"])
    env.step(ROTATE)
    assert env.message == "There is no room to turn."


def test_pieces_come_from_a_bag_of_seven():
    env = Tetris(height=24, lines=40)
    env.reset(seed=3)
    dealt = []
    for _ in range(14):
        dealt.append(env.state.kind)
        env.state.rows = (0,) * 24
        assert env.state.coming[0] in PIECES
        env.advance(DROP)
    assert sorted(dealt[:7]) == sorted(dealt[7:]) == sorted(PIECES)


@pytest.mark.parametrize("kwargs", [{"width": 4}, {"height": 5}, {"lines": 0}])
def test_arguments(kwargs):
    with pytest.raises(ValueError):
        Tetris(**kwargs)
