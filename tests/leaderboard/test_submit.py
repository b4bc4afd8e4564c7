"""`glyphbench submit`: what it refuses, what it leaves out, and that it leaves nothing half-written."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from glyphbench import catalogue
from glyphbench.evaluation import Record, RunOptions
from glyphbench.evaluation.prices import Price, Prices
from glyphbench.harness import chain
from glyphbench.leaderboard import load
from glyphbench.leaderboard.private import private
from glyphbench.leaderboard.schema import slug_of
from glyphbench.leaderboard.structure import lacking
from glyphbench.leaderboard.submit import Declared, public_model, submit
from glyphbench.registration import make
from glyphbench.replay import frames
from tests.replay.command import environment, glyphbench

ME = Declared("Random", "Nobody", url="https://example.org/", partial=True, run="first")


def declared(**changes: Any) -> Declared:
    return Declared(**{**ME.__dict__, **changes})


def edit(run: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    about = json.loads((run / "run.json").read_text(encoding="utf-8"))
    change(about)
    (run / "run.json").write_text(json.dumps(about), encoding="utf-8")


def edit_records(run: Path, change: Callable[[list[dict[str, Any]]], Any]) -> None:
    records = [json.loads(line) for line in (run / "episodes.jsonl").read_text(encoding="utf-8").splitlines()]
    change(records)
    (run / "episodes.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


# ---- what it writes -----------------------------------------------------------------------------------------------


def test_the_same_run_gives_the_same_bytes(made: Path, tmp_path: Path) -> None:
    first = made / "submissions" / "random" / "first"
    again, _ = submit(made / "run", ME, tmp_path / "again")
    for name in ("submission.toml", "episodes.jsonl.gz"):
        assert (again / name).read_bytes() == (first / name).read_bytes()
    assert sorted(path.name for path in again.iterdir()) == ["episodes.jsonl.gz", "submission.toml"]


def test_records_are_the_runs_records(made: Path) -> None:
    (entry,) = load(made / "submissions")
    lines = (made / "run" / "episodes.jsonl").read_text(encoding="utf-8").splitlines()
    assert entry.records == [Record.model_validate_json(line) for line in lines]
    about = json.loads((made / "run" / "run.json").read_text(encoding="utf-8"))
    assert entry.submission.options() == RunOptions.model_validate(about["options"])
    assert entry.submission.versions == about["versions"]


def test_another_run_of_the_same_model_is_a_folder_of_its_own(made: Path, tmp_path: Path) -> None:
    submit(made / "run", ME, tmp_path)
    with pytest.raises(ValueError, match=r"exists already; give this run a folder of its own with --run"):
        submit(made / "run", ME, tmp_path)
    submit(made / "run", declared(run="second"), tmp_path)
    assert [entry.name for entry in load(tmp_path)] == ["random/first", "random/second"]


def test_what_a_submitter_declares_stands_there(made: Path, tmp_path: Path) -> None:
    prices = Prices({"random": Price(input=1.5, output=10, cached_input=0.25)})
    mine = declared(name="Größe 2", contact="me@example.org", notes="two\nlines", trained_on_seeds=True, prices=prices)
    folder, _ = submit(made / "run", mine, tmp_path)
    assert folder.parent.name == "gr-e-2"
    (entry,) = load(tmp_path)
    about = entry.submission
    assert (about.contamination.tasks, about.contamination.seeds) == (True, True)
    assert about.prices is not None
    assert (about.prices.prompt, about.prices.generated, about.prices.cached) == (1.5, 10.0, 0.25)
    assert (about.name, about.contact, about.notes) == ("Größe 2", "me@example.org", "two\nlines")


def test_a_path_in_the_models_name_and_an_error_are_left_out(tmp_path: Path) -> None:
    """An honest episode that the model's context window ended after two turns, with what the server said of it."""
    (tmp_path / "my script.txt").write_text("<action>UP</action>\nnothing\nnothing\n" * 99, encoding="utf-8")
    options = ("--model", "scripted:my script.txt", "--tasks", "SokobanEasy", "--out", "run")
    done = glyphbench("eval", *options, cwd=tmp_path)
    assert done.returncode == 0, done.stderr

    def overflow(records: list[dict[str, Any]]) -> None:
        (record,) = records
        played = list(frames(make(record["task"]), record["seed"], record["actions"][:2]))
        assert [frame.action for frame in played] == [None, "UP", None]
        record |= {"stop": "context_overflow", "error": f"{tmp_path} is full", "length": 2, "replies": 3}
        record |= {"actions": record["actions"][:2], "rewards": record["rewards"][:2], "events": {}, "return": 0.0}
        record |= {"native_return": 0.0, "trace": reduce(chain, (frame.text for frame in played), "")}

    edit_records(tmp_path / "run", overflow)
    submit(tmp_path / "run", declared(name="A script"), tmp_path / "board")
    (entry,) = load(tmp_path / "board")
    assert (entry.submission.model, entry.records[0].model) == ("A script", "A script")
    assert (entry.records[0].stop, entry.records[0].error) == ("context_overflow", "left out")


