"""The WaveDefense teacher: arrival times against the game itself, and orders worked by hand."""

from __future__ import annotations

import math

import pytest

from glyphbench.games.classics.wave_defense import (
    BRUTE,
    FIRE,
    GRUNT,
    LEFT,
    RIGHT,
    RUNNER,
    WAIT,
    Enemy,
    State,
    WaveDefense,
)
from glyphbench.solvers.wave_defense import WaveDefenseSolver, arrival, best_order


@pytest.mark.parametrize("kind", [GRUNT, RUNNER, BRUTE])
@pytest.mark.parametrize("clock", [0, 1])
@pytest.mark.parametrize("distance", [1, 4])
def test_arrival_is_when_the_life_is_lost(kind, clock, distance):
    env = WaveDefense(gap=10)
    env.reset(seed=0)
    enemy = Enemy(4, distance, kind)
    env.state = State(0, 3, 5, [enemy, Enemy(0, 7, GRUNT)], [], clock)
    turns, due = 0, arrival(enemy, clock)
    while env.state.lives == 3:
        env.advance(WAIT)
        turns += 1
    assert turns == due


def test_the_urgent_lane_goes_first():
    # The runner to the east arrives after 3 turns (2 to turn, 1 to shoot); the grunt ahead has time.
    assert best_order([Enemy(0, 7, GRUNT), Enemy(2, 3, RUNNER)], 0, 0) == [2, 0]
    # One cell nearer it is past saving.
    assert best_order([Enemy(0, 7, GRUNT), Enemy(2, 2, RUNNER)], 0, 0) == [0, 2]


def test_moves_turn_the_shorter_way():
    env, solver = WaveDefense(), WaveDefenseSolver()
    env.reset(seed=0)
    for lane, move in ((0, FIRE), (1, RIGHT), (7, LEFT)):
        env.state = State(0, 3, 5, [Enemy(lane, 7, GRUNT)])
        assert solver.best_action(env) == move
    env.state = State(0, 3, 5, [], [GRUNT])
    assert solver.best_action(env) == WAIT
    env.state = State(0, 0, 5, [])
    assert solver.best_action(env) is None and solver.cost_to_go(env) == math.inf
