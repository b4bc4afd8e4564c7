"""Compare: paired differences between two runs, over the episodes that both played."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from glyphbench import catalogue
from glyphbench.evaluation.records import VIEW_ARGUMENTS, Record
from glyphbench.evaluation.statistics import Interval, estimate, interval
from glyphbench.evaluation.summary import STANDARD

#: Returns that differ by less are equal: rounding of sums.
_EQUAL = 1e-9


@dataclass(frozen=True, slots=True)
class Difference:
    """How much higher the second run's returns are than the first's, instance by instance (task and seed).

    Where an instance was played several times, its return is the mean over the attempts.

    Attributes:
        name: of the group of tasks.
        tasks: tasks in which both played some instance.
        episodes: instances that both played.
        mean: mean difference in return, every task weighing the same; above 0 the second run is better.
        interval: its bootstrap interval; None where a task has fewer than two pairs.
        wins, ties, losses: pairs in which the second run's return is higher, equal, lower.
    """

    name: str
    tasks: int
    episodes: int
    mean: float
    interval: Interval | None
    wins: int
    ties: int
    losses: int

    @property
    def clear(self) -> bool:
        """Whether the interval leaves 0 out."""
        return self.interval is not None and not self.interval.low <= 0 <= self.interval.high


def differences(first: Iterable[Record], second: Iterable[Record]) -> list[Difference]:
    """Pair two runs: one row per family, and one over the standard track if several families are in it.

    Instances pair up when task, seed and all task arguments but those of the view agree: both then met the same game.
    """
    pairs = _pairs(first, second)
    rows = _grouped(pairs, lambda record: catalogue.task(record.task).family)
    common = [pair for pair in pairs if catalogue.task(pair[0][0].task).track == "standard"]
    if len(rows) > 1 and common:
        rows += _grouped(common, lambda record: STANDARD)
    return rows


#: The attempts of both at one instance.
Pair = tuple[list[Record], list[Record]]


def _pairs(first: Iterable[Record], second: Iterable[Record]) -> list[Pair]:
    known, others = _attempts(first), _attempts(second)
    return [(known[identity], group) for identity, group in others.items() if identity in known]


def _attempts(records: Iterable[Record]) -> dict[tuple[str, int, str], list[Record]]:
    found: dict[tuple[str, int, str], list[Record]] = {}
    for record in records:
        found.setdefault(_identity(record), []).append(record)
    return found


def _identity(record: Record) -> tuple[str, int, str]:
    arguments = {name: value for name, value in record.kwargs.items() if name not in VIEW_ARGUMENTS}
    return record.task, record.seed, json.dumps(arguments, sort_keys=True)


def _grouped(pairs: list[Pair], key: Callable[[Record], str]) -> list[Difference]:
    groups: dict[str, list[Pair]] = {}
    for pair in pairs:
        groups.setdefault(key(pair[0][0]), []).append(pair)
    return [_difference(name, group) for name, group in groups.items()]


def _difference(name: str, pairs: list[Pair]) -> Difference:
    strata: dict[str, list[float]] = {}
    for one, other in pairs:
        strata.setdefault(one[0].task, []).append(_mean(other) - _mean(one))
    gains = [gain for gained in strata.values() for gain in gained]
    wins, losses = sum(gain > _EQUAL for gain in gains), sum(gain < -_EQUAL for gain in gains)
    return Difference(
        name=name,
        tasks=len(strata),
        episodes=len(gains),
        mean=estimate(strata),
        interval=interval(strata),
        wins=wins,
        ties=len(gains) - wins - losses,
        losses=losses,
    )


def _mean(attempts: list[Record]) -> float:
    return sum(record.total for record in attempts) / len(attempts)
