"""Harness: what a player is shown and remembers, reply parsing, and the episode loop."""

from glyphbench.harness.episode import SKIPPED_TURN, Episode, Harness, StopReason, chain, play
from glyphbench.harness.interface import Interface
from glyphbench.harness.parsing import Event, Format, Parsed, parse, visible
from glyphbench.harness.prompts import system_prompt
from glyphbench.harness.protocol import Conversation, Seen, Setting, Turn

__all__ = [
    "SKIPPED_TURN",
    "Conversation",
    "Episode",
    "Event",
    "Format",
    "Harness",
    "Interface",
    "Parsed",
    "Seen",
    "Setting",
    "StopReason",
    "Turn",
    "chain",
    "parse",
    "play",
    "system_prompt",
    "visible",
]
