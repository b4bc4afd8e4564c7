"""What tests of runs share: starting the command line as a user does, watching it, reading what it leaves."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from glyphbench.evaluation import RunFolder, RunOptions, run

COMMAND = [sys.executable, "-m", "glyphbench", "eval"]


def start(*arguments: str, cwd: Path, url: str = "", **how: Any) -> subprocess.Popen[bytes]:
    """Begin `glyphbench eval` in a process of its own, with the server at `url`."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}
    if url:
        env["OPENAI_BASE_URL"] = url
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    env |= {"NO_PROXY": "127.0.0.1", **how.pop("env", {})}
    return subprocess.Popen([*COMMAND, *arguments], cwd=cwd, env=env, **{**quiet, **how})


def carry_out(path: Path, chosen: RunOptions, **how: Any) -> list[str]:
    """Play what a folder lacks in this process; returns `contents`."""
    with RunFolder.open(path, chosen) as folder:
        asyncio.run(run(chosen, folder, **how))
    return contents(path)


def contents(path: Path) -> list[str]:
    """The lines of episodes.jsonl without the times."""
    lines = (path / "episodes.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.dumps({**json.loads(line), "seconds": 0}) for line in lines]


def transcripts(path: Path) -> dict[str, bytes]:
    """The transcripts by name."""
    return {file.name: file.read_bytes() for file in (path / "transcripts").iterdir()}


def finished(path: Path) -> int:
    """How many episodes are in a folder."""
    file = path / "episodes.jsonl"
    return file.read_bytes().count(b"\n") if file.exists() else 0


def wait_for(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def descendants(pid: int) -> list[int]:
    """The processes that a process began, and those that they began."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (fields := _fields(int(entry.name))):
            parents.setdefault(int(fields[1]), []).append(int(entry.name))
    found = list(parents.get(pid, []))
    for child in found:
        found += parents.get(child, [])
    return found


def alive(pid: int) -> bool:
    """Whether a process goes on."""
    fields = _fields(pid)
    return bool(fields) and fields[0] != "Z"


def _fields(pid: int) -> list[str]:
    """State, parent and so on of a process; nothing when it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return []