@pytest.mark.parametrize(
    ("model", "public"),
    [
        ("random", "random"),
        ("constant:UP", "constant:UP"),
        ("hf/Qwen/Qwen3-4B", "hf/Qwen/Qwen3-4B"),
        ("hf//home/me/model", "Mine"),
        ("hf/./model", "Mine"),
        ("hf/~/model", "Mine"),
        ("hf/C:\\models\\mine", "Mine"),
        ("hf/tests", "Mine"),  # a folder here
        ("chat:/models/mine", "Mine"),
        ("chat:gpt-x", "chat:gpt-x"),
        ("chat:tests", "chat:tests"),
        ("scripted:replies.txt", "Mine"),
    ],
)
def test_models_are_named_as_others_can_name_them(
    model: str, public: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tests").mkdir()
    monkeypatch.chdir(tmp_path)
    assert public_model(RunOptions(model=model, tasks=("GlyphBench/2048-v0",)), "Mine") == public


# ---- what it refuses ----------------------------------------------------------------------------------------------

RUNS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "unfinished": (
        lambda run: edit_records(run, lambda records: records.pop()),
        r"unfinished: 1 of 9 episodes are missing, the first GlyphBench/SokobanEasy-v0 seed 1000002",
    ),
    "not ended": (lambda run: edit(run, lambda about: about.update(ended=None)), "is unfinished"),
    "arguments": (
        lambda run: edit(run, lambda about: about["options"].update(kwargs={"max_turns": 9})),
        r"overrides task arguments \(max_turns\)",
    ),
    "harness": (
        lambda run: edit(run, lambda about: about["options"].update(harness="trap:Harness")),
        "only glyphbench's own can be submitted",
    ),
    "seeds": (
        lambda run: (
            edit(run, lambda about: about["options"].update(seed=7)),
            edit_records(run, lambda records: [record.update(seed=record["seed"] - 999_993) for record in records]),
        ),
        "has other seeds: the leaderboard's are 1000000 and those that follow",
    ),
    "options of the future": (
        lambda run: edit(run, lambda about: about["options"].update(telepathy=True)),
        "does not understand",
    ),
    "failed": (
        lambda run: edit_records(run, lambda records: records[4].update(stop="model_error", error="no")),
        "1 episodes ended with an error of the model, the first GlyphBench/LightsOut-v0 seed 1000001; delete",
    ),
    "tampered": (
        lambda run: edit_records(run, lambda records: records[0].update(trace="0" * 64)),
        r"nothing was written, 1 of the records .*: line 1, GlyphBench/Frogger-v0 seed 1000000: the trace differs",
    ),
    "no run": (lambda run: (run / "run.json").unlink(), "is not a run folder"),
    "tasks without records": (
        lambda run: edit(run, lambda about: about["options"]["tasks"].append("GlyphBench/NetHack-v0")),
        "is unfinished: 3 of 12 episodes are missing",
    ),
}


