"""The scale between random and the best known, worked by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from glyphbench.evaluation import summarise
from glyphbench.evaluation.baselines import Anchors, Baseline, Baselines, Score, anchors, normalised, read_baselines
from tests.evaluation.test_summary import record


def score(mean: float, best: float = 1.0) -> Score:
    return Score(mean=mean, std=0.1, best=best, success=0.0, length=5.0, native=mean, episodes=25)


KNOWN = Baselines(
    tasks={
        "GlyphBench/Sokoban-v0": Baseline(random=score(0.2), solver=score(0.8)),
        "GlyphBench/SokobanEasy-v0": Baseline(random=score(-0.5)),
        "GlyphBench/SokobanHard-v0": Baseline(random=score(0.2), solver=score(0.21)),
        "GlyphBench/NetHack-v0": Baseline(random=score(10.0)),
    }
)


def test_anchors() -> None:
    assert anchors("GlyphBench/Sokoban-v0", KNOWN) == Anchors(0.2, 0.8, "solver")
    assert anchors("GlyphBench/SokobanEasy-v0", KNOWN) == Anchors(-0.5, 1.0, "full score")
    assert anchors("GlyphBench/SokobanHard-v0", KNOWN) is None  # the teacher is no better than chance
    assert anchors("GlyphBench/NetHack-v0", KNOWN) is None  # native rewards have no full score
    assert anchors("GlyphBench/Minesweeper-v0", KNOWN) is None


@pytest.mark.parametrize(
    ("total", "kwargs", "wanted"),
    [(0.5, {}, 0.5), (0.2, {}, 0.0), (1.0, {}, 4 / 3), (-0.1, {"layout": "spaced"}, -0.5), (0.5, {"boxes": 1}, None)],
)
def test_normalised(total: float, kwargs: dict[str, Any], wanted: float | None) -> None:
    found = normalised(record("Sokoban", 1, total, kwargs=kwargs), KNOWN)
    assert found == (None if wanted is None else pytest.approx(wanted))


def test_a_summary_normalises_the_tasks_that_have_a_scale() -> None:
    records = [record("Sokoban", 1, 0.5), record("SokobanEasy", 1, 1.0), record("SokobanHard", 1, 1.0)]
    found = summarise("all", records, KNOWN)
    assert (found.normalised, found.scaled, found.tasks) == (pytest.approx((0.5 + 1.0) / 2), 2, 3)
    assert summarise("hard", records[2:], KNOWN).normalised is None


def test_the_file(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    assert read_baselines(path) == Baselines()
    path.write_text(KNOWN.model_dump_json(), encoding="utf-8")
    assert read_baselines(path) == KNOWN
    path.write_text('{"version": 2}', encoding="utf-8")
    with pytest.raises(ValueError, match=r"b\.json does not hold baselines"):
        read_baselines(path)
