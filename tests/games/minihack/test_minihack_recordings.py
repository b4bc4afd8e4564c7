"""Recorded wins, found by `player.py`, are replayed through the named actions: the levels are winnable as shown."""

from __future__ import annotations

import json
from pathlib import Path

import gymnasium as gym
import pytest

import glyphbench  # noqa: F401  (registers the tasks)

_RECORDS = [
    json.loads(line)
    for path in sorted((Path(__file__).parent / "recordings").glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


def test_most_levels_are_won() -> None:
    assert len({record["task"] for record in _RECORDS if record["success"]}) >= 40


@pytest.mark.parametrize("record", _RECORDS, ids=lambda record: record["task"])
def test_replay(record: dict[str, object]) -> None:
    env = gym.make(str(record["task"]))
    game = env.unwrapped
    try:
        env.reset(seed=int(str(record["seed"])))
        total = 0.0
        info: dict[str, object] = {}
        terminated = truncated = False
        for name in record["actions"]:  # type: ignore[attr-defined]
            assert not (terminated or truncated)
            _, reward, terminated, truncated, info = env.step(game.actions.parse(name))  # type: ignore[attr-defined]
            total += float(reward)
        assert terminated
        assert info["success"] is record["success"] is True
        assert total == pytest.approx(record["return"], abs=1e-6)
        assert "The goal is reached." in game.observation.message  # type: ignore[attr-defined]
    finally:
        env.close()
