"""Procgen's reference policies play the real engine: better than chance, and without touching the game."""

import gymnasium as gym
import numpy as np
import pytest

import glyphbench  # noqa: F401
from glyphbench import catalogue
from glyphbench.games.procgen.state import State
from glyphbench.solvers import solver_for
from glyphbench.solvers.procgen.motion import DIRECTIONS, paths

ROWS = {row.upstream: row for row in catalogue.tasks(family="procgen")}
#: Mean return over the seeds below that each policy must reach: what it was measured to, less a margin.
WORTH = {
    "bigfish": 0.3,
    "bossfight": 0.6,
    "caveflyer": 0.5,
    "chaser": 0.4,
    "climber": 0.6,
    "coinrun": 0.6,
    "dodgeball": 0.2,
    "fruitbot": 0.25,
    "heist": 0.6,
    "jumper": 0.6,
    "leaper": 0.6,
    "maze": 0.99,
    "miner": 0.35,
    "ninja": 0.5,
    "plunder": 0.4,
    "starpilot": 0.3,
}
SEEDS = (101, 102, 103)


def mean_return(env, choose) -> float:
    total = 0.0
    for seed in SEEDS:
        env.reset(seed=seed)
        over = False
        while not over:
            reward, terminated, truncated, _ = env.advance(choose())
            total += reward
            over = terminated or truncated
    return total / len(SEEDS)


@pytest.mark.parametrize("game", sorted(ROWS))
def test_better_than_chance(game: str) -> None:
    env = gym.make(ROWS[game].id).unwrapped
    solver = solver_for(env)
    rng = np.random.default_rng(1)
    chance = mean_return(env, lambda: int(rng.integers(len(env.actions))))
    worth = mean_return(env, lambda: solver.best_action(env) or 0)
    env.close()
    assert worth >= WORTH[game] and worth >= chance + 0.1


@pytest.mark.parametrize("game", ["caveflyer", "ninja", "starpilot"])
def test_asking_does_not_move_the_game(game: str) -> None:
    env = gym.make(ROWS[game].id).unwrapped
    solver = solver_for(env)
    env.reset(seed=7)
    before = env.engine_state()
    assert solver.best_action(env) is not None and solver.cost_to_go(env) is None and not solver.exact
    assert env.engine_state() == before and env.turn == 0
    env.close()


def test_a_plan_is_dropped_when_the_game_goes_elsewhere() -> None:
    env = gym.make(ROWS["coinrun"].id).unwrapped
    solver = solver_for(env)
    env.reset(seed=5)
    first = solver.best_action(env)
    env.reset(seed=6)
    other = solver_for(env).best_action(env)
    assert solver.best_action(env) == other
    env.reset(seed=5)
    assert solver.best_action(env) == first
    env.close()


def at_the_edge(state: State) -> bool:
    you, (height, width) = state.player, state.grid.shape
    return not (you.rx < you.x < width - you.rx and you.ry < you.y < height - you.ry)


@pytest.mark.parametrize("game", ["bigfish", "bossfight", "dodgeball", "starpilot"])
def test_predicted_paths_are_the_engines(game: str) -> None:
    """Three turns ahead, short of the world's edge: the player is where `paths` says, to a thousandth of a unit."""
    env = gym.make(ROWS[game].id).unwrapped
    for name, way in DIRECTIONS.items():
        env.reset(seed=2)
        expected = paths(env.state, np.tile(np.array(way, dtype=float), (1, 6, 1)))[0]
        for turn in range(3):
            if any(env.advance(env.actions.names.index(name))[1:3]) or at_the_edge(env.state):
                break
            assert env.state.player[:2] == pytest.approx(expected[2 * turn + 1].tolist(), abs=1e-3)
    env.close()
