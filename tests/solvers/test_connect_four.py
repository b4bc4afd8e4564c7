from math import inf

import numpy as np
import pytest

from glyphbench.games.classics.connect_four import COLUMNS, ConnectFour, State, landing
from glyphbench.solvers.connect_four import ConnectFourSolver
from tests.games.classics.test_connect_four import naive_outlook, position, random_position


def test_a_known_end_agrees_with_plain_minimax():
    """A win in n own moves is a win at ply 2n - 1; minimax values it as the plies that were left there."""
    env, solver = ConnectFour(first="player"), ConnectFourSolver()
    env.reset(seed=0)
    rng = np.random.default_rng(5)
    seen = set()
    for _ in range(60):
        mine, theirs = random_position(rng, 2 * int(rng.integers(6, 18)))
        env.state = State(mine, theirs)
        cost = solver.cost_to_go(env)
        value = naive_outlook(mine, mine | theirs, 3)
        if value > 0:
            assert cost == (3 - value) // 2 + 1
        elif cost is not None and cost < inf:
            assert cost > 2
        seen.add(cost)
    assert {1.0, 2.0, None} <= seen


def test_two_open_threats_are_lost_and_a_draw_is_no_success():
    env, solver = ConnectFour(first="player"), ConnectFourSolver()
    env.reset(seed=0)
    env.state = State(*position("..X....", "XXOOO.."))
    assert solver.cost_to_go(env) is None and solver.best_action(env) == 5
    env.state = State(*position("X.X....", "X.OOO.X"))
    assert solver.cost_to_go(env) == inf and solver.best_action(env) is not None
    env.state = State(*position("..O....", ".XXX..O"))
    assert solver.cost_to_go(env) == 1 and solver.best_action(env) in (0, 4)
    env.state = State(*position("XXXX...", "OOO...."))
    assert solver.cost_to_go(env) == 0 and solver.best_action(env) is None


@pytest.mark.parametrize("depth,least", [(0, 9), (4, 6)])
def test_it_beats_the_opponent_most_of_the_time(depth, least):
    env, solver = ConnectFour(depth=depth), ConnectFourSolver()
    total = 0.0
    for seed in range(10):
        env.reset(seed=seed)
        terminated = False
        while not terminated:
            action = solver.best_action(env)
            assert env._action_mask()[action]
            reward, terminated, _, _ = env.advance(action)
        total += reward
    assert total >= least


def test_any_legal_position_gets_a_legal_column():
    env, solver = ConnectFour(first="player"), ConnectFourSolver()
    env.reset(seed=0)
    rng = np.random.default_rng(9)
    for _ in range(10):
        env.state = State(*random_position(rng, 36))
        mask = env.state.mine | env.state.theirs
        assert solver.best_action(env) in [column for column in range(COLUMNS) if landing(mask, column)]
