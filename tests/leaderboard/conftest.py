"""A run and a submission of it, made once by the commands that users run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.replay.command import glyphbench

TASKS = ("SokobanEasy", "Frogger", "LightsOut")


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the run `run` and the leaderboard `submissions` of it; not to be changed."""
    folder = tmp_path_factory.mktemp("leaderboard")
    tasks = [part for task in TASKS for part in ("--tasks", task)]
    done = glyphbench("eval", "--model", "random", *tasks, "--episodes", 3, "--out", "run", cwd=folder)
    assert done.returncode == 0, done.stderr
    who = ("--name", "Random", "--organisation", "Nobody", "--url", "https://example.org/")
    done = glyphbench("submit", "run", *who, "--run", "first", "--partial", "--out", "submissions", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def run(made: Path, tmp_path: Path) -> Path:
    """A copy of the run that a test may change."""
    return Path(shutil.copytree(made / "run", tmp_path / "run"))


@pytest.fixture
def submission(made: Path, tmp_path: Path) -> Path:
    """A copy of the submission's folder that a test may change."""
    shutil.copytree(made / "submissions", tmp_path / "submissions")
    return tmp_path / "submissions" / "random" / "first"
