"""Reading submissions: everything in them is hostile until it has been checked, and nothing is read without a bound."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import re
import stat
import tomllib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from pydantic import ValidationError

from glyphbench import catalogue
from glyphbench.evaluation.records import Record
from glyphbench.leaderboard.schema import Submission, slug_of
from glyphbench.leaderboard.structure import check_about, check_line
from glyphbench.replay import Finding

ABOUT, EPISODES = "submission.toml", "episodes.jsonl.gz"

#: Bytes beyond which the files are not read.
LARGEST_ABOUT, LARGEST_EPISODES = 128 * 1024, 64 * 1024 * 1024
#: Bytes of a record: so many, and so many more for every turn that its task allows.
RECORD_BYTES, TURN_BYTES = 8192, 80
#: Findings of one submission beyond which reading stops.
MOST_FINDINGS = 20

#: Names of a run's folder.
RUN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}")


@dataclass
class Entry:
    """One submission as it was read.

    Attributes:
        folder: where it lies.
        about: its `submission.toml`; None where that cannot be used.
        records: the lines of its episodes that can be used, with their numbers.
        findings: what is wrong; empty where nothing is.
    """

    folder: Path
    about: Submission | None = None
    numbered: list[tuple[int, Record]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def name(self) -> str:
        """`<model>/<run>`: unique within a leaderboard."""
        return f"{self.folder.parent.name}/{self.folder.name}"

    @property
    def submission(self) -> Submission:
        """`about` of an entry without findings."""
        assert self.about is not None
        return self.about

    @property
    def records(self) -> list[Record]:
        """The records in the file's order."""
        return [record for _, record in self.numbered]

    def find(self, where: str, *problems: str, line: int = 0) -> None:
        """Note that something is wrong, in words that a terminal can be shown."""
        self.findings.append(Finding(line, plain(where), tuple(map(plain, problems))))


def plain(text: str, most: int = 400) -> str:
    """A text that may come from a submission as one short line without control characters."""
    line = "".join(character if character.isprintable() else "�" for character in text[: most + 1])
    return line if len(line) <= most else line[: most - 1] + "…"


def folders(path: Path) -> list[Path]:
    """The submission folders that a path means: itself, those of one model, or all of a leaderboard's.

    Raises:
        ValueError: there is something that is no submission, or nothing at all.
    """
    path = path.resolve()
    if not path.is_dir():
        raise ValueError(f"{path} is not a folder of submissions")
    if (path / ABOUT).exists() or (path / EPISODES).exists():
        return [path]
    found = []
    for model in _children(path):
        runs = [model] if (model / ABOUT).exists() or (model / EPISODES).exists() else _children(model)
        if not runs:
            raise ValueError(f"{model} holds no submission")
        found += runs
    if not found:
        raise ValueError(f"{path} holds no submission")
    return found


def _children(folder: Path) -> list[Path]:
    children = sorted(folder.iterdir())
    for child in children:
        if child.is_symlink() or not child.is_dir():
            raise ValueError(f"{child} does not belong here: only <model>/<run>/ folders do")
    return children


def load(path: Path) -> list[Entry]:
    """Read the submissions under a path: a leaderboard's, one model's or one. Nothing is re-played.

    Raises:
        ValueError: one of them is wrong; the message says which and how.
        OSError: one cannot be read.
    """
    entries = [read(folder) for folder in folders(path)]
    for entry in entries:
        if entry.findings:
            raise ValueError(f"{entry.name}: {entry.findings[0]}")
    return entries


def read(folder: Path) -> Entry:
    """Read one submission and check all that can be checked without playing.

    Raises:
        OSError: the folder cannot be read.
    """
    folder = folder.resolve()
    entry = Entry(folder)
    for name in sorted(os.listdir(folder)):
        if name not in (ABOUT, EPISODES):
            entry.find(name[:100], "does not belong into a submission")
    try:
        about = read_about(folder / ABOUT)
    except ValidationError as error:
        for item in error.errors()[:MOST_FINDINGS]:
            where = ".".join(map(str, item["loc"]))[:200]
            message = item["msg"].removeprefix("Value error, ")
            entry.find(ABOUT, f"{where}: {message}" if where else message)
    except (ValueError, RecursionError) as error:
        entry.find(ABOUT, " ".join(str(error).split())[:300])
    else:
        entry.about = about
        for problem in check_about(about):
            entry.find(ABOUT, problem)
        _check_place(entry, about)
    if entry.about is not None and not entry.findings:
        _read_episodes(entry, entry.about)
    elif not (folder / EPISODES).exists():
        entry.find(EPISODES, "is missing")
    return entry


