from math import inf

from glyphbench.games.classics.course import Run
from glyphbench.games.classics.platformer import Platformer, World
from glyphbench.solvers.platformer import PlatformerSolver
from tests.solvers.courses import agrees_with_breadth_first_search, wins_every_episode


def test_costs_agree_with_breadth_first_search():
    env = Platformer(length=30, max_turns=10_000)
    agrees_with_breadth_first_search(env, PlatformerSolver(), range(3))


def test_play():
    wins_every_episode("Platformer", range(15))


def test_hand_worked():
    env = Platformer()
    env.reset(seed=0)
    solver = PlatformerSolver()
    nobody = (frozenset(),) * 4
    # A pit of five columns: a running jump from its edge comes down right behind it.
    rows = ("..........★",) * 4 + ("..........★", "..#.....###", "..#.....###")
    env.state = Run(World(rows, (), nobody), (4, 2, 0, 0))
    assert solver.cost_to_go(env) == 8 and env.actions.names[solver.best_action(env)] == "JUMP_RIGHT"
    # One column more is too wide.
    rows = ("..........★",) * 4 + ("..........★", "..#......##", "..#......##")
    env.state = Run(World(rows, (), nobody), (4, 2, 0, 0))
    assert solver.cost_to_go(env) == inf and solver.best_action(env) is None
