"""Two real runs, made once by the command: one of spoken replies with transcripts, one of a teacher without."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.replay.command import glyphbench

SCRIPT = """\
I look around. <action>RIGHT</action>
I am not sure.
<think>Down should do.</think>Let me go down. <action>DOWN</action>
{"text": "Go. <action>LEFT</action>", "reasoning": "A box & <b>a wall</b></script>.", "tokens_in": 9, "tokens_out": 4}
<action>UP</action>
[bold]not markup[/bold] <action>UP</action>
nothing
nothing again
<action>DOWN</action>
"""


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the runs `said` and `taught`; not to be changed."""
    folder = tmp_path_factory.mktemp("runs")
    (folder / "script.txt").write_text(SCRIPT, encoding="utf-8")
    said = ("--model", "scripted:script.txt", "--option", "max_turns=7", "--out", "said")
    taught = ("--model", "solver", "--no-transcripts", "--out", "taught")
    for options in (said, taught):
        done = glyphbench("eval", *options, "--tasks", "SokobanEasy", "--tasks", "Sokoban", "--episodes", 2, cwd=folder)
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def runs(made: Path, tmp_path: Path) -> Path:
    """The same runs, as a copy that a test may change."""
    return Path(shutil.copytree(made, tmp_path / "runs"))
