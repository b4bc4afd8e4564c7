"""Prompts, history, reply parsing and the episode loop: how an agent's text becomes a named action."""

from glyphbench.harness.episode import SKIPPED_TURN, Episode, Harness, StopReason, chain, play
from glyphbench.harness.parsing import Event, Format, Parsed, parse, visible
from glyphbench.harness.prompts import system_prompt

__all__ = [
    "SKIPPED_TURN",
    "Episode",
    "Event",
    "Format",
    "Harness",
    "Parsed",
    "StopReason",
    "chain",
    "parse",
    "play",
    "system_prompt",
    "visible",
]
