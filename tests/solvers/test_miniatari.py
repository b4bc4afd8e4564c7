"""Reference policies look no further ahead than the game goes."""

from __future__ import annotations

import pytest

from glyphbench import catalogue
from glyphbench.agents.baselines import solver_chooser
from glyphbench.evaluation.measure import episode
from glyphbench.registration import make


@pytest.mark.parametrize("task", [row.id for row in catalogue.tasks(family="miniatari") if row.solver])
def test_a_policy_plays_under_a_short_limit(task: str) -> None:
    for limit in (1, 2, 7):
        game = make(task, max_turns=limit)
        game.reset(seed=3)
        assert episode(game, 3, solver_chooser(game, 3)).length <= limit
