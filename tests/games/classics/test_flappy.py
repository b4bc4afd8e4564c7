import pytest

from glyphbench.games.classics.course import Run
from glyphbench.games.classics.flappy import BIRD_COLUMN, Flappy, Sky

FLAP, GLIDE = range(2)


@pytest.fixture
def env():
    """Two pipes at columns 12 and 19, with gaps on rows 0-2 and 3-5."""
    env = Flappy(height=6, width=10, pipes=2)
    env.reset(seed=0)
    columns = ["......"] * 40
    columns[12], columns[19] = "...###", "###..."
    env.state = Run(Sky(tuple(columns), (12, 19)), (3, 3, 0))
    return env


def rows_after(env, *actions):
    return [(env.step(action), env.state.shown[1])[1] for action in actions]


def test_the_arc_of_a_flap(env):
    # Up 2, up 1, level, down 1, down 2, down 2 (the fall is capped).
    env.state = Run(env.state.course, (3, 3, 1))
    assert rows_after(env, FLAP, GLIDE, GLIDE, GLIDE, GLIDE) == [1, 0, 0, 1, 3]
    assert rows_after(env, GLIDE) == [5]


def test_ceiling_ground_and_pipe_end_the_flight(env):
    assert rows_after(env, FLAP, FLAP) == [1, 0] and env.message == "You hit the ceiling."
    start = Run(env.state.course, (3, 3, 0))
    for place, actions, message in [
        (start, (GLIDE, GLIDE), "You hit the ground."),
        (Run(start.course, (11, 3, -1)), (GLIDE,), "You hit a pipe."),
    ]:
        env.reset(seed=0)
        env.state = place
        for action in actions:
            _, reward, terminated, _, info = env.step(action)
        assert terminated and not info["success"] and reward == 0 and env.message == message


def test_every_pipe_pays_its_share_once_it_is_behind(env):
    env.state = Run(env.state.course, (11, 2, -1))
    assert env.step(GLIDE)[1] == 0  # inside the gap of the first pipe
    assert env.step(GLIDE)[1] == pytest.approx(0.5)
    env.state = Run(env.state.course, (19, 3, 0), 1)
    _, reward, terminated, _, info = env.step(GLIDE)
    assert terminated and info["success"] and reward == pytest.approx(0.5)


def test_the_view_scrolls_with_the_bird(env):
    first = env.observation.grid
    env.step(GLIDE)
    second = env.observation.grid
    assert all(len(row) == 10 for row in second)
    assert [row[BIRD_COLUMN + 1 :] for row in second] == [
        row[BIRD_COLUMN + 2 :] + "." for index, row in enumerate(first)
    ]
    assert "velocity 1 down" in env.observation.hud


@pytest.mark.parametrize("kwargs", [{"height": 3}, {"pipes": 0}, {"gap": 1}, {"spacing": 2}, {"width": 5}])
def test_arguments(kwargs):
    with pytest.raises(ValueError):
        Flappy(**kwargs)
