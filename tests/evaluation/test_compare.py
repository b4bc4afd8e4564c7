"""Paired differences worked by hand."""

from __future__ import annotations

import pytest

from glyphbench.cli.report import print_comparison
from glyphbench.evaluation.compare import differences
from glyphbench.evaluation.report import Finished, table
from tests.evaluation.test_summary import record


def test_pairs_are_matched_by_task_seed_and_arguments() -> None:
    first = [
        record("SokobanEasy", 1, 0.0),
        record("SokobanEasy", 2, 0.5),
        record("Sokoban", 1, 1.0),
        record("Sokoban", 3, 0.0),
        record("SokobanHard", 1, 0.0, kwargs={"boxes": 2}),
    ]
    second = [
        record("SokobanEasy", 2, 0.25, kwargs={"layout": "spaced"}),
        record("SokobanEasy", 1, 1.0),
        record("Sokoban", 1, 1.0),
        record("Sokoban", 2, 1.0),
        record("SokobanHard", 1, 1.0),
    ]
    (row,) = differences(first, second)
    assert (row.name, row.tasks, row.episodes) == ("classics", 2, 3)
    assert row.mean == pytest.approx(((1.0 - 0.25) / 2 + 0.0) / 2)
    assert (row.wins, row.ties, row.losses) == (1, 1, 1)
    assert row.interval is None and not row.clear


def test_rows_per_family_and_over_the_standard_track() -> None:
    tasks = ("SokobanEasy", "MiniGrid-Empty-5x5", "NetHack")
    first = [record(task, seed, 0.0) for task in tasks for seed in (1, 2)]
    second = [record(task, seed, 0.5 * seed) for task in tasks for seed in (1, 2)]
    rows = differences(first, second)
    assert [(row.name, row.tasks) for row in rows] == [
        ("classics", 1),
        ("minigrid", 1),
        ("nethack", 1),
        ("standard track", 2),
    ]
    assert {row.mean for row in rows} == {0.75}
    assert rows[0].interval == (0.5, 1.0)
    assert rows[-1].clear


def test_a_run_beside_itself_does_not_differ() -> None:
    run = [record("Sokoban", seed, seed / 10) for seed in range(5)]
    (row,) = differences(run, run)
    assert (row.mean, row.interval, row.wins, row.ties, row.losses, row.clear) == (0.0, (0.0, 0.0), 0, 5, 0, False)


def test_runs_without_a_common_episode() -> None:
    assert differences([record("Sokoban", 1, 0.0)], [record("Sokoban", 2, 0.0)]) == []


def test_runs_without_a_common_episode_are_said_to_be_so(capsys: pytest.CaptureFixture[str]) -> None:
    runs = [Finished(str(seed), "random", [record("Sokoban", seed, 0.0)], 1) for seed in (1, 2)]
    print_comparison(runs)
    shown = capsys.readouterr().out
    assert "2 and 1 have no task and seed in common" in shown
    assert "minus" not in shown and "pairs" not in shown
    assert table(runs[0]).title == "random: 1 episode"
