"""Estimates and intervals against scipy and against formulas worked by hand."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats

from glyphbench.evaluation.statistics import estimate, interquartile_mean, interval, mean


def test_every_stratum_weighs_the_same() -> None:
    assert estimate({"a": [1.0, 0.0, 0.5], "b": [-0.5]}) == pytest.approx(0.0)


@pytest.mark.parametrize("count", [4, 8, 100])
def test_interquartile_mean_is_scipys_trimmed_mean(count: int) -> None:
    values = np.random.default_rng(count).normal(size=count)
    assert estimate({"a": values.tolist()}, interquartile_mean) == pytest.approx(scipy.stats.trim_mean(values, 0.25))
    halves = {"a": values[::2].tolist(), "b": values[1::2].tolist()}
    assert estimate(halves, interquartile_mean) == pytest.approx(scipy.stats.trim_mean(values, 0.25))


def test_interquartile_mean_by_hand() -> None:
    # Five values of weight 0.2: the middle half is 0.15 of the second, 0.2 of the third, 0.15 of the fourth.
    assert estimate({"a": [9, 0, 2, 1, 100]}, interquartile_mean) == pytest.approx(
        (0.15 * 1 + 0.2 * 2 + 0.15 * 9) / 0.5
    )
    # 'a' is half the weight in two values, 'b' the other half in one: ordered 0 (a), 1 (b), 5 (a).
    assert estimate({"a": [0, 5], "b": [1]}, interquartile_mean) == pytest.approx(1.0)
    assert estimate({"a": [3.0]}, interquartile_mean) == 3.0


def test_interval_of_one_stratum_is_scipys_percentile_bootstrap() -> None:
    values = np.random.default_rng(1).exponential(size=40)
    ours = interval({"a": values.tolist()}, resamples=20_000)
    theirs = scipy.stats.bootstrap(
        (values,), np.mean, n_resamples=20_000, method="percentile", random_state=np.random.default_rng(2)
    ).confidence_interval
    assert ours is not None
    assert ours.low == pytest.approx(theirs.low, abs=0.01)
    assert ours.high == pytest.approx(theirs.high, abs=0.01)


def test_interval_of_the_interquartile_mean_is_scipys() -> None:
    values = np.random.default_rng(3).normal(size=60)
    ours = interval({"a": values.tolist()}, interquartile_mean, resamples=20_000)
    theirs = scipy.stats.bootstrap(
        (values,),
        lambda rows, axis: scipy.stats.trim_mean(rows, 0.25, axis=axis),
        n_resamples=20_000,
        method="percentile",
        random_state=np.random.default_rng(4),
    ).confidence_interval
    assert ours is not None
    assert ours.low == pytest.approx(theirs.low, abs=0.01)
    assert ours.high == pytest.approx(theirs.high, abs=0.01)


def test_strata_do_not_mix() -> None:
    """Between tasks that never vary there is nothing to draw: the interval is a point, however far apart they are."""
    assert interval({"a": [1.0, 1.0], "b": [-1.0, -1.0, -1.0]}) == pytest.approx((0.0, 0.0))


def test_width_follows_the_stratified_variance() -> None:
    rng = np.random.default_rng(5)
    strata = {str(n): rng.normal(n, 1 + n, size=25).tolist() for n in range(10)}
    error = np.sqrt(sum(np.var(values) / 25 for values in strata.values())) / 10
    found = interval(strata, resamples=20_000)
    assert found is not None
    assert (found.high - found.low) / 2 == pytest.approx(1.96 * error, rel=0.03)
    assert (found.high + found.low) / 2 == pytest.approx(estimate(strata), abs=0.1 * error)


def test_intervals_repeat_and_a_stratum_draws_the_same_in_any_company() -> None:
    values = np.random.default_rng(6).normal(size=12).tolist()
    alone = interval({"a": values})
    assert alone == interval({"a": values})
    beside = interval({"b": [0.0, 0.0], "a": values})
    assert alone is not None and beside is not None
    assert beside == pytest.approx((alone.low / 2, alone.high / 2))


def test_one_episode_has_no_interval() -> None:
    assert interval({"a": [1.0, 0.0], "b": [1.0]}) is None
    for nothing in ({}, {"a": []}):
        with pytest.raises(ValueError, match="no episodes"):
            estimate(nothing, mean)
        with pytest.raises(ValueError, match="no episodes"):
            interval(nothing)
