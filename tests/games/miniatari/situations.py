"""What the hand-worked cases share: start a game, press buttons, and fix its dice."""

from __future__ import annotations

from typing import Any

import pytest


def start(game: type) -> Any:
    """A fresh episode of a game."""
    env = game(max_turns=400)
    env.reset(seed=0)
    return env


def press(env: Any, *names: str) -> float:
    """Play these actions and return the sum of their rewards."""
    return sum(env.advance(env.actions.index(name))[0] for name in names)


def certain(monkeypatch: pytest.MonkeyPatch, env: Any, answer: bool) -> None:
    """Let every chance come out the same way."""
    monkeypatch.setattr(env, "chance", lambda probability: answer)
