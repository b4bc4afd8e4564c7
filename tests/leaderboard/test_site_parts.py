"""Parts of the site: ranks, numbers as text, choice of replays and shipped numbers, worked by hand."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from glyphbench.evaluation.baselines import Baseline, Baselines, Score
from glyphbench.evaluation.prices import Price, Prices
from glyphbench.evaluation.statistics import Interval
from glyphbench.leaderboard.site.listing import listing, references
from glyphbench.leaderboard.site.markup import Scale, count, money, name, number, percent, text, whisker
from glyphbench.leaderboard.site.ranks import ranks
from glyphbench.leaderboard.site.replays import choose
from glyphbench.leaderboard.site.results import measured, shipped
from glyphbench.leaderboard.site.write import MARK, replaced
from tests.evaluation.test_summary import record


def score(mean: float, std: float = 0.0, episodes: int = 100) -> Score:
    return Score(mean=mean, std=std, best=1.0, success=mean, length=10.0, native=0.0, episodes=episodes)


SHIPPED = Baselines(
    tasks={
        "GlyphBench/SokobanEasy-v0": Baseline(random=score(0.0, 0.3), solver=score(1.0)),
        "GlyphBench/Frogger-v0": Baseline(random=score(-0.2, 0.4), solver=score(0.8, 0.1)),
        "GlyphBench/MiniGrid-Empty-5x5-v0": Baseline(random=score(0.5, 0.0)),
        "GlyphBench/NetHack-v0": Baseline(random=score(12.0, 5.0)),
    }
)


# ---- ranks --------------------------------------------------------------------------------------------------------


def test_overlapping_intervals_share_places() -> None:
    alone, left, middle, right, last = (
        Interval(0.8, 0.9),
        Interval(0.50, 0.60),
        Interval(0.45, 0.55),
        Interval(0.40, 0.49),
        Interval(0.1, 0.2),
    )
    found = [str(rank) for rank in ranks([last, left, alone, right, middle])]
    assert found == ["5", "2–3", "1", "3–4", "2–4"]


def test_equal_entries_have_equal_ranks() -> None:
    same = Interval(0.5, 0.5)
    assert [str(rank) for rank in ranks([same, same, Interval(0.5, 0.7)])] == ["1–3"] * 3
    assert [str(rank) for rank in ranks([same])] == ["1"]
    assert ranks([]) == []


# ---- text ---------------------------------------------------------------------------------------------------------


def test_numbers() -> None:
    assert [number(value) for value in (0.12345, -0.5, -0.0001, None)] == ["0.123", "−0.500", "0.000", "–"]
    assert [percent(value) for value in (0.0, 0.1234, None)] == ["0.0%", "12.3%", "–"]
    assert [count(value) for value in (0.0, 999.4, 1500.0, 250_000.0, 2.5e6, None)] == [
        "0",
        "999",
        "1.5k",
        "250k",
        "2.5M",
        "–",
    ]
    assert [money(value) for value in (0.0, 12.345, 0.018, 0.00042, 0.000001, None)] == [
        "$0.00",
        "$12.35",
        "$0.018",
        "$0.00042",
        "<$0.0001",
        "–",
    ]


def test_nothing_that_is_said_becomes_markup() -> None:
    assert text("<b> & \"'") == "&lt;b&gt; &amp; &quot;&#x27;"
    assert text("a\x00b\x1bc\ud800d\u0085") == "a�b�c�d�"
    assert name("\u202eevil") == "<bdi>\u202eevil</bdi>"
    assert text("Größe 東京 ↑★") == "Größe 東京 ↑★"


def test_a_drawing_stays_within_its_bounds() -> None:
    scale = Scale.over([-0.6, 0.3])
    assert scale == (-0.75, 1.0)
    assert (scale.place(-0.75), scale.place(1.0), scale.place(5.0), scale.place(-9.0)) == (3.0, 107.0, 107.0, 3.0)
    assert scale.place(0.125) == 55.0
    drawn = whisker(0.125, Interval(-0.75, 1.0), scale, [("random", -0.75)])
    assert 'd="M3 8H107"' in drawn
    assert 'cx="55"' in drawn
    assert 'class="mark random" d="M3 2V14"' in drawn


# ---- replays ------------------------------------------------------------------------------------------------------


def test_best_median_and_worst_of_each_family() -> None:
    records = [record("SokobanEasy", seed, total) for seed, total in enumerate((0.1, 0.9, 0.5, -0.3, 0.2))]
    records += [record("MiniGrid-Empty-5x5", 0, 1.0)]
    found = [(one.family, one.kind, one.record.seed) for one in choose(records, 3)]
    assert found == [
        ("classics", "best", 1),
        ("classics", "median", 4),
        ("classics", "worst", 3),
        ("minigrid", "best", 0),
    ]
    assert [(one.kind, one.record.seed) for one in choose(records, 1)] == [("median", 4), ("best", 0)]
    five = [(one.kind, one.number) for one in choose(records[:5], 5)]
    assert five == [("best", 1), ("quantile 75%", 2), ("median", 3), ("quantile 25%", 4), ("worst", 5)]
    assert choose(records, 0) == []


def test_equal_episodes_are_of_different_tasks() -> None:
    records = [record(task, seed, 0.0) for task in ("SokobanEasy", "Frogger", "LightsOut") for seed in range(3)]
    found = [one.task for one in choose(records, 3)]
    assert found == ["SokobanEasy", "Frogger", "LightsOut"]
    assert len(choose(records, 25)) == 9, "no episode is chosen twice"


# ---- results ------------------------------------------------------------------------------------------------------


def test_tokens_and_cost_are_known_or_unknown_but_never_nothing() -> None:
    prices = Prices({"m": Price(input=2.0, output=10.0)})
    told = measured([record("SokobanEasy", 0, 0.5), record("SokobanEasy", 1, 0.5)], Baselines(), prices)
    assert (told.tokens, told.cost) == (11.0, pytest.approx((10 * 2.0 + 1 * 10.0) / 1e6))
    untold = measured([record("SokobanEasy", 0, 0.5, tokens_in=None)], Baselines(), prices)
    assert (untold.tokens, untold.cost) == (None, None)
    without = measured([record("SokobanEasy", 0, 0.5, tokens_in=0, tokens_out=0)], Baselines(), prices)
    assert (without.tokens, without.cost) == (None, None)
    assert measured([record("SokobanEasy", 0, 0.5)], Baselines()).cost is None


def test_shipped_numbers() -> None:
    """Two tasks of means 0 and -0.2, deviations 0.3 and 0.4 over 100 episodes: an error of 0.05 / 2."""
    scores = {task: row.random for task, row in list(SHIPPED.tasks.items())[:2]}
    found = shipped(scores, SHIPPED)
    assert (found.tasks, found.episodes, found.mean) == (2, 200, pytest.approx(-0.1))
    assert found.interval == (pytest.approx(-0.1 - 1.959964 * 0.025), pytest.approx(-0.1 + 1.959964 * 0.025))
    assert (found.normalised, found.scaled) == (0.0, 2)
    assert (found.middle, found.tokens, found.cost) == (None, None, None)


def test_reference_policies_are_listed_from_the_shipped_numbers() -> None:
    lines = listing([], SHIPPED)
    assert [(line.name, line.track, line.whole.tasks) for line in lines] == [
        ("solver", "standard", 2),
        ("random", "standard", 3),
        ("random", "extended", 1),
    ]
    assert all(line.partial and line.rank is None and line.reference for line in lines)
    assert set(references(lines, "standard")) == {"random", "solver"}
    assert set(references(lines, "extended")) == {"random"}
    assert list(lines[1].families) == ["classics", "minigrid"]


# ---- writing ------------------------------------------------------------------------------------------------------


def put(out: Path, content: str) -> None:
    with replaced(out) as site:
        site.write("index.html", content)
        site.write("a/b.js", content)


def test_a_site_is_replaced_as_a_whole(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "site"
    put(out, "old")
    with replaced(out) as site:
        site.write("index.html", "new")
        assert (out / "index.html").read_text() == "old"
    assert sorted(os.listdir(out)) == [MARK, "index.html"]
    assert os.listdir(out.parent) == ["site"], "nothing is left beside it"


def test_a_failure_leaves_the_old_site(tmp_path: Path) -> None:
    out = tmp_path / "site"
    put(out, "old")
    with pytest.raises(RuntimeError), replaced(out) as site:
        site.write("index.html", "new")
        raise RuntimeError
    assert (out / "a" / "b.js").read_text() == "old"
    assert os.listdir(tmp_path) == ["site"]


def test_what_is_no_site_is_not_replaced(tmp_path: Path) -> None:
    out = tmp_path / "site"
    out.mkdir()
    put(out, "into an empty folder")
    (out / "CNAME").write_text("example.org")
    with pytest.raises(ValueError, match="CNAME, which would be lost"):
        put(out, "new")
    (out / "CNAME").unlink()
    (out / MARK).write_text("index.html\na/b.js\n")
    with pytest.raises(ValueError, match="not a site made by this command"):
        put(out, "new")
    assert (out / "index.html").read_text() == "into an empty folder"
    file = tmp_path / "file"
    file.write_text("mine")
    with pytest.raises(ValueError, match="is a file"):
        put(file, "new")
    assert file.read_text() == "mine"
