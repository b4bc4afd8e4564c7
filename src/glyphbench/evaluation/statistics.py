"""Statistics: point estimates, and how far chance alone could have moved them.

A sample is a set of strata: one task each, holding one value per episode. Every stratum weighs the same, however many
values it holds. Intervals are percentile bootstrap intervals in which episodes are drawn anew within each stratum
(Agarwal et al. 2021, "Deep Reinforcement Learning at the Edge of the Statistical Precipice"). Each stratum has a
generator of its own, seeded by its name, so a number does not depend on what else is in the report.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

#: Values per stratum, by the stratum's name.
Strata = Mapping[str, Sequence[float]]
#: (samples, values) and the weight of each value -> one number per sample.
Statistic = Callable[[np.ndarray, np.ndarray], np.ndarray]

RESAMPLES = 2000
CONFIDENCE = 0.95
_SEED = 20260707
#: Values drawn at once: 16 MB.
_CHUNK = 2_000_000


class Interval(NamedTuple):
    """A 95% confidence interval."""

    low: float
    high: float


def mean(samples: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The weighted mean of each row."""
    return samples @ weights


def interquartile_mean(samples: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The mean of each row's middle half: the lowest and the highest quarter of the weight are left out.

    A value that lies across a quartile counts with the part inside, so with equal weights and a number of values that
    four divides this is `scipy.stats.trim_mean(row, 0.25)`.
    """
    if np.ptp(weights) < 1e-12:  # as it is where all tasks have equally many episodes: sorting alone is much faster
        ordered, heavy = np.sort(samples, axis=1), weights[None, :]
    else:
        order = np.argsort(samples, axis=1)
        ordered, heavy = np.take_along_axis(samples, order, axis=1), weights[order]
    end = np.cumsum(heavy, axis=1)
    start = end - heavy
    inside = np.clip(np.minimum(end, 0.75) - np.maximum(start, 0.25), 0.0, None)
    # Where all values are equal, rounding must not make the mean leave them.
    return np.clip((ordered * inside).sum(axis=1) / inside.sum(axis=1), ordered[:, 0], ordered[:, -1])


def estimate(strata: Strata, statistic: Statistic = mean) -> float:
    """The statistic of the sample itself.

    Raises:
        ValueError: there is no stratum, or an empty one.
    """
    values = np.concatenate([np.asarray(stratum, float) for stratum in strata.values()]) if strata else np.empty(0)
    return float(statistic(values[None, :], _weights(strata))[0])


def interval(strata: Strata, statistic: Statistic = mean, *, resamples: int = RESAMPLES) -> Interval | None:
    """The bootstrap interval of the statistic; None where a stratum holds fewer than two values.

    With few values per stratum it is somewhat too narrow (by the factor sqrt((n - 1) / n)), as every bootstrap is.

    Raises:
        ValueError: there is no stratum, or an empty one.
    """
    weights = _weights(strata)
    if min(map(len, strata.values())) < 2:
        return None
    if all(min(values) == max(values) for values in strata.values()):
        return Interval(*[estimate(strata, statistic)] * 2)
    if statistic is mean:
        found = np.mean([_means(name, tuple(values), resamples) for name, values in strata.items()], axis=0)
    else:
        found = np.concatenate([statistic(samples, weights) for samples in _samples(strata, resamples)])
    tail = 50 * (1 - CONFIDENCE)
    low, high = np.percentile(found, [tail, 100 - tail])
    return Interval(float(low), float(high))


def _weights(strata: Strata) -> np.ndarray:
    if not strata or not all(map(len, strata.values())):
        raise ValueError("no episodes to average")
    return np.concatenate([np.full(len(values), 1 / (len(values) * len(strata))) for values in strata.values()])


@lru_cache(2048)
def _means(name: str, values: tuple[float, ...], resamples: int) -> np.ndarray:
    """The means of one stratum's samples; a report asks for them again for the family and for the whole."""
    drawn = _generator(name).integers(len(values), size=(resamples, len(values)))
    return np.asarray(np.asarray(values, float)[drawn].mean(axis=1))


def _generator(name: str) -> np.random.Generator:
    return np.random.default_rng([_SEED, zlib.crc32(name.encode())])


def _samples(strata: Strata, resamples: int) -> Iterator[np.ndarray]:
    """The resampled values, strata side by side, some rows at a time."""
    arrays = [np.asarray(values, float) for values in strata.values()]
    generators = [_generator(name) for name in strata]
    step = max(_CHUNK // sum(map(len, arrays)), 1)
    for first in range(0, resamples, step):
        rows = min(step, resamples - first)
        yield np.hstack(
            [
                values[generator.integers(len(values), size=(rows, len(values)))]
                for values, generator in zip(arrays, generators, strict=True)
            ]
        )
