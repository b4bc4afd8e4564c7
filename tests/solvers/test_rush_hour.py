from math import inf

import gymnasium as gym
import pytest

from glyphbench.games.classics.rush_hour import RushHour, State
from glyphbench.games.classics.rush_hour_table import TARGET, Vehicle, occupancy
from glyphbench.solvers.rush_hour import RushHourSolver
from tests.solvers.brute import distances


def place(env, vehicles, at):
    env.state = State(vehicles, list(at), sum(map(occupancy, vehicles, at)))


@pytest.mark.parametrize("vehicles,seed", [(3, 0), (4, 1), (5, 2)])
def test_every_reachable_placement_has_the_breadth_first_cost(vehicles, seed):
    env = RushHour(vehicles=vehicles, min_moves=1, max_moves=6, max_turns=1000)
    env.reset(seed=seed)
    solver = RushHourSolver()
    far = distances(env, lambda state: tuple(state.positions))
    fixed = env.state.vehicles
    assert len(far) > 20
    for at, expected in far.items():
        place(env, fixed, at)
        assert solver.cost_to_go(env) == expected


def test_a_wedged_position_is_lost():
    env = RushHour(vehicles=3, min_moves=1, max_moves=2)
    env.reset(seed=0)
    # Two column trucks of three cells in one column fill it for good.
    place(env, (TARGET, Vehicle(False, 3, 3), Vehicle(False, 3, 3)), (0, 0, 3))
    solver = RushHourSolver()
    assert solver.cost_to_go(env) == inf and solver.best_action(env) is None


@pytest.mark.parametrize("task,low,high", [("RushHour", 6, 8), ("RushHourHard", 7, 9)])
def test_length_is_in_the_stated_range_and_play_takes_exactly_that(task, low, high):
    env = gym.make(f"GlyphBench/{task}-v0")
    game = env.unwrapped
    solver = RushHourSolver()
    for seed in range(8):
        env.reset(seed=seed)
        cost = solver.cost_to_go(game)
        assert low <= cost <= high
        for left in range(int(cost), 0, -1):
            assert solver.cost_to_go(game) == left
            _, reward, terminated, _, _ = env.step(solver.best_action(game))
        assert terminated and reward == 1


def test_beyond_the_cap_the_answer_is_none():
    env = RushHour()
    env.reset(seed=0)
    solver = RushHourSolver(cap=100)
    assert solver.cost_to_go(env) is None and solver.best_action(env) is None