@pytest.mark.parametrize("name", RUNS)
def test_runs_that_cannot_be_submitted(run: Path, tmp_path: Path, name: str) -> None:
    change, reason = RUNS[name]
    change(run)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(ValueError, match=reason):
        submit(run, ME, tmp_path / "out")
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"partial": False}, r"300 of the 303 tasks .* With --partial it is listed without a rank"),
        ({"name": "★"}, "must hold ASCII letters or digits"),
        ({"organisation": ""}, "organisation"),
        ({"url": "ftp://example.org"}, "url"),
        ({"url": None}, "contact or url must be given"),
        ({"contact": "nobody"}, "contact"),
        ({"notes": "see /home/me/notes.txt"}, "notes holds a path of this machine"),
        ({"notes": "key sk-abcdefghijklmnopqrstuvwx"}, "notes holds what looks like a key"),
        ({"name": "model on box17"}, "name holds this machine's name"),
        ({"run": "../up"}, "a run's folder is named by"),
        ({"prices": Prices({"gpt": Price(input=1, output=1)})}, "has none of 'random'"),
    ],
)
def test_declarations_that_cannot_stand(
    made: Path, tmp_path: Path, changes: dict[str, Any], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "box17")
    out = tmp_path / "deep" / "out"
    with pytest.raises(ValueError, match=reason):
        submit(made / "run", declared(**changes), out)
    assert list(tmp_path.iterdir()) == []


def test_a_complete_track_needs_every_task_and_its_seeds() -> None:
    for track, (count, seeds) in {"standard": (303, 25), "extended": (59, 3)}.items():
        tasks = tuple(row.id for row in catalogue.tasks(track=track))
        assert len(tasks) == count
        assert lacking(track, tasks, seeds) == lacking(track, tasks, seeds + 1) == []
        assert f"there are {seeds - 1}" in lacking(track, tasks, seeds - 1)[0]
        assert lacking(track, tasks[1:], seeds) == [
            f"1 of the {count} tasks of the {track} track are missing, the first {tasks[0]}"
        ]


# ---- what is private ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "sk-proj-Abcdefghij0123456789",
        "hf_abcdefghijklmnopqrstuvwxyz",
        "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
        "AKIAIOSFODNN7EXAMPLE",
        "Bearer abcdefghijklmnopqrstuvwxyz",
        "-----BEGIN RSA PRIVATE KEY-----",
        "https://me:secret@example.org/",
        "/home/me/models/x",
        "in /mnt/disk1/x we keep it",
        "~/models/x",
        "C:\\Users\\me",
        "file:///etc/hosts",
        str(Path.home() / "x"),
    ],
)
def test_private_texts_are_found_wherever_they_stand(text: str) -> None:
    for table in ({"notes": text}, {"versions": {"numpy": text}}, {"episodes": {"tasks": ["a", text]}}):
        (finding,) = private(table)
        assert text not in finding
        assert finding.startswith(("notes holds", "versions.numpy holds", "episodes.tasks holds"))


def test_names_of_the_machine_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "box17.example.org")
    monkeypatch.setenv("LOGNAME", "ada")
    monkeypatch.setenv("OPENAI_API_KEY", "plainlookingkey")
    assert private({"notes": "made on box17"}) == ["notes holds this machine's name in short"]
    assert private({"name": "ada's model"}) == ["name holds this machine's user"]
    assert private({"model": "plainlookingkey"}) == ["model holds what looks like a key or a password"]
    assert private({"contact": "ada@example.org", "organisation": "ada"}) == []
    assert private({"notes": "adamant box1 https://example.org/home/x 1/2 and/or"}) == []


def test_slugs() -> None:
    names = {"Qwen3 4B": "qwen3-4b", "../../x": "x", "Ünïcode": "n-code", "A.B": "a.b", "★": "", "x" * 99: "x" * 60}
    assert {name: slug_of(name) for name in names} == names


# ---- interruptions ------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupt_leaves_nothing(made: Path, tmp_path: Path) -> None:
    who = ("--name", "Random", "--organisation", "Nobody", "--url", "https://example.org/", "--partial")
    command = [sys.executable, "-m", "glyphbench", "submit", str(made / "run"), *who, "--out", "board/submissions"]
    process = subprocess.Popen(
        [*command, "--workers", "2"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        if any(tmp_path.rglob("episodes.jsonl.gz")):
            process.send_signal(signal.SIGINT)
            break
        time.sleep(0.01)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, ""), errors
    assert "Traceback" not in errors
    assert list(tmp_path.iterdir()) == []


def test_the_table_is_read_back_as_it_was(made: Path) -> None:
    text = (made / "submissions" / "random" / "first" / "submission.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    assert list(table)[:4] == ["version", "name", "model", "organisation"]
    assert table["episodes"]["tasks"] == [f"GlyphBench/{name}-v0" for name in ("Frogger", "LightsOut", "SokobanEasy")]
