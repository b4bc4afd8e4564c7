"""Install the built wheel into empty virtual environments and try it there, as somebody without the repository would.

    python scripts/check_packages.py                                       # core and `all` on this Python
    python scripts/check_packages.py --python python3.11 python3.12 --extras core minihack craftax atari report all

One environment per Python and extra, outside the repository: installation, `pip check`, the commands, and the errors
for what is not installed. Prints a table; exits 1 if anything failed. Packages come from pip's configured index.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXTRAS = ("core", "minihack", "craftax", "atari", "report", "local", "train", "ray", "all")
#: The index's newest torch may bring gigabytes of CUDA, so the extras that need it get this version first.
TORCH = "torch==2.13.0"
#: A task per family that a wheel without the family's engine must refuse with the command that installs it.
ENGINES = {"minihack": "MiniHack-Room-5x5", "craftax": "Craftax-ChopTrees", "atari": "Atari-Pong"}
EVAL = ("eval", "--model", "random", "--episodes", "1", "--option", "max_turns=5", "--tasks")


@dataclass
class Row:
    """What was found in one environment."""

    python: str
    extra: str
    seconds: float = 0.0
    megabytes: float = 0.0
    trouble: list[str] = field(default_factory=list)


def run(command: list[str], where: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a directory with an environment that knows nothing of this checkout."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return subprocess.run(
        command, cwd=where, env={**kept, **environment}, capture_output=True, text=True, check=False, timeout=1800
    )


def build(out: Path) -> tuple[Path, Path]:
    """Build sdist and wheel; returns their paths."""
    for kind in ("sdist", "wheel"):
        command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(out)]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(out.glob("*.tar.gz")), next(out.glob("*.whl"))


def contents(sdist: Path, wheel: Path) -> list[str]:
    """What of the tracked files is missing from the packages."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    tracked = [name for name in listed.splitlines() if (ROOT / name).is_file()]
    inside = set(zipfile.ZipFile(wheel).namelist())
    trouble = []
    for name in tracked:
        packed = f"glyphbench/{name}" if name.startswith("tasks/") else name.removeprefix("src/")
        if name.startswith(("src/", "tasks/")) and packed not in inside:
            trouble.append(f"the wheel lacks {packed}")
    with tarfile.open(sdist) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    trouble += [f"the sdist lacks {name}" for name in tracked if name not in held]
    return trouble


