"""Building the full game: NetHackChallenge's rules on an environment that can be seeded."""

from __future__ import annotations

from nle import nethack
from nle.env.tasks import NetHackScore

from glyphbench.games.nle.engine import Engine

_FAR_AWAY = 10**9
_KEYS = ("glyphs", "blstats", "message", "inv_letters", "inv_strs", "tty_chars", "tty_colors", "tty_cursor")


def build(character: str, keys: tuple[int, ...]) -> Engine:
    """Build NetHack for one character.

    `NetHackChallenge` refuses seeds; this is its configuration on its own base class: 121 actions, every question and
    menu left to the player, reward = difference of NetHack's score, no penalties.

    Args:
        character: `@` for one drawn from the seed, else NLE's `role-race-alignment-sex`.
        keys: the raw key of every action.
    """
    assert len(keys) == len(nethack.ACTIONS)
    env = NetHackScore(
        character=character,
        actions=keys,
        allow_all_yn_questions=True,
        allow_all_modes=True,
        penalty_step=0.0,
        max_episode_steps=_FAR_AWAY,
        observation_keys=_KEYS,
        fix_moon_phase=True,
    )
    return Engine(env, page_through=True)
