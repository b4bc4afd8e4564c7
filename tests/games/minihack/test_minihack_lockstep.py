"""In lock-step with the bare upstream environments: same rewards, same end, and the grid decodes to what NLE shows."""

from __future__ import annotations

import gymnasium as gym
import numpy as np
import pytest
from nle import nethack
from nle.env.tasks import NetHackScore

from glyphbench.core.glyphs import UNSEEN
from glyphbench.games.minihack.env import MiniHack
from glyphbench.games.minihack.levels import LEVELS
from glyphbench.games.nethack.env import NetHack

_STEPS = 100
# NetHack's default symbols (defsym.h, drawing.c) and what they stand for here.
_SYMBOLS: dict[str, str] = {
    ".": ".,°‰·",
    "#": "░¢¥¦○",
    "-": "#□+",
    "|": "#□¦",
    "+": "+§",
    "}": "}~",
    "`": "●▲",
    "0": "º●",
    "?": "¶",
    "_": "_¬",
    "~": "¤",
    " ": UNSEEN + "Ø",
    "*": "*×",
    "'": "'",
}


def _agrees(char: str, shown: str) -> bool:
    """Whether our glyph `shown` may stand for NetHack's character `char`."""
    if char.isdigit() and char != "0":
        return shown == "¿"
    allowed = _SYMBOLS.get(char, char)
    # A pet has one glyph of its own; statues are drawn like their monster in NetHack.
    return shown in allowed or ((char.isalpha() or char in "@':;&~ ") and shown in "☆▲å¤Ø")


def _check_grid(game: MiniHack | NetHack, observation: dict[str, np.ndarray]) -> None:
    grid = game.observation.grid
    seen = observation["glyphs"] != nethack.GLYPH_CMAP_OFF
    column, row = (int(value) for value in observation["blstats"][:2])
    places = [(at, line.index("@")) for at, line in enumerate(grid) if "@" in line]
    assert len(places) == 1
    top, left = row - places[0][0], column - places[0][1]
    height, width = len(grid), len(grid[0])
    inside = np.zeros_like(seen)
    inside[top : top + height, left : left + width] = True
    assert not (seen & ~inside).any(), "a seen cell lies outside the grid"
    for at in range(height):
        for across in range(width):
            y, x = top + at, left + across
            shown = grid[at][across]
            if (y, x) == (row, column):
                assert shown == "@"
            elif not seen[y, x]:
                assert shown == UNSEEN
            else:
                char = chr(observation["chars"][y, x])
                assert _agrees(char, shown), f"{char!r} is shown as {shown!r}"


@pytest.mark.parametrize("level", LEVELS)
def test_minihack(level: str) -> None:
    bare = gym.make(
        level,
        disable_env_checker=True,
        fix_moon_phase=True,
        observation_keys=("glyphs", "chars", "blstats"),
    ).unwrapped
    limit = min(bare._max_episode_steps, 512)  # type: ignore[attr-defined]
    game = MiniHack(level=level, max_turns=limit)
    by_key: dict[int, int] = {}
    for index, key in enumerate(bare.actions):  # type: ignore[attr-defined]
        by_key.setdefault(int(key), index)
    keys = game.engine.env.actions
    assert {int(key) for key in keys} == set(by_key), "our keys are exactly upstream's"
    rng = np.random.default_rng(7)
    try:
        for seed in (11, 12):
            bare.seed(seed, seed, reseed=False)  # type: ignore[attr-defined]
            observation, _ = bare.reset()
            game.reset(seed=seed)
            _check_grid(game, observation)
            for _ in range(_STEPS // 2):
                action = int(rng.integers(len(keys)))
                observation, reward, ended, _, info = bare.step(by_key[int(keys[action])])
                _, _, terminated, truncated, ours = game.step(action)
                assert ours["native_reward"] == pytest.approx(float(reward), abs=1e-12)
                assert ended == (terminated or truncated)
                if ended:
                    assert truncated == (info["end_status"] == -1)
                    break
                _check_grid(game, observation)
    finally:
        bare.close()
        game.close()


def test_nethack() -> None:
    bare = NetHackScore(
        character="@",
        actions=nethack.ACTIONS,
        allow_all_yn_questions=True,
        allow_all_modes=True,
        penalty_step=0.0,
        max_episode_steps=10**6,
        fix_moon_phase=True,
    )
    game = NetHack(max_turns=_STEPS * 4)
    more = [int(key) for key in nethack.ACTIONS].index(13)
    rng = np.random.default_rng(3)
    try:
        for seed in (1, 2, 3):
            bare.seed(seed, seed, reseed=False)
            observation, _ = bare.reset()
            game.reset(seed=seed)
            for _ in range(_STEPS):
                action = int(rng.integers(121))
                observation, reward, ended, _, _ = bare.step(action)
                # Our adapter presses on where the terminal says so.
                while not ended and observation["tty_chars"][observation["tty_cursor"][0]].tobytes().rstrip().endswith(
                    b"--More--"
                ):
                    observation, extra, ended, _, _ = bare.step(more)
                    reward += extra
                _, _, terminated, _, info = game.step(action)
                assert info["native_reward"] == pytest.approx(float(reward))
                assert terminated == ended
                if ended:
                    break
                _check_grid(game, observation)
    finally:
        bare.close()
        game.close()
