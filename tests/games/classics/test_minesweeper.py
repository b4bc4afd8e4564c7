import numpy as np
import pytest

from glyphbench.games.classics.minesweeper import Minesweeper, State, neighbours


def field(env, *rows):
    """Lay a field by hand: `*` is a mine, `o` a cell revealed already."""
    env.reset(seed=0)
    text = "".join(rows)
    mines = np.array([char == "*" for char in text])
    counts = [int(mines[list(cells)].sum()) for cells in neighbours(env.rows, env.cols)]
    shown = np.array([char == "o" for char in text])
    env.state = State(mines, counts, shown, np.zeros(len(text), bool), int((~shown & ~mines).sum()))
    return env


def play(env, name):
    reward, terminated, _, info = env.advance(env.actions.index(name))
    return reward, terminated, info.get("success")


# A column of mines splits the field; the outer columns touch none.
WALL = ("..*..", "..*..", "..*..", "..*..")


def walled():
    return field(Minesweeper(rows=4, cols=5, mines=4), *WALL)


def test_numbers_flood_and_win():
    env = walled()
    assert play(env, "REVEAL_0_3") == (pytest.approx(0.5 / 16), False, None)
    assert env.observation.grid == ("???2?", "?????", "?????", "?????")
    assert play(env, "REVEAL_2_0") == (pytest.approx(0.5 * 8 / 16), False, None)
    assert env.observation.grid == (".2?2?", ".3???", ".3???", ".2???")
    reward, terminated, success = play(env, "REVEAL_3_4")
    assert env.observation.grid == (".2?2.", ".3?3.", ".3?3.", ".2?2.")
    assert reward == pytest.approx(0.5 * 7 / 16 + 0.5) and terminated and success


def test_a_mine_costs_half_and_keeps_what_was_earned():
    env = walled()
    assert play(env, "REVEAL_0_0")[0] == pytest.approx(0.25)
    assert play(env, "REVEAL_1_2") == (-0.5, True, False)
    assert env.observation.grid[1] == ".3*??" and env.observation.grid[0] == ".2???"


def test_flags_guard_a_cell_and_vanish_when_it_opens():
    env = walled()
    play(env, "FLAG_0_1")
    assert env.observation.grid[0] == "?F???" and "flags 1" in env.observation.hud
    assert play(env, "REVEAL_0_1")[0] == 0 and "flagged" in env.message
    assert env._action_mask()[1] == 0 and env._action_mask()[20 + 1] == 1
    play(env, "REVEAL_3_0")
    assert env.observation.grid[0] == ".2???" and "flags 0" in env.observation.hud
    assert play(env, "FLAG_0_1")[0] == 0 and "revealed already" in env.message
    play(env, "FLAG_0_2")
    play(env, "FLAG_0_2")
    assert env.observation.grid[0] == ".2???"


@pytest.mark.parametrize("rows,cols,mines", [(6, 6, 7), (7, 7, 10), (8, 8, 10), (4, 5, 8)])
def test_the_first_click_is_safe_with_its_surroundings(rows, cols, mines):
    env = Minesweeper(rows=rows, cols=cols, mines=mines)
    for seed in range(15):
        env.reset(seed=seed)
        state = env.state
        assert state.mines.sum() == mines and not (state.mines & state.shown).any()
        assert any(state.shown[cell] and state.counts[cell] == 0 for cell in range(rows * cols))
        assert state.opening == (~state.mines & ~state.shown).sum() > 0


def test_arguments_are_checked():
    with pytest.raises(ValueError, match="mines"):
        Minesweeper(rows=4, cols=4, mines=5)
    with pytest.raises(ValueError, match="rows"):
        Minesweeper(rows=3)
