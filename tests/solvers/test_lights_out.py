from math import inf

import gymnasium as gym
import numpy as np
import pytest

from glyphbench.games.classics.lights_out import LightsOut, State, as_mask, generate, shortest, toggles
from glyphbench.solvers.lights_out import LightsOutSolver
from tests.solvers.brute import distances


def test_every_board_of_size_3_has_the_breadth_first_cost():
    env = LightsOut(size=3, max_turns=1000)
    env.reset(seed=0)
    solver = LightsOutSolver()
    far = distances(env, lambda state: state.lights.tobytes())
    assert len(far) == 512  # on 3x3 every board can be reached
    for board, expected in far.items():
        env.state = State(np.frombuffer(board, np.uint8).reshape(3, 3).copy())
        assert solver.cost_to_go(env) == expected


def test_every_board_of_size_4_has_the_breadth_first_cost():
    # 4x4 has 16 quiet patterns: 4,096 of 65,536 boards can be solved. Breadth-first over bit masks.
    far = {0: 0}
    queue = [0]
    for board in queue:
        for mask in toggles(4):
            after = board ^ mask
            if after not in far:
                far[after] = far[board] + 1
                queue.append(after)
    assert len(far) == 4096
    assert all(shortest(board, 4).bit_count() == cost for board, cost in far.items())
    assert sum(shortest(board, 4) is None for board in range(0, 65536, 37)) == sum(
        board not in far for board in range(0, 65536, 37)
    )


def test_5x5_has_four_quiet_patterns_and_a_single_corner_light_is_lost():
    # Known: a 5x5 board is solvable iff it is orthogonal to both quiet patterns of even symmetry.
    env = LightsOut(size=5)
    env.reset(seed=0)
    env.state = State(np.zeros((5, 5), np.uint8))
    env.state.lights[0, 0] = 1
    solver = LightsOutSolver()
    assert solver.cost_to_go(env) == inf and solver.best_action(env) is None


@pytest.mark.parametrize("size", [5, 6, 7, 8, 9])
def test_solutions_switch_everything_off(size):
    for seed in range(5):
        board = as_mask(generate(np.random.default_rng(seed), size, 2 * size))
        presses = shortest(board, size)
        for cell in range(size * size):
            if presses >> cell & 1:
                board ^= toggles(size)[cell]
        assert board == 0 and presses.bit_count() <= 2 * size


@pytest.mark.parametrize("task,cost", [("LightsOut", 6), ("LightsOutHard", 12)])
def test_play_takes_exactly_the_promised_presses(task, cost):
    env = gym.make(f"GlyphBench/{task}-v0")
    solver = LightsOutSolver()
    for seed in range(5):
        env.reset(seed=seed)
        for left in range(cost, 0, -1):
            assert solver.cost_to_go(env.unwrapped) == left
            _, reward, terminated, _, _ = env.step(solver.best_action(env.unwrapped))
        assert terminated and reward == 1
