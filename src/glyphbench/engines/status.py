"""Which engines work on this machine. Each is tried in a process of its own: a broken one may end it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata


@dataclass(frozen=True)
class Engine:
    """An upstream engine.

    Attributes:
        name: what a user calls it.
        families: the task families that it runs.
        distributions: the Python distributions that it is made of; none for Procgen, which is fetched.
        probe: Python statements that fail when the engine does not work.
        remedy: the command that installs it.
    """

    name: str
    families: tuple[str, ...]
    distributions: tuple[str, ...]
    probe: str
    remedy: str


ENGINES = (
    Engine("minigrid", ("minigrid",), ("minigrid",), "import minigrid", "pip install glyphbench"),
    Engine(
        "minihack",
        ("minihack", "nethack"),
        ("nle", "minihack"),
        "import nle, minihack",
        "pip install 'glyphbench[minihack]'",
    ),
    Engine(
        "craftax",
        ("craftax", "craftaxfull"),
        ("craftax", "jax", "jaxlib"),
        "import jax, craftax.craftax.constants",
        "pip install 'glyphbench[craftax]'",
    ),
    Engine(
        "procgen",
        ("procgen",),
        (),
        "from glyphbench.engines.procgen import check; check()",
        "glyphbench install procgen",
    ),
    Engine("atari", ("atari",), ("ale-py",), "import ale_py", "pip install 'glyphbench[atari]'"),
)


@dataclass(frozen=True)
class Status:
    """An engine, whether it works, and its version or what is wrong."""

    engine: Engine
    works: bool
    detail: str


def version(engine: Engine) -> str:
    """The installed versions of its distributions, or an empty string where one is missing."""
    found = _parts(engine)
    if not found or not all(found.values()):
        return ""
    return ", ".join(f"{name} {number}" for name, number in found.items())


def versions() -> dict[str, str]:
    """The versions of everything that installed engines are made of, without importing any."""
    return {name: number for engine in ENGINES for name, number in _parts(engine).items() if number}


def _parts(engine: Engine) -> dict[str, str]:
    if engine.name == "procgen":
        from glyphbench.engines.procgen import VERSION, home

        return {"procgen": VERSION if home().is_dir() else ""}
    return {name: _installed(name) for name in engine.distributions}


def _installed(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""


def probe(engine: Engine, timeout: float = 120.0) -> Status:
    """Try an engine in a fresh process."""
    if not version(engine):
        return Status(engine, False, f"not installed; {engine.remedy}")
    try:
        done = subprocess.run(
            [sys.executable, "-c", engine.probe], capture_output=True, text=True, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired:
        return Status(engine, False, f"did not answer within {timeout:.0f} s")
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        return Status(engine, False, lines[-1] if lines else f"its process ended with code {done.returncode}")
    return Status(engine, True, version(engine))


def probe_all() -> Iterator[Status]:
    """Try every engine, one after another."""
    return map(probe, ENGINES)
