"""Every task with a teacher: the teacher is good, random play is not, and asking changes nothing."""

from __future__ import annotations

import copy
import math
import pickle
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import glyphbench  # noqa: F401
from glyphbench import catalogue
from glyphbench.solvers import solver_for

# Teachers that plan on a copy of their engine take many seconds an episode: the sweep runs them.
SLOW = {"procgen", "craftax", "craftaxfull"}
TAUGHT = [
    pytest.param(row, marks=pytest.mark.sweep if row.family in SLOW else (), id=row.name)
    for row in catalogue.tasks(built=True)
    if row.solver
]
SEEDS = range(5)

#: Least mean return of a teacher: an exact one, and a reference policy.
EXACT_FLOOR, POLICY_FLOOR = 0.9, 0.6
#: Tasks with another floor.
FLOORS: dict[str, float] = {
    "Minesweeper-v0": 0.4,  # one board in seven is lost to a guess, and five episodes are few
    "Procgen-BigFish-v0": 0.3,  # a long chase by a policy of the moment, which is eaten now and then
    "Procgen-StarPilot-v0": 0.4,  # the same under fire
    # Levels with few steps, of which even the shortest way takes a good part.
    "MiniGrid-LockedRoom-v0": 0.8,
    "MiniGrid-MultiRoom-N2-S4-v0": 0.8,
    "MiniGrid-MultiRoom-N4-S5-v0": 0.75,
    "MiniGrid-MultiRoom-N6-v0": 0.65,
    "MiniGrid-PutNear-6x6-N2-v0": 0.75,
    "MiniGrid-PutNear-8x8-N3-v0": 0.8,
}
RANDOM_CEILING = 0.3
#: Tasks whose random play may return more.
CEILINGS: dict[str, float] = {
    "Procgen-Heist-v0": 0.5,  # wins 18 of 100 levels, and two of these five
    "MiniGrid-Fetch-5x5-N2-v0": 0.4,  # returns 0.21 over 100 levels, but more on these five
    "MiniGrid-Fetch-8x8-N3-v0": 0.4,  # 0.22 over 100
    "MiniGrid-Unlock-v0": 0.35,  # 0.05 over 100
}
#: Teachers whose cost is an expectation over what the player cannot see, so that it need not fall by one a turn.
EXPECTING = ("memory_match", "minesweeper", "battleship")


def stamp(game: Any) -> tuple[str, dict, Any]:
    """What asking a teacher must not change: the text, the random generator and the game's state."""
    try:
        state = pickle.dumps(game.snapshot().game)
    except NotImplementedError:
        state = None
    return game.observation.text, copy.deepcopy(game.np_random.bit_generator.state), state


@pytest.mark.parametrize("row", TAUGHT)
def test_the_teacher_is_good_and_changes_nothing(row: catalogue.Task) -> None:
    game: Any = gym.make(row.id, disable_env_checker=True).unwrapped
    solver = solver_for(game)
    assert solver is not None
    counts = solver.exact and not any(f".{name}:" in row.solver for name in EXPECTING)
    returns = []
    for seed in SEEDS:
        game.reset(seed=seed)
        total, turn, ended = 0.0, 0, False
        cost = solver.cost_to_go(game)
        assert cost is None or cost > 0, f"seed {seed}: the start is solved already"
        # A reference policy may know that it will lose by chance; an exact teacher must find the start winnable.
        assert not solver.exact or cost != math.inf, f"seed {seed}: the start is lost"
        while not ended:
            look = turn % 10 == 0
            before = stamp(game) if look else None
            chance = game.np_random.bit_generator.state
            cost = solver.cost_to_go(game)
            action = solver.best_action(game)
            if look:
                assert stamp(game) == before, f"seed {seed}, turn {turn}: asking the teacher changed the game"
            if action is None:
                assert cost is None or math.isinf(cost), f"seed {seed}, turn {turn}: no action, yet cost {cost}"
                action = 0
            reward, terminated, truncated, info = game.advance(action)
            total, turn, ended = total + reward, turn + 1, terminated or truncated
            certain = game.np_random.bit_generator.state == chance
            if counts and certain and cost is not None and math.isfinite(cost):
                left = 0 if terminated and info["success"] else solver.cost_to_go(game)
                assert left is None or left == cost - 1, f"seed {seed}, turn {turn}: cost {cost} became {left}"
        returns.append(total)
    floor = FLOORS.get(row.name, EXACT_FLOOR if solver.exact else POLICY_FLOOR)
    assert np.mean(returns) >= floor, f"the teacher returned {returns}"


@pytest.mark.parametrize("row", TAUGHT)
def test_random_play_is_not_enough(row: catalogue.Task) -> None:
    game: Any = gym.make(row.id, disable_env_checker=True).unwrapped
    returns = []
    for seed in SEEDS:
        game.reset(seed=seed)
        rng = np.random.default_rng([1, seed])
        total, ended = 0.0, False
        while not ended:
            reward, terminated, truncated, _ = game.advance(int(rng.integers(len(game.actions))))
            total, ended = total + reward, terminated or truncated
        returns.append(total)
    assert np.mean(returns) < CEILINGS.get(row.name, RANDOM_CEILING), f"random play returned {returns}"
