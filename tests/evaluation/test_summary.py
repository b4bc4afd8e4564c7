"""Averages worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from glyphbench.evaluation import Record, summarise
from glyphbench.evaluation.summary import by_family, by_task, standard
from glyphbench.harness import Event, StopReason


def record(task: str, seed: int, total: float, **more: Any) -> Record:
    fields: dict[str, Any] = {
        "task": f"GlyphBench/{task}-v0",
        "kwargs": {},
        "seed": seed,
        "model": "m",
        "harness": {},
        "prompt": "",
        "actions": ["UP"] * 4,
        "rewards": [0.0] * 4,
        "return": total,
        "native_return": total,
        "success": total == 1.0,
        "length": 4,
        "stop": "horizon",
        "error": "",
        "replies": 4,
        "events": {},
        "tokens_in": 10,
        "tokens_out": 1,
        "seconds": 0.0,
        "trace": "",
    }
    return Record.model_validate({**fields, **more})


EASY = [record("SokobanEasy", 1, 1.0), record("SokobanEasy", 2, 0.0), record("SokobanEasy", 3, 0.5)]
HARD = [record("SokobanHard", 1, -0.5, actions=[None, "UP"], length=2, events={"cut": 2, "unparseable": 1}, replies=5)]


def test_every_task_weighs_the_same() -> None:
    found = summarise("all", EASY + HARD)
    assert (found.tasks, found.episodes) == (2, 4)
    assert found.total == pytest.approx((0.5 - 0.5) / 2)
    assert found.success == pytest.approx((1 / 3 + 0) / 2)
    assert found.length == pytest.approx((4 + 2) / 2)
    assert (found.tokens_in, found.tokens_out) == (10, 1)
    assert found.skipped == pytest.approx(1 / 14)
    assert (found.replies, found.events) == (17, {Event.CUT: 2, Event.UNPARSEABLE: 1})
    assert found.stops == {StopReason.HORIZON: 4}


def test_unknown_tokens_are_unknown_on_the_whole() -> None:
    found = summarise("all", [*EASY, record("Sokoban", 1, 0.0, tokens_in=None)])
    assert (found.tokens_in, found.tokens_out) == (None, 1)


def test_groups_and_tracks() -> None:
    nethack = record("NetHack", 1, 700.0)
    everything = [*EASY, nethack, *HARD]
    assert [(row.name, row.episodes) for row in by_task(everything)] == [
        ("SokobanEasy-v0", 3),
        ("NetHack-v0", 1),
        ("SokobanHard-v0", 1),
    ]
    assert [(row.name, row.tasks) for row in by_family(everything)] == [("classics", 2), ("nethack", 1)]
    assert standard(everything) == EASY + HARD


def test_nothing_to_average() -> None:
    with pytest.raises(ValueError, match="no episodes"):
        summarise("all", [])
