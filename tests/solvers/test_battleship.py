from collections import Counter
from itertools import product

import numpy as np

from glyphbench.games.classics.battleship import HIT, MISS, SUNK, UNKNOWN, Battleship
from glyphbench.solvers.battleship import BattleshipSolver, density


def test_density_counts_the_placements_that_fit():
    """One ship of three on 4x4 with two misses, counted by hand-written loops."""
    chart = np.full((4, 4), UNKNOWN, dtype=np.uint8)
    chart[0, 1] = chart[2, 2] = MISS
    ways = Counter()
    for row, col, (d_row, d_col) in product(range(4), range(4), [(0, 1), (1, 0)]):
        cells = [(row + step * d_row, col + step * d_col) for step in range(3)]
        if all(max(cell) < 4 and chart[cell] == UNKNOWN for cell in cells):
            ways.update(cells)
    found = density(chart.ravel(), 4, [3]).reshape(4, 4)
    for cell in product(range(4), range(4)):
        if chart[cell] == UNKNOWN:
            assert int(found[cell]) == ways[cell]
        else:
            assert found[cell] == -np.inf


def test_hits_are_followed_up_in_line():
    chart = np.full((6, 6), UNKNOWN, dtype=np.uint8)
    chart[2, 2] = chart[2, 3] = HIT
    chart[2, 1] = MISS
    assert divmod(int(density(chart.ravel(), 6, [3]).argmax()), 6) == (2, 4)
    chart[2, 2:5] = SUNK
    rest = density(chart.ravel(), 6, [2])
    assert np.isfinite(rest).sum() == 36 - 4


def test_the_policy_reads_only_what_the_player_sees():
    env, solver = Battleship(), BattleshipSolver()
    env.reset(seed=3)
    for _ in range(20):
        env.advance(solver.best_action(env))
    before = solver.best_action(env)
    hidden = env.state.level
    env.state.level = None
    assert solver.best_action(env) == before
    env.state.level = hidden


def test_it_sinks_the_fleet_in_about_44_shots_and_counts_down_a_lower_bound():
    """The density policy needs about 42 to 45 shots in published experiments."""
    env, solver = Battleship(), BattleshipSolver()
    shots = []
    for seed in range(60):
        env.reset(seed=seed)
        assert solver.cost_to_go(env) == 17
        terminated = False
        while not terminated:
            before = solver.cost_to_go(env)
            _, terminated, _, _ = env.advance(solver.best_action(env))
            assert before - solver.cost_to_go(env) in (0, 1)
        assert solver.cost_to_go(env) == 0 and solver.best_action(env) is None
        shots.append(env.turn)
    assert 40 < np.mean(shots) < 48
    assert np.mean(np.array(shots) <= 64) >= 0.95
