"""Listing: submissions and reference policies -> what the board lists, track by track, with numbers and ranks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from glyphbench import catalogue
from glyphbench.evaluation.baselines import Baselines
from glyphbench.evaluation.prices import Price, Prices
from glyphbench.evaluation.records import Record
from glyphbench.leaderboard import Entry, Submission
from glyphbench.leaderboard.site.ranks import Rank, ranks
from glyphbench.leaderboard.site.replays import Replay, choose
from glyphbench.leaderboard.site.results import Result, measured, shipped

TRACKS: tuple[Literal["standard", "extended"], ...] = ("standard", "extended")
#: Models that come with glyphbench: they are compared with, not ranked.
REFERENCES: tuple[Literal["random", "solver"], ...] = ("random", "solver")

_FOLDER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*/[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass
class Listed:
    """One line of the board.

    Attributes:
        folder: of its pages below the site's `submissions/`.
        name: what the board calls it.
        track: whose tasks it played.
        whole: over all its tasks.
        families: by name, in the catalogue's order.
        tasks: by id, in the catalogue's order.
        reference: whether it is a policy that comes with glyphbench.
        partial: whether something of the track is missing.
        about: what it says about itself; None for shipped numbers.
        replays: episodes that were chosen to be watched; none for shipped numbers.
        rank: its places; None where it is not ranked.
    """

    folder: str
    name: str
    track: Literal["standard", "extended"]
    whole: Result
    families: dict[str, Result]
    tasks: dict[str, Result]
    reference: Literal["random", "solver"] | None = None
    partial: bool = False
    about: Submission | None = None
    replays: list[Replay] = field(default_factory=list)
    rank: Rank | None = None


def listing(entries: Iterable[Entry], baselines: Baselines, replays: int = 0) -> list[Listed]:
    """All lines, by track and from the best mean return to the worst, ranked.

    Records are not kept but for those of the `replays` episodes of each family that can be watched: entries that come
    one by one need the memory of one.

    Raises:
        ValueError: a submission has a folder name that cannot be part of an address.
    """
    lines = [_submitted(entry, baselines, replays) for entry in entries]
    for track in TRACKS:
        there = references(lines, track)
        lines += [
            line
            for kind in REFERENCES
            for line in _shipped(kind, track, baselines)
            if kind not in there or there[kind].whole.tasks < line.whole.tasks
        ]
    lines.sort(key=lambda line: (TRACKS.index(line.track), -line.whole.mean, line.name, line.folder))
    ranked = [line for line in lines if line.track == "standard" and not line.partial and line.reference is None]
    sure = [(line, line.whole.interval) for line in ranked if line.whole.interval is not None]
    for (line, _), rank in zip(sure, ranks([interval for _, interval in sure]), strict=True):
        line.rank = rank
    return lines


def references(lines: Sequence[Listed], track: str) -> dict[str, Listed]:
    """The line of each reference policy in a track, the one with the most tasks where there are several."""
    found: dict[str, Listed] = {}
    for kind in REFERENCES:
        known = [line for line in lines if line.track == track and line.reference == kind]
        if known:
            found[kind] = max(known, key=lambda line: line.whole.tasks)
    return found


def families(track: str) -> list[str]:
    """The families of a track, in the catalogue's order."""
    return list(dict.fromkeys(row.family for row in catalogue.tasks(track=track)))


def _submitted(entry: Entry, baselines: Baselines, replays: int) -> Listed:
    if not _FOLDER.fullmatch(entry.name):
        raise ValueError(f"{entry.name!r} cannot be part of an address: use letters, digits, dots and hyphens")
    about = entry.submission
    order = {row.id: number for number, row in enumerate(catalogue.tasks())}
    records = sorted(entry.records, key=lambda record: (order[record.task], record.seed))
    prices = _prices(about)

    def result(group: list[Record]) -> Result:
        return measured(group, baselines, prices)

    return Listed(
        folder=entry.name,
        name=about.name,
        track=about.track,
        whole=result(records),
        families={name: result(group) for name, group in _grouped(records, _family).items()},
        tasks={name: result(group) for name, group in _grouped(records, lambda record: record.task).items()},
        reference=next((kind for kind in REFERENCES if about.model == kind), None),
        partial=about.partial,
        about=about,
        replays=choose(records, replays),
    )


def _shipped(
    kind: Literal["random", "solver"], track: Literal["standard", "extended"], known: Baselines
) -> list[Listed]:
    """The line of a reference policy from the shipped numbers; none where there are none for the track."""
    scores = {
        row.id: score
        for row in catalogue.tasks(track=track)
        if (found := known.tasks.get(row.id)) is not None and (score := getattr(found, kind)) is not None
    }
    if not scores:
        return []
    groups: dict[str, list[str]] = {}
    for task in scores:
        groups.setdefault(catalogue.task(task).family, []).append(task)
    return [
        Listed(
            folder=f"reference--{kind}/{track}",  # no submission's folder has two hyphens in a row
            name=kind,
            track=track,
            whole=shipped(scores, known),
            families={name: shipped({task: scores[task] for task in group}, known) for name, group in groups.items()},
            tasks={task: shipped({task: score}, known) for task, score in scores.items()},
            reference=kind,
            partial=len(scores) < len(catalogue.tasks(track=track)),
        )
    ]


def _family(record: Record) -> str:
    return catalogue.task(record.task).family


def _grouped(records: Iterable[Record], key: Callable[[Record], str]) -> dict[str, list[Record]]:
    groups: dict[str, list[Record]] = {}
    for record in records:
        groups.setdefault(key(record), []).append(record)
    return groups


def _prices(about: Submission) -> Prices | None:
    """The prices that a submission states, as the evaluation takes them."""
    stated = about.prices
    if stated is None:
        return None
    return Prices({about.model: Price(input=stated.prompt, output=stated.generated, cached_input=stated.cached)})
