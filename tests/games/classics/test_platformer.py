import pytest

from glyphbench.games.classics.course import Run
from glyphbench.games.classics.platformer import Platformer, World

RIGHT, LEFT, JUMP, JUMP_RIGHT, JUMP_LEFT, WAIT = range(6)
NOBODY = (frozenset(),) * 4
# Row 6 is ground except for a pit at columns 7-8; a ceiling block over column 4; spikes at column 11.
ROWS = (
    "..............★.",
    "..............★.",
    "....#.........★.",
    "..............★.",
    "#.............★.",
    "#..........^..★.",
    "#######..#######",
)


@pytest.fixture
def env():
    env = Platformer(view=12, height=9)
    env.reset(seed=0)
    env.length, env.state = 16, Run(World(ROWS, (), NOBODY), (5, 2, 0, 0))
    return env


def places(env, start, *actions):
    env.state = Run(env.state.course, start)
    return [(env.advance(action), env.state.shown[:2])[1] for action in actions]


def test_a_jump_rises_three_rows_and_falls_back(env):
    assert places(env, (5, 2, 0, 0), JUMP, WAIT, WAIT, WAIT, WAIT, WAIT, WAIT) == [
        (4, 2),
        (3, 2),
        (2, 2),
        (3, 2),
        (4, 2),
        (5, 2),
        (5, 2),
    ]
    assert env.message == "You wait."


def test_a_running_jump_covers_six_columns(env):
    assert places(env, (5, 4, 0, 0), JUMP_RIGHT, *[RIGHT] * 5) == [(4, 5), (3, 6), (2, 7), (3, 8), (4, 9), (5, 10)]


def test_a_ceiling_ends_the_rise(env):
    assert places(env, (5, 4, 0, 0), JUMP, WAIT, WAIT, WAIT, WAIT) == [(4, 4), (3, 4), (3, 4), (4, 4), (5, 4)]


def test_walls_and_air_refuse_with_a_message(env):
    assert places(env, (5, 1, 0, 0), LEFT) == [(5, 1)] and env.message == "The way is blocked."
    assert places(env, (3, 2, 0, 0), JUMP) == [(4, 2)] and env.message == "You cannot jump in the air: you only steer."
    assert env._action_mask().tolist() == [1, 1, 0, 0, 0, 1]


@pytest.mark.parametrize(
    "start,actions,message",
    [
        ((5, 6, 0, 0), (RIGHT, WAIT, WAIT), "You fell into a pit."),
        ((5, 10, 0, 0), (RIGHT,), "You landed on spikes."),
        ((5, 13, 0, 0), (RIGHT,), "You reached the flag."),
    ],
)
def test_endings(env, start, actions, message):
    places(env, start, *actions)
    assert env.message == message and env._ended


def test_a_walker_catches_before_and_after_its_step():
    beat = [(5, 2), (5, 3), (5, 4), (5, 3)]
    world = World(("." * 8,) * 6 + ("#" * 8,), ((5, 2),), tuple(frozenset([cell]) for cell in beat))
    # Clock 0: the walker is at column 2 and steps to 3.
    assert world.move((5, 4, 0, 0), LEFT).message == "A walker got you."  # it steps in
    assert world.move((5, 3, 0, 0), LEFT).message == "A walker got you."  # it is there
    assert world.move((5, 1, 0, 0), RIGHT).message == "A walker got you."
    assert world.move((5, 5, 0, 0), LEFT) == (5, 4, 0, 1)
    assert world.move((5, 1, 0, 1), RIGHT) == (5, 2, 0, 2)


def test_walkers_are_drawn_with_their_direction_and_beat():
    env = Platformer()
    for seed in range(30):
        env.reset(seed=seed)
        world = env.state.course
        if world.beats:
            break
    row, col = world.beats[0]
    seen = []
    for clock in range(4):
        env.state, env._cached = Run(world, (row - 3, col, 0, clock)), None
        left = min(max(col - 6, 0), env.length - env.view)
        seen.append(env.observation.grid[row][col - left : col - left + 3])
    assert seen == ["→,,", ",→,", ",,←", ",←,"]


def test_stretches_pay_once_and_the_flag_completes_the_score():
    env = Platformer()
    env.reset(seed=0)
    world = World(("." * 77 + "★..",) * 3 + ("#" * 80,), (), NOBODY)
    env.state = Run(world, (2, 14, 0, 0))
    assert env.step(RIGHT)[1] == pytest.approx(0.1)
    assert env.step(LEFT)[1] == 0 and env.step(RIGHT)[1] == 0
    rewards = []
    terminated = False
    while not terminated:
        _, reward, terminated, _, info = env.step(RIGHT)
        rewards.append(reward)
    assert info["success"] and sum(rewards) == pytest.approx(0.9)


def test_every_level_has_the_stated_size():
    for length in (30, 41, 80):
        env = Platformer(length=length)
        for seed in range(10):
            env.reset(seed=seed)
            assert {len(row) for row in env.state.course.rows} == {length}
            assert env.state.course.rows[-3][length - 3] == "★"


@pytest.mark.parametrize(
    "kwargs", [{"length": 5}, {"view": 5}, {"length": 30, "view": 31}, {"walkers": 2}, {"height": 3}]
)
def test_arguments(kwargs):
    with pytest.raises(ValueError):
        Platformer(**kwargs)
