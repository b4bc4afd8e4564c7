"""Every mutated submission is refused with its reason; none crashes, runs anything or writes anything."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from glyphbench.evaluation import Record
from glyphbench.leaderboard.reading import folders, load
from glyphbench.leaderboard.schema import Submission
from glyphbench.leaderboard.verify import verify
from tests.leaderboard.mutations import MUTATIONS, RECORD, SAID, TRAP, mutated
from tests.replay.command import environment

#: Runs the command in each leaderboard, and tells what it did beyond reading.
WATCHED = """
import json, os, sys
from glyphbench.cli import main
from glyphbench.cli import leaderboard
from glyphbench.leaderboard import verify as _
from glyphbench.replay import runs as _
from glyphbench.registration import make
for task in ("SokobanEasy", "Frogger", "LightsOut"):
    make(task)
told = []
def watch(event, arguments):
    if event == "open":
        path, mode, flags = arguments
        if path == os.devnull:
            return  # the command makes sure of its three streams
        if isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC):
            told.append([event, str(path)])
    elif event.startswith(("os.", "shutil.", "subprocess.", "socket.", "ctypes.")):
        if event not in ("os.listdir", "os.scandir", "os.putenv", "os.unsetenv"):
            told.append([event, str(arguments)[:200]])
    elif event == "import" and "trap" in str(arguments[0]):
        told.append([event, arguments[0]])
sys.addaudithook(watch)
outcomes = {}
for root in sys.argv[1:]:
    print("=====", root, flush=True)
    try:
        main(["leaderboard", "verify", root])
    except SystemExit as end:
        outcomes[root] = end.code
print("=====")
print(json.dumps([outcomes, told]))
"""


def test_the_valid_submission_passes(made: Path) -> None:
    found = verify(made / "submissions" / "random" / "first")
    assert (found.findings, found.warnings, found.played) == ([], [], 9)


def test_every_field_is_among_the_mutations() -> None:
    """A field that is added later must be thought of here."""
    changed = " ".join(RECORD).replace("task arguments", "kwargs").replace(" ", "_")
    for name, field in Record.model_fields.items():
        shown = (field.serialization_alias or name).rstrip("s").removeprefix("tokens_")
        assert shown in changed or shown in ("in", "out", "cached", "reasoning"), name
    named = " ".join(SAID)
    unmutated = {"model", "model_versions", "asking", "episodes", "code_revision"}  # asking and episodes by their parts
    assert [name for name in Submission.model_fields if name not in named and name not in unmutated] == []


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_mutation_is_refused_with_its_reason(made: Path, tmp_path: Path, name: str) -> None:
    root = mutated(made / "submissions", name, tmp_path / "submissions")
    (folder,) = folders(root)
    found = verify(folder)
    told = "\n".join(map(str, found.findings))
    assert MUTATIONS[name][1] in told
    assert all(str(finding).isprintable() and len(str(finding)) < 2000 for finding in found.findings)


def test_none_crashes_runs_or_writes(made: Path, tmp_path: Path) -> None:
    """The command on every mutated copy, in a process that tells of every file, process and module it touches."""
    (tmp_path / f"{TRAP}.py").write_text("raise SystemExit('imported')", encoding="utf-8")
    roots = []
    for number, name in enumerate(MUTATIONS):
        roots.append(str(mutated(made / "submissions", name, tmp_path / f"case{number}")))
    before = sorted(tmp_path.rglob("*"))
    done = subprocess.run(
        [sys.executable, "-B", "-c", WATCHED, *roots],
        cwd=tmp_path,
        env={**environment(), "PYTHONPATH": str(tmp_path), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    *blocks, last = done.stdout.split("=====")
    outcomes, told = json.loads(last)
    assert "Traceback" not in done.stderr
    assert told == []
    assert [name for name, root in zip(MUTATIONS, roots, strict=True) if outcomes.get(root) != 1] == []
    assert all(len(block.strip().splitlines()) >= 3 for block in blocks[1:])
    assert sorted(tmp_path.rglob("*")) == before


def test_loading_refuses_what_verification_refuses_without_playing(made: Path, tmp_path: Path) -> None:
    root = mutated(made / "submissions", "record: seed of training", tmp_path / "submissions")
    with pytest.raises(ValueError, match=r"random/first: line 2, GlyphBench/.*seed 42: is not among"):
        load(root)
    (entry,) = load(made / "submissions")
    assert (entry.name, entry.submission.name, len(entry.records)) == ("random/first", "Random", 9)


def test_strays_beside_submissions_are_named(made: Path, tmp_path: Path) -> None:
    for name in ("note.txt", "random/note.txt"):
        root = mutated(made / "submissions", "file: hash", tmp_path / name.replace("/", "-"))
        (root / name).write_text("x", encoding="utf-8")
        with pytest.raises(ValueError, match=r"note\.txt does not belong here"):
            folders(root)
    root = tmp_path / "linked"
    root.mkdir()
    (root / "random").symlink_to(made / "submissions" / "random")
    with pytest.raises(ValueError, match="random does not belong here"):
        folders(root)
