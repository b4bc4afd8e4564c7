"""Building MiniHack's own environments for the NLE adapter."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium as gym

try:
    with warnings.catch_warnings():
        # MiniHack 1.0.2 imports pkg_resources, which warns that it will go away.
        warnings.simplefilter("ignore")
        import minihack  # noqa: F401  (registers the upstream ids)
        from minihack.base import MH_FULL_ACTIONS
        from minihack.envs import corridor, exploremaze, keyroom, sokoban
        from minihack.navigation import MOVE_ACTIONS
except ModuleNotFoundError as error:
    if error.name == "pkg_resources":
        raise ImportError(
            "MiniHack imports pkg_resources, which setuptools 82 removed: pip install 'setuptools<82'",
            name="pkg_resources",
        ) from error
    raise

from glyphbench.games.nle.engine import Engine
from glyphbench.games.nle.keys import Keyboard, full, small

_FAR_AWAY = 10**9
_SMALL: dict[str, tuple[Any, ...]] = {
    "Corridor": corridor.NAVIGATE_ACTIONS,
    "ExploreMaze": exploremaze.ACTIONS,
    "KeyRoom": keyroom.APPLY_ACTIONS,
    "Sokoban": sokoban.NAVIGATE_ACTIONS,
}
#: Kinds with NetHack's whole command set.
FULL_KINDS = ("Eat", "Levitate", "LavaCross", "Pray", "Read", "Sink", "Wield", "WoD")


def keyboard(kind: str) -> Keyboard:
    """The actions that upstream gives tasks of this kind, with their keys."""
    if kind in FULL_KINDS:
        return full(MH_FULL_ACTIONS)
    return small(_SMALL.get(kind, MOVE_ACTIONS))


def build(upstream: str, keys: tuple[int, ...]) -> tuple[Engine, int]:
    """Build the environment `upstream` (a MiniHack id) for these keys.

    Returns:
        The engine and upstream's step limit. The environment itself is given no limit: the caller counts turns.
    """
    env = gym.make(
        upstream, disable_env_checker=True, actions=keys, fix_moon_phase=True, observation_keys=("blstats",)
    ).unwrapped
    limit = int(env._max_episode_steps)  # type: ignore[attr-defined]
    env._max_episode_steps = _FAR_AWAY  # type: ignore[attr-defined]
    return Engine(env), limit
