"""Results: the numbers of a group of episodes as the site shows them, from records or from the shipped baselines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from glyphbench.evaluation.baselines import Baselines, Score, anchors
from glyphbench.evaluation.prices import Prices
from glyphbench.evaluation.records import Record
from glyphbench.evaluation.statistics import CONFIDENCE, Interval
from glyphbench.evaluation.summary import summarise


@dataclass(frozen=True)
class Result:
    """Means over a group of episodes, every task weighing the same; None for what is not known.

    Attributes:
        tasks, episodes: how many.
        mean, interval: of the return.
        middle: interquartile mean of the returns.
        normalised: the return between random (0) and the best known (1).
        scaled: tasks with such a scale.
        success: share of episodes that succeeded.
        length: turns per episode.
        tokens_in, tokens_out: per episode.
        cost: US dollars per episode.
    """

    tasks: int
    episodes: int
    mean: float
    interval: Interval | None
    middle: float | None
    normalised: float | None
    scaled: int
    success: float
    length: float
    tokens_in: float | None = None
    tokens_out: float | None = None
    cost: float | None = None

    @property
    def tokens(self) -> float | None:
        """Tokens per episode, prompts and replies."""
        return None if self.tokens_in is None or self.tokens_out is None else self.tokens_in + self.tokens_out


def measured(records: Iterable[Record], baselines: Baselines, prices: Prices | None = None) -> Result:
    """The result of episodes.

    Raises:
        ValueError: there is none.
    """
    row = summarise("", records, baselines, prices)
    counted = bool(row.tokens_in or row.tokens_out)  # a model that generates nothing has no tokens to tell of
    return Result(
        tasks=row.tasks,
        episodes=row.episodes,
        mean=row.total,
        interval=row.total_interval,
        middle=row.middle,
        normalised=row.normalised,
        scaled=row.scaled,
        success=row.success,
        length=row.length,
        tokens_in=row.tokens_in if counted else None,
        tokens_out=row.tokens_out if counted else None,
        cost=row.cost if counted else None,
    )


def shipped(scores: Mapping[str, Score], baselines: Baselines) -> Result:
    """The result of a policy whose scores are shipped, task by task; the interval is the normal approximation.

    Raises:
        ValueError: there is no task.
    """
    if not scores:
        raise ValueError("no tasks to average")
    rows = list(scores.values())
    scaled = [
        scale.normalise(score.mean) for task, score in scores.items() if (scale := anchors(task, baselines)) is not None
    ]
    mean = _mean([row.mean for row in rows])
    error = math.sqrt(sum(row.std**2 / row.episodes for row in rows)) / len(rows)
    reach = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * error
    return Result(
        tasks=len(rows),
        episodes=sum(row.episodes for row in rows),
        mean=mean,
        interval=Interval(mean - reach, mean + reach) if min(row.episodes for row in rows) > 1 else None,
        middle=None,
        normalised=_mean(scaled) if scaled else None,
        scaled=len(scaled),
        success=_mean([row.success for row in rows]),
        length=_mean([row.length for row in rows]),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
