"""The planner against breadth-first search over the real engine, on levels small enough for it."""

import pickle
from math import inf

import gymnasium as gym
import pytest

import glyphbench  # noqa: F401
from glyphbench import catalogue
from glyphbench.games.minigrid.adapter import MiniGrid
from glyphbench.games.minigrid.feedback import DONE, DROP, FORWARD, PICKUP, TOGGLE
from glyphbench.solvers import solver_for
from glyphbench.solvers.minigrid import MiniGridSolver
from tests.solvers.brute import distances
from tests.solvers.minigrid.pictures import draw, fingerprint

PLANNED = [row for row in catalogue.tasks(family="minigrid") if row.solver.endswith(":MiniGridSolver")]
KINDS = list({row.name.split("-")[1]: row.name for row in PLANNED}.values())


def every_position_agrees(env: MiniGrid) -> dict:
    """Compare the planner with breadth-first search wherever the level can get to; returns the costs."""
    snapshots = {}

    def key(_: object) -> object:
        print_of = fingerprint(env)
        if print_of not in snapshots:
            snapshots[print_of] = env.snapshot()
        return print_of

    far = distances(env, key)
    solver = MiniGridSolver()
    for position, cost in far.items():
        env.restore(snapshots[position])
        assert solver.cost_to_go(env) == cost, position
        action = solver.best_action(env)
        if cost in (0, inf):
            assert action is None
        else:
            env.advance(action)
            assert solver.cost_to_go(env) == cost - 1
    return far


@pytest.mark.parametrize(
    "level,seed",
    [
        ("MiniGrid-Empty-Random-5x5-v0", 0),
        ("MiniGrid-LavaGapS5-v0", 1),
        ("MiniGrid-SimpleCrossingS9N1-v0", 2),
        ("MiniGrid-MultiRoom-N2-S4-v0", 0),
        ("MiniGrid-MemoryS7-v0", 0),
        ("MiniGrid-MemoryS7-v0", 3),
        ("MiniGrid-DoorKey-5x5-v0", 0),
        ("MiniGrid-DoorKey-5x5-v0", 2),
        ("MiniGrid-Fetch-5x5-N2-v0", 0),
        ("MiniGrid-Fetch-5x5-N2-v0", 1),
        ("MiniGrid-GoToDoor-5x5-v0", 0),
        ("MiniGrid-PutNear-6x6-N2-v0", 0),
        ("MiniGrid-KeyCorridorS3R1-v0", 0),
        ("MiniGrid-RedBlueDoors-6x6-v0", 1),
    ],
)
def test_small_levels_have_the_breadth_first_cost_everywhere(level, seed):
    env = MiniGrid(level=level, max_turns=10_000)
    env.reset(seed=seed)
    env.engine.max_steps = env.max_turns = 10_000
    every_position_agrees(env)


@pytest.mark.parametrize(
    "level,rows",
    [
        # The one cell in which the agent could put the key is where it stands to take the box.
        ("MiniGrid-UnlockPickup-v0", ("######", "#k.#.#", "#.>D.#", "####b#", "######")),
        # The box stands in the doorway's way.
        ("MiniGrid-UnlockPickup-v0", ("######", "#..#.#", "#k>Db#", "######", "######")),
        ("MiniGrid-BlockedUnlockPickup-v0", ("######", "#k##b#", "#>oD.#", "######", "######")),
        # Hardly any room for the ball and the key.
        ("MiniGrid-BlockedUnlockPickup-v0", ("######", "#k.###", "#>oDb#", "######", "######")),
        ("MiniGrid-Unlock-v0", ("######", "#.o#.#", "#>kD.#", "#o.#.#", "######")),
        ("MiniGrid-ObstructedMaze-1Dlhb-v0", ("######", "#.c###", "#>oD*#", "######", "######")),
        ("MiniGrid-ObstructedMaze-1Dlh-v0", ("######", "#..#.#", "#>cD*#", "######", "######")),
        # Two locked doors, one of which leads nowhere.
        ("MiniGrid-ObstructedMaze-2Dl-v0", ("######", "#k>D*#", "##jE##", "######")),
        # Walled in: nothing to be done.
        ("MiniGrid-ObstructedMaze-1Dl-v0", ("######", "#.>D*#", "####.#", "####k#", "######")),
        ("MiniGrid-DoorKey-6x6-v0", ("######", "#k>oD#", "#.##g#", "######", "######", "######")),
        ("MiniGrid-LockedRoom-v0", ("#######", "#k#.Dg#", "#.d>#.#", "#######")),
        ("MiniGrid-GoToObject-6x6-N2-v0", ("######", "#.*o.#", "#.##>#", "#..###", "######")),
        ("MiniGrid-PutNear-6x6-N2-v0", ("######", "#.o..#", "#.b>.#", "#*#..#", "######")),
    ],
)
def test_narrow_places_have_the_breadth_first_cost_everywhere(level, rows):
    env = MiniGrid(level=level, max_turns=10_000)
    env.reset(seed=0)
    env.engine.max_steps = env.max_turns = 10_000
    draw(env, rows)
    every_position_agrees(env)


