"""`glyphbench eval` and `glyphbench report` as a user runs them: a process, its output, its exit code, its files."""

from __future__ import annotations

import hashlib
import json
import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

from glyphbench.harness import SKIPPED_TURN
from tests.chat_server import Answer, ChatServer, by_content, error

KEY = "sk-secret-0123456789"
COMMAND = [sys.executable, "-m", "glyphbench"]


def environment(**more: str) -> dict[str, str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("OPENAI_", "GLYPHBENCH_"))}
    return {**clean, "COLUMNS": "100", "NO_PROXY": "127.0.0.1", **more}


def glyphbench(
    *arguments: str | Path, cwd: Path, env: dict[str, str] | None = None, before: Callable[[], None] | None = None
) -> subprocess.CompletedProcess[str]:
    command = [*COMMAND, *map(str, arguments)]
    return subprocess.run(
        command,
        cwd=cwd,
        env=env or environment(),
        preexec_fn=before,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def records(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "episodes.jsonl").read_text(encoding="utf-8").splitlines()]


def fails(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """One clear line, exit code 2, nothing on the output."""
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: ")
    for word in words:
        assert word in line


def replay(record: dict[str, Any]) -> str:
    """An independent re-player: the chained hash of every text that the recorded actions bring about."""
    env: Any = gym.make(record["task"], disable_env_checker=True, **record["kwargs"]).unwrapped
    text, _ = env.reset(seed=record["seed"])
    trace = hashlib.sha256(f"\n{text}".encode()).hexdigest()
    for name, reward in zip(record["actions"], record["rewards"], strict=True):
        step = env.skip_turn(SKIPPED_TURN) if name is None else env.step(env.actions.index(name))
        assert step[1] == reward
        trace = hashlib.sha256(f"{trace}\n{step[0]}".encode()).hexdigest()
    return trace


def test_random_needs_no_network_and_no_key_and_resumes(tmp_path: Path) -> None:
    command = ("eval", "--model", "random", "--tasks", "SokobanEasy", "--episodes", "2", "--option", "max_turns=9")
    first = glyphbench(*command, cwd=tmp_path)
    assert first.returncode == 0, first.stderr
    assert re.search(r"classics │ +1 │ +2 │", first.stdout)
    (folder,) = (tmp_path / "runs").iterdir()
    assert folder.name.startswith("random-")
    before = (folder / "episodes.jsonl").read_bytes()
    assert [record["seed"] for record in records(folder)] == [1_000_000, 1_000_001]
    again = glyphbench(*command, cwd=tmp_path)
    assert (again.returncode, again.stdout) == (0, first.stdout)
    assert "2 of 2 episodes are there already" in again.stderr
    assert (folder / "episodes.jsonl").read_bytes() == before


def test_scripted_model_and_report(tmp_path: Path) -> None:
    script = tmp_path / "script.txt"
    script.write_text("<action>UP</action>\nhm\nhm\n<action>DOWN</action>\n", encoding="utf-8")
    arguments = ("--model", f"scripted:{script}", "--tasks", "Sokoban", "--seed", "5", "--out", "r")
    done = glyphbench("eval", *arguments, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (record,) = records(tmp_path / "r")
    assert record["actions"] == ["UP", None, "DOWN"]
    assert (record["seed"], record["stop"], record["replies"]) == (5, "model_error", 4)
    assert replay(record) == record["trace"]
    assert record["error"] == "the script script.txt has no reply left after 4"
    assert "2 of 4 replies named no valid action" in done.stdout
    assert "1 of 1 episodes ended because the model failed" in done.stdout
    shown = glyphbench("report", "r", "--by", "task", cwd=tmp_path)
    assert shown.returncode == 0
    assert "Sokoban-v0" in shown.stdout
    glyphbench("eval", "--model", "constant:UP", "--tasks", "Sokoban", "--out", "s", cwd=tmp_path)
    both = glyphbench("report", "r", "s", cwd=tmp_path)
    assert "Mean return" in both.stdout and "constant:UP" in both.stdout


def test_chat_model_through_the_environment(tmp_path: Path) -> None:
    answers = [
        Answer("<action>UP</action>", {"reasoning_content": "Deep thought."}),
        Answer("I shall", finish="length"),
        error(429, "slow down", Retry_After="0.05"),
        Answer(None, {"reasoning": "hm"}, finish="length"),
        Answer("no tag"),
        Answer("<action>DOWN</action>"),
    ]
    with ChatServer(answers) as server:
        done = glyphbench(
            *("eval", "--model", "some/model", "--tasks", "Sokoban", "--option", "max_turns=4", "--out", "r"),
            *("--retries", "0", "--max-tokens", "50", "--temperature", "0.2"),
            cwd=tmp_path,
            env=environment(OPENAI_BASE_URL=server.url, OPENAI_API_KEY=KEY),
        )
    assert done.returncode == 0, done.stderr
    (record,) = records(tmp_path / "r")
    assert record["actions"] == ["UP", None, None, None]
    assert record["events"] == {"cut": 1, "reasoning_only": 1, "unparseable": 1}
    assert (record["tokens_in"], record["tokens_out"]) == (400, 40)
    assert record["harness"]["max_tokens"] == 50
    assert replay(record) == record["trace"]
    assert {request["temperature"] for request in server.requests} == {0.2}
    assert server.keys[0] == f"Bearer {KEY}"
    for path in (tmp_path / "r").rglob("*"):
        assert path.is_dir() or KEY not in path.read_text(encoding="utf-8")
    assert KEY not in done.stdout + done.stderr
    transcript = (tmp_path / "r" / "transcripts" / "Sokoban-v0-1000000.jsonl").read_text(encoding="utf-8")
    assert "Deep thought." in transcript
    for phrase in ("cut off by the token limit", "reasoning that used up the token limit", "no valid action"):
        assert "1 of 4 replies" in done.stdout and phrase in done.stdout


def test_a_server_that_dies_leaves_a_run_that_goes_on(tmp_path: Path) -> None:
    alive = True

    def policy(request: dict[str, Any], number: int) -> Answer:
        return by_content(request, number) if alive and number < 30 else error(503, "gone")

    command = ("eval", "--model", "m", "--tasks", "SokobanEasy", "--episodes", "4", "--option", "max_turns=8")
    how = ("--workers", "1", "--tries", "1")
    with ChatServer(policy) as server:
        stopped = glyphbench(*command, *how, "--out", "r", "--base-url", server.url, cwd=tmp_path)
        fails(stopped, "503", "gone", "of 4 episodes are in r, the same command goes on")
        kept = records(tmp_path / "r")
        assert 1 <= len(kept) <= 3
        assert f"{len(kept)} of 4" in stopped.stderr
        server.requests.clear()
        resumed = glyphbench(*command, *how, "--out", "r", "--base-url", server.url, cwd=tmp_path)
        assert resumed.returncode == 0, resumed.stderr
    assert records(tmp_path / "r")[: len(kept)] == kept
    assert len(records(tmp_path / "r")) == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--tasks", "Sokobn"], ["unknown task 'Sokobn'", "Sokoban-v0"]),
        (["--family", "clasics"], ["unknown family 'clasics'", "classics"]),
        (["--split", "nope"], ["unknown split"]),
        (["--episodes", "0"], ["--episodes"]),
        (["--retries", "4"], ["--retries"]),
        (["--parser", "xml"], ["--parser must be one of action, fence, answer"]),
        (["--layout", "wide"], ["layout must be one of dense, spaced"]),
        (["--option", "boxs=3"], ["has no argument 'boxs'", "boxes"]),
        (["--option", "boxes=1", "--tasks", "Snake"], ["Snake", "has no argument 'boxes'"]),
        (["--option", "boxes=99"], ["boxes must be an integer from 1 to 5"]),
        (["--model", "gpt-9"], ["unknown model 'gpt-9'", "--base-url"]),
        (["--model", "chat:gpt-9"], ["OPENAI_API_KEY"]),
        (["--model", "constant:FLY"], ["has no action 'FLY'"]),
        (["--model", "scripted:none"], ["none: No such file or directory"]),
        (["--out", "file"], ["file"]),
        (["--out", "file/below"], ["file"]),
        (["--nonsense"], ["No such option", "glyphbench eval --help"]),
    ],
)
def test_bad_input_is_one_line(tmp_path: Path, arguments: list[str], words: list[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    fails(glyphbench("eval", "--model", "random", "--tasks", "Sokoban", *arguments, cwd=tmp_path), *words)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_folder_of_another_run_is_one_line(tmp_path: Path) -> None:
    command = ("eval", "--model", "random", "--tasks", "SokobanEasy", "--out", "r", "--option", "max_turns=5")
    glyphbench(*command, cwd=tmp_path)
    before = (tmp_path / "r" / "episodes.jsonl").read_bytes()
    fails(glyphbench(*command, "--episodes", "2", cwd=tmp_path), "r was made with other options", "episodes")
    assert (tmp_path / "r" / "episodes.jsonl").read_bytes() == before


def test_layout_and_parser_reach_the_prompt_and_the_records(tmp_path: Path) -> None:
    script = tmp_path / "s"
    script.write_text('{"text": "```\\nUP\\n```"}\n', encoding="utf-8")
    more = ("--layout", "spaced", "--parser", "fence", "--out", "r", "--option", "max_turns=1")
    done = glyphbench("eval", "--model", "scripted:s", "--tasks", "Sokoban", *more, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (record,) = records(tmp_path / "r")
    assert (record["actions"], record["kwargs"]) == (["UP"], {"max_turns": 1, "layout": "spaced"})
    assert replay(record) == record["trace"]
    transcript = (tmp_path / "r" / "transcripts" / "Sokoban-v0-1000000.jsonl").read_text(encoding="utf-8")
    assert "# # # #" in transcript and "fenced block" in transcript


def test_a_run_without_an_episode_yet(tmp_path: Path) -> None:
    done = glyphbench(
        *("eval", "--model", "m", "--base-url", "http://127.0.0.1:9/v1", "--tries", "1"),
        *("--tasks", "Sokoban", "--out", "r"),
        cwd=tmp_path,
    )
    fails(done, "http://127.0.0.1:9/v1", "0 of 1 episodes are in r")
    assert "0 of 1 episodes so far" in glyphbench("report", "r", cwd=tmp_path).stdout


def test_reports_on_what_is_no_run(tmp_path: Path) -> None:
    fails(glyphbench("report", "none", cwd=tmp_path), "none is not a run folder")
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "run.json").write_text("{", encoding="utf-8")
    fails(glyphbench("report", "r", cwd=tmp_path), "run.json is damaged")
    fails(glyphbench("report", "r", "--by", "day", cwd=tmp_path), "--by must be family or task")


def test_help_and_version(tmp_path: Path) -> None:
    assert glyphbench("--version", cwd=tmp_path).stdout.startswith("glyphbench 0.")
    shown = glyphbench("eval", "--help", cwd=tmp_path)
    assert shown.returncode == 0
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown.stdout)
    for name in ("--model", "--tasks", "--workers", "--no-transcripts", "--base-url", "--history"):
        assert name in plain


def test_help_loads_no_engine_and_no_client(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom glyphbench.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "sys.exit(bool({'openai', 'pydantic', 'minigrid', 'jax', 'nle', 'ale_py'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_full_disk_under_the_records(tmp_path: Path) -> None:
    """The system refuses to let any file grow beyond 4 KiB: the record that does not fit leaves no trace."""
    command = ("eval", "--model", "random", "--tasks", "SokobanEasy", "--episodes", "6", "--no-transcripts")

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    full = glyphbench(*command, "--out", "r", cwd=tmp_path, before=little_room)
    fails(full, "the disk is full", "of 6 episodes are in r, the same command goes on")
    kept = records(tmp_path / "r")
    assert 0 < len(kept) < 6
    assert (tmp_path / "r" / "episodes.jsonl").read_bytes().endswith(b"}\n")
    assert glyphbench(*command, "--out", "r", cwd=tmp_path).returncode == 0
    assert records(tmp_path / "r")[: len(kept)] == kept
    assert len(records(tmp_path / "r")) == 6


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_full_disk_under_a_transcript(tmp_path: Path, workers: str) -> None:
    """The system refuses files beyond 8 KiB: records have room, transcripts do not."""
    command = ("eval", "--model", "random", "--tasks", "SokobanEasy", "--episodes", "2", "--workers", workers)

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

    full = glyphbench(*command, "--out", "r", cwd=tmp_path, before=little_room)
    fails(full, "the disk is full (File too large)", "0 of 2 episodes are in r")
    assert glyphbench(*command, "--out", "r", cwd=tmp_path).returncode == 0
    assert len(records(tmp_path / "r")) == 2
