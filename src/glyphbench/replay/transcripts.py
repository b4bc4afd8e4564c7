"""Transcripts: what was said in an episode, read back turn by turn; a torn last line is left out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

#: Fields of a turn that have a place of their own; any other text in a turn is a note, shown after the replies.
_KNOWN = {"turn", "attempts", "action", "reward", "memory"}


@dataclass(frozen=True, slots=True)
class Said:
    """One reply: what it answered, its reasoning and text, and why it gave no action, if it gave none."""

    prompt: str
    text: str
    reasoning: str = ""
    event: str = ""
    finish: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: the memory shown, the replies, the action that was parsed, its reward, and notes made afterwards."""

    number: int
    attempts: tuple[Said, ...]
    action: str | None
    reward: float
    memory: str = ""
    notes: dict[str, str] = field(default_factory=dict)


@dataclass
class Transcript:
    """What was said in an episode.

    Attributes:
        task, seed: of the episode; empty and -1 where the file's head is missing.
        attempt: at that seed, from 0.
        system: the system prompt.
        turns: by number, from 0.
        ended: why the episode ended; empty while it is being played.
        last: the last observation; empty while it is being played.
        memories: how many replies about its memory there were.
        tokens_in, tokens_out: tokens over everything that was generated; None where the model does not count.
        tokens_cached, tokens_reasoning: those of them that a reply says were cached or reasoning; None if none says.
    """

    task: str = ""
    seed: int = -1
    attempt: int = 0
    system: str = ""
    turns: dict[int, Turn] = field(default_factory=dict)
    ended: str = ""
    last: str = ""
    memories: int = 0
    tokens_in: int | None = 0
    tokens_out: int | None = 0
    tokens_cached: int | None = None
    tokens_reasoning: int | None = None

    @property
    def replies(self) -> int:
        """How many replies were asked for an action."""
        return sum(len(turn.attempts) for turn in self.turns.values())

    @property
    def events(self) -> dict[str, int]:
        """How often a reply gave no action, by kind."""
        return dict(Counter(said.event for turn in self.turns.values() for said in turn.attempts if said.event))

    @property
    def actions(self) -> list[str | None]:
        """The actions so far, up to the first turn that is missing."""
        found: list[str | None] = []
        while len(found) in self.turns:
            found.append(self.turns[len(found)].action)
        return found


def read_transcript(path: Path) -> Transcript | None:
    """Read a transcript, finished or not; None where there is no file.

    Raises:
        OSError: it cannot be read.
        ValueError: a line before the last is damaged.
    """
    if not path.is_file():
        return None
    data = path.read_bytes()
    lines = data[: data.rfind(b"\n") + 1].splitlines()
    found = Transcript()
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
            _take(found, entry)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise ValueError(f"{path}, line {number} is damaged") from None
    return found


def _take(found: Transcript, entry: dict[str, Any]) -> None:
    """Put one line of the file into the transcript."""
    if "seed" in entry:
        found.task, found.seed = str(entry["task"]), int(entry["seed"])
        found.attempt = int(entry.get("attempt", 0))
    elif "system" in entry:
        found.system = str(entry["system"])
    elif "turn" in entry:
        attempts = tuple(
            Said(
                prompt=_text(said.get("prompt")),
                text=_text(said.get("text")),
                reasoning=_text(said.get("reasoning")),
                event=_text(said.get("event")),
                finish=_text(said.get("finish")),
            )
            for said in entry.get("attempts", ())
        )
        notes = {
            name.replace("_", " "): text
            for name, text in entry.items()
            if name not in _KNOWN and isinstance(text, str) and text
        }
        number = int(entry["turn"])
        found.memories += isinstance(entry.get("memory_reply"), dict)
        reward, memory = float(entry.get("reward", 0.0)), _text(entry.get("memory"))
        found.turns[number] = Turn(number, attempts, entry.get("action"), reward, memory, notes)
    elif "stop" in entry:
        found.ended, found.last = str(entry["stop"]), _text(entry.get("observation"))
    for generated in _generated(entry):
        found.tokens_in = _plus(found.tokens_in, generated["tokens_in"])
        found.tokens_out = _plus(found.tokens_out, generated["tokens_out"])
        found.tokens_cached = _also(found.tokens_cached, generated.get("tokens_cached"))
        found.tokens_reasoning = _also(found.tokens_reasoning, generated.get("tokens_reasoning"))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _generated(entry: object) -> Iterator[dict[str, Any]]:
    """Everything in a line that a model generated: what carries token counts, at any depth."""
    if isinstance(entry, list):
        for item in entry:
            yield from _generated(item)
    elif isinstance(entry, dict):
        if {"tokens_in", "tokens_out"} <= entry.keys():
            yield entry
        for item in entry.values():
            yield from _generated(item)


def _plus(total: int | None, more: int | None) -> int | None:
    return None if total is None or more is None else total + more


def _also(total: int | None, more: int | None) -> int | None:
    return total if more is None else (total or 0) + more
