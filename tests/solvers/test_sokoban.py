from math import inf

import gymnasium as gym
import numpy as np
import pytest

from glyphbench.games.classics.sokoban import FLOOR, GOAL, WALL, Sokoban, State
from glyphbench.solvers.sokoban import SokobanSolver
from tests.solvers.brute import distances

CODES = {"#": WALL, " ": FLOOR, "$": FLOOR, "@": FLOOR, ".": GOAL, "*": GOAL, "+": GOAL}


def key(state):
    return frozenset(state.boxes), state.player


def position(env, *rows):
    """Put a hand-drawn level (usual Sokoban letters) into a running environment."""
    env.reset(seed=0)
    cells = [(row, col, char) for row, line in enumerate(rows) for col, char in enumerate(line)]
    board = np.array([[CODES[char] for char in line] for line in rows], dtype=np.uint8)
    boxes = {(row, col) for row, col, char in cells if char in "$*"}
    (player,) = [(row, col) for row, col, char in cells if char in "@+"]
    env.state = State(board, boxes, player)
    return env


@pytest.mark.parametrize("size,boxes,seeds", [(5, 1, range(4)), (6, 1, range(3)), (5, 2, range(3)), (6, 2, range(2))])
def test_every_reachable_state_has_the_breadth_first_cost(size, boxes, seeds):
    env = Sokoban(size=size, boxes=boxes, max_turns=10_000)
    solver = SokobanSolver()
    for seed in seeds:
        env.reset(seed=seed)
        far = distances(env, key)
        board = env.state.board
        for (placed, player), expected in far.items():
            env.state = State(board, set(placed), player)
            assert solver.cost_to_go(env) == expected


def test_hand_worked_levels():
    env = Sokoban()
    solver = SokobanSolver()
    assert solver.cost_to_go(position(env, "######", "#@$ .#", "######")) == 2
    assert env.actions.names[solver.best_action(env)] == "RIGHT"
    # Down, right, right below the box, then up pushes it: 3 steps and 1 push.
    assert solver.cost_to_go(position(env, "#####", "#  .#", "#@ $#", "#   #", "#####")) == 4
    assert solver.cost_to_go(position(env, "#####", "#@*##", "#####")) == 0
    assert solver.best_action(env) is None


def test_lost_positions():
    env = Sokoban()
    solver = SokobanSolver()
    assert solver.cost_to_go(position(env, "######", "#$ @.#", "######")) == inf  # a corner
    # Two boxes side by side along a wall hold each other although the goals are on that wall.
    assert solver.cost_to_go(position(env, "#######", "# $$  #", "#  @  #", "#..   #", "#######")) == inf
    assert solver.best_action(env) is None


def test_the_budget_gives_none_and_is_never_a_wrong_number():
    env = gym.make("GlyphBench/SokobanHard-v0").unwrapped
    env.reset(seed=1)
    assert SokobanSolver(budget=3).cost_to_go(env) is None
    assert SokobanSolver(budget=3).best_action(env) is None


def test_play_takes_exactly_the_promised_moves_and_leaves_the_environment_alone():
    env = gym.make("GlyphBench/Sokoban-v0")
    solver = SokobanSolver()
    for seed in range(15):
        env.reset(seed=seed)
        cost = solver.cost_to_go(env.unwrapped)
        total = 0.0
        for left in range(int(cost), 0, -1):
            assert solver.cost_to_go(env.unwrapped) == left
            before = env.unwrapped.observation.text
            action = solver.best_action(env.unwrapped)
            assert env.unwrapped.observation.text == before
            _, reward, terminated, _, _ = env.step(action)
            total += reward
        assert terminated and total == pytest.approx(1)
