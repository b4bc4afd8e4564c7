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
        distribution: the Python distribution whose version is reported; empty for Procgen, which has none here.
        probe: Python statements that fail when the engine does not work.
        remedy: the command that installs it.
    """

    name: str
    families: tuple[str, ...]
    distribution: str
    probe: str
    remedy: str


ENGINES = (
    Engine("minigrid", ("minigrid",), "minigrid", "import minigrid", "pip install glyphbench"),
    Engine("minihack", ("minihack", "nethack"), "nle", "import nle, minihack", "pip install 'glyphbench[minihack]'"),
    Engine(
        "craftax",
        ("craftax", "craftaxfull"),
        "craftax",
        "import jax, craftax.craftax.constants",
        "pip install 'glyphbench[craftax]'",
    ),
    Engine(
        "procgen",
        ("procgen",),
        "",
        "from glyphbench.engines.procgen import check; check()",
        "glyphbench install procgen",
    ),
    Engine("atari", ("atari",), "ale-py", "import ale_py", "pip install 'glyphbench[atari]'"),
)


@dataclass(frozen=True)
class Status:
    """An engine, whether it works, and its version or what is wrong."""

    engine: Engine
    works: bool
    detail: str


def version(engine: Engine) -> str:
    """The installed version, or an empty string."""
    if engine.name == "procgen":
        from glyphbench.engines.procgen import VERSION, home

        return VERSION if home().is_dir() else ""
    try:
        return metadata.version(engine.distribution)
    except metadata.PackageNotFoundError:
        return ""


def versions() -> dict[str, str]:
    """The versions of all installed engines, without importing them."""
    return {engine.name: found for engine in ENGINES if (found := version(engine))}


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
