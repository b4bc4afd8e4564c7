import numpy as np
import pytest

from glyphbench.games.classics.connect_four import (
    BOARD,
    COLUMNS,
    ROWS,
    ConnectFour,
    State,
    connected,
    landing,
    outlook,
    ratings,
    winning_cells,
)


def position(*rows):
    """(X, O) bit boards of a drawing, top row first."""
    boards = {"X": 0, "O": 0, ".": 0}
    for height, row in enumerate(reversed(rows)):
        for column, char in enumerate(row):
            boards[char] |= 1 << column * 7 + height
    return boards["X"], boards["O"]


def naive_lines():
    """Every line of four as a bit board."""
    lines = []
    for column in range(COLUMNS):
        for height in range(ROWS):
            for d_column, d_height in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(column + step * d_column, height + step * d_height) for step in range(4)]
                if all(0 <= c < COLUMNS and 0 <= h < ROWS for c, h in cells):
                    lines.append(sum(1 << c * 7 + h for c, h in cells))
    return lines


LINES = naive_lines()


def naive_connected(discs):
    return any(discs & line == line for line in LINES)


def random_position(rng, discs):
    """A position that random play reaches, without a line of four; (mover, other)."""
    while True:
        sides = [0, 0]
        for number in range(discs):
            legal = [column for column in range(COLUMNS) if landing(sides[0] | sides[1], column)]
            sides[number % 2] |= landing(sides[0] | sides[1], int(rng.choice(legal)))
        if not naive_connected(sides[0]) and not naive_connected(sides[1]):
            return (sides[0], sides[1]) if discs % 2 == 0 else (sides[1], sides[0])


def test_there_are_69_lines():
    assert len(LINES) == 69


def test_lines_and_winning_cells_agree_with_enumeration():
    rng = np.random.default_rng(0)
    for _ in range(150):
        mover, other = random_position(rng, int(rng.integers(4, 30)))
        mask = mover | other
        expected = 0
        for bit in range(49):
            cell = 1 << bit
            if cell & BOARD and not cell & mask and naive_connected(mover | cell):
                expected |= cell
        assert winning_cells(mover, mask) == expected
        noise = int(rng.integers(1 << 49)) & BOARD
        assert connected(noise) == naive_connected(noise)


def naive_outlook(discs, mask, plies):
    """Plain minimax without any shortcut."""
    if plies == 0 or mask == BOARD:
        return 0
    best = -99
    for column in range(COLUMNS):
        cell = landing(mask, column)
        if cell:
            won = naive_connected(discs | cell)
            best = max(best, plies if won else -naive_outlook(discs ^ mask, mask | cell, plies - 1))
    return best


@pytest.mark.parametrize("plies", [1, 2, 3, 4])
def test_the_opponents_search_is_plain_minimax(plies):
    rng = np.random.default_rng(plies)
    decided = 0
    for _ in range({1: 60, 2: 60, 3: 40, 4: 20}[plies]):
        mover, other = random_position(rng, int(rng.integers(8, 38)))
        expected = naive_outlook(mover, mover | other, plies)
        decided += expected != 0
        assert outlook(mover, mover | other, plies) == expected
        values = ratings(mover, mover | other, plies)
        if values:
            assert max(values.values()) == expected
    assert decided > 3


def test_the_opponent_takes_a_win_and_blocks_one():
    env = ConnectFour(first="player")
    for seed in range(5):
        env.reset(seed=seed)
        env.state = State(*position("X......", "X.....O", "X.....O"))
        env.advance(env.actions.index("DROP_3"))
        assert env.state.theirs & position("O......", ".......", ".......", ".......")[1]
        env.reset(seed=seed)
        env.state = State(*position("X.....O", "X....XO", "XX...OO"))
        reward, terminated, _, info = env.advance(env.actions.index("DROP_5"))
        assert (reward, terminated, info["success"]) == (-1, True, False)
        assert env.message.endswith("It connects four.")


def test_a_win_a_full_column_and_a_draw():
    env = ConnectFour(first="player")
    env.reset(seed=0)
    env.state = State(*position("O......", "O.....O", "XXX...O"))
    reward, terminated, _, info = env.advance(env.actions.index("DROP_3"))
    assert (reward, terminated, info["success"]) == (1, True, True)
    env.reset(seed=0)
    env.state = State(*position("O......", "X......", "O......", "X......", "O......", "X......"))
    before = env._observe().grid
    assert env.advance(env.actions.index("DROP_0"))[:2] == (0, False)
    assert env.message == "Column 0 is full; nobody moves." and env.observation.grid == before
    assert env._action_mask().tolist() == [0, 1, 1, 1, 1, 1, 1]
    env.reset(seed=0)
    env.state = State(*position("XXOOXX.", "OOXXOOO", "XXOOXXX", "OOXXOOO", "XXOOXXX", "OOXXOOX"))
    reward, terminated, _, info = env.advance(env.actions.index("DROP_6"))
    assert (reward, terminated, info["success"]) == (0, True, False)
    assert "draw" in env.message


@pytest.mark.parametrize("first,begun", [("player", 0), ("opponent", 1)])
def test_who_begins(first, begun):
    env = ConnectFour(first=first)
    for seed in range(4):
        env.reset(seed=seed)
        assert env.state.theirs.bit_count() == begun and env.state.mine == 0
    env = ConnectFour()
    begun_by = set()
    for seed in range(10):
        env.reset(seed=seed)
        begun_by.add(env.state.theirs.bit_count())
        assert env.message.startswith("The opponent begins" if env.state.theirs else "You begin")
    assert begun_by == {0, 1}


@pytest.mark.parametrize("kwargs", [{"depth": -1}, {"depth": 9}, {"first": "me"}])
def test_bad_arguments_are_refused(kwargs):
    with pytest.raises(ValueError):
        ConnectFour(**kwargs)
