"""RunOptions: everything that decides what a run's episodes are. Two runs with equal options are the same run."""

from __future__ import annotations

import hashlib
import re
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, model_validator

from glyphbench import catalogue
from glyphbench.agents import ChatOptions
from glyphbench.agents.spec import kind_of
from glyphbench.harness import Format, Harness, Interface
from glyphbench.harness.kinds import DEFAULT

#: Evaluation seeds are this one and those that follow; training never draws them.
FIRST_SEED = catalogue.EVALUATION_SEED


class RunOptions(BaseModel):
    """Resolved options of a run, as they stand in `run.json`.

    Attributes:
        model: the model as the user named it.
        tasks: full task ids, in the catalogue's order.
        kwargs: task arguments that override the catalogue's, for every task.
        episodes: episodes per task.
        seed: seed of each task's first episode; the others follow by one.
        harness, history, retries, parser, token_budget, observation: see `glyphbench.harness.Harness`.
        base_url: the server of a chat model, without credentials; None for other models.
        temperature, max_tokens, thinking: see `glyphbench.agents.ChatOptions`.
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

    @model_validator(mode="after")
    def _resolve(self) -> RunOptions:
        object.__setattr__(self, "history", self.asking.history)
        return self

    @property
    def asking(self) -> Harness:
        """The options that say how the model is asked."""
        return Harness(self.harness, self.history, self.retries, self.parser, self.token_budget, self.observation)

    @property
    def slug(self) -> str:
        """A folder name for this run: the model, and a digest of all options."""
        digest = hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:8]
        return f"{re.sub(r'[^A-Za-z0-9.]+', '-', self.model).strip('-.')[:60] or 'model'}-{digest}"

    def differences(self, other: dict[str, Any]) -> list[str]:
        """Compare with the options of a run folder; returns short phrases, one per option that differs."""
        mine = self.model_dump(mode="json")
        found = []
        for name in sorted(mine.keys() | other.keys()):
            here, there = mine.get(name), other.get(name)
            if here == there:
                continue
            if name == "tasks" and isinstance(there, list) and isinstance(here, list):
                found.append("tasks" if len(here) == len(there) else f"tasks ({len(there)} there, {len(here)} now)")
            else:
                found.append(f"{name} ({there!r} there, {here!r} now)")
        return found


def chat_server(spec: str, chat: ChatOptions) -> str | None:
    """The server to note in `RunOptions.base_url`: None unless the model is a chat model.

    Raises:
        ValueError: the model's name fits no kind.
    """
    if kind_of(spec, chat)[0] != "chat":
        return None
    from glyphbench.agents.chat import OPENAI, public_url

    return public_url(chat.server or OPENAI)