def read_about(path: Path) -> Submission:
    """Read a `submission.toml`, without asking the catalogue.

    Raises:
        ValueError: it is none; pydantic's ValidationError where a field is wrong.
    """
    table = tomllib.loads(_bytes(path, LARGEST_ABOUT).decode())
    # TOML's dates become JSON's; strict JSON then refuses numbers as text, and NaN.
    return Submission.model_validate_json(json.dumps(table, default=str))


def _check_place(entry: Entry, about: Submission) -> None:
    expected = slug_of(about.name)
    if entry.folder.parent.name != expected:
        entry.find(ABOUT, f"name {about.name!r} belongs into the folder {expected!r}, not {entry.folder.parent.name!r}")
    if not RUN_NAME.fullmatch(entry.folder.name):
        entry.find(entry.folder.name[:100], "a run's folder is named by letters, digits, dots and hyphens")


def _bytes(path: Path, most: int) -> bytes:
    """The content of a plain file; links are not followed.

    Raises:
        ValueError: it is missing, too large or no plain file.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        raise ValueError("is missing") from None
    except OSError as error:
        raise ValueError(f"is not a plain file ({error.strerror})") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise ValueError("is not a plain file")
    with open(descriptor, "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise ValueError(f"has more than {most:,} bytes")
    return data


def _read_episodes(entry: Entry, about: Submission) -> None:
    try:
        data = _bytes(entry.folder / EPISODES, LARGEST_EPISODES)
    except ValueError as error:
        entry.find(EPISODES, str(error))
        return
    if hashlib.sha256(data).hexdigest() != about.episodes.sha256:
        entry.find(EPISODES, f"its SHA-256 is not the one in {ABOUT}")
        return
    wanted = {
        (task, about.episodes.seed + number)
        for task in about.episodes.tasks
        for number in range(about.episodes.per_task)
    }
    seen: dict[tuple[str, int], int] = {}
    longest = RECORD_BYTES + TURN_BYTES * max(catalogue.task(task).max_turns for task in about.episodes.tasks)
    try:
        for number, line in enumerate(_lines(data, longest), 1):
            if number > about.episodes.count:
                raise ValueError(f"has more than the {about.episodes.count} lines that {ABOUT} announces")
            if len(entry.findings) >= MOST_FINDINGS:
                raise ValueError("has more mistakes; reading stopped here")
            try:
                record = parse(line)
            except ValueError as error:
                entry.find("", str(error), line=number)
                continue
            problems = check_line(record, about)
            episode = record.task, record.seed
            if episode not in wanted:
                problems.insert(0, f"is not among the {about.episodes.count} episodes that {ABOUT} announces")
            elif episode in seen:
                problems.insert(0, f"repeats the episode of line {seen[episode]}")
            seen.setdefault(episode, number)
            if problems:
                entry.find(f"{record.task[:100]} seed {record.seed}", *problems, line=number)
            else:
                entry.numbered.append((number, record))
    except ValueError as error:
        entry.find(EPISODES, str(error))
        return
    missing = [key for key in sorted(wanted) if key not in seen]
    if missing:
        task, seed = missing[0]
        entry.find(EPISODES, f"{len(missing)} of {len(wanted)} episodes are missing, the first {task} seed {seed}")


def _lines(data: bytes, longest: int) -> Iterator[bytes]:
    """The lines of a compressed file, never holding more than one.

    Raises:
        ValueError: it is damaged, or a line is too long or unfinished.
    """
    file = gzip.GzipFile(fileobj=io.BytesIO(data))
    number = 0
    while True:
        number += 1
        try:
            line = file.readline(longest + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise ValueError(f"is damaged: {error}") from None
        if not line:
            return
        if len(line) > longest:
            raise ValueError(f"line {number} has more than {longest:,} bytes")
        if not line.endswith(b"\n"):
            raise ValueError(f"line {number} is cut off")
        yield line


def parse(line: bytes) -> Record:
    """Read one record as strictly as JSON can be read: no NaN, no repeated field, no number as text.

    Raises:
        ValueError: it is none; the message says why.
    """
    try:
        json.loads(line, parse_constant=_no_constant, parse_int=_small, object_pairs_hook=_distinct)
        return Record.model_validate_json(line, strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))[:100]
        raise ValueError(f"the line is not an episode record: {where}: {first['msg']}") from None
    except _Refused as error:
        raise ValueError(f"the line is not an episode record: {error}") from None
    except (ValueError, RecursionError):
        raise ValueError("the line is damaged: not JSON") from None


class _Refused(ValueError):
    """Something that Python's JSON allows and a record does not."""


def _no_constant(name: str) -> NoReturn:
    raise _Refused(f"{name} is not a number")


def _small(text: str) -> int:
    if len(text) > 20:
        raise _Refused(f"{text[:20]}… is too large a number")
    return int(text)


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise _Refused("a field is given twice")
    return table
