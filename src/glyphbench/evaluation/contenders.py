"""Contenders: the models that one command evaluates, from its options or from a file of models.

A file of models is a TOML file with one `[[model]]` table per model; what a table leaves out is as the command's
options say:

    [[model]]
    model = "openai/gpt-x"
    name = "gpt-x low"              # of the run folder
    reasoning_effort = "low"
    key_env = "GPT_KEY"             # the environment variable that holds the key

    [[model]]
    model = "http://localhost:8000/v1#qwen3"
    temperature = 0.6
    workers = 32
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from glyphbench.agents import ChatOptions
from glyphbench.agents.spec import is_url, resolve
from glyphbench.evaluation.options import chat_server, slugged
from glyphbench.evaluation.tables import check_keys, read_row, read_toml


class Entry(BaseModel):
    """One `[[model]]` table. `name` is of the run folder; the rest is as the options of `glyphbench eval` say."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str
    name: str | None = None
    base_url: str | None = None
    temperature: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    max_tokens: int | None = Field(default=None, ge=1)
    thinking: bool | None = None
    reasoning_effort: str | None = Field(default=None, min_length=1)
    context: int | None = Field(default=None, ge=1)
    timeout: float | None = Field(default=None, ge=0.1, allow_inf_nan=False)
    tries: int | None = Field(default=None, ge=1, le=100)
    key_env: str | None = Field(default=None, min_length=1)
    workers: int | None = Field(default=None, ge=1)


@dataclass(frozen=True, slots=True)
class Contender:
    """One model to evaluate.

    Attributes:
        model: its resolved name, see `glyphbench.agents.spec.resolve`.
        chat: how to talk to it.
        server: the server to note, without credentials; None unless it is a chat model.
        workers: episodes at once; None for what is usual.
        folder: the name of its run folder; None for one made of its options.
    """

    model: str
    chat: ChatOptions
    server: str | None
    workers: int | None = None
    folder: str | None = None

    @property
    def at_once(self) -> int:
        """Episodes at once: a language model answers several in the time of one."""
        return self.workers or (8 if self.server or self.model.startswith("hf/") else 1)


def contender(model: str, chat: ChatOptions, workers: int | None = None, folder: str | None = None) -> Contender:
    """Make a contender of a model's name as a user writes it.

    Raises:
        ValueError: the name fits no kind, or the server's URL is malformed.
    """
    model, chat = resolve(model, chat)
    return Contender(model, chat, chat_server(model, chat), workers, folder)


def read_models(path: Path, usual: ChatOptions, workers: int | None = None) -> list[Contender]:
    """Read a file of models; `usual` and `workers` hold for what a table leaves out.

    Raises:
        ValueError: it is no such file; the message names the place and, for an unknown key, the nearest valid one.
        OSError: it cannot be read.
    """
    table = read_toml(path)
    check_keys(table, ("model",), str(path))
    rows = table.get("model")
    if not (isinstance(rows, list) and rows):
        raise ValueError(f"{path} holds no model: write a table [[model]] for each")
    found = []
    for number, row in enumerate(rows, 1):
        where = f"{path}, model {number}"
        entry = read_row(Entry, row, where)
        changes = entry.model_dump(exclude_none=True, exclude={"model", "name", "workers"})
        if is_url(entry.model):
            changes.setdefault("base_url", None)
        try:
            one = contender(entry.model, replace(usual, **changes), entry.workers or workers)
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
        found.append(replace(one, folder=slugged(entry.name) if entry.name else None))
    return found
