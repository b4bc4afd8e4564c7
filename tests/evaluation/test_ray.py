"""Episodes on a real Ray: the same records, and what becomes of a run when an actor, a machine or Ray is missing."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ray

from glyphbench.agents import ChatOptions, ModelUnavailable
from glyphbench.evaluation import Record, RunOptions, folder, read_records
from glyphbench.evaluation.worker import RunStopped
from tests.chat_server import Answer, ChatServer, by_content
from tests.runs import carry_out, contents, descendants, finished, start, transcripts

TASKS = ("GlyphBench/SokobanEasy-v0", "GlyphBench/Sokoban-v0")
KEY = "sk-a-key-that-no-log-may-hold"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Path]:
    """A Ray with two processors; the folder of its logs."""
    logs = Path(tempfile.mkdtemp(prefix="ray", dir="/tmp"))  # a short path: sockets lie in it
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        object_store_memory=80 << 20,
        log_to_driver=False,
        logging_level="ERROR",
        _temp_dir=str(logs),
    )
    yield logs
    ray.shutdown()
    shutil.rmtree(logs, ignore_errors=True)


def options(**changes: Any) -> RunOptions:
    return RunOptions(**{"model": "random", "tasks": TASKS, "episodes": 4, "kwargs": {"max_turns": 12}, **changes})


def _actors() -> list[int]:
    """The processes that play."""
    found = []
    for pid in descendants(os.getpid()):
        try:
            if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"ray::_EpisodeActor"):
                found.append(pid)
        except OSError:
            continue
    return found


@pytest.mark.parametrize("model", ["random", "solver"])
def test_records_and_transcripts_are_those_of_the_local_engine(cluster: Path, tmp_path: Path, model: str) -> None:
    chosen = options(model=model)
    local = carry_out(tmp_path / "local", chosen, workers=2)
    assert len(local) == 8
    assert carry_out(tmp_path / "ray", chosen, workers=2, engine="ray") == local
    assert transcripts(tmp_path / "ray") == transcripts(tmp_path / "local")


def test_no_transcripts(cluster: Path, tmp_path: Path) -> None:
    carry_out(tmp_path, options(), workers=2, engine="ray", transcripts=False)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", "episodes.jsonl", "run.json"]


def test_a_chat_model_plays_several_episodes_in_one_actor_and_its_key_is_in_no_log(
    cluster: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy, most, lock = 0, 0, threading.Lock()

    def policy(request: dict[str, Any], number: int) -> Answer:
        nonlocal busy, most
        with lock:
            busy += 1
            most = max(most, busy)
        time.sleep(0.05)
        with lock:
            busy -= 1
        return by_content(request, number)

    with ChatServer(policy) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("SOME_KEY", KEY)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        chosen = options(model="chat:m", base_url=server.url)
        chat = ChatOptions(key_env="SOME_KEY")
        seen: set[int] = set()
        lines = carry_out(
            tmp_path / "ray",
            chosen,
            chat=chat,
            workers=4,
            engine="ray",
            report=lambda record: seen.update(_actors()),
        )
        assert len(seen) == 1
        assert most > 1
        assert set(server.keys) == {f"Bearer {KEY}"}
        assert carry_out(tmp_path / "local", chosen, chat=chat, workers=4) == lines
    assert transcripts(tmp_path / "ray") == transcripts(tmp_path / "local")
    logs = [path for path in cluster.rglob("*") if path.is_file() and not path.is_symlink()]
    assert logs
    assert not [path for path in logs if KEY.encode() in path.read_bytes()]


def test_an_actor_that_dies_is_replaced_and_its_episode_tried_again(cluster: Path, tmp_path: Path) -> None:
    chosen = options(episodes=20)
    killed: list[int] = []

    def report(record: Record) -> None:
        if finished(tmp_path / "ray") == 10:
            killed.extend(_actors())
            for pid in killed:
                os.kill(pid, signal.SIGKILL)

    lines = carry_out(tmp_path / "ray", chosen, workers=2, engine="ray", report=report)
    assert killed
    assert lines == carry_out(tmp_path / "local", chosen)
    assert transcripts(tmp_path / "ray") == transcripts(tmp_path / "local")


def test_an_episode_that_ends_its_actor_twice_stops_the_run_and_the_rest_is_kept(cluster: Path, tmp_path: Path) -> None:
    chosen = options(tasks=(TASKS[0], "GlyphBench/SokobanHard-v0"), harness="tests.evaluation.deadly:Deadly")
    with pytest.raises(RunStopped, match="Ray actors died twice in GlyphBench/SokobanHard-v0, seed 1000000, perhaps"):
        carry_out(tmp_path, chosen, engine="ray")
    kept = read_records(tmp_path / "episodes.jsonl")
    assert [(record.task, record.seed) for record in kept] == [(TASKS[0], 1_000_000 + n) for n in range(4)]


def test_what_goes_wrong_in_an_actor_is_told_as_if_it_were_here(
    cluster: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead = "http://127.0.0.1:9/v1"
    monkeypatch.setenv("OPENAI_BASE_URL", dead)
    chosen = options(model="chat:m", base_url=dead)
    with pytest.raises(ModelUnavailable, match="gave no usable answer in 1 tries") as caught:
        carry_out(tmp_path, chosen, chat=ChatOptions(tries=1), workers=2, engine="ray")
    assert caught.value.__notes__[0].startswith("in GlyphBench/SokobanEasy-v0")


def test_a_machine_with_other_versions_is_refused(
    cluster: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = folder.versions_here()
    with folder.RunFolder.open(tmp_path, options()):
        pass
    monkeypatch.setattr(folder, "versions_here", lambda: {**here, "numpy": "0.1"})
    monkeypatch.setattr(folder, "_check_same", lambda *given: None)
    with pytest.raises(RunStopped, match=f"other versions: numpy \\({here['numpy']} there, 0.1 now\\)"):
        carry_out(tmp_path, options(), engine="ray")


def test_a_running_cluster_is_used_and_left_running(cluster: Path, tmp_path: Path) -> None:
    chosen = ("--model", "random", "--tasks", "SokobanEasy", "--tasks", "Sokoban", "--episodes", "4")
    common = (*chosen, "--option", "max_turns=12", "--workers", "2")
    address = ray.get_runtime_context().gcs_address
    command = [sys.executable, "-m", "glyphbench", "eval", *common, "--engine", "ray", "--out", "r"]
    done = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, "RAY_ADDRESS": address}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert contents(tmp_path / "r") == carry_out(tmp_path / "local", options())
    assert ray.cluster_resources()["CPU"] == 2


def test_a_cluster_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    arguments = ("--model", "random", "--tasks", "Sokoban", "--engine", "ray", "--out", "r")
    process = start(*arguments, cwd=tmp_path, stderr=subprocess.PIPE, env={"RAY_ADDRESS": "127.0.0.1:9"})
    _, said = process.communicate()
    assert process.returncode == 2
    lines = said.decode().splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("error: cannot reach or start the Ray cluster at RAY_ADDRESS=127.0.0.1:9: ")


def test_a_missing_ray_is_one_line_and_leaves_no_folder(tmp_path: Path) -> None:
    code = "import sys; sys.modules['ray'] = None; from glyphbench.cli import main; main(sys.argv[1:])"
    arguments = ["eval", "--model", "random", "--tasks", "Sokoban", "--engine", "ray", "--out", "r"]
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.splitlines() == ["error: --engine ray needs Ray; install it with: pip install 'glyphbench[ray]'"]
    assert not any(tmp_path.iterdir())


def test_an_unknown_engine_is_one_line(tmp_path: Path) -> None:
    process = start("--model", "random", "--engine", "slurm", cwd=tmp_path, stderr=subprocess.PIPE)
    assert process.communicate()[1].decode() == "error: --engine must be one of local, ray, got 'slurm'\n"
