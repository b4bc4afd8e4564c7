"""Farm: a crop's whole life worked by hand, and every refusal."""

from __future__ import annotations

import numpy as np
import pytest

from glyphbench.games.classics.farm import MARKET, PATH, POND, ROCK, SOIL, Farm, State, generate, open_cells
from glyphbench.games.classics.grid import distances


def ready(**changes) -> Farm:
    """A row of soil, pond, market, rock in the top left corner; the farmer stands on the soil."""
    env = Farm(size=5, fields=1, rocks=1, target=2, growth=2, can=2, basket=1)
    env.reset(seed=0)
    board = np.full((5, 5), PATH, dtype=np.uint8)
    board[0, :4] = SOIL, POND, MARKET, ROCK
    env.state = State(board, {}, (0, 0), seeds=2, can=2)
    for name, value in changes.items():
        setattr(env.state, name, value)
    env._cached = None
    return env


def play(env: Farm, names: str) -> float:
    return sum(env.advance(env.actions.index(name))[0] for name in names.split())


def under(env: Farm) -> str:
    return env.observation.hud.rsplit(": ", 1)[1]


def test_a_crop_from_seed_to_market():
    env = ready()
    assert under(env) == "bare soil"
    play(env, "PLANT")
    assert under(env) == "seedling, thirsty" and env.state.seeds == 1
    play(env, "WATER WAIT")
    assert under(env) == "seedling, watered" and env.state.can == 1
    play(env, "WAIT")  # two turns after watering
    assert under(env) == "plant, thirsty"
    play(env, "WATER WAIT WAIT")
    assert under(env) == "ripe crop"
    play(env, "HARVEST")
    assert under(env) == "bare soil" and env.state.basket == 1
    assert play(env, "RIGHT FILL RIGHT") == 0 and env.state.can == 2
    assert play(env, "SELL") == pytest.approx(0.5)
    assert play(env, "SELL") == 0 and "empty" in env.message


def test_selling_the_last_crop_wins():
    env = ready(player=(0, 2), basket=1, sold=1)
    reward, terminated, _, info = env.advance(env.actions.index("SELL"))
    assert reward == pytest.approx(0.5) and terminated and info["success"]


@pytest.mark.parametrize(
    ("changes", "action", "reason"),
    [
        ({}, "UP", "ends here"),
        ({"player": (0, 2)}, "RIGHT", "rock"),
        ({"seeds": 0}, "PLANT", "seed"),
        ({"player": (1, 0)}, "PLANT", "bare soil"),
        ({}, "WATER", "no thirsty crop"),
        ({}, "HARVEST", "no ripe crop"),
        ({}, "FILL", "only on the pond"),
        ({"player": (0, 1)}, "FILL", "full already"),
        ({"basket": 1}, "SELL", "only on the market"),
        ({"player": (0, 2)}, "SELL", "basket is empty"),
    ],
)
def test_work_that_cannot_be_done_says_why(changes, action, reason):
    env = ready(**changes)
    index = env.actions.index(action)
    assert env._action_mask()[index] == 0
    before = env.observation.grid
    env.advance(index)
    assert reason in env.message and env.observation.grid == before


def test_an_empty_can_and_a_full_basket_refuse():
    env = ready(can=0)
    play(env, "PLANT WATER")
    assert "can is empty" in env.message
    env = ready(basket=1)
    env.state.board[0, 0] = 1  # ripe
    play(env, "HARVEST")
    assert "basket is full" in env.message


@pytest.mark.parametrize("seed", range(20))
def test_every_open_cell_can_be_reached(seed):
    state = generate(np.random.default_rng(seed), 8, 4, 6, seeds=6, can=3)
    assert len(distances(state.player, open_cells(state.board))) == 64 - 6
    assert (state.board == SOIL).sum() == 4 and state.board[state.player] == PATH


def test_arguments_are_checked():
    for wrong in ({"size": 4}, {"fields": 0}, {"growth": 0}, {"basket": 0}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            Farm(**wrong)
    with pytest.raises(ValueError, match="do not fit"):
        Farm(size=5, fields=8, rocks=10)
