from math import inf

from glyphbench.games.classics.course import Run
from glyphbench.games.classics.lunar_lander import LunarLander, Moon
from glyphbench.solvers.lunar_lander import LunarLanderSolver
from tests.solvers.courses import agrees_with_breadth_first_search, wins_every_episode

FLAT = Moon((9,) * 12, range(5, 7), ("." * 12,) * 9 + ("#####==#####",))


def test_costs_agree_with_breadth_first_search():
    env = LunarLander(width=12, height=10, pad=2, spare=0, max_turns=10_000)
    agrees_with_breadth_first_search(env, LunarLanderSolver(), range(2), limit=60_000)


def test_play():
    wins_every_episode("LunarLander", range(20))


def test_fuel_decides():
    env = LunarLander()
    env.reset(seed=0)
    solver = LunarLanderSolver()
    # Row 7, one free row below, falling at 2 over the pad, gravity next turn: one thrust makes it 1 (row 8), the
    # second cancels gravity and keeps it 1: landed in 2 turns with 2 fuel.
    env.state = Run(FLAT, (7, 5, 2, 0, 0, 2))
    assert solver.cost_to_go(env) == 2 and env.actions.names[solver.best_action(env)] == "UP"
    env.state = Run(FLAT, (7, 5, 2, 0, 0, 1))
    assert solver.cost_to_go(env) == inf and solver.best_action(env) is None


def test_the_budget_gives_none():
    env = LunarLander()
    env.reset(seed=0)
    assert LunarLanderSolver(budget=100).cost_to_go(env) is None
    assert LunarLanderSolver(budget=100).best_action(env) is None
