"""Every MiniAtari game: no action alone gets far, and it is a small game on the kernel.

That the reference policy is good and random play is not is in `tests/test_teachers.py`.
"""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import glyphbench  # noqa: F401
from glyphbench import catalogue
from glyphbench.games.miniatari.kernel import ArcadeGame

ROWS = catalogue.tasks(family="miniatari", built=True)
SEEDS = range(5)
BASELINE = 0.3


def returns(game: Any, action: int) -> list[float]:
    """The returns of one episode for each seed, with one action all the time."""
    totals = []
    for seed in SEEDS:
        game.reset(seed=seed)
        total, ended = 0.0, False
        while not ended:
            reward, terminated, truncated, _ = game.advance(action)
            total, ended = total + reward, terminated or truncated
        totals.append(total)
    return totals


@pytest.fixture(params=ROWS, ids=lambda row: row.name)
def game(request: pytest.FixtureRequest) -> Any:
    return gym.make(request.param.id, disable_env_checker=True).unwrapped


def test_no_action_alone_gets_far(game: Any) -> None:
    means = {name: np.mean(returns(game, action)) for action, name in enumerate(game.actions.names)}
    assert max(means.values()) <= BASELINE, f"constant actions returned {means}"


def test_it_is_a_small_game_on_the_kernel(game: Any) -> None:
    assert isinstance(game, ArcadeGame)
    assert game.max_turns <= 512 and game.width <= 20 and game.height <= 16
    assert game.actions.names[0] == "NOOP" and 3 <= len(game.actions) <= 8
    game.reset(seed=0)
    assert game.observation.shape == (game.height, game.width)
