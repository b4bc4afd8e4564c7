"""`markov`: every turn stands alone."""

from __future__ import annotations

from glyphbench.agents.base import Message
from glyphbench.harness.protocol import Conversation, Seen


class Markov(Conversation):
    """System prompt and the present observation, nothing else."""

    def messages(self, seen: Seen) -> list[Message]:
        """The present observation alone."""
        return [Message("system", self.system()), seen.message()]
