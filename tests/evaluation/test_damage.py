"""Foreign and damaged run folders, and servers' addresses that are none."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from glyphbench.agents.spec import public_url


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("damage") / "run"
    done = command("eval", "--model", "constant:UP", "--tasks", "Sokoban", "--out", str(folder))
    assert done.returncode == 0, done.stderr
    return folder


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "glyphbench", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
        env={**os.environ, "COLUMNS": "200"},
    )


def copied(run: Path, target: Path) -> Path:
    target.mkdir()
    for name in ("run.json", "episodes.jsonl"):
        (target / name).write_text((run / name).read_text())
    return target


@pytest.mark.parametrize(("field", "value"), [("seed", -7), ("return", float("nan")), ("native_return", float("inf"))])
def test_a_record_that_cannot_be_is_named(run: Path, tmp_path: Path, field: str, value: float) -> None:
    folder = copied(run, tmp_path / "copy")
    record = json.loads((folder / "episodes.jsonl").read_text())
    (folder / "episodes.jsonl").write_text(json.dumps({**record, field: value}) + "\n")
    done = command("report", str(folder))
    assert done.returncode == 2 and "line 1" in done.stderr and field in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_manifest_without_versions_is_of_other_versions(run: Path, tmp_path: Path) -> None:
    folder = copied(run, tmp_path / "copy")
    manifest = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps({**manifest, "versions": []}))
    done = command("eval", "--model", "constant:UP", "--tasks", "Sokoban", "--out", str(folder))
    assert done.returncode == 2 and "versions" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_report_of_a_run_with_a_billion_episodes_only_counts_them(run: Path, tmp_path: Path) -> None:
    folder = copied(run, tmp_path / "copy")
    manifest = json.loads((folder / "run.json").read_text())
    manifest["options"]["episodes"] = 1_000_000_000
    (folder / "run.json").write_text(json.dumps(manifest))
    assert command("report", str(folder)).returncode == 0


def test_a_report_into_a_directory_names_the_directory(run: Path, tmp_path: Path) -> None:
    done = command("report", str(run), "--html", str(tmp_path))
    assert done.returncode == 2 and done.stderr.strip() == f"error: {tmp_path}: Is a directory"


@pytest.mark.parametrize("url", ["http://127.0.0.1:99999/v1", "http://[::1", "ftp://host/v1", "http://", "nonsense"])
def test_what_is_no_base_url_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="base URL"):
        public_url(url)


def test_a_base_url_hides_its_password() -> None:
    assert public_url("http://user:secret@host:8000/v1/?key=1#x") == "http://host:8000/v1"
