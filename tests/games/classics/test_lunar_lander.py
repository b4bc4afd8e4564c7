import pytest

from glyphbench.games.classics.course import Run
from glyphbench.games.classics.lunar_lander import LANDED, LunarLander, Moon, autopilot

UP, RIGHT, LEFT, DRIFT = range(4)
# Flat ground at row 9 with a hill of three rows at column 8, and a pad on columns 3 and 4.
MOON = Moon((9,) * 8 + (6,) + (9,) * 3, range(3, 5), ("." * 12,) * 6 + (".." * 4 + "#...",) * 3 + ("###==#######",))


@pytest.fixture
def env():
    env = LunarLander(width=12, height=10)
    env.reset(seed=0)
    return env


def flight(env, position, *actions):
    env.state = Run(MOON, position)
    for action in actions:
        env.step(action)
    return env.state.shown


def test_gravity_acts_every_second_turn_and_the_fall_is_capped(env):
    # (row, column, down, right, pull, fuel): falls of 0, 1, 1, 2, 2 cells.
    assert [flight(env, (0, 1, 0, 0, 0, 5), *[DRIFT] * turns)[:3] for turns in range(6)] == [
        (0, 1, 0),
        (0, 1, 0),
        (1, 1, 1),
        (2, 1, 1),
        (4, 1, 2),
        (6, 1, 2),
    ]
    assert flight(env, (0, 1, 3, 0, 1, 5), DRIFT)[:3] == (3, 1, 3)


def test_thrusts_change_the_velocity_and_burn_fuel(env):
    assert flight(env, (2, 5, 1, 0, 0, 5), UP) == (2, 5, 0, 0, 1, 4)
    assert flight(env, (2, 5, 1, 0, 1, 5), UP) == (3, 5, 1, 0, 0, 4)
    assert flight(env, (2, 5, 0, 0, 0, 5), RIGHT, RIGHT) == (3, 8, 1, 2, 0, 3)
    assert flight(env, (2, 5, 0, 0, 0, 5), LEFT) == (2, 4, 0, -1, 1, 4)


def test_refused_thrusts_say_so(env):
    assert flight(env, (2, 2, 0, 2, 0, 5), RIGHT) == (2, 4, 0, 2, 1, 5)
    assert env.message == "The thrust does nothing: top speed."
    assert flight(env, (2, 2, 0, 0, 0, 0), RIGHT) == (2, 2, 0, 0, 1, 0)
    assert env.message == "No fuel: you drift."
    env.state = Run(MOON, (2, 2, -1, 2, 0, 5))
    assert env._action_mask().tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize(
    "position,message",
    [
        ((8, 3, 1, 0, 0, 5), LANDED),
        ((7, 3, 2, 0, 0, 5), "You hit the pad too fast."),
        ((8, 3, 1, 1, 0, 5), "You hit the pad too fast."),
        ((8, 1, 1, 0, 0, 5), "You crashed into the rock."),
        ((6, 7, 0, 1, 0, 5), "You crashed into the rock."),
        ((5, 6, 3, 2, 0, 5), "You crashed into the rock."),
        ((0, 5, -1, 0, 0, 5), "You left the landing area."),
        ((3, 10, 0, 2, 0, 5), "You left the landing area."),
    ],
)
def test_endings(env, position, message):
    env.state = Run(MOON, position)
    _, reward, terminated, _, info = env.step(DRIFT)
    assert terminated and env.message == message and info["success"] == (message == LANDED)
    assert reward == pytest.approx(1 if message == LANDED else -0.2)


def test_flight_is_a_straight_line():
    # From (0, 0) by (3 down, 2 right): nearest cells to (1, 0.67), (2, 1.33), (3, 2).
    open_moon = Moon((20,) * 12, range(0), ("." * 12,) * 20)
    assert open_moon.fly(0, 0, 3, 2) == (3, 2, "")
    pillar = Moon((20, 20, 20, 2, *(20,) * 8), range(0), ("." * 12,) * 20)
    assert pillar.fly(0, 2, 3, 2)[2] == "You crashed into the rock."  # through (2, 3)
    assert pillar.fly(0, 4, 3, -2)[2] == "You crashed into the rock."


def test_the_start_leaves_fuel_to_spare():
    env = LunarLander(spare=2)
    for seed in range(30):
        env.reset(seed=seed)
        moon, start, _ = env.state
        assert autopilot(moon, start) == start[5] - 2


@pytest.mark.parametrize("kwargs", [{"width": 5}, {"pad": 0}, {"spare": -1}, {"height": 99}])
def test_arguments(kwargs):
    with pytest.raises(ValueError):
        LunarLander(**kwargs)
