from itertools import pairwise
from math import cos, floor, radians, sin

import pytest

from glyphbench.games.classics.artillery import SHOTS, Artillery, Range, State, flight

FLAT = Range((9,) * 30, (8, 1), ((8, 10), (8, 20)), 0, 12)


def shot(angle: int, power: int) -> int:
    return SHOTS.index((angle, power))


@pytest.fixture
def env():
    env = Artillery(targets=2, shells=3, height=12)
    env.reset(seed=0)
    env.state = State(FLAT, 0b11, 3)
    return env


@pytest.mark.parametrize("angle,power,wind", [(45, 7, 0), (20, 10, 2), (80, 9, -2), (60, 4, 1)])
def test_flights_follow_the_stated_formula(angle, power, wind):
    cells = set(flight(angle, power, wind))
    for tenth in range(1, 60):
        t = tenth / 10
        along = power * cos(radians(angle)) * t + 0.1 * wind * t * t
        up = power * sin(radians(angle)) * t - 1.5 * t * t
        near_border = min(abs((x + 0.5) - round(x + 0.5)) for x in (along, up)) < 1e-3
        cell = (floor(up + 0.5), floor(along + 0.5))
        assert near_border or cell == (0, 0) or cell[0] <= -40 or cell in cells


def test_flights_skip_no_cell():
    for angle, power in SHOTS:
        steps = [(0, 0), *flight(angle, power, 1)]
        assert all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1 for a, b in pairwise(steps))


def test_range_over_flat_ground_without_wind():
    # v^2 sin(2a) / g = 49 / 3 = 16.3 cells to the muzzle's height again; one row lower is the ground.
    path, burst, hit = FLAT.fire(shot(45, 7), 0)
    assert hit is None and burst in {(9, 17), (9, 18)} and max(row for row, _ in path) == 8
    assert min(row for row, _ in path) == 8 - round(49 * 0.5 / 6)


def test_a_hit_destroys_and_pays_and_the_last_one_wins(env):
    # 25 sin(2*45) / 3 = 8.3: down to the ground about 9 cells away. 64 sin(2*60) / 3 = 18.5.
    first = next(a for a in range(len(SHOTS)) if FLAT.fire(a, 0b11)[2] == 0)
    second = next(a for a in range(len(SHOTS)) if FLAT.fire(a, 0b10)[2] == 1)
    _, reward, terminated, _, _ = env.step(first)
    assert reward == pytest.approx(0.5) and not terminated and env.message == "The shell destroys a target."
    _, reward, terminated, _, info = env.step(second)
    assert reward == pytest.approx(0.5) and terminated and info["success"]


def test_a_target_pays_once_and_shells_run_out(env):
    first = next(a for a in range(len(SHOTS)) if FLAT.fire(a, 0b11)[2] == 0)
    rewards = [env.step(first)[1] for _ in range(2)]
    assert rewards == [0.5, 0]
    _, _, terminated, _, info = env.step(shot(80, 4))
    assert terminated and not info["success"] and "last shell" in env.message


def test_the_last_path_is_drawn(env):
    env.step(shot(45, 7))
    grid = "".join(env.observation.grid)
    assert grid.count("×") == 1 and grid.count("°") > 10
    env.step(shot(80, 4))
    assert "".join(env.observation.grid).count("°") < 10


@pytest.mark.parametrize(
    "kwargs", [{"width": 5}, {"targets": 0}, {"targets": 4, "shells": 3}, {"width": 16, "targets": 3}, {"wind": 9}]
)
def test_arguments(kwargs):
    with pytest.raises(ValueError):
        Artillery(**kwargs)
