"""A run that is killed or interrupted goes on, and ends as if nothing had happened."""

from __future__ import annotations

import os
import pty
import random
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from glyphbench.evaluation import read_records
from tests.chat_server import Answer, ChatServer, by_content
from tests.runs import COMMAND, alive, contents, descendants, finished, start, transcripts, wait_for

SHORT = ("--option", "max_turns=8")


def slowly(request: dict[str, Any], number: int) -> Answer:
    answer = by_content(request, number)
    answer.delay = 0.02
    return answer


CHAT = (*SHORT, "--model", "m", "--tasks", "SokobanEasy", "--tasks", "Sokoban", "--episodes", "6", "--workers", "3")


def test_killed_twice_and_resumed_is_the_same_as_never_killed(tmp_path: Path) -> None:
    with ChatServer(slowly) as server:
        assert start(*CHAT, "--out", "whole", cwd=tmp_path, url=server.url).wait(60) == 0
        for count in (2, 7):
            process = start(*CHAT, "--out", "killed", cwd=tmp_path, url=server.url)
            wait_for(lambda count=count: finished(tmp_path / "killed") >= count)  # type: ignore[misc]
            process.kill()
            assert process.wait() == -signal.SIGKILL
            with (tmp_path / "killed" / "episodes.jsonl").open("ab") as file:
                file.write(b'{"version":1,"task":"GlyphBench/Sok')  # what a kill in the middle of a write leaves
        assert start(*CHAT, "--out", "killed", cwd=tmp_path, url=server.url).wait(60) == 0
    whole = contents(tmp_path / "whole")
    assert len(whole) == 12
    assert contents(tmp_path / "killed") == whole
    assert transcripts(tmp_path / "killed") == transcripts(tmp_path / "whole")


def test_worker_processes_end_with_a_killed_run_and_the_run_resumes(tmp_path: Path) -> None:
    command = (*SHORT, "--model", "random", "--tasks", "SokobanEasy", "--episodes", "300", "--workers", "2")
    command += ("--no-transcripts",)
    process = start(*command, "--out", "r", cwd=tmp_path)
    wait_for(lambda: finished(tmp_path / "r") >= 5)
    children = descendants(process.pid)
    assert len(children) >= 2
    process.kill()
    process.wait()
    wait_for(lambda: not any(alive(child) for child in children))
    kept = finished(tmp_path / "r")
    assert kept < 300
    assert start(*command, "--out", "r", cwd=tmp_path).wait(100) == 0
    found = read_records(tmp_path / "r" / "episodes.jsonl")
    assert [record.seed for record in found] == [*range(1_000_000, 1_000_300)]


@pytest.mark.parametrize(
    ("kind", "workers"), [("chat", "1"), ("chat", "2"), ("random", "1"), ("random", "2"), ("ray", "2")]
)
def test_ctrl_c_at_a_terminal(tmp_path: Path, kind: str, workers: str) -> None:
    """A real pseudo-terminal: the key reaches the whole process group, as it does for a user."""
    with ChatServer(slowly) as server:
        model = ("--model", "m" if kind == "chat" else "random", "--workers", workers)
        if kind == "ray":
            model += ("--engine", "ray")
        command = (*SHORT, *model, "--tasks", "SokobanEasy", "--episodes", "3000", "--out", "r")
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(tmp_path)
            os.environ.update({"TERM": "xterm", "NO_PROXY": "127.0.0.1"})
            if kind == "chat":
                os.environ["OPENAI_BASE_URL"] = server.url
            os.execv(sys.executable, [*COMMAND, *command])
        seen = b""
        children: list[int] = []
        while True:
            try:
                seen += os.read(terminal, 65536)
            except OSError:  # the terminal's other end is closed: the process has ended
                break
            if not children and finished(tmp_path / "r") >= 3:
                children = [pid, *descendants(pid)]
                os.write(terminal, b"\x03")
        os.close(terminal)
        _, status = os.waitpid(pid, 0)
    assert len(children) > {"chat": 0, "random": int(workers) // 2 * 2, "ray": 4}[kind]
    wait_for(lambda: not any(alive(child) for child in children))
    assert os.waitstatus_to_exitcode(status) == 130, seen.decode()[-2000:]
    shown = seen.decode()
    assert "Traceback" not in shown
    assert "interrupted: " in shown and "of 3000 episodes are in r" in shown.replace("\r\n", " ")
    found = contents(tmp_path / "r")
    assert 3 <= len(found) < 3000
    assert f"interrupted: {len(found)} of 3000" in shown


@pytest.mark.sweep
@pytest.mark.parametrize(("kind", "episodes"), [("random", "200"), ("chat", "40")])
def test_killed_at_ten_random_moments_and_resumed_is_the_same(tmp_path: Path, kind: str, episodes: str) -> None:
    """Each life of the run is killed a random time after its process began, or soon after it has played a little."""
    chance = random.Random(f"ten moments, {kind}")
    model = ("--model", "m" if kind == "chat" else "random", "--workers", "2")
    command = (*SHORT, *model, "--tasks", "SokobanEasy", "--tasks", "Sokoban", "--episodes", episodes)
    killed = tmp_path / "killed"
    with ChatServer(by_content) as server:
        assert start(*command, "--out", "whole", cwd=tmp_path, url=server.url).wait(60) == 0
        for moment in range(10):
            enough = finished(killed) + chance.randrange(1, 5)
            process = start(*command, "--out", "killed", cwd=tmp_path, url=server.url)
            if moment % 3 == 0:  # somewhere between the program's first line and its first episodes
                time.sleep(chance.uniform(0.0, 2.0))
            else:
                wait_for(lambda enough=enough: finished(killed) >= enough)  # type: ignore[misc]
                time.sleep(chance.uniform(0.0, 0.01))
            process.kill()
            assert process.wait() == -signal.SIGKILL
        assert 0 < finished(killed) < 2 * int(episodes)
        assert start(*command, "--out", "killed", cwd=tmp_path, url=server.url).wait(60) == 0
    assert contents(killed) == contents(tmp_path / "whole")
    assert len(contents(killed)) == 2 * int(episodes)
    assert transcripts(killed) == transcripts(tmp_path / "whole")
