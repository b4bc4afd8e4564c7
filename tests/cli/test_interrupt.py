"""A run that is killed or interrupted goes on, and ends as if nothing had happened."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.chat_server import Answer, ChatServer, by_content

COMMAND = [sys.executable, "-m", "glyphbench", "eval", "--option", "max_turns=8"]


def slowly(request: dict[str, Any], number: int) -> Answer:
    answer = by_content(request, number)
    answer.delay = 0.02
    return answer


def start(*arguments: str, cwd: Path, url: str = "", **how: Any) -> subprocess.Popen[bytes]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}
    if url:
        env["OPENAI_BASE_URL"] = url
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen([*COMMAND, *arguments], cwd=cwd, env={**env, "NO_PROXY": "127.0.0.1"}, **{**quiet, **how})


def wait_for(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def lines(folder: Path) -> int:
    path = folder / "episodes.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


def contents(folder: Path) -> list[dict[str, Any]]:
    """The records without their times."""
    text = (folder / "episodes.jsonl").read_text(encoding="utf-8")
    return [{**json.loads(line), "seconds": None} for line in text.splitlines()]


CHAT = ("--model", "m", "--tasks", "SokobanEasy", "--tasks", "Sokoban", "--episodes", "6", "--workers", "3")


def test_killed_twice_and_resumed_is_the_same_as_never_killed(tmp_path: Path) -> None:
    with ChatServer(slowly) as server:
        assert start(*CHAT, "--out", "whole", cwd=tmp_path, url=server.url).wait(60) == 0
        for count in (2, 7):
            process = start(*CHAT, "--out", "killed", cwd=tmp_path, url=server.url)
            wait_for(lambda count=count: lines(tmp_path / "killed") >= count)  # type: ignore[misc]
            process.kill()
            assert process.wait() == -signal.SIGKILL
            with (tmp_path / "killed" / "episodes.jsonl").open("ab") as file:
                file.write(b'{"version":1,"task":"GlyphBench/Sok')  # what a kill in the middle of a write leaves
        assert start(*CHAT, "--out", "killed", cwd=tmp_path, url=server.url).wait(60) == 0
    whole = contents(tmp_path / "whole")
    assert len(whole) == 12
    assert contents(tmp_path / "killed") == whole
    for path in (tmp_path / "whole" / "transcripts").iterdir():
        assert (tmp_path / "killed" / "transcripts" / path.name).read_bytes() == path.read_bytes()


def test_worker_processes_end_with_a_killed_run_and_the_run_resumes(tmp_path: Path) -> None:
    command = ("--model", "random", "--tasks", "SokobanEasy", "--episodes", "300", "--workers", "2", "--no-transcripts")
    process = start(*command, "--out", "r", cwd=tmp_path)
    wait_for(lambda: lines(tmp_path / "r") >= 5)
    children = _children(process.pid)
    assert len(children) >= 2
    process.kill()
    process.wait()
    wait_for(lambda: not any(_alive(child) for child in children))
    kept = lines(tmp_path / "r")
    assert kept < 300
    assert start(*command, "--out", "r", cwd=tmp_path).wait(100) == 0
    found = contents(tmp_path / "r")
    assert [record["seed"] for record in found] == [*range(1_000_000, 1_000_300)]


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("kind", ["chat", "random"])
def test_ctrl_c_at_a_terminal(tmp_path: Path, kind: str, workers: str) -> None:
    """A real pseudo-terminal: the key reaches the whole process group, as it does for a user."""
    with ChatServer(slowly) as server:
        model = ("--model", "m" if kind == "chat" else "random", "--workers", workers)
        command = (*model, "--tasks", "SokobanEasy", "--episodes", "3000", "--out", "r")
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(tmp_path)
            os.environ.update({"TERM": "xterm", "NO_PROXY": "127.0.0.1"})
            if kind == "chat":
                os.environ["OPENAI_BASE_URL"] = server.url
            os.execv(sys.executable, [*COMMAND, *command])
        seen = b""
        pressed = False
        while True:
            try:
                seen += os.read(terminal, 65536)
            except OSError:  # the terminal's other end is closed: the process has ended
                break
            if not pressed and lines(tmp_path / "r") >= 3:
                os.write(terminal, b"\x03")
                pressed = True
        os.close(terminal)
        _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 130, seen.decode()[-2000:]
    shown = seen.decode()
    assert "Traceback" not in shown
    assert "interrupted: " in shown and "of 3000 episodes are in r" in shown.replace("\r\n", " ")
    found = contents(tmp_path / "r")
    assert 3 <= len(found) < 3000
    assert f"interrupted: {len(found)} of 3000" in shown


def _children(pid: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text(encoding="utf-8", errors="replace")
            except OSError:
                continue
            if int(stat.rpartition(")")[2].split()[1]) == pid:
                found.append(int(entry.name))
    return found


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
