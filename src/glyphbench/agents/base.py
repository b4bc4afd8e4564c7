"""What every agent is: a `Model` that makes one `Player` per episode, and the `Reply` that a player gives."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol

from glyphbench.core.env import GlyphEnv

Role = Literal["system", "user", "assistant"]


class ModelError(Exception):
    """The model could not answer this prompt; the episode ends, the run goes on."""


class ContextOverflow(ModelError):
    """The prompt does not fit into the model's context window.

    Attributes:
        reply: what the model answered all the same, where that showed how long the prompt was; its tokens count.
    """

    def __init__(self, message: str, reply: Reply | None = None) -> None:
        super().__init__(message)
        self.reply = reply


class ModelUnavailable(Exception):
    """The model cannot be reached or refuses to work at all; the run ends and can be resumed."""


class PlayerLeft(Exception):
    """The player stops in the middle of an episode, as a person who quits does."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation: a text, and perhaps a picture (a PNG file) after it."""

    role: Role
    text: str
    image: bytes = b""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a player answers.

    Attributes:
        text: the visible answer, from which the action is parsed.
        reasoning: hidden reasoning that the provider returned apart from the answer; never parsed.
        tokens_in: prompt tokens; None where the model does not count.
        tokens_out: generated tokens, reasoning included; None where the model does not count.
        finish: why generation ended: `stop`, `length` (the token limit), or the provider's own word.
        action: an action index given directly by a player that does not speak; the text is then not parsed.
        tokens_cached: the prompt tokens that the provider had in its cache; None where it does not say.
        tokens_reasoning: the generated tokens that were hidden reasoning; None where the provider does not say.
    """

    text: str = ""
    reasoning: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    finish: str = "stop"
    action: int | None = None
    tokens_cached: int | None = None
    tokens_reasoning: int | None = None

    @property
    def cut(self) -> bool:
        """Whether the token limit ended the reply."""
        return self.finish == "length"


class Player(Protocol):
    """Plays one episode: one call per prompt."""

    async def __call__(self, messages: Sequence[Message]) -> Reply:
        """Answer a conversation that ends with the present observation (or with what was wrong with the last reply).

        Raises:
            ModelError: this prompt cannot be answered.
            ModelUnavailable: nothing can be answered.
            PlayerLeft: the player quits.
        """
        ...


class Model(ABC):
    """A configured agent that is shared by all episodes of a run."""

    #: Whether its episodes keep a processor busy, so that parallel ones belong in processes of their own.
    cpu_bound: ClassVar[bool] = True
    #: Whether it can be shown pictures, or reads nothing at all.
    sees: ClassVar[bool] = True

    @abstractmethod
    def player(self, game: GlyphEnv, seed: int, attempt: int = 0) -> Player:
        """Return a player for one episode of `game`, which the harness resets with `seed`.

        Where the same game is played several times, `attempt` counts from 0; what the model draws at random depends
        on it.

        A player that reads text uses only the messages; baselines and teachers may look at `game`.

        Raises:
            ValueError: the model cannot play this task.
        """

    async def close(self) -> None:
        """Release connections; the model is not used again."""
        return None
