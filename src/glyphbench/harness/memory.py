"""`memory`: the player rewrites a text of its own after each turn, and reads it in the next one."""

from __future__ import annotations

from glyphbench.agents.base import Message
from glyphbench.harness.protocol import Conversation, Seen, Turn, spoken

#: A memory that is longer is cut here.
LONGEST = 4000
_EMPTY = "(empty)"
_ASK = (
    "Do not choose an action now. Rewrite your memory: you will see it next turn together with the observation, and "
    "nothing else of what happened so far. Keep what you will need (goal, plan, where things are, what you tried and "
    "what came of it), at most 150 words. Answer with the new memory alone."
)


class WithMemory(Conversation):
    """System prompt; one message with the memory and the present observation; after the turn, a new memory."""

    def messages(self, seen: Seen) -> list[Message]:
        """The memory and the present observation."""
        return [Message("system", self.system()), self._told(seen)]

    def ask_memory(self, turn: Turn) -> list[Message] | None:
        """The turn's prompt and reply, what came of it, and the request for a new memory."""
        return [
            Message("system", self.system()),
            self._told(turn.before),
            Message("assistant", spoken(turn.reply)),
            outcome(turn, _ASK),
        ]

    def remember(self, text: str) -> None:
        """Replace the memory; an empty answer leaves it as it is."""
        self.memory = text[:LONGEST].strip() or self.memory

    def _told(self, seen: Seen) -> Message:
        return seen.message(f"[Memory]\n{self.memory or _EMPTY}\n\n")


def outcome(turn: Turn, request: str) -> Message:
    """What a turn brought about, and a request about it."""
    did = f"You did {turn.action}" if turn.action else "You did nothing: no reply named a valid action"
    text = f"{did}; reward {turn.reward:+.3g}. You now see:\n\n{turn.after.text.rstrip()}\n\n{request}"
    return Message("user", text, turn.after.image)
