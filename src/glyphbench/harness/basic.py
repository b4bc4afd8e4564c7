"""`basic`: a growing conversation, of which the last few turns are repeated in each prompt."""

from __future__ import annotations

from collections import deque
from typing import ClassVar

from glyphbench.agents.base import Message
from glyphbench.core.env import GlyphEnv
from glyphbench.harness.protocol import Conversation, Seen, Setting, Turn, spoken


class Basic(Conversation):
    """System prompt, the last `history` turns (observation and reply, without reasoning), the present observation."""

    default_history: ClassVar[int | None] = 8

    def __init__(self, game: GlyphEnv, setting: Setting) -> None:
        super().__init__(game, setting)
        self._turns: deque[tuple[Message, Message]] = deque(maxlen=setting.history)

    def messages(self, seen: Seen) -> list[Message]:
        """The conversation so far, cut at the beginning."""
        conversation = [Message("system", self.system())]
        for turn in self._turns:
            conversation += turn
        return [*conversation, seen.message()]

    def add(self, turn: Turn) -> None:
        """Remember a finished turn."""
        said = spoken(turn.reply or turn.action or "")
        self._turns.append((turn.before.message(), Message("assistant", said)))
