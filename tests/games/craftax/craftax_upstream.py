"""Bare Craftax, played for comparison: `python tests/games/craftax/craftax_upstream.py` writes data/upstream.json.

The record is made by upstream's own `env.reset` and `env.step` (no GlyphBench module takes part), so the default
tests need not compile them; the sweep plays them live.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

RECORD = Path(__file__).parent / "data" / "upstream.json"
SEEDS, STEPS = (0, 1, 2, 3), 300


def actions(seed: int, steps: int = STEPS) -> list[int]:
    """Random play that moves and acts more often than it tries the other 36 actions."""
    rng = np.random.default_rng(seed)
    weights = np.array([1, *[8] * 4, 16, *[1] * 37], dtype=float)
    return rng.choice(43, size=steps, p=weights / weights.sum()).tolist()


def play(seeds: tuple[int, ...] = SEEDS, steps: int = STEPS) -> list[dict[str, Any]]:
    """Play upstream's environment: per seed, rewards and player position and health after every step."""
    import jax
    from craftax.craftax_env import make_craftax_env_from_name

    env = make_craftax_env_from_name("Craftax-Symbolic-v1", auto_reset=False)
    episodes = []
    for seed in seeds:
        _, state = env.reset(jax.random.PRNGKey(seed))
        rewards, positions, health = [], [], []
        for action in actions(seed, steps):
            _, state, reward, done, _ = env.step(state.state_rng, state, action)
            rewards.append(float(reward))
            positions.append(np.asarray(state.player_position).tolist())
            health.append(float(state.player_health))
            if done:
                break
        episodes.append({"seed": seed, "rewards": rewards, "positions": positions, "health": health})
    return episodes


if __name__ == "__main__":
    RECORD.write_text(json.dumps(play()) + "\n", encoding="utf-8")
