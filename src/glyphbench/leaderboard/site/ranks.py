"""Ranks: the places that a submission may hold, given how sure its mean is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from glyphbench.evaluation.statistics import Interval


class Rank(NamedTuple):
    """The best and the worst place that a submission's interval allows."""

    best: int
    worst: int

    def __str__(self) -> str:
        return str(self.best) if self.best == self.worst else f"{self.best}–{self.worst}"


def ranks(intervals: Sequence[Interval]) -> list[Rank]:
    """One rank per interval.

    The best place is behind those whose interval lies wholly above; the worst is before those whose interval lies
    wholly below. Submissions whose intervals overlap share places, and equal ones have equal ranks.
    """
    found = []
    for mine in intervals:
        above = sum(other.low > mine.high for other in intervals)
        below = sum(other.high < mine.low for other in intervals)
        found.append(Rank(above + 1, len(intervals) - below))
    return found
