"""The visibility rule against upstream's `Grid.process_vis` on random grids, poses and blockers."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import minigrid  # noqa: F401  (registers the levels)
import numpy as np
import pytest
from minigrid.core.grid import Grid
from minigrid.core.world_object import Ball, Box, Door, Goal, Key, Lava, Wall

from glyphbench.games.minigrid.visibility import OUTSIDE, SIZE, seen


def scatter(rng: np.random.Generator, width: int, height: int, density: float) -> Grid:
    grid = Grid(width, height)
    makers: list[Any] = [
        Wall,
        Wall,
        Wall,
        lambda: Door("red"),
        lambda: Door("blue", is_open=True),
        lambda: Door("grey", is_locked=True),
        lambda: Key("green"),
        lambda: Ball("purple"),
        lambda: Box("yellow"),
        Goal,
        Lava,
    ]
    for x, y in np.ndindex(width, height):
        if rng.random() < density:
            grid.set(x, y, makers[int(rng.integers(len(makers)))]())
    return grid


@pytest.mark.parametrize("through", [False, True])
def test_same_cells_and_contents_as_upstream(through: bool) -> None:
    rng = np.random.default_rng(5)
    bare: Any = gym.make("MiniGrid-Empty-8x8-v0").unwrapped
    bare.reset(seed=0)
    for _ in range(250):
        width, height = (int(size) for size in rng.integers(3, 14, 2))
        bare.grid = scatter(rng, width, height, float(rng.uniform(0, 0.6)))
        bare.see_through_walls = through
        x, y = int(rng.integers(width)), int(rng.integers(height))
        bare.agent_pos, bare.agent_dir, bare.carrying = (x, y), int(rng.integers(4)), None
        window, visible = bare.gen_obs_grid()
        found = seen(bare.grid.grid, width, height, x, y, bare.agent_dir, through)
        assert {divmod(cell, SIZE)[::-1] for cell, _, _ in found} == {
            (i, j) for i, j in np.ndindex(SIZE, SIZE) if visible[i, j]
        }
        assert len(found) == visible.sum()
        for cell, index, item in found:
            i, j = cell % SIZE, cell // SIZE
            if (i, j) == (3, 6):  # upstream blanks the agent's own cell
                assert index == y * width + x
            elif item is OUTSIDE:
                assert index == -1 and window.get(i, j).type == "wall"
            else:
                assert item is window.get(i, j) and item is bare.grid.grid[index]


def test_a_closed_door_hides_what_an_open_one_shows() -> None:
    # A corridor of one row, walled above and below, with a door three cells east of the agent.
    for is_open, furthest in [(False, 3), (True, 6)]:
        grid = Grid(9, 3)
        grid.wall_rect(0, 0, 9, 3)
        grid.set(4, 1, Door("red", is_open=is_open))
        columns = [index % 9 for _, index, _ in seen(grid.grid, 9, 3, 1, 1, 0, False) if index // 9 == 1]
        assert max(columns) == 1 + furthest
