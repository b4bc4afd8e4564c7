"""All 71 levels beside the bare upstream environment: same rewards and ends, and the text shows what it shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from minigrid.core.constants import COLOR_TO_IDX, DIR_TO_VEC, OBJECT_TO_IDX, STATE_TO_IDX

from glyphbench import catalogue
from glyphbench.core.observation import Observation
from glyphbench.games.minigrid.adapter import MiniGrid

TASKS = catalogue.tasks(family="minigrid")
FACINGS = ("east", "south", "west", "north")
#: Upstream's colours of the things that come in one colour only.
ONE_COLOUR = {"wall": "grey", "goal": "green", "lava": "red"}


def encoding(name: str) -> tuple[int, int, int]:
    """Upstream's three bytes for a legend name such as `locked red door`."""
    if name == "floor":
        return OBJECT_TO_IDX["empty"], 0, 0
    if name == "not in view":
        return OBJECT_TO_IDX["unseen"], 0, 0
    if name in ONE_COLOUR:
        return OBJECT_TO_IDX[name], COLOR_TO_IDX[ONE_COLOUR[name]], 0
    *state, colour, kind = name.split()
    return OBJECT_TO_IDX[kind], COLOR_TO_IDX[colour], STATE_TO_IDX[state[0]] if state else 0


def decoded(observation: Observation) -> dict[tuple[int, int], tuple[int, int, int]]:
    """Cells (x, y) -> upstream's bytes; the agent's own cell is left out."""
    names = {glyph.char: glyph.name for glyph in observation.legend if not glyph.name.startswith("you")}
    codes = {char: encoding(name) for char, name in names.items()}
    return {
        (x, y): codes[char] for y, row in enumerate(observation.grid) for x, char in enumerate(row) if char in codes
    }


def shown(bare: Any, image: np.ndarray) -> dict[tuple[int, int], tuple[int, int, int]]:
    """The same from upstream's observation: every cell of the grid, unseen ones as zeros."""
    cells = {(x, y): (0, 0, 0) for x in range(bare.width) for y in range(bare.height)}
    ahead = DIR_TO_VEC[bare.agent_dir]
    right = np.array((-ahead[1], ahead[0]))
    for i, j in np.ndindex(7, 7):
        x, y = map(int, np.asarray(bare.agent_pos) + ahead * (6 - j) + right * (i - 3))
        if (x, y) in cells:
            cells[x, y] = tuple(map(int, image[i, j]))
    del cells[tuple(map(int, bare.agent_pos))]
    return cells


def hands(text: str) -> tuple[int, int, int]:
    """What the HUD says is carried, as upstream encodes it in the agent's own cell."""
    words = text.split("carrying ", 1)[1].split("\n")[0] if "carrying " in text else "nothing"
    return encoding("floor") if words == "nothing" else encoding(words.removeprefix("a "))


#: Rooms so small that random steps would win a quarter of upstream's time.
SHORTER = {
    "MiniGrid-Empty-Random-5x5-v0": 60,
    "MiniGrid-Empty-Random-6x6-v0": 100,
    "MiniGrid-Fetch-5x5-N2-v0": 30,
    "MiniGrid-Fetch-6x6-N2-v0": 50,
}


def agrees(game: MiniGrid, bare: Any, seen: Mapping[str, Any]) -> None:
    """The world view decodes to exactly the cells that upstream's observation shows."""
    observation = game.observation
    assert decoded(observation) == shown(bare, seen["image"])
    x, y = map(int, bare.agent_pos)
    agent = {glyph.char: glyph.name for glyph in observation.legend}[observation.grid[y][x]]
    assert agent == f"you, facing {FACINGS[seen['direction']]}"
    assert hands(observation.hud) == tuple(map(int, seen["image"][3, 6]))
    assert f"mission: {seen['mission'] or 'none'}" in observation.hud


@pytest.mark.parametrize("row", TASKS, ids=lambda row: row.name)
def test_200_random_actions_beside_the_bare_environment(row: catalogue.Task) -> None:
    bare_env = gym.make(row.upstream, disable_env_checker=True)
    assert row.max_turns == SHORTER.get(row.name, min(bare_env.unwrapped.max_steps, 512))
    env = gym.make(row.id, max_turns=512)
    game: Any = env.unwrapped
    bare: Any = bare_env.unwrapped
    assert env.action_space == bare.action_space
    actions = np.random.default_rng(7).integers(int(env.action_space.n), size=200)  # type: ignore[attr-defined]
    seed = 11
    env.reset(seed=seed)
    seen, _ = bare_env.reset(seed=seed)
    agrees(game, bare, seen)
    for action in map(int, actions):
        mask = game._action_mask()
        before = game.observation.grid, hands(game.observation.hud)
        _, reward, terminated, truncated, info = env.step(action)
        seen, bare_reward, bare_terminated, bare_truncated, _ = bare_env.step(action)
        assert reward == pytest.approx(bare_reward, abs=1e-12)
        assert info["native_reward"] == bare_reward
        assert (terminated, truncated) == (bare_terminated, bare_truncated and not bare_terminated)
        agrees(game, bare, seen)
        if not mask[action]:
            assert not terminated and before == (game.observation.grid, hands(game.observation.hud))
            assert game.message, "an action without effect says so"
        if terminated or truncated:
            assert info["success"] is (bare_reward > 0)
            seed += 1
            env.reset(seed=seed)
            seen, _ = bare_env.reset(seed=seed)
            agrees(game, bare, seen)


@pytest.mark.parametrize("name", ["DoorKey-8x8", "KeyCorridorS3R3", "GoToObject-6x6-N2", "FourRooms"])
def test_egocentric_view_is_the_encoded_window(name: str) -> None:
    env = gym.make(f"GlyphBench/MiniGrid-{name}-v0", view="egocentric")
    bare = gym.make(f"MiniGrid-{name}-v0", disable_env_checker=True)
    game: Any = env.unwrapped
    rng = np.random.default_rng(3)
    for seed in range(4):
        env.reset(seed=seed)
        seen, _ = bare.reset(seed=seed)
        for _ in range(40):
            cells = decoded(game.observation)
            expected = {(i, j): tuple(map(int, seen["image"][i, j])) for i, j in np.ndindex(7, 7) if (i, j) != (3, 6)}
            assert cells == expected
            assert game.observation.grid[6][3] == "↑"
            assert f"facing {FACINGS[seen['direction']]}" in game.observation.hud
            action = int(rng.integers(6))
            _, _, terminated, truncated, _ = env.step(action)
            seen, *_ = bare.step(action)
            if terminated or truncated:
                break


@pytest.mark.parametrize("row", TASKS, ids=lambda row: row.name)
def test_full_view_is_the_whole_grid(row: catalogue.Task) -> None:
    env = gym.make(row.id, view="full")
    game: Any = env.unwrapped
    env.reset(seed=5)
    for action in (0, 2, 2, 1, 2, 2):
        _, _, terminated, _, _ = env.step(action)
        if terminated:
            break
        encoded = game.engine.grid.encode()
        expected = {(x, y): tuple(map(int, encoded[x, y])) for x, y in np.ndindex(encoded.shape[:2])}
        del expected[tuple(map(int, game.engine.agent_pos))]
        assert decoded(game.observation) == expected