def test_a_hand_counted_way():
    env = MiniGrid(level="MiniGrid-UnlockPickup-v0")
    env.reset(seed=0)
    draw(env, ("#######", "#..#..#", "#>kD.b#", "#######"))
    solver = MiniGridSolver()
    # Take the key, step up to the door, unlock it, step in and out on the other side.
    costs = [solver.cost_to_go(env)]
    for action in (PICKUP, FORWARD, TOGGLE, FORWARD, FORWARD):
        env.advance(action)
        costs.append(solver.cost_to_go(env))
    # Now the box is ahead: turn to the free cell, drop the key, turn back, take the box.
    assert costs == [9, 8, 7, 6, 5, 4]


def test_what_cannot_be_won_any_more_costs_infinity():
    env = MiniGrid(level="MiniGrid-UnlockPickup-v0")
    env.reset(seed=0)
    draw(env, ("######", "#kbD.#", "#.>#.#", "######"))
    env.engine.agent_dir = 3
    solver = MiniGridSolver()
    assert solver.cost_to_go(env) == 1
    env.advance(TOGGLE)
    assert solver.cost_to_go(env) == inf
    assert solver.best_action(env) is None


@pytest.mark.parametrize(
    "level,action", [("MiniGrid-GoToObject-6x6-N2-v0", TOGGLE), ("MiniGrid-GoToDoor-8x8-v0", DONE)]
)
def test_an_ending_that_shows_on_no_map_counts(level, action):
    env = MiniGrid(level=level)
    solver = MiniGridSolver()
    env.reset(seed=3)
    before = env.snapshot()
    assert solver.cost_to_go(env) > 1
    env.advance(action)
    assert solver.cost_to_go(env) == inf
    env.restore(before)
    while env.success is None:
        env.advance(solver.best_action(env))
    assert solver.cost_to_go(env) == 0
    assert solver.best_action(env) is None
    env.restore(before)
    assert solver.cost_to_go(env) > 1


def test_beyond_the_budget_there_is_no_number():
    class Hasty(MiniGridSolver):
        budget = 3

    env = MiniGrid(level="MiniGrid-UnlockPickup-v0")
    env.reset(seed=0)
    solver = Hasty()
    assert solver.cost_to_go(env) is None
    assert solver.best_action(env) is None


def test_the_horizon_does_not_change_the_number():
    env = MiniGrid(level="MiniGrid-Empty-5x5-v0", max_turns=2)
    env.reset(seed=0)
    solver = MiniGridSolver()
    assert solver.cost_to_go(env) == 5
    env.advance(FORWARD)
    env.advance(DROP)
    assert solver.cost_to_go(env) == 4


@pytest.mark.parametrize("name", KINDS)
def test_looking_changes_nothing_on_the_way_or_beside_it(name):
    env = gym.make(f"GlyphBench/{name}", disable_env_checker=True).unwrapped
    solver = solver_for(env)
    env.reset(seed=0)
    for turn in range(30):
        before = pickle.dumps(env.snapshot())
        cost, action = solver.cost_to_go(env), solver.best_action(env)
        assert pickle.dumps(env.snapshot()) == before
        if turn % 3 == 2 or action is None:
            useful = [index for index in range(DONE) if env._action_mask()[index]]
            action = useful[turn % len(useful)]
        _, terminated, truncated, _ = env.advance(action)
        after = solver.cost_to_go(env)
        # One action gets no nearer than one, and an ordinary mistake costs something.
        assert cost is None or after is None or after >= cost - 1
        if terminated or truncated:
            break


@pytest.mark.sweep
@pytest.mark.parametrize(
    "row", [row for row in catalogue.tasks(family="minigrid") if row.solver], ids=lambda row: row.name
)
def test_the_teacher_wins_twenty_levels_of_every_task(row):
    env = gym.make(row.id, disable_env_checker=True).unwrapped
    solver = solver_for(env)
    won = 0
    for seed in range(20):
        env.reset(seed=seed)
        cost = solver.cost_to_go(env)
        ended = False
        while not ended:
            _, terminated, truncated, info = env.advance(solver.best_action(env))
            ended = terminated or truncated
            if solver.exact:
                left = solver.cost_to_go(env)
                assert left == cost - 1
                cost = left
        won += info["success"]
    assert won == 20 if solver.exact else won >= 19
