"""Verification of a whole run folder, in parallel where asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from glyphbench.evaluation.folder import changed_versions, read_manifest, stated_options
from glyphbench.evaluation.options import RunOptions
from glyphbench.evaluation.plan import Job, plan
from glyphbench.evaluation.processes import processes, undisturbed
from glyphbench.evaluation.records import Key, Record, episode_name, read_line
from glyphbench.evaluation.worker import RunStopped
from glyphbench.replay.episodes import Stage
from glyphbench.replay.transcripts import read_transcript
from glyphbench.replay.verify import check_membership, check_record, check_split

#: Episodes that a worker process takes at a time: enough to keep its game, few enough to share the work.
_BATCH = 8


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with one line of `episodes.jsonl`.

    Attributes:
        line: its number, from 1; 0 for the run as a whole.
        episode: task and seed; empty where the line cannot be read.
        problems: one phrase each.
        readable: whether it is a record at all.
    """

    line: int
    episode: str
    problems: tuple[str, ...]
    readable: bool = True

    def __str__(self) -> str:
        where = ", ".join(part for part in (f"line {self.line}" if self.line else "", self.episode) if part)
        return f"{where or 'run'}: {'; '.join(self.problems)}"


@dataclass
class Verification:
    """The outcome for one run folder.

    Attributes:
        path: the folder.
        planned: episodes that the run consists of.
        checked: records that were re-played.
        findings: what is wrong, in the file's order; empty where every record is right.
        warnings: what may explain differences, or is not an error: other versions, a torn last line.
    """

    path: Path
    planned: int = 0
    checked: int = 0
    findings: list[Finding] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    @property
    def readable(self) -> bool:
        """Whether every line is a record."""
        return all(finding.readable for finding in self.findings)


Numbered = tuple[int, Record]
#: Checks a batch of records of one task on a stage; picklable, for it travels to worker processes.
Check = Callable[[list[Numbered], Stage], list[Finding | None]]


def verify_run(
    path: Path, *, workers: int = 1, report: Callable[[int, int], None] = lambda done, total: None
) -> Verification:
    """Re-play every record of a run folder, finished or not.

    Args:
        path: the folder.
        workers: processes; 1 plays in this one.
        report: called with the number of records checked so far and the number of all.

    Raises:
        ValueError: it is not a run folder.
        OSError: it cannot be read.
        DependencyNotInstalled: an engine is missing.
        RunStopped: a worker process died.
    """
    about = read_manifest(path)
    options = stated_options(path, about)
    moved = changed_versions(about, options.tasks)
    found = Verification(path, len(plan(options)))
    found.warnings += [f"made with another version of {change}; differences may come from that" for change in moved]
    numbered = _read(path / "episodes.jsonl", found)
    wrong = check_split(options)
    if wrong:
        found.findings.append(Finding(0, "", tuple(wrong)))
    _complete(found, options, numbered, bool(about.get("ended")))
    check = partial(_check, transcripts=path / "transcripts", options=about["options"])
    for finding in check_all(numbered, check, workers):
        found.checked += 1
        report(found.checked, len(numbered))
        if finding is not None:
            found.findings.append(finding)
    found.findings.sort(key=lambda finding: finding.line)
    return found


def _read(path: Path, found: Verification) -> list[Numbered]:
    """The records with their line numbers; what cannot be read becomes a finding."""
    if not path.exists():
        return []
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        found.warnings.append("the last line is unfinished (a crash, or a run that is still writing) and was left out")
    numbered: list[Numbered] = []
    first: dict[Key, int] = {}
    for number, line in enumerate(data[:whole].splitlines(), 1):
        try:
            record = read_line(line, "the line")
        except ValueError as error:
            found.findings.append(Finding(number, "", (str(error),), readable=False))
            continue
        if record.key in first:
            repeated = f"repeats the episode of line {first[record.key]}"
            found.findings.append(Finding(number, _name(record), (repeated,)))
            continue
        first[record.key] = number
        numbered.append((number, record))
    return numbered


def _complete(found: Verification, options: RunOptions, numbered: list[Numbered], ended: bool) -> None:
    """Note episodes that are missing: a finding if the run has ended, else a warning."""
    have = {record.key for _, record in numbered}
    missing = [job for job in plan(options) if job.key not in have]
    if missing:
        first = episode_name(missing[0].key)
        what = f"{len(missing)} of {found.planned} episodes are missing, the first {first}"
        if ended:
            found.findings.append(Finding(0, "", (f"the run has ended, but {what}",)))
        else:
            found.warnings.append(f"the run is unfinished: {what}")


def check_all(
    numbered: list[Numbered], check: Check, workers: int, batch_size: int = _BATCH
) -> Iterator[Finding | None]:
    """Check records in worker processes, or in this one; yields one result per record, in any order.

    Args:
        numbered: the records, those of one task side by side.
        check: what is done with a batch of one task's.
        workers: processes; 1 checks in this one.
        batch_size: records that a process takes at a time.

    Raises:
        RunStopped: a worker process died.
    """
    batches = [
        batch[start : start + batch_size]
        for _, group in groupby(numbered, key=lambda item: item[1].task)
        for batch in [list(group)]
        for start in range(0, len(batch), batch_size)
    ]
    if workers == 1 or len(batches) < 2:
        stage = Stage()
        try:
            for item in numbered:
                yield from check([item], stage)
        finally:
            stage.close()
        return
    try:
        with processes(min(workers, len(batches))) as pool:
            waiting: list[Future[list[Finding | None]]] = []
            for batch in batches:
                with undisturbed():
                    waiting.append(pool.submit(_check_here, check, batch))
            for future in as_completed(waiting):
                yield from future.result()
    except BrokenProcessPool:
        raise RunStopped("a worker process died, perhaps of memory; try fewer --workers") from None


_stage = Stage()


def _check_here(check: Check, batch: list[Numbered]) -> list[Finding | None]:
    """Check a batch in a worker process, which keeps the game for its next batch."""
    return check(batch, _stage)


def _check(batch: list[Numbered], stage: Stage, *, transcripts: Path, options: dict[str, Any]) -> list[Finding | None]:
    """Check records of a run."""
    run = RunOptions.model_validate(options)
    out: list[Finding | None] = []
    for number, record in batch:
        problems = check_membership(record, run, options)
        try:
            transcript = read_transcript(transcripts / f"{Job(*record.key).name}.jsonl")
        except (ValueError, OSError) as error:
            transcript = None
            problems.append(f"the transcript cannot be read: {error}")
        problems += check_record(record, stage, transcript)
        out.append(Finding(number, _name(record), tuple(problems)) if problems else None)
    return out


def _name(record: Record) -> str:
    return episode_name(record.key)
