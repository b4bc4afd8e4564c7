"""RunOptions: everything that decides what a run's episodes are. Two runs with equal options are the same run."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Any

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    FiniteFloat,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)

from glyphbench import catalogue
from glyphbench.agents import ChatOptions
from glyphbench.agents.spec import OPENAI, kind_of, public_url, resolve
from glyphbench.harness import Format, Harness, Interface
from glyphbench.harness.kinds import DEFAULT, is_ours

#: Evaluation seeds are this one and those that follow; training never draws them.
FIRST_SEED = catalogue.EVALUATION_SEED
#: Episodes of one run; all are planned and counted in memory.
MOST_EPISODES = 1_000_000
#: Options that came after run folders were first named.
_LATER = ("reasoning_effort", "context")
#: Options that are written only where they are used: without them a run's files are as they always were.
_RARE: dict[str, Any] = {"attempts": 1, "split": None, "seeds": ()}


class RunOptions(BaseModel):
    """Resolved options of a run, as they stand in `run.json`.

    Attributes:
        model: the model as the user named it.
        tasks: full task ids, in the catalogue's order.
        kwargs: task arguments that override the catalogue's, for every task.
        episodes: episodes per task.
        seed: seed of each task's first episode; the others follow by one.
        harness, history, retries, parser, token_budget, observation: see `glyphbench.harness.Harness`.
        base_url: the server of a chat model, without credentials; None for other models. It may move.
        temperature, max_tokens, thinking, reasoning_effort, context: see `glyphbench.agents.ChatOptions`.
        attempts: how often each instance (task and seed) is played: the game is the same, the model draws anew.
        split: the split of fixed instances that decides `kwargs` and `seeds`; None without one.
        seeds: of each task's episodes, where they are fixed; `seed` and `episodes` follow from them.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str
    tasks: tuple[str, ...]
    kwargs: dict[str, Any] = Field(default_factory=dict)
    episodes: int = Field(default=1, ge=1)
    seed: int = Field(default=FIRST_SEED, ge=0)
    harness: str = DEFAULT
    history: int | None = None
    retries: int = 1
    parser: Format = Format.ACTION
    token_budget: int | None = None
    observation: Interface = Interface.GLYPH
    base_url: str | None = None
    temperature: FiniteFloat | None = None
    max_tokens: int | None = None
    thinking: bool | None = None
    reasoning_effort: str | None = Field(default=None, min_length=1)
    context: int | None = Field(default=None, ge=1)
    attempts: int = Field(default=1, ge=1)
    split: str | None = None
    seeds: tuple[int, ...] = ()

    @model_validator(mode="after")
    def _resolve(self) -> RunOptions:
        for name in ("model", "harness", "split"):
            value = getattr(self, name) or ""
            if not value.isprintable():  # reports print them
                raise ValueError(f"a {name}'s name holds no control characters and is valid UTF-8, got {value!r}")
        model, chat = resolve(self.model)
        if chat.base_url is not None:  # a URL as the model's name, perhaps with a password in it
            object.__setattr__(self, "model", model)
            object.__setattr__(self, "base_url", public_url(chat.base_url))
        if is_ours(self.harness):  # the code of others runs when it is asked to play, never because a file is read
            object.__setattr__(self, "history", self.asking.history)
        if self.seeds:
            object.__setattr__(self, "seed", self.seeds[0])
            object.__setattr__(self, "episodes", len(self.seeds))
        for name, items in (("task", self.tasks), ("seed", self.seeds)):
            if len(set(items)) != len(items):
                raise ValueError(f"a {name} is given twice")
        return self

    def check_count(self) -> None:
        """Refuse to list more episodes than fit into memory; a report only counts them.

        Raises:
            ValueError: there are more than a run can hold.
        """
        count = len(self.tasks) * self.episodes * self.attempts
        if count > MOST_EPISODES:
            raise ValueError(f"{count:,} episodes are too many: a run holds at most {MOST_EPISODES:,}, play several")

    @model_serializer(mode="wrap")
    def _write(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {
            name: value
            for name, value in handler(self).items()
            if name not in _RARE or getattr(self, name) != _RARE[name]
        }

    @property
    def instances(self) -> Sequence[int]:
        """The seeds of each task's instances."""
        return self.seeds or range(self.seed, self.seed + self.episodes)

    def ready(self) -> RunOptions:
        """These options with the history that the harness holds best filled in, also for a harness of somebody else.

        Raises:
            ValueError: there is no such harness, it has no history, or the run has too many episodes.
        """
        self.check_count()
        return self.model_copy(update={"history": self.asking.history})

    @property
    def asking(self) -> Harness:
        """The options that say how the model is asked."""
        return Harness(self.harness, self.history, self.retries, self.parser, self.token_budget, self.observation)

    @property
    def slug(self) -> str:
        """A folder name for this run: the model, and a digest of all options."""
        # The server may move; later options count only where they are used, so that older folders keep their names.
        plain = self.model_copy(update={"base_url": None})
        unused = {name for name in _LATER if getattr(self, name) is None}
        digest = hashlib.sha256(plain.model_dump_json(exclude=unused).encode()).hexdigest()[:8]
        return f"{slugged(self.model)}-{digest}"

    def differences(self, other: dict[str, Any]) -> list[str]:
        """Compare with the options of a run folder; returns short phrases, one per option that differs.

        A server at another address is the same model, so `base_url` is not compared.
        """
        mine = self.model_dump(mode="json")
        found = []
        for name in sorted((mine.keys() | other.keys()) - {"base_url"}):
            here, there = mine.get(name), other.get(name)
            if here == there:
                continue
            if name == "tasks" and isinstance(there, list) and isinstance(here, list):
                found.append("tasks" if len(here) == len(there) else f"tasks ({len(there)} there, {len(here)} now)")
            else:
                found.append(f"{name} ({there!r} there, {here!r} now)")
        return found


def slugged(text: str) -> str:
    """A name as a folder's: letters, digits, dots and dashes, at most 60, never empty, hidden or a way up."""
    return re.sub(r"[^A-Za-z0-9.]+", "-", text).strip("-.")[:60] or "model"


def chat_server(spec: str, chat: ChatOptions) -> str | None:
    """The server to note in `RunOptions.base_url`: None unless the model is a chat model.

    Raises:
        ValueError: the model's name fits no kind.
    """
    if kind_of(spec, chat)[0] != "chat":
        return None
    return public_url(chat.server or OPENAI)
