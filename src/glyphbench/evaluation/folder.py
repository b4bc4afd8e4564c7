"""RunFolder: `run.json`, `episodes.jsonl` and `transcripts/` of one run, written so that a crash loses little."""

from __future__ import annotations

import errno
import json
import os
import platform
import subprocess
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from pydantic import ValidationError

import glyphbench
from glyphbench import catalogue
from glyphbench.engines.status import ENGINES, versions
from glyphbench.evaluation.options import RunOptions
from glyphbench.evaluation.plan import Job, plan
from glyphbench.evaluation.records import Record, episode_name, read_records

VERSION = 1
#: What a folder may hold if the process that created it was killed before it had described the run.
_BEGUN = frozenset({".lock", "run.json.new"})


class RunFolder:
    """The folder of one run, opened for writing: `with RunFolder.open(path, options) as folder`.

    Attributes:
        path: the folder.
        done: the records that it holds.
    """

    def __init__(self, path: Path, about: dict[str, Any], lock: IO[str]) -> None:
        self.path, self._about, self._lock = path, about, lock
        self.done = read_records(self.episodes, repair=True)
        self._size = self.episodes.stat().st_size if self.episodes.exists() else 0

    @classmethod
    def open(cls, path: Path, options: RunOptions) -> RunFolder:
        """Create the folder, or open it again to go on.

        Raises:
            ValueError: it belongs to a run with other options or other versions, holds something else, is damaged, or
                another process is writing to it.
            OSError: it cannot be read or written.
        """
        manifest = path / "run.json"
        if path.exists() and not path.is_dir():
            raise ValueError(f"{path} is a file: a run needs a folder; choose another with --out")
        if path.is_dir() and not manifest.exists() and any(item.name not in _BEGUN for item in path.iterdir()):
            raise ValueError(f"{path} holds files but is not a run folder; choose another with --out")
        path.mkdir(parents=True, exist_ok=True)
        lock = _lock(path)
        try:
            if manifest.exists():
                about = read_manifest(path)
                _check_same(path, about, options)
                if about["options"].get("base_url") != options.base_url:
                    about["options"]["base_url"] = options.base_url  # the server has moved
                    replace(manifest, json.dumps(about, indent=1, ensure_ascii=False) + "\n")
            else:
                about = _describe(options)
                replace(manifest, json.dumps(about, indent=1, ensure_ascii=False) + "\n")
            folder = cls(path, about, lock)
            planned = {job.key for job in plan(options)}
            strange = [record for record in folder.done if record.key not in planned]
            if strange:
                raise ValueError(f"{folder.episodes} holds {episode_name(strange[0].key)}, not of this run")
            return folder
        except BaseException:
            lock.close()
            raise

    @property
    def episodes(self) -> Path:
        """The file of records."""
        return self.path / "episodes.jsonl"

    def transcript(self, job: Job) -> Path:
        """The file of an episode's transcript."""
        return self.path / "transcripts" / f"{job.name}.jsonl"

    def append(self, record: Record) -> None:
        """Write one record through to the file; a record that does not fit onto the disk leaves no trace.

        Raises:
            OSError: the disk is full or gone.
        """
        data = record.line().encode()
        try:
            with self.episodes.open("ab", buffering=0) as file:
                written = 0
                while written < len(data):
                    written += file.write(data[written:])
        except OSError:
            if self.episodes.exists():
                os.truncate(self.episodes, self._size)
            raise
        self._size += len(data)
        self.done.append(record)

    def finish(self, options: RunOptions) -> None:
        """Put the records into the plan's order and note the end; called when every episode is there."""
        order = {job.key: rank for rank, job in enumerate(plan(options))}
        arranged = sorted(self.done, key=lambda record: order[record.key])
        if arranged != self.done:
            replace(self.episodes, "".join(record.line() for record in arranged))
            self.done = arranged
        if self._about["ended"] is None:
            self._about["ended"] = _now()
            replace(self.path / "run.json", json.dumps(self._about, indent=1, ensure_ascii=False) + "\n")

    def __enter__(self) -> RunFolder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.close()


