"""Episode records: one JSON object per line, versioned; what makes an evaluation verifiable."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    FiniteFloat,
    SerializerFunctionWrapHandler,
    ValidationError,
    model_serializer,
)

from glyphbench.harness import Episode, Event, StopReason

VERSION: Literal[1] = 1

#: Task arguments that change what a player sees and not what it plays.
VIEW_ARGUMENTS = frozenset({"layout", "observation", "view"})

#: Task, seed, attempt.
Key = tuple[str, int, int]


class Record(BaseModel):
    """One episode as it stands in `episodes.jsonl`.

    Replaying `actions` in the task made with `kwargs` and reset with `seed` (null: `skip_turn(SKIPPED_TURN)`) gives
    the same rewards and, chaining every observation text with `glyphbench.harness.chain`, the same `trace`.

    Attributes:
        version: of this schema.
        task: full task id.
        kwargs: task arguments beside the catalogue's.
        seed: of the episode.
        model: the model as the user named it.
        harness: the options that say how the model was asked.
        prompt: SHA-256 of the system prompt.
        actions: action names; null for a turn that passed without one.
        rewards: scaled reward per turn.
        total: cumulative scaled reward; `return` in JSON.
        native_return: cumulative reward in the engine's own units.
        success: whether the game says that the player succeeded.
        length: turns played.
        stop: why the episode ended.
        error: what the model said when it failed; empty otherwise.
        replies: replies about an action that the model gave, retries included.
        events: how often a reply gave no action, by kind.
        tokens_in: prompt tokens; null where the model does not count.
        tokens_out: generated tokens, reasoning included; null where the model does not count.
        seconds: wall-clock time.
        trace: SHA-256 chained over every observation text.
        memories: replies about its memory that the model gave.
        tokens_cached: those of `tokens_in` that the provider had in its cache; null where no reply says.
        tokens_reasoning: those of `tokens_out` that were hidden reasoning; null where no reply says.
        attempt: which of several attempts at the same task and seed it is, from 0; written from 1 on.
    """

    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    version: Literal[1] = VERSION
    task: str
    kwargs: dict[str, Any]
    seed: int = Field(ge=0)
    model: str
    harness: dict[str, Any]
    prompt: str
    actions: list[str | None]
    rewards: list[FiniteFloat]
    total: FiniteFloat = Field(validation_alias="return", serialization_alias="return")
    native_return: FiniteFloat
    success: bool
    length: int
    stop: StopReason
    error: str
    replies: int
    events: dict[Event, int]
    tokens_in: int | None
    tokens_out: int | None
    seconds: FiniteFloat
    trace: str
    memories: int = 0
    tokens_cached: int | None = None
    tokens_reasoning: int | None = None
    attempt: int = Field(default=0, ge=0)

    @model_serializer(mode="wrap")
    def _write(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # The first attempt's line is the one that a run without attempts writes.
        return {name: value for name, value in handler(self).items() if name != "attempt" or value}

    @property
    def key(self) -> Key:
        """Task, seed and attempt: unique within a run."""
        return self.task, self.seed, self.attempt

    def line(self) -> str:
        """The record as one line of JSON, newline included."""
        return self.model_dump_json(by_alias=True) + "\n"


def episode_name(key: Key) -> str:
    """An episode for a message; the attempt is named from the second on."""
    task, seed, attempt = key
    return f"{task} seed {seed}" + f" attempt {attempt}" * (attempt > 0)


def record_of(
    episode: Episode,
    *,
    task: str,
    kwargs: dict[str, Any],
    seed: int,
    model: str,
    harness: dict[str, Any],
    attempt: int = 0,
) -> Record:
    """Make the record of a finished episode."""
    return Record(
        task=task,
        kwargs=kwargs,
        seed=seed,
        model=model,
        harness=harness,
        prompt=episode.prompt,
        actions=episode.actions,
        rewards=episode.rewards,
        total=episode.total,
        native_return=episode.native,
        success=episode.success,
        length=len(episode.actions),
        stop=episode.stop,
        error=episode.error,
        replies=episode.replies,
        events=dict(sorted(episode.events.items())),
        tokens_in=episode.tokens_in,
        tokens_out=episode.tokens_out,
        seconds=round(episode.seconds, 3),
        trace=episode.trace,
        memories=episode.memories,
        tokens_cached=episode.tokens_cached,
        tokens_reasoning=episode.tokens_reasoning,
        attempt=attempt,
    )


def read_records(path: Path, *, repair: bool = False) -> list[Record]:
    """Read `episodes.jsonl`. A last line that a crash tore is left out, and cut off the file if `repair` is set.

    Raises:
        OSError: the file cannot be read.
        ValueError: a line before the last is damaged, or two lines are of one episode.
    """
    if not path.exists():
        return []
    data = path.read_bytes()
    remedy = "delete that line (or restore it), and the command that made the run plays that episode again"
    whole = data.rfind(b"\n") + 1
    if repair and whole < len(data):
        os.truncate(path, whole)
    records: list[Record] = []
    seen: set[Key] = set()
    for number, line in enumerate(data[:whole].splitlines(), 1):
        try:
            record = read_line(line, f"{path}, line {number}")
        except ValueError as error:
            raise ValueError(f"{error}; {remedy}") from None
        if record.key in seen:
            again = f"{path}, line {number} repeats the episode {episode_name(record.key)}"
            raise ValueError(f"{again}; delete one of the two lines")
        seen.add(record.key)
        records.append(record)
    return records


def read_line(line: bytes, where: str) -> Record:
    """Read one line of `episodes.jsonl`.

    Raises:
        ValueError: it is not a record; the message begins with `where`.
    """
    try:
        return Record.model_validate(json.loads(line))
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise ValueError(f"{where} is not an episode record: {f'{field}: ' * bool(field)}{first['msg']}") from None
    except (ValueError, RecursionError):
        raise ValueError(f"{where} is damaged: not JSON") from None
