"""Conversation: what a harness is. One file per harness, one object per episode.

To add a harness, subclass `Conversation` and name it: `glyphbench eval --harness my_package.my_module:MyHarness`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from glyphbench.agents.base import Message
from glyphbench.core.env import GlyphEnv
from glyphbench.core.observation import Observation
from glyphbench.harness.interface import Interface
from glyphbench.harness.parsing import Format, visible
from glyphbench.harness.prompts import system_prompt

#: Stands for a reply without visible text: many servers refuse an empty message.
NO_REPLY = "(no reply)"


@dataclass(frozen=True, slots=True)
class Setting:
    """The options that a conversation needs.

    Attributes:
        form: how a reply names its action.
        history: previous turns that a prompt repeats.
        interface: how observations are shown.
    """

    form: Format = Format.ACTION
    history: int = 0
    interface: Interface = Interface.GLYPH


@dataclass(frozen=True, slots=True)
class Seen:
    """One observation as it is shown.

    Attributes:
        text: what is shown as text.
        observation: the observation itself.
        image: a PNG file that is shown beside the text, or nothing.
    """

    text: str
    observation: Observation
    image: bytes = b""

    def message(self, before: str = "") -> Message:
        """It as a message, after another text."""
        return Message("user", before + self.text, self.image)


@dataclass(frozen=True, slots=True)
class Turn:
    """A finished turn.

    Attributes:
        number: from 0.
        before: what the player saw.
        reply: what it answered last, reasoning included.
        action: the action's name; None for a turn that passed without one.
        reward: scaled.
        after: what it will see next, if the episode goes on.
    """

    number: int
    before: Seen
    reply: str
    action: str | None
    reward: float
    after: Seen


class Conversation(ABC):
    """What one player is told in one episode.

    Attributes:
        memory: the text that the player keeps from turn to turn; empty in a harness without one.
    """

    #: The previous turns that a prompt repeats unless `--history` says otherwise; None where that is not its way.
    default_history: ClassVar[int | None] = None

    def __init__(self, game: GlyphEnv, setting: Setting) -> None:
        self.game, self.setting = game, setting
        self.memory = ""

    def system(self) -> str:
        """The system prompt; it does not change within an episode, and not between seeds."""
        return system_prompt(self.game, self.setting.form, self.setting.interface)

    @abstractmethod
    def messages(self, seen: Seen) -> list[Message]:
        """The messages of the next turn; the last one is the user's and holds the observation's whole text."""

    def add(self, turn: Turn) -> None:
        """Take in a finished turn."""
        return None

    def ask_memory(self, turn: Turn) -> list[Message] | None:
        """What to ask the player after a turn, to be answered with a text for `remember`; None for nothing."""
        return None

    def remember(self, text: str) -> None:
        """Store the answer (visible text, perhaps empty) to `ask_memory`."""
        self.memory = text or self.memory


def spoken(reply: str) -> str:
    """A reply as an assistant message: its visible text, never empty."""
    return visible(reply) or NO_REPLY
