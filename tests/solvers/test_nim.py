from itertools import product
from math import inf

import pytest

from glyphbench.games.classics.nim import Nim, State
from glyphbench.solvers.nim import NimSolver


def forced(piles, misere, budget):
    """Whether the side to move can force a win within `budget` own moves: plain search without memory."""
    if not any(piles):
        return misere
    if budget == 0:
        return False
    for which, size in enumerate(piles):
        for left in range(size):
            mine = [*piles[:which], left, *piles[which + 1 :]]
            if not any(mine):
                if not misere:
                    return True
                continue
            answers = [
                [*mine[:other], rest, *mine[other + 1 :]] for other in range(len(mine)) for rest in range(mine[other])
            ]
            # An answer that takes the last object ends the game there.
            if all((misere if not any(answer) else forced(answer, misere, budget - 1)) for answer in answers):
                return True
    return False


@pytest.mark.parametrize("misere", [True, False])
def test_costs_agree_with_plain_search(misere):
    env = Nim(misere=misere)
    env.reset(seed=0)
    solver = NimSolver()
    for piles in product(range(3), range(4), range(4)):
        if not any(piles):
            continue
        env.state = State(list(piles))
        expected = next((moves for moves in range(1, 5) if forced(piles, misere, moves)), inf)
        assert solver.cost_to_go(env) == expected
        assert (solver.best_action(env) is None) == (expected == inf)


@pytest.mark.parametrize("kwargs", [{}, {"piles": (5, 7, 9)}, {"misere": False}, {"strength": 0.3}])
def test_the_teacher_always_wins_and_takes_as_long_as_promised(kwargs):
    env = Nim(max_turns=30, **kwargs)
    solver = NimSolver()
    for seed in range(20):
        env.reset(seed=seed)
        left = solver.cost_to_go(env)
        over = False
        while not over:
            reward, over, _, _ = env.advance(solver.best_action(env))
            now = solver.cost_to_go(env)
            assert now == left - 1 or (now < left and "strength" in kwargs)
            left = now
        assert reward == 1 and left == 0


def test_a_lost_game_costs_infinity():
    env = Nim()
    env.reset(seed=0)
    env.state = State([0, 0, 2])
    env.advance(env.actions.index("TAKE_C_2"))
    assert NimSolver().cost_to_go(env) == inf
