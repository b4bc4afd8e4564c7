"""Attempts: every instance played several times, from the plan to the report."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from glyphbench import catalogue
from glyphbench.agents.baselines import random_chooser
from glyphbench.evaluation import Job, RunFolder, RunOptions, plan, read_records, run, summarise
from glyphbench.evaluation.compare import differences
from glyphbench.evaluation.report import read_run, remarks, shown_columns, table
from glyphbench.evaluation.statistics import interval
from glyphbench.registration import make
from glyphbench.replay import verify_run
from glyphbench.replay.library import choose, entries, matches
from tests.evaluation.test_summary import record

TASK = "GlyphBench/SokobanEasy-v0"


def options(**changes: Any) -> RunOptions:
    return RunOptions(**{"model": "random", "tasks": (TASK,), "episodes": 2, "kwargs": {"max_turns": 6}, **changes})


def carry_out(path: Path, chosen: RunOptions, **how: Any) -> None:
    with RunFolder.open(path, chosen) as folder:
        asyncio.run(run(chosen, folder, **how))


def contents(path: Path) -> list[str]:
    """The lines of episodes.jsonl without the times."""
    lines = (path / "episodes.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.dumps({**json.loads(line), "seconds": 0}) for line in lines]


def test_the_plan_goes_instance_by_instance() -> None:
    jobs = plan(options(attempts=2))
    assert [job.key[1:] for job in jobs] == [(1_000_000, 0), (1_000_000, 1), (1_000_001, 0), (1_000_001, 1)]
    assert [job.name for job in jobs[:2]] == ["SokobanEasy-v0-1000000", "SokobanEasy-v0-1000000-1"]
    assert [job.start for job in jobs[:2]] == ["1000000", "1000000 attempt 1"]
    fixed = options(seeds=[9, 4], seed=3, episodes=7)
    assert (fixed.seed, fixed.episodes) == (9, 2)
    assert [job.seed for job in plan(fixed)] == [9, 4]


def test_without_attempts_nothing_is_written_of_them(tmp_path: Path) -> None:
    assert not options().model_dump().keys() & {"attempts", "split", "seeds"}
    assert options().slug == options(attempts=1).slug != options(attempts=2).slug
    assert {"attempts", "seeds"} <= options(attempts=2, seeds=[1]).model_dump().keys()
    carry_out(tmp_path / "r", options())
    assert '"attempt' not in (tmp_path / "r" / "episodes.jsonl").read_text(encoding="utf-8")
    assert '"attempts": ' not in (tmp_path / "r" / "run.json").read_text(encoding="utf-8")
    carry_out(tmp_path / "four", options(attempts=4))
    first = [line for line, job in zip(contents(tmp_path / "four"), plan(options(attempts=4)), strict=True)
             if job.attempt == 0]  # fmt: skip
    assert first == contents(tmp_path / "r")


def test_random_play_differs_between_attempts_on_the_same_game(tmp_path: Path) -> None:
    carry_out(tmp_path, options(attempts=3, kwargs={"max_turns": 20}))
    records = read_records(tmp_path / "episodes.jsonl")
    assert [one.attempt for one in records] == [0, 1, 2] * 2
    assert len({tuple(one.actions) for one in records}) == 6
    game = make(TASK)
    draws = {number: [random_chooser(game, 5, number)() for _ in range(1)] for number in range(40)}
    assert len({tuple(drawn) for drawn in draws.values()}) == len(game.actions)


@pytest.mark.parametrize("workers", [1, 2])
def test_resume_plays_only_the_attempts_that_are_missing(tmp_path: Path, workers: int) -> None:
    chosen = options(attempts=3)
    carry_out(tmp_path, chosen)
    whole = contents(tmp_path)
    file = tmp_path / "episodes.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join([lines[4], lines[1], lines[0]]), encoding="utf-8")
    played: list[Any] = []
    carry_out(tmp_path, chosen, report=played.append, workers=workers)
    assert contents(tmp_path) == whole
    assert sorted(one.key[1:] for one in played) == [(1_000_000, 2), (1_000_001, 0), (1_000_001, 2)]
    names = sorted(path.name for path in (tmp_path / "transcripts").iterdir())
    assert names == sorted(f"{job.name}.jsonl" for job in plan(chosen))


def test_attempts_of_another_run_are_left_alone(tmp_path: Path) -> None:
    carry_out(tmp_path, options(attempts=2))
    with pytest.raises(ValueError, match="attempts"):
        RunFolder.open(tmp_path, options())
    file = tmp_path / "episodes.jsonl"
    file.write_text(file.read_text(encoding="utf-8").replace('"attempt":1', '"attempt":2'), encoding="utf-8")
    with pytest.raises(ValueError, match="seed 1000000 attempt 2, not of this run"):
        RunFolder.open(tmp_path, options(attempts=2))


# ---- averages worked by hand --------------------------------------------------------------------------------------

#: Instance 1 was played three times, instance 2 once, instance 3 twice.
UNEVEN = [
    record("SokobanEasy", 1, 1.0),
    record("SokobanEasy", 1, 0.0, attempt=1),
    record("SokobanEasy", 1, 0.5, attempt=2),
    record("SokobanEasy", 2, 1.0),
    record("SokobanEasy", 3, 0.0),
    record("SokobanEasy", 3, 0.5, attempt=1, length=8),
]


def test_attempts_are_averaged_within_instances_first() -> None:
    found = summarise("all", UNEVEN)
    assert (found.episodes, found.instances, found.attempts) == (6, 3, 3)
    assert found.total == pytest.approx((0.5 + 1.0 + 0.25) / 3)
    assert found.success == pytest.approx((1 / 3 + 1 + 0) / 3)
    assert found.length == pytest.approx((4 + 4 + 6) / 3)


def test_intervals_draw_instances_and_not_attempts() -> None:
    found = summarise("all", UNEVEN)
    assert found.total_interval == interval({TASK: [0.5, 1.0, 0.25]})
    # Eight attempts that disagree are one instance: it has no interval, however many there are.
    assert summarise("one", [record("Sokoban", 1, float(n % 2), attempt=n) for n in range(8)]).total_interval is None
    # Attempts that agree tell no more than one of them.
    twice = [record("Sokoban", seed, seed / 4, attempt=n) for seed in range(4) for n in range(5)]
    assert summarise("x", twice).total_interval == summarise("x", twice[::5]).total_interval


def test_differences_pair_instances() -> None:
    single = [record("SokobanEasy", seed, 0.25) for seed in (1, 2, 3, 4)]
    (row,) = differences(single, UNEVEN)
    assert (row.tasks, row.episodes) == (1, 3)
    assert row.mean == pytest.approx((0.25 + 0.75 + 0.0) / 3)
    assert (row.wins, row.ties, row.losses) == (2, 1, 0)
    assert row.interval == interval({TASK: [0.25, 0.75, 0.0]})


def test_the_report_names_avg_at_k(tmp_path: Path) -> None:
    split = catalogue.named_split("cast-minesweeper-id")
    chosen = RunOptions(
        model="random",
        tasks=("GlyphBench/Minesweeper-v0",),
        kwargs=split.kwargs,
        split=split.name,
        seeds=split.seeds[:3],
        attempts=4,
    )
    carry_out(tmp_path, chosen)
    found = read_run(tmp_path)
    assert (found.planned, len(found.records), found.split, found.attempts) == (12, 12, split.name, 4)
    names = [column.name for column in shown_columns(found.families)]
    assert {"return Avg@4", "success Avg@4", "instances"} <= set(names) and "return" not in names
    assert str(table(found).title) == "random: 12 episodes of the split cast-minesweeper-id"
    assert any("Avg@4" in line and "3 instances" in line for line in remarks(found))
    assert verify_run(tmp_path).sound


# ---- replay and verification --------------------------------------------------------------------------------------


def test_replay_names_attempts(tmp_path: Path) -> None:
    carry_out(tmp_path, options(attempts=2))
    found = entries(tmp_path)
    assert [entry.job for entry in found] == plan(options(attempts=2))
    assert choose(found, "SokobanEasy:1000001").number == 3
    assert choose(found, "SokobanEasy:1000001:1").number == 4
    assert choose(found, "SokobanEasy-v0-1000000-1").number == 2
    assert [entry.number for entry in found if matches(entry, "attempt=1")] == [2, 4]
    told = found[3].transcript()
    assert told is not None and (told.seed, told.attempt) == (1_000_001, 1)
    about = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    (tmp_path / "run.json").write_text(json.dumps({**about, "ended": None}), encoding="utf-8")
    file = tmp_path / "episodes.jsonl"
    file.write_text("".join(file.read_text(encoding="utf-8").splitlines(keepends=True)[:3]), encoding="utf-8")
    playing = entries(tmp_path)[3]
    assert (playing.record, playing.job) == (None, Job(TASK, 1_000_001, 1))


def test_verification_finds_exchanged_and_invented_attempts(tmp_path: Path) -> None:
    carry_out(tmp_path, options(attempts=2))
    assert verify_run(tmp_path).sound
    file = tmp_path / "episodes.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    one, other = (json.loads(line) for line in lines[:2])
    del other["attempt"]
    exchanged = [json.dumps({**one, "attempt": 1}) + "\n", json.dumps(other) + "\n", *lines[2:]]
    file.write_text("".join(exchanged), encoding="utf-8")
    assert {finding.line for finding in verify_run(tmp_path).findings} == {1, 2}
    file.write_text("".join([*lines, json.dumps({**one, "attempt": 2}) + "\n"]), encoding="utf-8")
    (found,) = verify_run(tmp_path).findings
    assert "seed 1000000 attempt 2 is not in the run's plan" in str(found)
    file.write_text("".join([*lines[:3], lines[1]]), encoding="utf-8")
    says = " ".join(map(str, verify_run(tmp_path).findings))
    assert (
        "repeats the episode of line 2" in says and "the first GlyphBench/SokobanEasy-v0 seed 1000001 attempt 1" in says
    )


@pytest.mark.parametrize(
    ("changes", "phrase"),
    [
        ({"kwargs": {"size": 6, "boxes": 1, "max_turns": 6}}, "the task arguments are not those of the split"),
        ({"seeds": [5]}, "the seeds are not those of the split"),
        ({"tasks": ["GlyphBench/SokobanEasy-v0"]}, "the tasks are not those of the split"),
        ({"split": "cast-sokoban-easy"}, "unknown split"),
    ],
)
def test_verification_finds_a_split_that_was_not_played(tmp_path: Path, changes: dict[str, Any], phrase: str) -> None:
    split = catalogue.named_split("cast-sokoban-id")
    honest = {"tasks": ["GlyphBench/Sokoban-v0"], "kwargs": split.kwargs, "split": split.name, "seeds": split.seeds[:1]}
    carry_out(tmp_path, RunOptions(model="random", **{**honest, **changes}))
    (found,) = verify_run(tmp_path).findings
    assert phrase in str(found)
