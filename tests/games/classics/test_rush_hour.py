import gymnasium as gym
import numpy as np
import pytest

from glyphbench.games.classics.rush_hour import RushHour, State, generate
from glyphbench.games.classics.rush_hour_table import TARGET, Vehicle, occupancy


def pairs(state):
    return zip(state.vehicles, state.positions, strict=True)


def placed(env, *others):
    """Put X at the left of the exit row and each (vehicle, position) given into a running environment."""
    env.reset(seed=0)
    vehicles = (TARGET, *(vehicle for vehicle, _ in others))
    at = [0, *(position for _, position in others)]
    env.state = State(vehicles, at, sum(map(occupancy, vehicles, at)))
    return env


def test_a_hand_worked_puzzle():
    # A column car of three cells blocks row 2; it must go down to the bottom, then X runs to the exit.
    env = placed(RushHour(vehicles=3, min_moves=1, max_moves=2), (Vehicle(False, 3, 3), 0), (Vehicle(True, 0, 2), 0))
    assert env._observe().grid == (
        "########",
        "#BB.A..#",
        "#...A..#",
        "#XX.A..★",
        "#......#",
        "#......#",
        "#......#",
        "########",
    )
    play = lambda name: env.step(env.actions.index(name))  # noqa: E731
    play("MOVE_X_RIGHT_2")
    assert env.message == "Nothing moves: free cells RIGHT of X: 1."
    play("MOVE_A_LEFT_1")
    assert env.message == "Nothing moves: A slides only UP and DOWN."
    play("MOVE_A_DOWN_3")
    assert env.message == "A slides DOWN by 3."
    _, reward, terminated, _, info = play("MOVE_X_RIGHT_4")
    assert (reward, terminated, info["success"]) == (1, True, True)
    assert env.observation.grid[3] == "#....XX★"


def test_the_mask_names_exactly_the_slides_that_move_something():
    env = gym.make("GlyphBench/RushHour-v0").unwrapped
    for seed in range(3):
        env.reset(seed=seed)
        start = env.snapshot()
        mask = env._action_mask()
        for action in range(len(env.actions)):
            env.restore(start)
            before = list(env.state.positions)
            env.advance(action)
            assert (env.state.positions != before) == bool(mask[action])
            cells = [cell for vehicle, at in pairs(env.state) for cell in vehicle.cells(at)]
            assert len(cells) == len(set(cells)), "two vehicles overlap"
            assert env.state.taken == sum(1 << (6 * row + col) for row, col in cells)


def test_generated_puzzles_differ_and_name_vehicles_in_reading_order():
    states = [generate(np.random.default_rng(seed), 7, 6, 8) for seed in range(6)]
    assert len({(state.vehicles, tuple(state.positions)) for state in states}) == 6
    for state in states:
        corners = [vehicle.cells(at)[0] for vehicle, at in pairs(state)]
        assert corners[1:] == sorted(corners[1:])


def test_arguments_are_checked():
    with pytest.raises(ValueError, match="vehicles"):
        RushHour(vehicles=2)
    with pytest.raises(ValueError, match="max_moves"):
        RushHour(min_moves=6, max_moves=5)
    with pytest.raises(ValueError, match="more vehicles or a smaller min_moves"):
        RushHour(vehicles=3, min_moves=12, max_moves=12).reset(seed=0)
