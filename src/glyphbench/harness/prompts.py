"""The system prompt: rules, actions and reply format. What varies by seed is in the observation, never here."""

from __future__ import annotations

from glyphbench.core.env import GlyphEnv
from glyphbench.harness.interface import Interface
from glyphbench.harness.parsing import Format

_SIGHT = {
    Interface.GLYPH: "You see the game as a grid of glyphs, one character per cell, explained by the legend.\n",
    Interface.NATIVE: "You see the game as its own text.\n",
    Interface.PIXELS: "You see a picture of the game.\n",
}
_FORMATS = {
    Format.ACTION: "Think, then end your reply with exactly one action: <action>NAME</action>",
    Format.FENCE: "Think, then end your reply with exactly one action in a fenced block:\n```\nNAME\n```",
    Format.ANSWER: "Think, then end your reply with exactly one action: <answer>NAME</answer>",
}


def system_prompt(game: GlyphEnv, form: Format = Format.ACTION, interface: Interface = Interface.GLYPH) -> str:
    """Compose rules, action list and reply format for `game`."""
    return f"{game.rules.strip()}\n\nActions:\n{game.actions.describe()}\n\n{_SIGHT[interface]}{_FORMATS[form]}"
