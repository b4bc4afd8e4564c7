"""The TowerDefense teacher: where it builds on hand-drawn roads."""

from __future__ import annotations

import math

from glyphbench.games.classics.tower_defense import State, TowerDefense
from glyphbench.solvers.tower_defense import TowerDefenseSolver, ranking

#: A U-turn around (3, 3): the gate at (1, 0), the castle at (5, 0); the castle does not count.
BEND = (
    *[(1, col) for col in range(5)],
    *[(row, 4) for row in range(2, 6)],
    *[(5, col) for col in range(3, -1, -1)],
)


def test_the_inside_of_the_bend_comes_first():
    # (2, 3) and (4, 3) see 3 cells of one stretch and 2 of the bend's side; (3, 3) sees 3 cells only.
    assert ranking(BEND, 7)[:2] == [(2, 3), (4, 3)]
    assert (3, 3) not in ranking(BEND, 7)[:4]


def test_it_raises_the_best_tower_before_the_next():
    env, solver = TowerDefense(size=7), TowerDefenseSolver()
    env.reset(seed=0)
    env.state = State(BEND, gold=5, lives=3, arrivals=[(50, 5, 1)])
    assert env.actions.names[solver.best_action(env)] == "BUILD_2_3"
    env.state.towers = {(2, 3): 1}
    assert env.actions.names[solver.best_action(env)] == "BUILD_2_3"
    env.state.towers = {(2, 3): 2}
    assert env.actions.names[solver.best_action(env)] == "BUILD_4_3"
    env.state.gold = 4
    assert env.actions.names[solver.best_action(env)] == "WAIT"
    env.state.lives = 0
    assert solver.best_action(env) is None and solver.cost_to_go(env) == math.inf
