"""`glyphbench eval --split cast-…` as a user runs it: fixed instances, several attempts, and all that reads the run."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from glyphbench import catalogue
from tests.cli.test_eval import fails, glyphbench, records, replay


@pytest.mark.parametrize("name", ["cast-sokoban-unseen", "cast-minesweeper-id", "cast-rushhour-id"])
def test_the_teacher_plays_the_first_instances(tmp_path: Path, name: str) -> None:
    command = ("eval", "--model", "solver", "--split", name, "--episodes", 2, "--out", "run")
    done = glyphbench(*command, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"solver: 2 episodes of the split {name}" in done.stdout
    assert "Avg@" not in done.stdout
    split = catalogue.named_split(name)
    for record, seed in zip(records(tmp_path / "run"), split.seeds[:2], strict=True):
        assert (record["seed"], record["kwargs"]) == (seed, split.kwargs)
        assert record["length"] <= split.kwargs["max_turns"]
        assert replay(record) == record["trace"]
    checked = glyphbench("verify", "run", cwd=tmp_path)
    assert (checked.returncode, "2 of 2 episodes re-played, all as recorded" in checked.stdout) == (0, True)


def test_attempts_of_random_play(tmp_path: Path) -> None:
    command = ("eval", "--model", "random", "--split", "cast-sokoban-id", "--episodes", 2, "--attempts", 4)
    done = glyphbench(*command, "--out", "run", "--layout", "spaced", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "success Avg@4" in done.stdout
    assert re.search(r"classics │ +1 │ +8 │ +2 │", done.stdout)
    made = records(tmp_path / "run")
    assert [(one["seed"], one.get("attempt", 0)) for one in made] == [
        (seed, attempt) for seed in catalogue.named_split("cast-sokoban-id").seeds[:2] for attempt in range(4)
    ]
    assert len({tuple(one["actions"]) for one in made}) == 8
    assert {one["kwargs"]["layout"] for one in made} == {"spaced"}
    assert all(replay(one) == one["trace"] for one in made)
    assert glyphbench("verify", "run", cwd=tmp_path).returncode == 0
    told = json.loads(glyphbench("report", "run", "--json", cwd=tmp_path).stdout)["runs"][0]
    assert (told["split"], told["planned"]) == ("cast-sokoban-id", 8)
    assert (told["tasks"][0]["instances"], told["tasks"][0]["attempts"]) == (2, 4)
    page = glyphbench("report", "run", "--html", "page.html", cwd=tmp_path)
    assert page.returncode == 0, page.stderr
    assert "split cast-sokoban-id" in (tmp_path / "page.html").read_text(encoding="utf-8")
    again = glyphbench("eval", "--from", "run", "--out", "again", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert [one["trace"] for one in records(tmp_path / "again")] == [one["trace"] for one in made]
    text = glyphbench("replay", "run", "--episode", "Sokoban:1000000:2", "--export", "txt", cwd=tmp_path)
    assert "Sokoban-v0 seed 1000000 attempt 2" in text.stdout, text.stderr
    assert "seed 1000000 attempt 2" in (tmp_path / "Sokoban-v0-1000000-2.txt").read_text(encoding="utf-8")


def test_what_a_split_of_fixed_instances_does_not_leave_open(tmp_path: Path) -> None:
    command = ("eval", "--model", "random", "--split", "cast-rushhour-unseen")
    fails(glyphbench(*command, "--seed", 5, cwd=tmp_path), "cast-rushhour-unseen", "leave out --seed")
    fails(glyphbench(*command, "--option", "vehicles=3", cwd=tmp_path), "leave out --option vehicles")
    fails(glyphbench(*command, "--episodes", 201, cwd=tmp_path), "has 200 instances")
    fails(glyphbench(*command, "--tasks", "Snake", cwd=tmp_path), "holds no task")
    fails(glyphbench("baseline", "--split", "cast-rushhour-id", "--out", "b.json", cwd=tmp_path), "fixed instances")
    assert list(tmp_path.iterdir()) == []


def test_list_tells_of_fixed_instances(tmp_path: Path) -> None:
    done = glyphbench("list", "--split", "cast-minesweeper-unseen", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.search(r"Minesweeper-v0 +40 ", done.stdout)
    assert "200 fixed instances with rows=7, cols=7, mines=10, max_turns=40; seeds 1000000 to" in done.stdout
