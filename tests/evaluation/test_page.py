"""The report's page: what is on it, and how a browser as wide as a phone lays it out."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from glyphbench.evaluation.report import Finished
from tests.chromium import measure
from tests.evaluation.test_summary import record

pytest.importorskip("matplotlib")

from glyphbench.evaluation.page import page

TASKS = ("SokobanEasy", "Sokoban", "MiniGrid-Empty-5x5", "NetHack")
RUNS = [
    Finished("a", "random", [record(task, s, s / 8, tokens_in=None) for task in TASKS for s in range(4)], 16),
    Finished("b", "<m&m>", [record(t, s, 1 - s / 8, events={"cut": 2}) for t in TASKS[:3] for s in range(4)], 16),
    Finished("c", "none yet", [], 16),
]


def test_everything_is_told_and_nothing_is_loaded() -> None:
    text = page(RUNS)
    for phrase in ("&lt;m&amp;m&gt;", "Paired differences", "&lt;m&amp;m&gt; minus random", "12 of 16", "reply: cut"):
        assert phrase in text
    assert "<m&m>" not in text
    assert not re.search(r"<(script|link|img|iframe)|@import|url\((?!#)", text)
    assert not re.search(r'(?:src|href)="(?!#)(?!http://www.w3.org)', text)
    ids = re.findall(r'id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text)) <= set(ids)
    assert page(RUNS) == text


def test_the_drawings_are_sound_xml_with_text() -> None:
    drawings = re.findall(r"<svg.*?</svg>", page(RUNS), re.DOTALL)
    assert len(drawings) == 4 + 3  # four over all tasks, one per family
    for drawing in drawings:
        assert ElementTree.fromstring(drawing).get("viewBox")
    assert "MiniGrid-Empty-5x5" in drawings[5]


def test_an_axis_names_intervals_only_where_some_are_drawn() -> None:
    once = Finished("a", "random", [record(task, 0, 0.5) for task in TASKS], 4)
    assert "mean return, 95% interval" in page(RUNS)
    assert "mean return, 95% interval" not in page([once])


def test_nothing_to_draw() -> None:
    with pytest.raises(ValueError, match="no episode yet"):
        page(RUNS[2:])


@pytest.mark.parametrize("width", [390, 1200])
def test_in_a_browser(tmp_path: Path, width: int) -> None:
    path = tmp_path / "report.html"
    path.write_text(page(RUNS), encoding="utf-8")
    narrowest = "Math.min(...[...page.querySelectorAll('svg')].map(s => s.getBoundingClientRect().width || 999))"
    smallest = "Math.min(...[...page.querySelectorAll('svg text')].map(t => t.getBoundingClientRect().height || 999))"
    told = measure(
        path, tmp_path, f"[page.documentElement.scrollWidth, {narrowest}, {smallest}, page.title].join('|')", width
    )
    wide, drawing, letters, title = told.split("|")
    assert int(wide) <= width, "the page must not scroll sideways"
    assert float(drawing) > 0.7 * min(width, 500)
    assert float(letters) >= 10
    assert title == "GlyphBench: random, <m&m>, none yet"
