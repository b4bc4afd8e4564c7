"""Many episodes of one task in a single compiled call, for reinforcement learning.

The games are exactly those of single environments with the same seeds (`vmap` of the same step); observations are the
packed vectors of `pack.py`, and text is written only for the environments one asks for.
"""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from glyphbench import catalogue
from glyphbench.core.env import Snapshot
from glyphbench.games.craftax.actions import NAMES, action_mask
from glyphbench.games.craftax.engine import Engine, Leaves, build, upstream
from glyphbench.games.craftax.env import CraftaxTask, advance, begin_task, score
from glyphbench.games.craftax.pack import LENGTH, View
from glyphbench.games.craftax.tasks import Episode


class BatchEngine:
    """The compiled step for `count` states at once, and the exchange of one of them.

    Compiled once per `count` (about half a minute) and kept in the user's cache like the single step.
    """

    def __init__(self, count: int) -> None:
        self.names, functions, self.how = build(f"batch of {count}", lambda: _lower(count))
        self.index = {name: number for number, name in enumerate(self.names)}
        self._step, self._put = functions["step"], functions["put"]

    def step(self, leaves: Leaves, actions: np.ndarray) -> tuple[Leaves, np.ndarray]:
        """Step every state; `leaves` are given up. Returns the next states and packed views (count, LENGTH)."""
        leaves, packed = self._step(leaves, np.asarray(actions, dtype=np.int32))
        return leaves, np.asarray(packed)

    def put(self, leaves: Leaves, index: int, one: Leaves) -> Leaves:
        """Replace state `index`; `leaves` are given up."""
        return tuple(self._put(leaves, np.int32(index), one))


def _lower(count: int) -> tuple[tuple[str, ...], dict[str, Any]]:
    import jax

    up = upstream()
    many = tuple(jax.ShapeDtypeStruct((count, *leaf.shape), leaf.dtype) for leaf in up.leaves)
    actions = jax.ShapeDtypeStruct((count,), np.int32)

    def put(leaves: Leaves, index: Any, one: Leaves) -> Leaves:
        return tuple(array.at[index].set(leaf) for array, leaf in zip(leaves, one, strict=True))

    return up.names, {
        "step": jax.jit(jax.vmap(up.step), donate_argnums=0).lower(many, actions),
        "put": jax.jit(put, donate_argnums=0).lower(many, actions.update(shape=()), up.leaves),
    }


class CraftaxVectorEnv(gym.vector.VectorEnv):
    """`num_envs` copies of a focused Craftax task over one compiled batch step.

    Observations are int32 of shape (num_envs, LENGTH): `View(observation[i])` reads one, `texts()` writes what a
    single environment would show. Rewards and ends are the task's. An environment that has ended restarts at its
    next step, whose action is ignored and whose reward is 0 (Gymnasium's `NEXT_STEP`).

    Args:
        num_envs: number of environments.
        task: name of the task, as in `GlyphBench/Craftax-<task>-v0`.
        max_turns: the horizon; None for the catalogue's.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(self, num_envs: int, task: str = "ChopTrees", max_turns: int | None = None) -> None:
        row = catalogue.task(f"Craftax-{task}")
        self.num_envs = num_envs
        self.game = CraftaxTask(task=task, max_turns=max_turns or row.max_turns)
        self.engine: Engine = self.game.engine
        self.batch = BatchEngine(num_envs)
        info = np.iinfo(np.int32)
        self.single_observation_space = spaces.Box(info.min, info.max, (LENGTH,), np.int32)
        self.single_action_space = spaces.Discrete(len(NAMES))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.episodes: list[Episode] = []
        self.turns = np.zeros(num_envs, dtype=np.int64)
        self._over = np.zeros(num_envs, dtype=bool)
        self._leaves: Leaves = ()

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start every episode; an integer seed gives seeds `seed`, `seed + 1`, ..."""
        if seed is None:
            super().reset(seed=None)
            seeds = self._draw(self.num_envs)
        else:
            seeds = list(range(seed, seed + self.num_envs)) if isinstance(seed, int) else seed
            super().reset(seed=seeds[0])
        starts = [self._start(each) for each in seeds]
        self._leaves = tuple(np.stack(arrays) for arrays in zip(*(e.leaves for e in starts), strict=True))
        self.episodes = starts
        self.turns[:], self._over[:] = 0, False
        return self._observations(), {}

    def _draw(self, count: int) -> list[int]:
        return [int(value) for value in self.np_random.integers(2**31 - 1, size=count)]

    def _start(self, seed: int) -> Episode:
        begin_task(self.game, self.game.goal, seed)
        return self.game.state

    def _observations(self) -> np.ndarray:
        return np.stack([episode.view.raw for episode in self.episodes])

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Step every environment; info holds `success`, bool (num_envs,), where episodes ended."""
        actions = np.asarray(actions, dtype=np.int32)
        self._leaves, packed = self.batch.step(self._leaves, actions)
        rewards = np.zeros(self.num_envs)
        terminated, truncated, success = np.zeros((3, self.num_envs), dtype=bool)
        for index, episode in enumerate(self.episodes):
            if self._over[index]:
                fresh = self._start(self._draw(1)[0])
                self._leaves = self.batch.put(self._leaves, index, fresh.leaves)
                self.episodes[index], self.turns[index] = fresh, 0
                continue
            advance(episode, int(actions[index]), (), View(packed[index]), lambda i=index: self._mapping(i))  # type: ignore[misc]
            outcome = score(self.game.goal, episode)
            self.turns[index] += 1
            rewards[index], terminated[index] = outcome.reward, outcome.terminated
            truncated[index] = not outcome.terminated and self.turns[index] >= self.game.max_turns
            success[index] = bool(outcome.success)
        self._over = terminated | truncated
        return self._observations(), rewards, terminated, truncated, {"success": success}

    def _mapping(self, index: int) -> np.ndarray:
        return np.asarray(self._leaves[self.batch.index["potion_mapping"]][index])

    def texts(self, indices: list[int] | None = None) -> list[str]:
        """The observation texts of some environments (all by default), as single environments write them."""
        return [self._text(index) for index in (range(self.num_envs) if indices is None else indices)]

    def masks(self) -> np.ndarray:
        """The action masks: int8 of shape (num_envs, 43)."""
        return np.stack([action_mask(episode.view) for episode in self.episodes])

    def _text(self, index: int) -> str:
        random = self.game.np_random.bit_generator.state
        turn = int(self.turns[index])
        self.game.restore(Snapshot(turn, 0.0, 0.0, 1.0, False, "", dict(random), self.episodes[index]))
        return self.game.observation.text
