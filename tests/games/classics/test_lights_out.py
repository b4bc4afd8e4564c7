import numpy as np
import pytest

from glyphbench.games.classics.lights_out import LightsOut, State, as_mask, generate, shortest


def test_a_press_toggles_a_plus_and_a_second_press_undoes_it():
    env = LightsOut(size=3)
    env.reset(seed=0)
    env.state = State(np.zeros((3, 3), np.uint8))
    env.state.lights[2, 2] = 1
    env.advance(env.actions.index("PRESS_0_0"))
    assert env.observation.grid == ("●●.", "●..", "..●")
    env.advance(env.actions.index("PRESS_1_2"))
    assert env.observation.grid == ("●●●", "●●●", "...")
    env.advance(env.actions.index("PRESS_1_2"))
    assert env.observation.grid == ("●●.", "●..", "..●")
    assert "lights on 4" in env.observation.hud


def test_the_last_press_wins():
    env = LightsOut(size=3)
    env.reset(seed=0)
    env.state = State(np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.uint8))
    reward, terminated, _, info = env.advance(env.actions.index("PRESS_1_1"))
    assert (reward, terminated, info["success"]) == (1, True, True)


@pytest.mark.parametrize("size,presses", [(3, 4), (5, 6), (7, 12)])
def test_starts_have_the_stated_length(size, presses):
    starts = [generate(np.random.default_rng(seed), size, presses) for seed in range(10)]
    assert {shortest(as_mask(lights), size).bit_count() for lights in starts} == {presses}
    assert len({lights.tobytes() for lights in starts}) > 5


def test_an_impossible_length_gives_the_longest_drawn():
    # No 5x5 board needs more than 15 presses (exhaustive searches in the literature).
    lights = generate(np.random.default_rng(0), 5, 20)
    assert 8 <= shortest(as_mask(lights), 5).bit_count() <= 15


def test_arguments_are_checked():
    with pytest.raises(ValueError, match="size"):
        LightsOut(size=2)
    with pytest.raises(ValueError, match="presses"):
        LightsOut(presses=0)
