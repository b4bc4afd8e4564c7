from math import inf

from glyphbench.games.classics.course import Run
from glyphbench.games.classics.flappy import Flappy, Sky
from glyphbench.solvers.flappy import FlappySolver
from tests.solvers.courses import agrees_with_breadth_first_search, wins_every_episode


def test_costs_agree_with_breadth_first_search():
    env = Flappy(height=7, pipes=3, spacing=5, max_turns=10_000)
    agrees_with_breadth_first_search(env, FlappySolver(), range(5))


def test_play():
    wins_every_episode("Flappy", range(20))


def test_when_a_crash_cannot_be_avoided():
    env = Flappy(height=10, pipes=1)
    env.reset(seed=0)
    columns = ["." * 10] * 40
    columns[12] = "...#######"
    sky = Sky(tuple(columns), (12,))
    solver = FlappySolver()
    env.state = Run(sky, (4, 9, 2))  # on the bottom row, falling: a flap still saves the bird; 9 columns to go
    assert solver.cost_to_go(env) == 9 and solver.best_action(env) == 0
    env.state = Run(sky, (11, 9, 0))  # right before the pipe: row 7 or the ground
    assert solver.cost_to_go(env) == inf and solver.best_action(env) is None
