import numpy as np
import pytest

from glyphbench.games.classics.memory_match import MemoryMatch, State


def laid(env, text):
    env.reset(seed=0)
    cards = np.array(["ABCDEF".index(letter) for letter in text], dtype=np.uint8)
    env.state = State(cards, np.zeros(len(cards), bool), np.zeros(len(cards), bool))
    return env


def flip(env, name):
    reward, terminated, _, _ = env.advance(env.actions.index(f"FLIP_{name}"))
    return reward, terminated, env.observation.grid


def test_a_game_by_hand():
    env = laid(MemoryMatch(rows=2, cols=2), "ABBA")
    assert flip(env, "0_0") == (0, False, ("A?", "??"))
    assert flip(env, "0_0") == (0, False, ("A?", "??")) and "up already" in env.message
    assert flip(env, "0_1") == (0, False, ("AB", "??")) and "differ" in env.message
    # The next flip turns both down first, even if it is one of them.
    assert flip(env, "0_1") == (0, False, ("?B", "??"))
    assert flip(env, "1_0") == (0.25, False, ("?B", "B?"))
    assert flip(env, "1_0")[0] == 0 and "found" in env.message
    assert flip(env, "1_1") == (0, False, ("?B", "BA"))
    assert flip(env, "0_0") == (0.75, True, ("AB", "BA"))


def test_the_mask_leaves_out_found_cards_and_the_one_that_is_up():
    env = laid(MemoryMatch(rows=2, cols=3), "AABBCC")
    flip(env, "0_0")
    assert env._action_mask().tolist() == [0, 1, 1, 1, 1, 1]
    flip(env, "0_1")
    assert env._action_mask().tolist() == [0, 0, 1, 1, 1, 1]


def test_every_letter_is_on_two_cards():
    env = MemoryMatch(rows=6, cols=6)
    layouts = set()
    for seed in range(5):
        env.reset(seed=seed)
        assert np.bincount(env.state.cards).tolist() == [2] * 18
        layouts.add(env.state.cards.tobytes())
    assert len(layouts) == 5


def test_arguments_are_checked():
    with pytest.raises(ValueError, match="even"):
        MemoryMatch(rows=3, cols=3)
    with pytest.raises(ValueError, match="rows"):
        MemoryMatch(rows=7)
