"""Baselines as measured: the same episodes as an evaluation's, kept task by task, and what is suspicious in them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import glyphbench
from glyphbench.evaluation import FIRST_SEED, RunFolder, RunOptions, read_records, run
from glyphbench.evaluation import measure as measuring
from glyphbench.evaluation.baselines import Baseline, Constant, Score, read_baselines
from glyphbench.evaluation.measure import best_constant, bring_up_to_date, made_here, measure, played_in, warnings
from tests.harness.test_episode import Corridor

EASY, MINES = "GlyphBench/SokobanEasy-v0", "GlyphBench/Minesweeper-v0"


@pytest.mark.parametrize("model", ["random", "solver"])
def test_episodes_are_those_of_an_evaluation(tmp_path: Path, model: str) -> None:
    options = RunOptions(model=model, tasks=(MINES,), episodes=3)
    with RunFolder.open(tmp_path, options) as folder:
        asyncio.run(run(options, folder, transcripts=False))
    returns = [record.total for record in read_records(tmp_path / "episodes.jsonl")]
    found = getattr(measure(MINES, made_here("", 3, 0)), model)
    assert found.mean == pytest.approx(np.mean(returns), abs=1e-6)
    assert found.std == pytest.approx(np.std(returns), abs=1e-6)
    assert (found.best, found.episodes) == (pytest.approx(max(returns), abs=1e-6), 3)


def test_finished_runs_need_not_be_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for model in ("random", "solver"):
        options = RunOptions(model=model, tasks=(MINES,), episodes=3)
        with RunFolder.open(tmp_path / model, options) as folder:
            asyncio.run(run(options, folder, transcripts=False))
    folders = [tmp_path / "random", tmp_path / "solver"]
    anew = measure(MINES, made_here("", 3, 0))
    known = played_in(folders, made_here("", 3, 0))
    assert played_in(folders, made_here("", 4, 0)) == {}  # an episode short
    monkeypatch.setattr(measuring, "episode", None)  # nothing is played
    assert measure(MINES, made_here("", 3, 0), known) == anew
    manifest = tmp_path / "random" / "run.json"
    manifest.write_text(manifest.read_text().replace(glyphbench.__version__, "9.9"))
    with pytest.raises(ValueError, match=r"other versions: glyphbench \(9\.9 there"):
        played_in(folders, made_here("", 3, 0))


def test_the_best_constant_action() -> None:
    assert best_constant(Corridor(max_turns=10), range(4)) == Constant(action="RIGHT", mean=1.0, episodes=4)
    assert best_constant(Corridor(max_turns=2), range(4)) == Constant(action="LEFT", mean=0.0, episodes=1)
    assert best_constant(Corridor(max_turns=2), []) is None


def test_the_file_is_brought_up_to_date_task_by_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "b.json"
    played: list[str] = []

    def counted(task: str, made: Any, known: Any) -> Baseline:
        played.append(task)
        return measure(task, made, known)

    monkeypatch.setattr(measuring, "measure", counted)
    first = made_here("first", 1, 0)
    assert [row[0] for row in bring_up_to_date(path, [EASY], first)] == [EASY]
    list(bring_up_to_date(path, [EASY, MINES], made_here("second", 1, 0)))
    assert played == [EASY, MINES]  # what is there is not played again, whatever the command was
    known = read_baselines(path)
    assert [known.made[known.tasks[task].made].command for task in (EASY, MINES)] == ["first", "second"]
    assert list(known.tasks) == [MINES, EASY]  # the catalogue's order
    list(bring_up_to_date(path, [EASY], made_here("third", 2, 0)))
    known = read_baselines(path)
    assert [made.command for made in known.made] == ["second", "third"]
    assert known.tasks[EASY].random.episodes == 2 and known.tasks[MINES].random.episodes == 1
    list(bring_up_to_date(path, [MINES], made_here("fourth", 1, 0), again=True))
    assert played == [EASY, MINES, EASY, MINES]
    assert read_baselines(path).made[0].first_seed == FIRST_SEED
    json.loads(path.read_text(encoding="utf-8"))


def score(mean: float, best: float) -> Score:
    return Score(mean=mean, std=0.0, best=best, success=0.0, length=1.0, native=mean, episodes=5)


@pytest.mark.parametrize(
    ("random", "solver", "constant", "words"),
    [
        (score(0.6, 1.0), None, 0.0, "random play returns 0.60 on average"),
        (score(0.0, 1.0), score(0.4, 0.5), 0.4, "UP alone returns 0.40, the solver 0.40"),
        (score(0.0, 1.0), score(1.0, 1.0), 0.7, "UP alone returns 0.70"),
        (score(0.0, 0.2), score(1.0, 1.0), 0.3, "UP alone returns 0.30, random's best episode 0.20"),
        (score(0.2, 0.5), score(1.0, 1.0), 0.3, ""),
        (score(0.0, 0.0), None, 0.0, ""),
    ],
)
def test_warnings(random: Score, solver: Score | None, constant: float, words: str) -> None:
    found = Baseline(random=random, solver=solver, constant=Constant(action="UP", mean=constant, episodes=5))
    assert warnings(EASY, found) == ([f"SokobanEasy-v0: {words}"] if words else [])
    assert warnings("GlyphBench/NetHack-v0", found) == []
