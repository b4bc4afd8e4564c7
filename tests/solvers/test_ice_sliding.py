import pytest

from glyphbench.games.classics.ice_sliding import IceSliding, State
from glyphbench.solvers.resting import RestingSolver
from tests.solvers.levels import agrees_with_breadth_first_search, solves_within_half_of_the_horizon


@pytest.mark.parametrize("kwargs", [dict(size=8, min_moves=5, water=10), dict(size=10, min_moves=9)])
@pytest.mark.parametrize("seed", range(4))
def test_every_reachable_state_has_the_breadth_first_cost(seed, kwargs):
    agrees_with_breadth_first_search(IceSliding(**kwargs), RestingSolver(), seed, lambda state: state.player, State)


@pytest.mark.parametrize("task", [f"GlyphBench/IceSliding{tier}-v0" for tier in ("Easy", "", "Hard")])
def test_the_teacher_solves_the_task_within_half_of_the_horizon(task):
    solves_within_half_of_the_horizon(task, RestingSolver())
