import numpy as np
import pytest

from glyphbench.games.classics.mirror_laser import DARK, PALETTE, Level, MirrorLaser, State, trace
from tests.games.classics.drawn import board


def bench(*rows):
    """A running game on a hand-drawn board with one laser and dark targets."""
    cells = board(PALETTE, *rows)
    targets = frozenset((int(row), int(col)) for row, col in np.argwhere(cells == DARK))
    ((row, col),) = np.argwhere(cells < 4)
    env = MirrorLaser(size=len(rows), mirrors=3, targets=len(targets), blocks=0, min_flips=1)
    env.reset(seed=0)
    env.state = State(Level((int(row), int(col)), int(cells[row, col]), targets), cells)
    return env


def test_a_flip_lights_the_target_and_wins():
    env = bench(
        "..☆..",
        ".....",
        r"→.\..",
        ".....",
        "..☆..",
    )
    assert env._observe().grid == ("..☆..", ".....", r"→─\..", "..│..", "..★..")
    env = bench(
        "..☆..",
        ".....",
        r"→.\..",
        ".....",
        ".....",
    )
    reward, terminated, _, info = env.advance(env.actions.index("FLIP_2_2"))
    assert (reward, terminated, info["success"]) == (1, True, True)
    assert env._observe().grid == ("..★..", "..│..", "→─/..", ".....", ".....")


@pytest.mark.parametrize(
    "rows,first_after",
    [
        # one mirror in the middle; the laser shines from each side: which cell the beam enters after it
        (("...", "→/.", "☆.."), (0, 1)),
        (("...", r"→\.", "☆.."), (2, 1)),
        (("...", "./←", "☆.."), (2, 1)),
        (("...", r".\←", "☆.."), (0, 1)),
        (("☆..", "./.", ".↑."), (1, 2)),
        (("☆..", r".\.", ".↑."), (1, 0)),
        ((".↓.", "./.", "..☆"), (1, 0)),
        ((".↓.", r".\.", "..☆"), (1, 2)),
    ],
)
def test_mirrors_turn_the_beam_as_the_rules_say(rows, first_after):
    grown = [row + "." for row in rows] + ["...."]
    beam = trace(bench(*grown).state)
    assert beam[0][:2] == (1, 1) and beam[1][:2] == first_after


def test_beams_cross_and_blocks_stop_them():
    env = bench(
        r"→..\.",
        ".....",
        r".\../",
        ".....",
        "☆....",
    )
    # east along row 0, south at (0, 3) to the edge
    assert [cell[:2] for cell in trace(env.state)] == [(0, 1), (0, 2), (0, 3), (1, 3), (2, 3), (3, 3), (4, 3)]
    env = bench("→.#..", ".....", ".....", ".....", "☆....")
    assert [cell[:2] for cell in trace(env.state)] == [(0, 1)]


def test_crossing_beams_are_drawn_as_a_crossing():
    env = bench(
        "../.\\",
        ".....",
        "→.../",
        ".....",
        "..☆..",
    )
    # east along row 2 to (2, 4), north to (0, 4), west along row 0 to (0, 2), south over row 2
    assert env._observe().grid == ("../─\\", "..│.│", "→─┼─/", "..│..", "..★..")


def test_cells_without_a_mirror_say_so():
    env = bench("→....", ".....", "./...", ".....", "☆....")
    before = env._observe().grid
    env.advance(env.actions.index("FLIP_3_1"))
    assert env.message == "There is no mirror at row 3, column 1." and env._observe().grid == before
    assert np.flatnonzero(env._action_mask()).tolist() == [11]


@pytest.mark.parametrize("seed", range(8))
def test_boards_hold_what_was_asked_for(seed):
    env = MirrorLaser(size=7, mirrors=10, targets=2, blocks=3, min_flips=2)
    env.reset(seed=seed)
    drawn = "".join(PALETTE.rows(env.state.board))
    counts = [sum(map(drawn.count, chars)) for chars in ("/\\", "☆", "#", "↑→↓←")]
    assert counts == [10, 2, 3, 1]


@pytest.mark.parametrize("kwargs", [{"size": 3}, {"targets": 0}, {"mirrors": 40}, {"size": 5, "mirrors": 20}])
def test_bad_arguments_are_refused(kwargs):
    with pytest.raises(ValueError):
        MirrorLaser(**kwargs)
