from math import inf

from glyphbench.games.classics.maze import Maze
from glyphbench.solvers.maze import MazeSolver
from glyphbench.solvers.search import backward_table

#: A small directed graph: 4 is a trap, 9 is solved and has a way out that must not be used.
GRAPH = {0: [1, 4], 1: [2, 9], 2: [0], 4: [4], 9: [3], 3: []}


def test_costs_of_a_hand_worked_graph():
    costs = backward_table(0, lambda at: list(enumerate(GRAPH[at])), lambda at: at == 9, 100)
    assert costs == {0: 2, 1: 1, 2: 3, 4: inf, 9: 0}


def test_an_exhausted_budget_is_none_and_not_a_number():
    def endless(at):
        return [(0, at + 1)]

    assert backward_table(0, endless, lambda at: at == 50, 10) is None
    assert backward_table(0, endless, lambda at: at == 5, 10) == {at: 5 - at for at in range(6)}


def test_a_solver_over_budget_answers_none_and_recovers_on_the_next_level(monkeypatch):
    env, solver = Maze(size=9), MazeSolver()
    env.reset(seed=0)
    monkeypatch.setattr(MazeSolver, "budget", 3)
    assert solver.cost_to_go(env) is None and solver.best_action(env) is None
    monkeypatch.undo()
    env.reset(seed=1)
    assert solver.cost_to_go(env) > 0


def test_one_search_serves_a_whole_episode(monkeypatch):
    env, solver = Maze(size=9), MazeSolver()
    env.reset(seed=0)
    cost = solver.cost_to_go(env)
    monkeypatch.setattr(MazeSolver, "moves", None)  # any further search would fail
    assert solver.cost_to_go(env) == cost
