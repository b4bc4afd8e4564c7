import pytest

from glyphbench.games.classics.maze import Maze, State
from glyphbench.solvers.maze import MazeSolver
from tests.solvers.levels import agrees_with_breadth_first_search, solves_within_half_of_the_horizon


@pytest.mark.parametrize("kwargs", [dict(size=7, loops=3), dict(size=9)])
@pytest.mark.parametrize("seed", range(4))
def test_every_reachable_state_has_the_breadth_first_cost(seed, kwargs):
    agrees_with_breadth_first_search(Maze(**kwargs), MazeSolver(), seed, lambda state: state.player, State)


@pytest.mark.parametrize("task", ["GlyphBench/MazeEasy-v0", "GlyphBench/Maze-v0", "GlyphBench/MazeHard-v0"])
def test_the_teacher_solves_the_task_within_half_of_the_horizon(task):
    solves_within_half_of_the_horizon(task, MazeSolver())
