import pytest

from glyphbench.games.classics.gravity_maze import GravityMaze, State
from glyphbench.solvers.resting import RestingSolver
from tests.solvers.levels import agrees_with_breadth_first_search, solves_within_half_of_the_horizon


@pytest.mark.parametrize("kwargs", [dict(spikes=30), dict(width=14, height=10, min_moves=7)])
@pytest.mark.parametrize("seed", range(4))
def test_every_reachable_state_has_the_breadth_first_cost(seed, kwargs):
    agrees_with_breadth_first_search(GravityMaze(**kwargs), RestingSolver(), seed, lambda state: state.player, State)


@pytest.mark.parametrize("task", ["GlyphBench/GravityMaze-v0"])
def test_the_teacher_solves_the_task_within_half_of_the_horizon(task):
    solves_within_half_of_the_horizon(task, RestingSolver())
