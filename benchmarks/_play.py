"""Whole episodes without text, for the benches that count returns or seconds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gymnasium as gym
import numpy as np

import glyphbench  # noqa: F401  (registers the tasks)
from glyphbench.core.env import GlyphEnv

#: Chooses an action; None where it knows none.
Choose = Callable[[], int | None]


@dataclass(frozen=True)
class Episode:
    """How one episode ended."""

    total: float
    length: int
    success: bool


def make(task_id: str) -> Any:
    """The bare environment of a task."""
    game = gym.make(task_id, disable_env_checker=True).unwrapped
    assert isinstance(game, GlyphEnv)
    return game


def play(game: Any, choose: Choose, seed: int) -> Episode:
    """Play one episode; where `choose` gives None, the first action that can have an effect is taken."""
    _, info = game.reset(seed=seed)
    total = 0.0
    while True:
        action = choose()
        if action is None:
            action = int(np.argmax(info["action_mask"])) if "action_mask" in info else 0
        reward, terminated, truncated, info = game.advance(action)
        total += reward
        if terminated or truncated:
            return Episode(total, game.turn, bool(info["success"]))
