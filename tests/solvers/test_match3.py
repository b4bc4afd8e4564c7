"""The Match3 teacher: its look-ahead against brute force, and its strength."""

from __future__ import annotations

import numpy as np
import pytest

from glyphbench.games.classics.match3 import Match3, deal, matches, swapped
from glyphbench.solvers.match3 import Match3Solver, best_line


@pytest.mark.parametrize("seed", range(20))
def test_best_line_finds_the_longest_line_of_a_kind(seed):
    env = Match3(size=6, gems=4)
    board = deal(np.random.default_rng(seed), 6, 4)
    for kind in range(4):
        longest = 0
        for action in range(len(env.actions)):
            here, there = env.ends(action)
            other = swapped(board, here, there)
            for cell in (here, there):
                if other[cell] == kind and matches(other)[cell]:
                    row, col = "".join("x" if k == kind else " " for k in other[cell[0]]), ""
                    col = "".join("x" if k == kind else " " for k in other[:, cell[1]])
                    for text, at in ((row, cell[1]), (col, cell[0])):
                        before, after = text[:at], text[at:]
                        run = len(before) - len(before.rstrip("x")) + len(after) - len(after.lstrip("x"))
                        longest = max(longest, run if run >= 3 else 0)
        assert best_line(board, (kind,)) == longest


def test_teacher_collects_far_more_than_random_valid_swaps():
    env, solver = Match3(target=200, swaps=15), Match3Solver()

    def collected(policy):
        total = 0
        for seed in range(4):
            env.reset(seed=seed)
            rng = np.random.default_rng(seed)
            while env.state.swaps:
                env.advance(policy(rng))
            total += 200 - env.state.need
        return total

    skilled = collected(lambda rng: solver.best_action(env))
    blind = collected(lambda rng: int(rng.choice(np.flatnonzero(env._action_mask()))))
    assert skilled > 1.4 * blind
    assert solver.best_action(env) is None and solver.cost_to_go(env) == float("inf")