def sdist_tests(sdist: Path, folder: Path) -> list[str]:
    """Run some of the sdist's tests from the unpacked sdist, with this Python."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    source = next(folder.iterdir())
    chosen = ["tests/core", "tests/test_catalogue.py", "tests/cli/test_catalogue_commands.py", "tests/docs"]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *chosen]
    done = run(command, source, PYTHONPATH=str(source / "src"))
    return [] if done.returncode == 0 else [f"the sdist's tests: {done.stdout[-600:]}{done.stderr[-300:]}"]


def check(python: str, extra: str, wheel: Path, folder: Path, procgen: bool) -> Row:
    """Make an environment and try the wheel in it."""
    number = run([python, "-c", "import platform; print(platform.python_version())"], folder).stdout.strip()
    row = Row(number, extra)
    home = folder / "empty"
    home.mkdir()
    venv = folder / "venv"
    if (made := run([python, "-m", "venv", str(venv)], home)).returncode:
        row.trouble.append(f"venv: {made.stderr.strip()[-300:]}")
        return row
    pip = [str(venv / "bin" / "python"), "-m", "pip", "--disable-pip-version-check"]
    bare = _megabytes(venv)
    start = time.monotonic()
    if extra in ("train", "local"):
        run([*pip, "install", "-q", TORCH], home)
    wanted = str(wheel) if extra == "core" else f"{wheel}[{extra}]"
    done = run([*pip, "install", "-q", wanted], home)
    row.seconds = time.monotonic() - start
    row.megabytes = _megabytes(venv) - bare
    if done.returncode:
        row.trouble.append(f"install: {done.stderr.strip()[-500:]}")
        return row
    if (checked := run([*pip, "check"], home)).returncode:
        row.trouble.append(f"pip check: {checked.stdout.strip()[-300:]}")
    _commands(row, venv / "bin", home)
    if procgen:
        _procgen(row, venv / "bin", home)
    return row


def _commands(row: Row, bin_: Path, home: Path) -> None:
    """The command line without and with what the extra brings."""
    expect = _Expect(row, str(bin_ / "glyphbench"), home)
    version = expect.runs("--version").split()[-1:]
    told = run([str(bin_ / "python"), "-c", "import glyphbench; print(glyphbench.__version__)"], home).stdout.split()
    meta = "from importlib.metadata import version; print(version('glyphbench'))"
    if not version or not version == told == run([str(bin_ / "python"), "-c", meta], home).stdout.split():
        row.trouble.append(f"versions differ: {version} {told}")
    if "362 tasks" not in expect.runs("list"):
        row.trouble.append("list does not show 362 tasks")
    expect.runs("show", "Sokoban")
    expect.runs(*EVAL, "Sokoban", "--tasks", "MiniGrid-Empty-5x5", "--out", "run")
    expect.runs("verify", "run")
    expect.runs("replay", "run", "--episode", "1", "--export", "html")
    expect.runs("install", "--list")
    for engine, task in ENGINES.items():
        if row.extra in (engine, "all"):
            expect.runs(*EVAL, task)
        else:
            expect.fails(f"glyphbench[{engine}]", *EVAL, task)
            expect.fails(f"glyphbench[{engine}]", "show", task)
    expect.fails("glyphbench install procgen", "show", "Procgen-CoinRun")
    if row.extra in ("report", "all", "craftax"):  # Craftax brings Matplotlib along
        expect.runs("report", "run", "--html", "page.html")
    else:
        expect.fails("glyphbench[report]", "report", "run", "--html", "page.html")
    if row.extra not in ("local", "train"):
        expect.fails("glyphbench[local]", "eval", "--model", "hf/nowhere", "--tasks", "Sokoban")
    if row.extra == "train":
        trainer = _Expect(row, str(bin_ / "glyphbench-train"), home)
        trainer.runs("recipes")
        trainer.runs("run", "cpu_demo", "--dry-run")
    else:
        _Expect(row, str(bin_ / "glyphbench-train"), home).fails("glyphbench[train]", "run", "cpu_demo")


def _procgen(row: Row, bin_: Path, home: Path) -> None:
    expect = _Expect(row, str(bin_ / "glyphbench"), home)
    expect.runs("install", "procgen")
    expect.runs(*EVAL, "Procgen-CoinRun")


@dataclass
class _Expect:
    row: Row
    command: str
    home: Path

    def _run(self, arguments: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
        # A cache of their own: an engine that this machine's user has fetched does not count.
        cache = str(self.home / "cache")
        return run([self.command, *arguments], self.home, GLYPHBENCH_CACHE=cache, OMP_NUM_THREADS="1", COLUMNS="160")

    def runs(self, *arguments: str) -> str:
        """The command succeeds; returns what it printed."""
        done = self._run(arguments)
        if done.returncode:
            last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
            self.row.trouble.append(f"{Path(self.command).name} {' '.join(arguments)}: {last}")
        return done.stdout

    def fails(self, says: str, *arguments: str) -> None:
        """The command fails with one line that holds `says`."""
        done = self._run(arguments)
        lines = done.stderr.strip().splitlines()
        if done.returncode != 2 or len(lines) != 1 or says not in lines[0]:
            found = f"code {done.returncode}: {lines[-2:]}"
            self.row.trouble.append(f"{Path(self.command).name} {' '.join(arguments)} should name {says!r}; {found}")


def _megabytes(venv: Path) -> float:
    return sum(file.stat().st_size for file in venv.rglob("*") if file.is_file() and not file.is_symlink()) / 1e6


def main(argv: list[str] | None = None) -> int:
    """Build, check and print the table; 1 where something failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--python", nargs="+", default=[sys.executable], help="interpreters to try")
    parser.add_argument("--extras", nargs="+", default=["core", "all"], choices=EXTRAS)
    parser.add_argument("--procgen", action="store_true", help="also fetch Procgen's engine, in the last environment")
    parser.add_argument("--no-sdist-tests", action="store_true")
    options = parser.parse_args(argv)
    trouble: list[str] = []
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="glyphbench-packages-") as scratch:
        folder = Path(scratch)
        sdist, wheel = build(folder / "dist")
        print(f"{sdist.name} {sdist.stat().st_size / 1e6:.1f} MB, {wheel.name} {wheel.stat().st_size / 1e6:.1f} MB")
        trouble += contents(sdist, wheel)
        if not options.no_sdist_tests:
            trouble += sdist_tests(sdist, folder / "source")
        pairs = [(python, extra) for python in options.python for extra in options.extras]
        for python, extra in pairs:
            with tempfile.TemporaryDirectory(prefix="glyphbench-venv-") as one:
                row = check(python, extra, wheel, Path(one), options.procgen and (python, extra) == pairs[-1])
            rows.append(row)
            print(f"{row.python} {extra}: {'ok' if not row.trouble else row.trouble}", flush=True)
    print("\n| Python | extra | install | size | result |\n|---|---|--:|--:|---|")
    for row in rows:
        result = "ok" if not row.trouble else f"{len(row.trouble)} failed"
        print(f"| {row.python} | {row.extra} | {row.seconds:.0f} s | {row.megabytes:.0f} MB | {result} |")
    trouble += [f"{row.python} {row.extra}: {line}" for row in rows for line in row.trouble]
    print(*trouble, sep="\n")
    return 1 if trouble else 0


if __name__ == "__main__":
    sys.exit(main())
