"""History: the previous turns that a prompt repeats before the present observation."""

from __future__ import annotations

from collections import deque

from glyphbench.agents.base import Message
from glyphbench.harness.parsing import visible

#: Stands for a reply without visible text: many servers refuse an empty message.
NO_REPLY = "(no reply)"


class History:
    """The last `turns` turns (observation and reply) of an episode, without the replies' reasoning."""

    def __init__(self, turns: int) -> None:
        self._turns: deque[tuple[str, str]] = deque(maxlen=turns)

    def add(self, observation: str, reply: str) -> None:
        """Remember a finished turn."""
        self._turns.append((observation, spoken(reply)))

    def messages(self, system: str, observation: str) -> list[Message]:
        """The conversation to send: system prompt, remembered turns, present observation."""
        conversation = [Message("system", system)]
        for seen, said in self._turns:
            conversation += [Message("user", seen), Message("assistant", said)]
        return [*conversation, Message("user", observation)]


def spoken(reply: str) -> str:
    """A reply as an assistant message: its visible text, never empty."""
    return visible(reply) or NO_REPLY
