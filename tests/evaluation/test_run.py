"""Plan, run folder and runner: what is chosen, what is kept, what goes on."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest
from gymnasium.error import DependencyNotInstalled

from glyphbench import catalogue
from glyphbench.agents import ChatOptions, ModelUnavailable
from glyphbench.catalogue import UnknownTask
from glyphbench.evaluation import Job, RunFolder, RunOptions, plan, run, select
from glyphbench.evaluation.worker import Games
from tests.runs import carry_out, contents

TASKS = ("GlyphBench/SokobanEasy-v0", "GlyphBench/Sokoban-v0")


def options(**changes: Any) -> RunOptions:
    return RunOptions(**{"model": "random", "tasks": TASKS, "episodes": 3, "kwargs": {"max_turns": 12}, **changes})


def test_plan_is_task_by_task_from_the_first_evaluation_seed() -> None:
    assert plan(options(episodes=2)) == [Job(task, seed) for task in TASKS for seed in (1_000_000, 1_000_001)]


def test_a_finished_run(tmp_path: Path) -> None:
    lines = carry_out(tmp_path / "r", options())
    records = [json.loads(line) for line in lines]
    assert [(record["task"], record["seed"]) for record in records] == [(job.task, job.seed) for job in plan(options())]
    about = json.loads((tmp_path / "r" / "run.json").read_text(encoding="utf-8"))
    assert about["options"] == options().model_dump(mode="json")
    assert about["versions"].keys() >= {"glyphbench", "gymnasium", "numpy", "minigrid"}
    assert about["started"] <= about["ended"]
    names = sorted(path.name for path in (tmp_path / "r" / "transcripts").iterdir())
    assert names == sorted(f"{job.name}.jsonl" for job in plan(options()))
    turns = (tmp_path / "r" / "transcripts" / "Sokoban-v0-1000002.jsonl").read_text(encoding="utf-8").splitlines()
    played = [json.loads(turn)["action"] for turn in turns if "attempts" in turn]
    assert played == records[-1]["actions"]


def test_no_transcripts(tmp_path: Path) -> None:
    carry_out(tmp_path / "r", options(), transcripts=False)
    assert sorted(path.name for path in (tmp_path / "r").iterdir()) == [".lock", "episodes.jsonl", "run.json"]


def test_workers_in_processes_give_the_same_file(tmp_path: Path) -> None:
    chosen = options(model="solver", kwargs={})
    assert carry_out(tmp_path / "one", chosen) == carry_out(tmp_path / "two", chosen, workers=2)


@pytest.mark.parametrize("kept", [0, 1, 4, 6])
def test_resume_plays_only_what_is_missing(tmp_path: Path, kept: int) -> None:
    whole = carry_out(tmp_path / "r", options())
    file = tmp_path / "r" / "episodes.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join(reversed(lines[:kept])) + (lines[kept][:99] if kept < 6 else ""), encoding="utf-8")
    played: list[Any] = []
    assert carry_out(tmp_path / "r", options(), report=played.append) == whole
    assert len(played) == 6 - kept


def test_a_run_that_the_model_ends_keeps_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = options(model="chat:m", base_url="http://127.0.0.1:9/v1")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    with RunFolder.open(tmp_path, chosen) as folder, pytest.raises(ModelUnavailable):
        asyncio.run(run(chosen, folder, chat=ChatOptions(tries=1), workers=3))
    assert not (tmp_path / "episodes.jsonl").exists()
    assert json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))["ended"] is None


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"episodes": 4}, "episodes \\(3 there, 4 now\\)"),
        ({"model": "solver"}, "model \\('random' there, 'solver' now\\)"),
        ({"tasks": TASKS[:1]}, "tasks \\(2 there, 1 now\\)"),
        ({"tasks": TASKS[::-1]}, "tasks"),
        ({"history": 2}, "history"),
        ({"kwargs": {}}, "kwargs"),
    ],
)
def test_a_folder_of_other_options_is_left_alone(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    before = carry_out(tmp_path, options())
    with pytest.raises(ValueError, match=message):
        RunFolder.open(tmp_path, options(**changes))
    assert contents(tmp_path) == before


def test_a_folder_of_other_versions_is_left_alone(tmp_path: Path) -> None:
    carry_out(tmp_path, options())
    about = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    about["versions"]["ale-py"] = "0.0"  # not used by these tasks
    (tmp_path / "run.json").write_text(json.dumps(about), encoding="utf-8")
    RunFolder.open(tmp_path, options()).__exit__(None, None, None)
    about["versions"]["gymnasium"] = "0.0"
    (tmp_path / "run.json").write_text(json.dumps(about), encoding="utf-8")
    with pytest.raises(ValueError, match=r"other versions: gymnasium \(0.0 there"):
        RunFolder.open(tmp_path, options())


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("x", encoding="utf-8")
    with pytest.raises(ValueError, match="not a run folder"):
        RunFolder.open(tmp_path, options())
    assert os.listdir(tmp_path) == ["thesis.tex"]


def test_a_run_that_was_killed_while_its_folder_was_made_goes_on(tmp_path: Path) -> None:
    (tmp_path / ".lock").touch()
    (tmp_path / "run.json.new").write_text('{"version": 1, "opt', encoding="utf-8")
    assert len(carry_out(tmp_path, options())) == 6


def test_records_of_another_run_are_left_alone(tmp_path: Path) -> None:
    before = carry_out(tmp_path, options())
    file = tmp_path / "episodes.jsonl"
    file.write_text(file.read_text(encoding="utf-8").replace('"seed":1000002', '"seed":7'), encoding="utf-8")
    with pytest.raises(ValueError, match="seed 7, not of this run"):
        RunFolder.open(tmp_path, options())
    assert len(contents(tmp_path)) == len(before)


@pytest.mark.parametrize("text", ["{", "[]", '{"version": 1}', '{"version": 99, "options": {}}'])
def test_a_damaged_description_is_an_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"run\.json"):
        RunFolder.open(tmp_path, options())


def test_two_processes_do_not_write_to_one_folder(tmp_path: Path) -> None:
    with RunFolder.open(tmp_path, options()), pytest.raises(ValueError, match="another process"):
        RunFolder.open(tmp_path, options())
    RunFolder.open(tmp_path, options()).__exit__(None, None, None)


def test_games_are_lent_to_one_episode_at_a_time_and_used_again() -> None:
    games = Games({})
    with games.lend(TASKS[0]) as first, games.lend(TASKS[0]) as second:
        assert first is not second
    with games.lend(TASKS[0]) as third:
        assert third in (first, second)
    with pytest.raises(RuntimeError), games.lend(TASKS[0]) as broken:
        raise RuntimeError
    with games.lend(TASKS[0]) as fresh, games.lend(TASKS[0]) as other:
        assert broken not in (fresh, other)
    games.close()


def test_the_default_selection_is_the_built_standard_track() -> None:
    chosen = select(tag=["puzzle"])
    assert chosen.tasks
    assert all(row.track == "standard" and row.built for row in chosen.tasks)


def test_a_selection_by_name_takes_any_track_and_excludes() -> None:
    chosen = select(ids=["Sokoban*"], exclude=["SokobanHard"])
    assert [row.name for row in chosen.tasks] == ["SokobanEasy-v0", "Sokoban-v0"]
    with pytest.raises(ValueError, match="holds no task"):
        select(ids=["Sokoban"], exclude=["Sokoban*"])
    with pytest.raises(UnknownTask, match="Sokoban"):
        select(ids=["Sokobn"])


def test_ids_and_families_add_up_and_the_rest_narrows() -> None:
    both = select(ids=["SokobanEasy", "Sokoban"], family=["minigrid"], exclude=["Sokoban"]).tasks
    assert "SokobanEasy-v0" in [row.name for row in both]
    assert {row.family for row in both} == {"classics", "minigrid"}
    assert len(both) == 1 + len(catalogue.tasks(family="minigrid", built=True))


def test_an_engine_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLYPHBENCH_CACHE", str(tmp_path))
    others = [row.id for row in catalogue.tasks() if row.family not in ("classics", "procgen")]
    chosen = select(exclude=others)
    assert {row.family for row in chosen.tasks} == {"classics"}
    assert "procgen (engine not installed)" in chosen.skipped
    for named in ({"family": ["procgen"]}, {"ids": ["Procgen-BigFish"]}, {"ids": ["Procgen-*", "Sokoban"]}):
        with pytest.raises(DependencyNotInstalled, match="glyphbench install procgen"):
            select(**named)
