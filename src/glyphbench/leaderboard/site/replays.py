"""Replays: which episodes of a submission the site shows, and each of them as a script that the player loads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from gymnasium.error import DependencyNotInstalled

from glyphbench import catalogue
from glyphbench.evaluation.plan import Job
from glyphbench.evaluation.records import Record
from glyphbench.harness import chain
from glyphbench.replay.episodes import Stage
from glyphbench.replay.export_html import episode_data, pack
from glyphbench.replay.library import Entry
from glyphbench.replay.story import Scene, ending, scenes

#: Turns of an episode that are shown; only tasks of the extended track have more.
LONGEST = 1000


@dataclass(frozen=True)
class Replay:
    """A chosen episode.

    Attributes:
        number: its place in the list, from 1.
        family: of its task.
        kind: `best`, `worst`, `median` or `quantile 25%`.
        record: the episode.
    """

    number: int
    family: str
    kind: str
    record: Record

    @property
    def task(self) -> str:
        """The task's name without namespace and version."""
        return catalogue.task(self.record.task).name.removesuffix("-v0")

    @property
    def script(self) -> str:
        """The name of its script."""
        return f"{self.number:03d}.js"

    @property
    def ending(self) -> str:
        """One line on how it went."""
        shown = f"; the first {LONGEST} turns are shown" if self.record.length > LONGEST else ""
        return ending(_entry(self.record)) + shown


def choose(records: Sequence[Record], per_family: int) -> list[Replay]:
    """The best, the median and the worst episode of each family, or as many at equal distances from best to worst.

    Where several have the same return, one of a task that is not chosen yet is taken, in the order of the records.
    """
    groups: dict[str, list[Record]] = {}
    for record in records:
        groups.setdefault(catalogue.task(record.task).family, []).append(record)
    shares = [n / (per_family - 1) for n in range(per_family)] if per_family > 1 else [0.5] * per_family
    found: list[Replay] = []
    for family, group in groups.items():
        left = sorted(group, key=lambda record: -record.total)  # stable: equal ones stay in the order of the records
        levels = [record.total for record in left]
        tasks: set[str] = set()
        for place in sorted({round(share * (len(levels) - 1)) for share in shares}):
            equal = [record for record in left if record.total == levels[place]]
            chosen = next((record for record in equal if record.task not in tasks), equal[0])
            left.remove(chosen)
            tasks.add(chosen.task)
            found.append(Replay(len(found) + 1, family, _kind(place, len(levels)), chosen))
    return found


def script(replay: Replay, stage: Stage) -> str:
    """Re-play an episode as JavaScript that hands it to the page.

    Raises:
        ValueError: the game does not do what is recorded.
        DependencyNotInstalled: the task's engine is missing.
    """
    record = replay.record
    try:
        story = list(_checked(record, stage))
    except DependencyNotInstalled:
        raise
    except Exception as error:  # a record may ask for anything; what the game says to it is the reason
        raise ValueError(f"{record.task} seed {record.seed} cannot be re-played: {error}") from error
    return f"receiveReplay({replay.number},{pack(episode_data(story))});\n"


def _checked(record: Record, stage: Stage) -> Iterator[Scene]:
    """The scenes to show, after all of them were compared with the record."""
    trace = ""
    shown: list[Scene] = []
    for scene in scenes(_entry(record), None, stage):
        trace = chain(trace, scene.frame.text)
        if scene.trouble:
            raise ValueError(scene.trouble)
        if len(shown) <= LONGEST:
            shown.append(scene)
    if trace != record.trace:
        raise ValueError("the observations are not those of the record")
    return islice(shown, LONGEST + 1)


def _entry(record: Record) -> Entry:
    """The record as the re-player takes it; there is no transcript."""
    return Entry(0, Job(record.task, record.seed), record.model, record.kwargs, record, Path())


def _kind(place: int, many: int) -> str:
    if place in (0, many - 1):
        return "best" if place == 0 else "worst"
    return "median" if place == round((many - 1) / 2) else f"quantile {100 - round(100 * place / (many - 1))}%"
