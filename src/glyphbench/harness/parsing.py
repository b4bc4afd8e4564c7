"""Reply -> action. The last complete tag counts; reasoning is never parsed; a failure says what was wrong.

Nothing here repeats the model's own words: quoting them back confuses models that think aloud.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from glyphbench.agents.base import Reply
from glyphbench.core.actions import ActionSet


class Format(StrEnum):
    """How a reply names its action."""

    ACTION = "action"
    """`<action>NAME</action>`; the default."""
    FENCE = "fence"
    """The last fenced block, as in CAST."""
    ANSWER = "answer"
    """`<answer>NAME</answer>`, as in RAGEN."""


class Event(StrEnum):
    """Why a reply gave no action."""

    CUT = "cut"
    """The token limit ended the reply before an action was complete."""
    REASONING_ONLY = "reasoning_only"
    """Reasoning used up the token limit: the reply has no visible text."""
    UNPARSEABLE = "unparseable"
    """The reply is complete but names no action, or one that does not exist."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a reply means: an action index, or an event and the reason to tell the model."""

    action: int | None = None
    event: Event | None = None
    reason: str = ""


_THINK = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)
_EXAMPLE = {
    Format.ACTION: "<action>NAME</action>",
    Format.FENCE: "a fenced block (``` before and after) that holds NAME",
    Format.ANSWER: "<answer>NAME</answer>",
}
_OUTER = re.compile(r"^[\W_]+|[\W_]+$")


def visible(text: str) -> str:
    """The reply without `<think>…</think>` blocks.

    A block that never closes hides everything after it; a `</think>` without a beginning (chat templates open the
    block in the prompt) hides everything before it.
    """
    kept: list[str] = []
    start, thinking = 0, False
    for mark in _THINK.finditer(text):
        if mark[1]:
            if thinking:
                thinking = False
            else:
                kept.clear()
            start = mark.end()
        elif not thinking:
            kept.append(text[start : mark.start()])
            thinking = True
    if not thinking:
        kept.append(text[start:])
    return "".join(kept).strip()


def parse(reply: Reply, actions: ActionSet, form: Format = Format.ACTION) -> Parsed:
    """Find the action that `reply` names.

    A reply that the token limit cut still counts if an action is complete in it and no later one was begun.
    """
    seen = visible(reply.text)
    if not seen and reply.cut:
        return Parsed(
            None,
            Event.REASONING_ONLY,
            "Your reasoning used up the token limit, so no answer came. Reason in a few words and answer with "
            f"{_EXAMPLE[form]}.",
        )
    name, unfinished = _last_fence(seen) if form is Format.FENCE else _last_tag(seen, form.value)
    if reply.cut and (name is None or unfinished):
        return Parsed(
            None,
            Event.CUT,
            f"Your reply was cut off at the token limit before the action. Be shorter and end with {_EXAMPLE[form]}.",
        )
    if name is None:
        return Parsed(None, Event.UNPARSEABLE, f"Your reply named no action. End it with exactly one {_EXAMPLE[form]}.")
    action = actions.parse(name)
    short = len(name) <= 80  # no action is longer; a rambling tag is not worth a search
    if action is None and short:
        action = actions.parse(_OUTER.sub("", name))
    if action is None:
        near = actions.nearest(name) if short else []
        offer = ", ".join(near or actions.names[:8]) + (", …" if not near and len(actions) > 8 else "")
        kind = "Nearest actions" if near else "Actions"
        return Parsed(None, Event.UNPARSEABLE, f"The action you named does not exist. {kind}: {offer}.")
    return Parsed(action)


def _last_tag(text: str, tag: str) -> tuple[str | None, bool]:
    """The content of the last complete `<tag>…</tag>`, and whether a later one was begun and not finished."""
    opening: int | None = None
    found: str | None = None
    for mark in re.finditer(rf"<(/?){tag}>", text, re.IGNORECASE):
        if not mark[1]:
            opening = mark.end()
        elif opening is not None:
            found, opening = text[opening : mark.start()].strip(), None
    return found, opening is not None


def _last_fence(text: str) -> tuple[str | None, bool]:
    """The content of the last complete fenced block without its info string, and whether another was begun."""
    parts = text.split("```")
    blocks = parts[1::2] if len(parts) % 2 else parts[1:-1:2]
    unfinished = len(parts) % 2 == 0
    if not blocks:
        return None, unfinished
    first, _, rest = blocks[-1].partition("\n")
    return (rest.strip() or first.strip()), unfinished
