"""A harness in one file: the present observation below a journal of what was done and what it brought."""

from glyphbench.agents.base import Message
from glyphbench.core.env import GlyphEnv
from glyphbench.harness import Conversation, Seen, Setting, Turn


class Journal(Conversation):
    """No conversation: one message that begins with the last actions."""

    #: How many actions the journal keeps.
    LENGTH = 20

    def __init__(self, game: GlyphEnv, setting: Setting) -> None:
        super().__init__(game, setting)
        self.entries: list[str] = []

    def messages(self, seen: Seen) -> list[Message]:
        """The journal and the present observation, after the system prompt."""
        journal = "\n".join(self.entries[-self.LENGTH :]) or "(you have done nothing yet)"
        return [Message("system", self.system()), seen.message(f"[Journal]\n{journal}\n\n")]

    def add(self, turn: Turn) -> None:
        """Note a finished turn."""
        did = turn.action or "no valid action"
        said = turn.after.observation.message or "nothing to report"
        self.entries.append(f"turn {turn.number + 1}: {did}, reward {turn.reward:+.2f}: {said}")
