"""`basic`: a growing conversation, of which the last few turns are repeated in each prompt."""

from __future__ import annotations

from collections import deque
from typing import ClassVar

from glyphbench.agents.base import Message
from glyphbench.core.env import GlyphEnv
from glyphbench.harness.parsing import Format
from glyphbench.harness.protocol import Conversation, Seen, Turn, spoken


class Basic(Conversation):
    """System prompt, the last `history` turns (observation and reply, without reasoning), the present observation."""

    default_history: ClassVar[int | None] = 8

    def __init__(self, game: GlyphEnv, form: Format, history: int) -> None:
        super().__init__(game, form, history)
        self._turns: deque[tuple[str, str]] = deque(maxlen=history)

    def messages(self, seen: Seen) -> list[Message]:
        """The conversation so far, cut at the beginning."""
        conversation = [Message("system", self.system())]
        for observed, said in self._turns:
            conversation += [Message("user", observed), Message("assistant", said)]
        return [*conversation, Message("user", seen.text)]

    def add(self, turn: Turn) -> None:
        """Remember a finished turn."""
        self._turns.append((turn.before.text, spoken(turn.reply or turn.action or "")))
