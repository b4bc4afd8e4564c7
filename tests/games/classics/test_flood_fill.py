import numpy as np
import pytest

from glyphbench.games.classics.flood_fill import FloodFill, State, beam_search, board_mask, grow


def mask(cells, size):
    """The bit mask of (row, column) cells."""
    return sum(1 << row * (size + 1) + col for row, col in cells)


def game(*rows):
    """A running game on a drawn board of R, G, B, Y."""
    size = len(rows)
    env = FloodFill(size=size, colours=4)
    env.reset(seed=0)
    masks = [
        mask([(row, col) for row in range(size) for col in range(size) if rows[row][col] == char], size)
        for char in "RGBY"
    ]
    first = "RGBY".index(rows[0][0])
    env.state = State(masks, naive_region(rows, size), first)
    return env


def naive_region(rows, size):
    """The patch of the top left cell, cell by cell."""
    seen, stack = {(0, 0)}, [(0, 0)]
    while stack:
        row, col = stack.pop()
        for cell in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
            if min(cell) >= 0 and max(cell) < size and cell not in seen and rows[cell[0]][cell[1]] == rows[0][0]:
                seen.add(cell)
                stack.append(cell)
    return mask(seen, size)


BOARD = ("RRGB", "RGGB", "BBRR", "YYRR")


def test_a_hand_worked_game():
    env = game(*BOARD)
    assert env._observe().grid == BOARD and env._observe().hud == "your region 3/16 cells"
    assert env.advance(env.actions.index("GREEN"))[:2] == (0, False)
    assert env.message == "You fill with green: 3 cells join."
    assert env.observation.grid == ("GGGB", "GGGB", "BBRR", "YYRR")
    env.advance(env.actions.index("YELLOW"))
    assert env.message == "You fill with yellow: no cells join."
    env.advance(env.actions.index("BLUE"))
    env.advance(env.actions.index("RED"))
    reward, terminated, _, info = env.advance(env.actions.index("YELLOW"))
    assert (reward, terminated, info["success"]) == (1, True, True)
    assert env.observation.grid == ("YYYY",) * 4


def test_the_own_colour_does_nothing_and_says_so():
    env = game(*BOARD)
    assert env._action_mask().tolist() == [0, 1, 1, 1]
    assert env.advance(0)[:2] == (0, False) and env.message == "Your region is red already."
    assert env.observation.grid == BOARD


def test_rows_do_not_leak_into_each_other():
    size = 4
    ends = mask([(0, 3), (1, 0)], size)
    assert grow(mask([(0, 3)], size), ends, size) == mask([(0, 3)], size)
    assert board_mask(size) == mask([(row, col) for row in range(4) for col in range(4)], size)


@pytest.mark.parametrize("seed", range(6))
def test_fills_agree_with_a_naive_reading_of_the_rules(seed):
    env = FloodFill(size=7, colours=5)
    env.reset(seed=seed)
    rows = [list(row) for row in env.observation.grid]
    rng = np.random.default_rng(seed)
    for action in rng.integers(5, size=12).tolist():
        flooded, stack, old = {(0, 0)}, [(0, 0)], rows[0][0]
        while stack:
            row, col = stack.pop()
            for cell in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
                if min(cell) >= 0 and max(cell) < 7 and cell not in flooded and rows[cell[0]][cell[1]] == old:
                    flooded.add(cell)
                    stack.append(cell)
        for row, col in flooded:
            rows[row][col] = "RGBYP"[action]
        _, terminated, _, _ = env.advance(action)
        assert list(env.observation.grid) == ["".join(row) for row in rows]
        if terminated:
            break


@pytest.mark.parametrize("size,par", [(8, 13), (12, 19)])
def test_boards_can_be_flooded_within_par(size, par):
    env = FloodFill(size=size, par=par)
    for seed in range(5):
        env.reset(seed=seed)
        state = env.state
        assert 0 < len(beam_search(state.masks, state.region, state.colour, size, 8)) <= par


@pytest.mark.parametrize("kwargs", [{"size": 3}, {"colours": 2}, {"colours": 9}, {"par": 0}])
def test_bad_arguments_are_refused(kwargs):
    with pytest.raises(ValueError):
        FloodFill(**kwargs)
