"""Verification of a submission: its structure, then its episodes played again, all or a sample of them."""

from __future__ import annotations

import hashlib
import math
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path

from glyphbench.evaluation.folder import changed_versions
from glyphbench.evaluation.records import Record
from glyphbench.harness import Harness
from glyphbench.leaderboard.reading import Entry, read
from glyphbench.leaderboard.schema import Asking
from glyphbench.registration import make
from glyphbench.replay import Finding, Stage, check_record
from glyphbench.replay.runs import Numbered, check_all

Report = Callable[[int, int], None]


@dataclass
class Outcome:
    """What the verification of one submission found.

    Attributes:
        entry: the submission as it was read.
        chosen: episodes that were to be played again.
        played: those that were.
        findings: what is wrong, in the file's order; empty where nothing is.
        warnings: what may explain differences.
    """

    entry: Entry
    chosen: int = 0
    played: int = 0
    findings: list[Finding] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


def verify(
    folder: Path,
    *,
    share: float = 1.0,
    seed: str = "",
    workers: int = 1,
    report: Report = lambda done, total: None,
) -> Outcome:
    """Check a submission's structure, then play its episodes again.

    A submission whose structure is wrong is not played. The actions' names and the prompts' hashes are compared with
    the games' in every record, the rest in those that are played.

    Args:
        folder: the submission.
        share: of its episodes to play again, above 0 up to 1.
        seed: changes which episodes a sample holds.
        workers: processes; 1 plays in this one.
        report: called with the number of records checked so far and the number of all.

    Raises:
        OSError: it cannot be read.
        DependencyNotInstalled: an engine is missing.
        RunStopped: a worker process died.
    """
    entry = read(folder)
    found = Outcome(entry, findings=list(entry.findings))
    if entry.findings:
        return found
    about = entry.submission
    moved = changed_versions({"versions": about.versions}, about.episodes.tasks)
    found.warnings = [f"made with another version of {change}: differences may come from that" for change in moved]
    picked = sample(entry, share, seed)
    found.chosen = len(picked)
    check = partial(_check, picked=picked, asking=about.asking.model_dump_json())
    ordered = sorted(entry.numbered, key=lambda item: (about.episodes.tasks.index(item[1].task), item[1].seed))
    checked = check_all(ordered, check, workers, about.episodes.per_task)  # a task's game is made once
    for done, finding in enumerate(checked, 1):
        report(done, len(entry.numbered))
        if finding is not None:
            found.findings.append(finding)
    found.played = len(picked)
    found.findings.sort(key=lambda finding: finding.line)
    return found


def sample(entry: Entry, share: float, seed: str = "") -> frozenset[int]:
    """Choose the lines of a share of the episodes, rounded up, spread over the tasks as evenly as can be.

    The choice follows from the file's hash and `seed`. A submitter may look for a file whose sample spares an
    episode, so whoever must be sure gives a seed of their own, or checks all.
    """
    salt = f"{entry.submission.episodes.sha256} {seed}"

    def drawn(record: Record) -> str:
        return hashlib.sha256(f"{salt} {record.task} {record.seed}".encode()).hexdigest()

    by_task: dict[str, list[tuple[str, int]]] = {}
    for line, record in entry.numbered:
        by_task.setdefault(record.task, []).append((drawn(record), line))
    ranked = [(rank, digest, line) for group in by_task.values() for rank, (digest, line) in enumerate(sorted(group))]
    count = math.ceil(share * len(ranked))
    return frozenset(line for _, _, line in sorted(ranked)[:count])


def changed_since(revision: str, folders: Iterable[Path]) -> list[Path]:
    """Those of the folders in which something differs from a git revision; new files count.

    Raises:
        ValueError: git does not know the revision, or a folder is in no repository.
    """
    return [folder for folder in folders if _differs(revision, folder)]


def _differs(revision: str, folder: Path) -> bool:
    # Not from within the folder: a `.git` there would be the submitter's. Nothing that a repository configures is run.
    root, name = folder.parents[1], str(Path(*folder.parts[-2:]))
    git = ["git", "-c", "core.fsmonitor=false", "--literal-pathspecs"]
    for command in (
        ["diff", "--no-ext-diff", "--no-textconv", "--name-only", "--end-of-options", revision, "--", name],
        ["ls-files", "--others", "--", name],
    ):
        try:
            done = subprocess.run([*git, *command], cwd=root, capture_output=True, text=True, check=False)
        except OSError as error:
            raise ValueError(f"git cannot be run: {error.strerror}") from None
        if done.returncode:
            said = done.stderr.strip().splitlines()
            raise ValueError(f"git cannot compare {root} with {revision!r}: {said[0] if said else 'no reason given'}")
        if done.stdout:
            return True
    return False


def _check(batch: list[Numbered], stage: Stage, *, picked: frozenset[int], asking: str) -> list[Finding | None]:
    """Check records of one task: each one's names and prompt, and by playing those that are picked."""
    out: list[Finding | None] = []
    for line, record in batch:
        names, prompt = _told(record.task, asking)
        problems = []
        if record.prompt != prompt:
            problems.append("prompt: its hash is not that of this version's rules, actions and format")
        strange = [turn for turn, name in enumerate(record.actions) if name is not None and name not in names]
        if strange:
            problems.append(f"turn {strange[0] + 1}: there is no action {record.actions[strange[0]]!r}"[:200])
        elif line in picked:
            problems += check_record(record, stage)
        out.append(Finding(line, f"{record.task} seed {record.seed}", tuple(problems)) if problems else None)
    return out


@cache
def _told(task: str, asking: str) -> tuple[frozenset[str], str]:
    """The names of a task's actions, and the hash of the system prompt; neither changes between seeds."""
    options = Asking.model_validate_json(asking)
    harness = Harness(
        options.harness,
        options.history,
        options.retries,
        options.parser,
        options.token_budget,
        options.observation,
    )
    game = make(task)
    try:
        game.reset(seed=0)
        system = harness.conversation(game).system()
        return frozenset(game.actions.names), hashlib.sha256(system.encode()).hexdigest()
    finally:
        game.close()
