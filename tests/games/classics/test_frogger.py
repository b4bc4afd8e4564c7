import pytest

from glyphbench.games.classics.course import Ending, Run
from glyphbench.games.classics.frogger import Crossing, Frogger, Lane

UP, RIGHT, DOWN, LEFT, WAIT = range(5)


def lane(line: str, turns: int, direction: int, river: bool) -> Lane:
    """A lane that begins as `line`; each further picture is the one before, moved by hand by one cell."""
    pictures = [line]
    for _ in range(len(line) - 1):
        last = pictures[-1]
        pictures.append(last[-1] + last[:-1] if direction > 0 else last[1:] + last[0])
    return Lane(tuple(pictures), turns, direction, river)


CROSSING = Crossing(
    (
        Lane(("##★####",)),
        lane("→→~~~~~", 2, 1, True),
        Lane((":" * 7,)),
        lane("....«..", 1, -1, False),
        Lane((":" * 7,)),
    ),
    7,
)


def play(position, *actions):
    for action in actions:
        position = CROSSING.move(position, action)
    return position


@pytest.fixture
def env():
    env = Frogger(width=7, road=1, river=1)
    env.reset(seed=0)
    env.state = Run(CROSSING, (4, 3, 0))
    return env


def test_cars_hit_before_and_after_the_shift():
    assert play((4, 4, 0), UP).message == "You step under a car."
    assert play((4, 3, 0), UP).message == "A car hits you."
    assert play((4, 5, 0), UP) == (3, 5, 1)  # the car has gone by
    assert play((4, 5, 0), UP, WAIT, WAIT) == (3, 5, 3)
    # The car needs 7 turns to come round to the same cell.
    assert isinstance(play((4, 5, 0), UP, *[WAIT] * 5), Ending)


def test_logs_carry_and_water_drowns():
    assert play((2, 3, 0), UP).message == "There is no log: you fall into the water."
    assert play((2, 1, 0), UP) == (1, 1, 1)  # slow: no shift in the first turn
    assert play((2, 1, 0), UP, WAIT) == (1, 2, 2)
    home = play((2, 1, 0), UP, WAIT, UP)
    assert home.success and home.at[:2] == (0, 2)
    # At clock 1 the log is still on columns 0 and 1, then it shifts every second turn until it leaves at column 6.
    off = play((2, 1, 0), UP, *[WAIT] * 11)
    assert off.message == "The log carries you off the edge."


def test_edges_and_bank_stop_a_step(env):
    env.state = Run(CROSSING, (4, 0, 0))
    env.step(LEFT)
    assert env.message == "The edge of the board is in the way." and env.state.position[:2] == (4, 0)
    env.step(DOWN)
    assert env.message == "The edge of the board is in the way."
    env.state = Run(CROSSING, (1, 1, 0))
    _, _, terminated, _, info = env.step(UP)
    assert not terminated and "bank" in env.message and env.state.position == (1, 1, 1)
    assert info["action_mask"][0] == 0


def test_rows_pay_once_and_home_completes_the_score(env):
    rewards = [env.step(action)[1] for action in (RIGHT, RIGHT, UP, DOWN, UP)]
    assert rewards[2] > 0 and rewards[3] == 0 and rewards[4] == 0
    env.state = Run(CROSSING, (2, 1, 0), 2)
    total = sum(rewards) * 2 + sum(env.step(action)[1] for action in (UP, WAIT, UP))
    assert total == pytest.approx(1) and env._return <= 1


def test_a_lost_frog_costs(env):
    _, reward, terminated, _, info = env.step(UP)
    assert terminated and not info["success"] and reward == pytest.approx(0.4 / 3 - 0.2)


def test_traffic_is_drawn_as_it_moves():
    env = Frogger()
    env.reset(seed=3)
    course, width = env.state.course, env.width
    for row, one in enumerate(course.lanes):
        for clock in range(course.period):
            now, then = course.picture(row, clock), course.picture(row, (clock + 1) % course.period)
            moved = one.direction if one.turns == 1 or clock % 2 else 0
            assert then == "".join(now[(col - moved) % width] for col in range(width))


def test_going_straight_up_never_wins():
    env = Frogger()
    for seed in range(40):
        env.reset(seed=seed)
        terminated = truncated = False
        while not (terminated or truncated):
            _, terminated, truncated, info = env.advance(UP)
        assert not info["success"]


@pytest.mark.parametrize("kwargs", [{"width": 6}, {"road": 0}, {"river": 9}, {"cars": 90}])
def test_arguments(kwargs):
    with pytest.raises(ValueError):
        Frogger(**kwargs)
