import numpy as np
import pytest

from glyphbench.games.classics.pipe_connect import SHAPES, TURNS, Level, PipeConnect, State, flooded, turned
from tests.games.classics.drawn import find

OPENINGS = {char: openings for openings, char in SHAPES.items()}


def board(*rows):
    """A running game on a hand-drawn board."""
    env = PipeConnect(size=len(rows))
    env.reset(seed=0)
    pipes = np.array([[OPENINGS.get(char, 15) for char in row] for row in rows], dtype=np.uint8)
    env.state = State(Level(find("◎", *rows), find("★", *rows)), pipes)
    return env


def test_a_clockwise_turn_of_every_shape():
    wheel = {"│": "─", "─": "│", "└": "┌", "┌": "┐", "┐": "┘", "┘": "└", "├": "┬", "┬": "┤", "┤": "┴", "┴": "├"}
    for char, after in wheel.items():
        assert turned(OPENINGS[char]) == OPENINGS[after]


def test_turns_needed():
    north, east, west = 1, 2, 8
    assert TURNS[OPENINGS["─"]][east | west] == 0
    assert TURNS[OPENINGS["│"]][east | west] == 1
    assert TURNS[OPENINGS["└"]][north | west] == 3
    assert TURNS[OPENINGS["┘"]][north | east] == 1
    assert TURNS[OPENINGS["├"]][east | west] == 1
    assert TURNS[OPENINGS["─"]][north | east] == 9  # a straight pipe never bends
    assert TURNS[0][north] == 9


def test_water_needs_openings_on_both_sides():
    env = board("◎──★", "####", "####", "####")
    assert flooded(env.state) == {(0, 0), (0, 1), (0, 2), (0, 3)}
    env = board("◎─│★", "####", "####", "####")
    assert flooded(env.state) == {(0, 0), (0, 1)}
    reward, terminated, _, info = env.advance(env.actions.index("ROTATE_0_2"))
    assert (reward, terminated, info["success"]) == (1, True, True)


def test_what_cannot_be_turned_says_so():
    env = board("◎─│★", "####", "####", "####")
    for name, said in [("ROTATE_0_0", "source"), ("ROTATE_0_3", "drain"), ("ROTATE_2_1", "block")]:
        assert env.advance(env.actions.index(name))[:2] == (0, False)
        assert said in env.message and "cannot be turned" in env.message
    assert np.flatnonzero(env._action_mask()).tolist() == [1, 2]


def test_a_turn_reports_the_reach_of_the_water():
    env = board("◎││★", "####", "####", "####")
    env.advance(env.actions.index("ROTATE_0_1"))
    assert env.message == "You turn the pipe at row 0, column 1. Pipes with water: 1."
    assert env._observe().grid == ("◎─│★", "####", "####", "####")


@pytest.mark.parametrize("seed", range(8))
def test_ends_lie_on_opposite_sides_and_start_unconnected(seed):
    env = PipeConnect(size=6, min_turns=5)
    env.reset(seed=seed)
    level = env.state.level
    assert level.source[1] == 0 and level.drain[1] == 5
    assert level.drain not in flooded(env.state)


@pytest.mark.parametrize("kwargs", [{"size": 3}, {"min_turns": 0}, {"blocks": 80}])
def test_bad_arguments_are_refused(kwargs):
    with pytest.raises(ValueError):
        PipeConnect(**kwargs)
