from glyphbench.games.classics.frogger import Frogger
from glyphbench.solvers.frogger import FroggerSolver
from tests.solvers.courses import agrees_with_breadth_first_search, wins_every_episode


def test_costs_agree_with_breadth_first_search():
    env = Frogger(width=7, road=2, river=2, max_turns=10_000)
    agrees_with_breadth_first_search(env, FroggerSolver(), range(4))


def test_play():
    wins_every_episode("Frogger", range(20))


def test_the_budget_gives_none():
    class Poor(FroggerSolver):
        budget = 50

    env = Frogger()
    env.reset(seed=0)
    assert Poor().cost_to_go(env) is None and Poor().best_action(env) is None
