from math import inf

import pytest

from glyphbench.games.classics.tron import RIDING, WON, Tron
from glyphbench.solvers.tron import TronSolver


@pytest.mark.parametrize("strength", [0, 1, 2])
def test_the_reference_policy_beats_every_opponent(strength):
    env = Tron(strength=strength, max_turns=192)
    solver = TronSolver()
    total = 0.0
    for seed in range(12):
        env.reset(seed=seed)
        while env.state.standing == RIDING:
            total += env.advance(solver.best_action(env))[0]
        assert env.turn <= env.max_turns / 2
        assert solver.best_action(env) is None
        assert solver.cost_to_go(env) == (0 if env.state.standing == WON else inf)
    assert total / 12 > 0.8


def test_plans_foresee_the_opponent_exactly_and_change_nothing():
    env = Tron()
    env.reset(seed=3)
    solver = TronSolver(follow=6)
    before = env.observation.text
    line = solver.search(env.state.position, env.strength)
    assert env.observation.text == before and len(line) == 6
    for position, action in line.items():
        assert env.state.position == position
        env.advance(action)
