import pytest

from glyphbench.games.classics.course import Run
from glyphbench.games.classics.ski import Ski, Slope

LEFT, STRAIGHT, RIGHT = range(3)
ROWS = ("#........#", "#........#", "#......T.#", "#.!===!..#", "#........#", "#.....!=!#", "#★★★★★★★★#")


@pytest.fixture
def env():
    env = Ski(width=10, view=6, gates=2, spacing=4)
    env.reset(seed=0)
    env.spacing = 2  # the gates of the hand-drawn slope: rows 3 and 5, counted by progress() as 2 and 4
    env.state = Run(Slope(ROWS + ("#........#",) * 6, (3, 5)), (0, 5, 0))
    return env


def places(env, *actions):
    return [(env.advance(action), env.state.shown)[1] for action in actions]


def test_drift_adds_up_and_stays_within_two(env):
    assert places(env, LEFT, RIGHT) == [(1, 4, -1), (2, 4, 0)]
    env.state = Run(env.state.course, (0, 8, -2))
    assert places(env, LEFT) == [(1, 6, -2)]
    assert env.message == "Your drift is at its limit already."
    assert env._action_mask().tolist() == [0, 1, 1]


@pytest.mark.parametrize(
    "place,action,message",
    [
        ((1, 7, 0), STRAIGHT, "You crashed into a tree."),
        ((1, 2, -1), LEFT, "You crashed into the fence."),
        ((2, 2, 0), STRAIGHT, "You crashed into a gate pole."),
        ((2, 7, 0), STRAIGHT, "You missed the gate."),
    ],
)
def test_what_ends_the_run(env, place, action, message):
    env.state = Run(env.state.course, place, 9)
    _, reward, terminated, _, info = env.step(action)
    assert terminated and not info["success"] and reward == 0 and env.message == message


def test_gates_and_finish_pay_equal_shares():
    env = Ski(gates=2, trees=0)
    env.reset(seed=5)
    course = env.state.course
    for row in course.gates:
        inside = course.rows[row].index("=")
        env.state = Run(course, (row - 1, inside, 0), env.state.best)
        assert env.step(STRAIGHT)[1] == pytest.approx(1 / 3) and env.message == "You passed a gate."
    env.state = Run(course, (len(course.rows) - env.view - 2, 5, 0), 2)
    _, reward, terminated, _, info = env.step(STRAIGHT)
    assert terminated and info["success"] and reward == pytest.approx(1 / 3)


def test_a_missed_gate_pays_nothing():
    env = Ski(gates=2, trees=0)
    env.reset(seed=5)
    course = env.state.course
    row = course.gates[0]
    outside = course.rows[row].index(".")
    env.state = Run(course, (row - 1, outside, 0))
    _, reward, terminated, _, _ = env.step(STRAIGHT)
    assert terminated and reward == 0


def test_the_first_gate_is_never_straight_below_the_start():
    env = Ski()
    for seed in range(50):
        env.reset(seed=seed)
        course = env.state.course
        assert course.rows[course.gates[0]][env.state.position[1]] != "="


@pytest.mark.parametrize(
    "kwargs", [{"width": 5}, {"gates": 0}, {"gap": 9}, {"width": 10, "gap": 5}, {"trees": 50}, {"view": 2}]
)
def test_arguments(kwargs):
    with pytest.raises(ValueError):
        Ski(**kwargs)
