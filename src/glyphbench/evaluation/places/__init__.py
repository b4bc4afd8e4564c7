"""Places where episodes are played: this process, processes of this machine, the machines of a Ray cluster.

Each is one file with one function, a `Place`; what happens inside is the same `Worker` everywhere. Episodes are
independent of where and beside what they are played, so every place gives the same records.

Memory: a baseline's worker process holds its own engine. Measured after a few episodes on Linux, by family: classics,
nethack 60 MB (with a teacher up to 95 MB), miniatari 60 MB, minigrid, minihack, atari 80 MB, procgen 140 MB, craftax
and craftaxfull 870 MB. Chat models' episodes share one process (about 100 MB and the games of the episodes at once).
"""

from __future__ import annotations

from glyphbench.evaluation.places.actors import actors, check_ray
from glyphbench.evaluation.places.base import Place, Play, Setup
from glyphbench.evaluation.places.here import here
from glyphbench.evaluation.places.spawned import spawned

#: What `--engine` may be.
ENGINES = ("local", "ray")


def check_engine(engine: str) -> None:
    """Find out whether episodes can be played with this engine.

    Raises:
        ValueError: there is no such engine.
        DependencyNotInstalled: it needs what is not installed.
    """
    if engine not in ENGINES:
        raise ValueError(f"--engine must be one of {', '.join(ENGINES)}, got {engine!r}")
    if engine == "ray":
        check_ray()


def place_for(engine: str, setup: Setup) -> Place:
    """The place for a run.

    Chat models wait for a network, so their episodes share a process as coroutines. Baselines and teachers keep a
    processor busy, so several at once have processes of their own.

    Raises:
        ValueError, DependencyNotInstalled: see `check_engine`.
    """
    check_engine(engine)
    if engine == "ray":
        return actors
    return spawned if setup.model.cpu_bound and setup.workers > 1 else here


__all__ = ["ENGINES", "Place", "Play", "Setup", "check_engine", "place_for"]
