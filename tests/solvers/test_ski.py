from math import inf

from glyphbench.games.classics.course import Run
from glyphbench.games.classics.ski import Ski, Slope
from glyphbench.solvers.ski import SkiSolver
from tests.solvers.courses import agrees_with_breadth_first_search, wins_every_episode


def test_costs_agree_with_breadth_first_search():
    env = Ski(width=10, gates=3, spacing=5, trees=10, max_turns=10_000)
    agrees_with_breadth_first_search(env, SkiSolver(), range(5))


def test_play():
    wins_every_episode("Ski", range(20))


def test_a_gate_out_of_reach_is_lost():
    env = Ski(width=10, gates=1)
    env.reset(seed=0)
    rows = ["#........#"] * 3 + ["#!==!....#", "#★★★★★★★★#"] + ["#........#"] * 12
    solver = SkiSolver()
    # Three rows to turn from column 7: drifts 1, 2, 2 reach columns 6, 4, 2.
    env.state = Run(Slope(tuple(rows), (3,)), (0, 7, 0))
    assert solver.cost_to_go(env) == 4
    env.state = Run(env.state.course, (1, 7, 0))  # with two rows only column 4
    assert solver.cost_to_go(env) == inf
