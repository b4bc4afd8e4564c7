from itertools import product

import numpy as np
import pytest

from glyphbench.games.classics.nonogram import Nonogram, State, generate
from glyphbench.games.classics.nonogram_logic import columns, patterns, runs, solutions


def written(line):
    """Runs by splitting a string: another way than the code under test."""
    return tuple(len(part) for part in line.split("0") if part)


def test_runs_and_patterns_agree_with_strings():
    for value in range(1 << 9):
        assert runs(value) == written(f"{value:09b}"[::-1])
    assert patterns((2, 1), 5) == (0b01011, 0b10011, 0b10110)


def test_solutions_agree_with_all_pictures_of_size_3():
    by_clues = {}
    for picture in product(range(8), repeat=3):
        clues = tuple(map(runs, picture)), tuple(map(runs, columns(picture, 3)))
        by_clues.setdefault(clues, set()).add(picture)
    assert any(len(pictures) > 1 for pictures in by_clues.values())
    for clues, pictures in by_clues.items():
        assert set(solutions(*clues, limit=99)) == pictures
    assert solutions(((3,), (), (3,)), ((3,), (3,), (3,))) == []


@pytest.mark.parametrize("size", [3, 5, 8, 10])
def test_pictures_are_unique_and_have_no_empty_line(size):
    for seed in range(4):
        picture = generate(np.random.default_rng(seed), size)
        clues = tuple(map(runs, picture)), tuple(map(runs, columns(picture, size)))
        assert solutions(*clues, limit=2) == [picture]
        assert all(clue for clue in clues[0] + clues[1])


def test_scoring_by_hand():
    env = Nonogram(size=3)
    env.reset(seed=0)
    # ■■. / .■. / .■■
    env.state = State(((2,), (1,), (2,)), ((1,), (3,), (1,)), [0, 0, 0])
    rewards = []
    for name in ("0_0", "0_1", "1_1", "2_1"):
        rewards.append(env.advance(env.actions.index(f"TOGGLE_{name}"))[0] * 12)
    # Column 0; row 0; row 1; column 1.
    assert rewards == pytest.approx([1, 1, 1, 1])
    assert env.observation.grid == ("■■.", ".■.", ".■.")
    assert "row clues: 0 = 2; 1 = 1; 2 = 2\ncolumn clues: 0 = 1; 1 = 3; 2 = 1" in env.observation.hud
    assert env.advance(env.actions.index("TOGGLE_0_0"))[0] * 12 == pytest.approx(-2)
    env.advance(env.actions.index("TOGGLE_0_0"))
    reward, terminated, _, info = env.advance(env.actions.index("TOGGLE_2_2"))
    assert reward == pytest.approx(0.5 + 2 / 12) and terminated and info["success"]
    assert info["return_so_far"] == pytest.approx(1)


def test_arguments_are_checked():
    with pytest.raises(ValueError, match="size"):
        Nonogram(size=11)
