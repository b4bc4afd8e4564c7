"""`glyphbench list`, `show` and `install` as a user runs them."""

import json
import os
import subprocess
import sys

import gymnasium as gym
import pytest

import glyphbench  # noqa: F401
from glyphbench import catalogue


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "glyphbench", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COLUMNS": "140", **environment},
    )


def test_list_as_json_has_every_row() -> None:
    done = run("list", "--json")
    rows = json.loads(done.stdout)
    assert done.returncode == 0 and len(rows) == 362
    sokoban = next(row for row in rows if row["id"] == "GlyphBench/Sokoban-v0")
    assert sokoban["built"] is True and sokoban["family"] == "classics"


def test_list_selects() -> None:
    done = run("list", "Sokoban*", "--exclude", "SokobanEasy")
    assert done.returncode == 0
    assert "2 tasks" in done.stdout and "SokobanHard-v0" in done.stdout and "SokobanEasy" not in done.stdout


def test_show_prints_rules_actions_and_the_first_observation() -> None:
    done = run("show", "Sokoban", "--seed", "4", "--option", "size=7")
    assert done.returncode == 0
    env = gym.make("GlyphBench/Sokoban-v0", size=7)
    env.reset(seed=4)
    for row in env.unwrapped.observation.grid:
        assert row in done.stdout
    assert "Push every box onto a goal" in done.stdout and "UP: one cell north" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("list", "Sokobann"), "nearest: Sokoban-v0"),
        (("list", "--family", "clasics"), "nearest: classics"),
        (("show", "Sokobann"), "nearest: Sokoban-v0"),
        (("show", "Sokoban", "--option", "size=99"), "size must be an integer from 5 to 12"),
        (("show", "Sokoban", "--option", "colour=red"), "has no argument 'colour'"),
        (("show", "Sokoban", "--option", "size"), "NAME=VALUE"),
        (("show", "Sokoban", "--option", "task=Minesweeper"), "name another task instead"),
        (("show", "Sokoban", "--option", "max_episode_steps=3"), "has no argument 'max_episode_steps'"),
        (("show", "Sokoban", "--option", "size=" + "[" * 20_000), "size must be an integer from 5 to 12"),
        (("show", "Sokoban", "--option", "size=" + "1" * 5000), "size must be an integer from 5 to 12"),
        (("show", "Sokoban", "--frames", "0"), "frames"),
        (("install", "doom"), "unknown engine 'doom'"),
        (("install", "minihack"), "pip install 'glyphbench[minihack]'"),
        (("install",), "unknown engine ''"),
        (("frobnicate",), "frobnicate"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments: tuple[str, ...], part: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert part in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1 and len(done.stderr) < 1100
    assert not done.stdout


def test_list_takes_one_line_per_task() -> None:
    rows = [line.split() for line in run("list", "--family", "classics", COLUMNS="80").stdout.splitlines()]
    assert sum(bool(row) and row[0].endswith("-v0") for row in rows) == 50 and len(rows) < 60


def test_list_cuts_nothing_off_in_a_pipe() -> None:
    done = run("list", "Sokoban", COLUMNS="")
    assert catalogue.task("Sokoban").description in done.stdout and "…" not in done.stdout


def test_install_list_tries_every_engine(tmp_path) -> None:
    done = run("install", "--list", GLYPHBENCH_CACHE=str(tmp_path))
    assert done.returncode == 0
    lines = {line.split("│")[1].strip(): line for line in done.stdout.splitlines() if line.startswith("│")}
    assert "yes" in lines["minigrid"]
    assert "no" in lines["procgen"] and "glyphbench install procgen" in done.stdout


def test_install_into_an_unwritable_cache_says_so(tmp_path) -> None:
    (tmp_path / "file").write_text("not a directory")
    done = run("install", "procgen", GLYPHBENCH_CACHE=str(tmp_path / "file" / "cache"))
    assert done.returncode == 2
    assert "GLYPHBENCH_CACHE" in done.stderr and len(done.stderr.strip().splitlines()) == 1