def read_manifest(path: Path) -> dict[str, Any]:
    """Read a run folder's `run.json`.

    Raises:
        ValueError: there is none, or it is not the description of a run.
        OSError: it cannot be read.
    """
    manifest = path / "run.json"
    if not manifest.is_file():
        raise ValueError(f"{path} is not a run folder: it has no run.json")
    try:
        about = json.loads(manifest.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        raise ValueError(f"{manifest} is damaged: not JSON") from None
    if not isinstance(about, dict) or not isinstance(about.get("options"), dict):
        raise ValueError(f"{manifest} does not describe a run")
    if about.get("version") != VERSION:
        raise ValueError(f"{manifest} has version {about.get('version')!r}; this glyphbench reads {VERSION}")
    return about


def stated_options(path: Path, about: dict[str, Any]) -> RunOptions:
    """The options in a run folder's manifest.

    Raises:
        ValueError: they are not those of a run, or of a later version.
    """
    try:
        return RunOptions.model_validate(about["options"])
    except ValidationError as error:
        first = error.errors()[0]
        what = ": ".join([*map(str, first["loc"]), first["msg"].removeprefix("Value error, ")])
        manifest = path / "run.json"
        raise ValueError(f"{manifest} describes a run that this glyphbench does not understand: {what}") from None


def replace(path: Path, text: str) -> None:
    """Write a file as a whole or not at all.

    Raises:
        OSError: the disk is full or gone; the old file is untouched.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    beside = path.with_name(path.name + ".new")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        # The user named the file, not the one beside it.
        error.filename = str(path)
        raise


def _describe(options: RunOptions) -> dict[str, Any]:
    return {
        "version": VERSION,
        "options": options.model_dump(mode="json"),
        "versions": versions_here(),
        "model_versions": _model_versions(options.model),
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        "git": _git_revision(),
        "started": _now(),
        "ended": None,
    }


def _model_versions(model: str) -> dict[str, str]:
    """Versions of what runs a model in this process."""
    if not model.startswith("hf/"):
        return {}
    return {name: metadata.version(name) for name in ("torch", "transformers")}


def versions_here() -> dict[str, str]:
    """Versions of everything that an episode's outcome may depend on."""
    found = {"glyphbench": glyphbench.__version__}
    found |= {name: metadata.version(name) for name in ("gymnasium", "numpy")}
    return found | versions()


def _check_same(path: Path, about: dict[str, Any], options: RunOptions) -> None:
    changed = options.differences(about["options"])
    if changed:
        raise ValueError(f"{path} was made with other options: {'; '.join(changed)}. Choose another with --out")
    moved = changed_versions(about, options.tasks)
    if moved:
        raise ValueError(f"{path} was made with other versions: {'; '.join(moved)}. Choose another with --out")


def changed_versions(about: dict[str, Any], tasks: Iterable[str]) -> list[str]:
    """Compare the versions in a manifest with those here; short phrases, one per version that matters to `tasks`."""
    then, now = about.get("versions"), versions_here()
    if not isinstance(then, dict):
        return ["all of them: the manifest's `versions` is no table"]
    families = {catalogue.task(task).family for task in tasks}
    unused = {
        name
        for engine in ENGINES
        if not families & set(engine.families)
        for name in engine.distributions or (engine.name,)
    }
    return [
        f"{name} ({then.get(name, 'none')} there, {now.get(name, 'none')} now)"
        for name in sorted((then.keys() | now.keys()) - unused)
        if then.get(name) != now.get(name)
    ]


def _lock(path: Path) -> IO[str]:
    """Keep other processes from writing to the same folder; the system frees the lock when this process ends."""
    file = (path / ".lock").open("w", encoding="utf-8")
    try:
        import fcntl
    except ImportError:  # Windows: no advisory locks, and no protection
        return file
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise ValueError(f"another process is writing to {path}") from None
    return file


def _git_revision() -> str | None:
    """The revision of the source checkout that this package runs from; None for an installed package."""
    root = Path(__file__).parents[3]
    if not (root / ".git").exists():
        return None
    try:
        done = subprocess.run(
            ["git", "--no-optional-locks", "describe", "--always", "--dirty", "--abbrev=40", "--match="],
            cwd=root,
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return None
    return done.stdout.strip() or None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def missing_jobs(jobs: Iterable[Job], done: Iterable[Record]) -> list[Job]:
    """The jobs that have no record yet."""
    have = {record.key for record in done}
    return [job for job in jobs if job.key not in have]
