"""The system prompt: rules, actions and reply format. What varies by seed is in the observation, never here."""

from __future__ import annotations

from glyphbench.core.env import GlyphEnv

REPLY_FORMAT = """You see the game as a grid of glyphs, one character per cell, explained by the legend.
Think, then end your reply with exactly one action: <action>NAME</action>"""


def system_prompt(game: GlyphEnv) -> str:
    """Compose rules, action list and reply format for `game`."""
    return f"{game.rules.strip()}\n\nActions:\n{game.actions.describe()}\n\n{REPLY_FORMAT}"
