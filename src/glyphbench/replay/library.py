"""Library: the episodes of a run folder as a list to choose from, those still being played included."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from glyphbench.catalogue import NAMESPACE
from glyphbench.evaluation.folder import read_manifest
from glyphbench.evaluation.plan import Job
from glyphbench.evaluation.records import Record, read_records
from glyphbench.replay.transcripts import Transcript, read_transcript

PLAYING = "playing"

QUERY = "words of the task or the ending; return<0.5  length>20  seed=1000003  skipped>0; failed  won"


@dataclass(frozen=True)
class Entry:
    """One episode of a run.

    Attributes:
        number: its place in the list, from 1.
        job: task, seed and attempt.
        model: as the user named it.
        kwargs: task arguments beside the catalogue's.
        record: its record; None while it is being played.
        path: where its transcript is, if there is one.
    """

    number: int
    job: Job
    model: str
    kwargs: dict[str, Any]
    record: Record | None
    path: Path

    @property
    def task(self) -> str:
        """The task's name without the namespace."""
        return self.job.task.removeprefix(NAMESPACE)

    @property
    def stop(self) -> str:
        """Why it ended, or `playing`."""
        return str(self.record.stop) if self.record else PLAYING

    def transcript(self) -> Transcript | None:
        """What was said in it; None without a transcript.

        Raises:
            OSError, ValueError: it cannot be read.
        """
        return read_transcript(self.path)

    def actions(self, transcript: Transcript | None) -> list[str | None]:
        """The actions, from the record or, while it is being played, from the transcript."""
        if self.record is not None:
            return self.record.actions
        return transcript.actions if transcript is not None else []


def entries(path: Path) -> list[Entry]:
    """The episodes of a run folder: those recorded, in the file's order, then those being played.

    Raises:
        ValueError: it is not a run folder, or it is damaged.
        OSError: it cannot be read.
    """
    about = read_manifest(path)
    model, kwargs = str(about["options"].get("model", "")), dict(about["options"].get("kwargs") or {})
    folder = path / "transcripts"
    records = read_records(path / "episodes.jsonl")
    found: list[Entry] = []
    for record in records:
        job = Job(*record.key)
        found.append(Entry(len(found) + 1, job, record.model, record.kwargs, record, folder / f"{job.name}.jsonl"))
    if about.get("ended"):
        return found
    known = {entry.path.name for entry in found}
    for file in sorted(folder.glob("*.jsonl")):
        head = read_transcript(file) if file.name not in known else None
        if head is not None and head.task:
            found.append(Entry(len(found) + 1, Job(head.task, head.seed, head.attempt), model, kwargs, None, file))
    return found


def choose(found: Sequence[Entry], asked: str | None) -> Entry:
    """The entry that a user means: its number, or `Sokoban-v0-1000003`, or `Sokoban:1000003`.

    `Sokoban:1000003:2` is attempt 2 at that seed; without a number it is attempt 0.

    Raises:
        ValueError: there is none, or nothing was asked and there are several.
    """
    if not found:
        raise ValueError("the run holds no episode yet")
    if asked is None:
        if len(found) == 1:
            return found[0]
        raise ValueError(f"the run holds {len(found)} episodes; name one with --episode, 1 to {len(found)}")
    plain = asked.removeprefix(NAMESPACE).replace(":", "-")
    for entry in found:
        if plain in (str(entry.number), entry.job.name, entry.job.name.replace("-v0-", "-", 1)):
            return entry
    raise ValueError(f"no episode {asked!r}: give a number from 1 to {len(found)}, or one like {found[0].job.name}")


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
}
_FIELDS: dict[str, Callable[[Record], float]] = {
    "return": lambda record: record.total,
    "length": lambda record: record.length,
    "seed": lambda record: record.seed,
    "attempt": lambda record: record.attempt,
    "skipped": lambda record: record.actions.count(None),
    "tokens": lambda record: (record.tokens_in or 0) + (record.tokens_out or 0),
}
_TERM = re.compile(rf"({'|'.join(_FIELDS)})(<=|>=|<|>|=)(-?[0-9.]+)\Z")


def matches(entry: Entry, query: str) -> bool:
    """Whether an entry meets every term of a query (see `QUERY`); a term that makes no sense yet matches as text."""
    return all(_meets(entry, term) for term in query.lower().split())


def _meets(entry: Entry, term: str) -> bool:
    record = entry.record
    comparison = _TERM.match(term)
    if comparison:
        name, sign, number = comparison.groups()
        try:
            return record is not None and _COMPARE[sign](_FIELDS[name](record), float(number))
        except ValueError:
            return False
    if term in ("failed", "won"):
        return record is not None and record.success == (term == "won")
    return term in f"{entry.task} {entry.job.start} {entry.stop}".lower()


def file_state(path: Path) -> object:
    """What changes when a file does; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
