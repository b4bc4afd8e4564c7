"""What is left of a command whose output goes nowhere: a reader that has gone, closed streams, a poor encoding."""

from __future__ import annotations

import json
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.cli.test_eval import COMMAND, environment, fails, glyphbench, records

PLAY = ("eval", "--model", "random", "--tasks", "SokobanEasy", "--option", "max_turns=3", "--out", "r")


def shell(line: str, cwd: Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", line.replace("glyphbench", shlex.join(COMMAND))],
        cwd=cwd,
        env=environment(**more),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("command", ["list", "list --json", "show Sokoban", "leaderboard schema", "eval --help"])
def test_a_reader_that_has_gone(tmp_path: Path, command: str) -> None:
    # `true` reads nothing, and nothing is written before it has ended.
    done = shell(f"{{ sleep 0.2; glyphbench {command}; echo $? >code; }} | true", tmp_path)
    assert (tmp_path / "code").read_text(encoding="utf-8") == "0\n"
    assert done.stderr == ""


def test_closed_streams_do_not_get_into_files(tmp_path: Path) -> None:
    done = shell(f"glyphbench {shlex.join(PLAY)} >&- 2>&- <&-", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert len(records(tmp_path / "r")) == 1
    assert shell("glyphbench report nowhere >&- 2>&-", tmp_path).returncode == 2


def test_an_output_that_is_full(tmp_path: Path) -> None:
    done = shell("glyphbench list >/dev/full", tmp_path)
    assert (done.returncode, done.stderr) == (2, "error: No space left on device\n")


def test_an_encoding_that_lacks_the_characters(tmp_path: Path) -> None:
    assert glyphbench(*PLAY, cwd=tmp_path).returncode == 0
    done = shell("glyphbench report r; glyphbench show Sokoban", tmp_path, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "records: r" in done.stdout
    assert "\\u2605" in done.stdout  # the goal's star


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("model", "\x1b[31mred", "a model's name holds no control characters"),
        ("seeds", [7, 7], "a seed is given twice"),
        ("tasks", ["GlyphBench/SokobanEasy-v0"] * 2, "a task is given twice"),
    ],
)
def test_a_run_folder_that_somebody_else_wrote(tmp_path: Path, field: str, value: object, words: str) -> None:
    assert glyphbench(*PLAY, cwd=tmp_path).returncode == 0
    manifest = tmp_path / "r" / "run.json"
    about = json.loads(manifest.read_text(encoding="utf-8"))
    about["options"][field] = value
    manifest.write_text(json.dumps(about), encoding="utf-8")
    for command in (("report", "r"), ("verify", "r"), ("eval", "--from", "r", "--out", "s")):
        fails(glyphbench(*command, cwd=tmp_path), words)


def test_records_that_somebody_else_wrote_do_not_steer_the_terminal(tmp_path: Path) -> None:
    assert glyphbench(*PLAY, cwd=tmp_path).returncode == 0
    (record,) = records(tmp_path / "r")
    record["actions"][0] = "\x1b[31mred"
    (tmp_path / "r" / "episodes.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    done = glyphbench("verify", "r", cwd=tmp_path)
    assert done.returncode == 1
    assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize(("name", "opening"), [("run.json", '{"options":'), ("submission.toml", "a = ")])
def test_files_that_are_nested_too_deeply(tmp_path: Path, name: str, opening: str) -> None:
    (tmp_path / name).write_text(opening + "[" * 100_000, encoding="utf-8")
    fails(glyphbench("eval", "--from", name, cwd=tmp_path), name)
