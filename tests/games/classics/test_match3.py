"""Match3: lines, falling and swaps against a naive reading of the rules, and hand-worked turns."""

from __future__ import annotations

import numpy as np
import pytest

from glyphbench.games.classics.match3 import EMPTY, Match3, State, deal, drop, matches, swapped, valid_swaps


def naive_lines(board: np.ndarray) -> set[tuple[int, int]]:
    """Cells of every run of three, read cell by cell."""
    found = set()
    size = len(board)
    for row in range(size):
        for col in range(size):
            for d_row, d_col in ((0, 1), (1, 0)):
                cells = [(row + k * d_row, col + k * d_col) for k in range(3)]
                if all(r < size and c < size for r, c in cells):
                    kinds = {int(board[cell]) for cell in cells}
                    if len(kinds) == 1 and kinds != {EMPTY}:
                        found.update(cells)
    return found


@pytest.mark.parametrize("seed", range(30))
def test_lines_agree_with_naive_search(seed):
    board = np.random.default_rng(seed).integers(-1, 3, size=(7, 7)).astype(np.int8)
    assert {(int(r), int(c)) for r, c in np.argwhere(matches(board))} == naive_lines(board)


@pytest.mark.parametrize("seed", range(30))
def test_valid_swaps_agree_with_trying_each(seed):
    env = Match3(size=6, gems=4)
    board = deal(np.random.default_rng(seed), 6, 4)
    assert not naive_lines(board)
    tried = [bool(naive_lines(swapped(board, *env.ends(action)))) for action in range(len(env.actions))]
    assert valid_swaps(board).tolist() == tried and any(tried)


def test_action_names_name_their_cells():
    env = Match3(size=8)
    assert env.ends(env.actions.index("SWAP_3_6_RIGHT")) == ((3, 6), (3, 7))
    assert env.ends(env.actions.index("SWAP_6_7_DOWN")) == ((6, 7), (7, 7))
    assert len(env.actions) == 2 * 8 * 7


def test_gems_fall_in_order():
    column = np.array([[1], [EMPTY], [2], [EMPTY], [3]])
    drop(column)
    assert column.ravel().tolist() == [EMPTY, EMPTY, 1, 2, 3]


#: One swap (the 0 at row 3, column 2 goes down) makes a row of three 0s in the bottom row.
BOARD = [
    [1, 2, 3, 1, 2],
    [2, 3, 1, 2, 3],
    [3, 1, 2, 3, 1],
    [1, 2, 0, 1, 2],
    [0, 0, 3, 2, 1],
]


def ready(need: int = 10, swaps: int = 5) -> Match3:
    env = Match3(size=5, gems=4, target=10, swaps=5)
    env.reset(seed=0)
    env.state = State(np.array(BOARD, dtype=np.int8), (0, 3), need, swaps)
    return env


def test_a_line_is_collected_and_paid():
    env = ready()
    reward, terminated, _, info = env.advance(env.actions.index("SWAP_3_2_DOWN"))
    # Three rubies at 0.3 / 10 each; the random refill may add more wanted gems.
    gained = 10 - env.state.need
    assert gained >= 3 and reward == pytest.approx(0.03 * gained) and not terminated
    assert env.state.swaps == 4 and "collect" in env.message
    assert info["action_mask"].sum() > 0 and not matches(env.state.board).any()


def test_an_invalid_swap_is_spent_without_effect():
    env = ready()
    before = env.state.board.copy()
    reward, terminated, _, _ = env.advance(env.actions.index("SWAP_0_0_RIGHT"))
    assert reward == 0 and not terminated and env.state.swaps == 4
    assert (env.state.board == before).all() and "spent" in env.message


def test_the_last_gems_win():
    env = ready(need=2)
    reward, terminated, _, info = env.advance(env.actions.index("SWAP_3_2_DOWN"))
    assert terminated and info["success"] and reward == pytest.approx(0.06 + 0.7)


def test_the_last_swap_loses():
    env = ready(swaps=1)
    _, terminated, _, info = env.advance(env.actions.index("SWAP_0_0_RIGHT"))
    assert terminated and not info["success"] and "last swap" in env.message


def test_arguments_are_checked():
    for wrong in ({"size": 4}, {"gems": 7}, {"target": 0}, {"swaps": 0}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            Match3(**wrong)
