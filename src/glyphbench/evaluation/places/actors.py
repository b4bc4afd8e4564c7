"""Ray actors, on this machine or over a cluster.

RAY_ADDRESS names a running cluster (`auto`: the one of this machine); without it a small Ray runs on this machine as
long as the run. Every machine needs glyphbench and the run's engines in the same versions, and no shared disk:
transcripts travel with the records, so one arrives when its episode ends.

An actor plays one episode of a baseline at a time, or several of a language model as coroutines. The server and the
key that stand in the environment of this process are set in the actors'; they travel as arguments, which Ray writes to
no log (it does write down runtime environments). An actor that dies is replaced, and its episodes are tried once more.

A local Ray takes about 0.6 GB beside its workers, each of which takes 90 MB more than a spawned process. Killed with
the run (kill -9), the last of its own processes end after about a minute.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from importlib.util import find_spec
from typing import Any

from gymnasium.error import DependencyNotInstalled

from glyphbench.agents import ChatOptions, model_from
from glyphbench.engines.noise import hush
from glyphbench.evaluation.folder import changed_versions, versions_here
from glyphbench.evaluation.options import RunOptions
from glyphbench.evaluation.places.base import Play, Setup
from glyphbench.evaluation.plan import Job
from glyphbench.evaluation.records import Record
from glyphbench.evaluation.worker import RunStopped, Worker, entry_line, open_transcript

#: Episodes of a language model that one actor plays at once.
SHARED = 8
#: Bytes of a local Ray's store of objects, through which only long transcripts pass; Ray wants 75 MiB at least.
_STORE = 128 << 20
#: Seconds to wait for a cluster to answer at all.
_KNOCK = 10.0


def check_ray() -> None:
    """Find out whether Ray is there, without importing it.

    Raises:
        DependencyNotInstalled: it is not.
    """
    if find_spec("ray") is None:
        raise DependencyNotInstalled("--engine ray needs Ray; install it with: pip install 'glyphbench[ray]'")


@asynccontextmanager
async def actors(setup: Setup) -> AsyncIterator[Play]:
    """Play in Ray actors. See `Place`."""
    with _connected(_seats(setup)) as ray:
        crew = _Crew(ray, setup)
        try:
            yield crew.play
        finally:
            crew.dismiss()


def _seats(setup: Setup) -> int:
    """How many actors would serve a run best."""
    return setup.workers if setup.model.cpu_bound else -(-setup.workers // SHARED)


@contextmanager
def _connected(processors: int) -> Iterator[Any]:
    """Ray: the one that this process is connected to already, a running cluster, or a new one on this machine.

    Args:
        processors: how many actors a new one has room for.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray

    if ray.is_initialized():
        yield ray
        return
    quiet: dict[str, Any] = {"logging_level": "ERROR", "log_to_driver": False}
    address = os.environ.get("RAY_ADDRESS")
    try:
        if address:
            _knock(address)
            ray.init(address="auto", **quiet)
        else:
            ray.init(num_cpus=processors, include_dashboard=False, object_store_memory=_STORE, **quiet)
    except (OSError, OverflowError, RuntimeError, ValueError) as error:
        where = f"the Ray cluster at RAY_ADDRESS={address}" if address else "a Ray on this machine"
        raise RunStopped(f"cannot reach or start {where}: {error}") from error
    try:
        yield ray
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """See whether anybody listens at HOST:PORT or ray://HOST:PORT: Ray itself would try for minutes.

    Raises:
        OSError: nobody does.
    """
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), timeout=_KNOCK).close()


class _Seat:
    """Room for one actor; `entry` is the task that brings the present one in."""

    def __init__(self) -> None:
        self.entry: asyncio.Task[Any]


class _Crew:
    """The actors of one run."""

    def __init__(self, ray: Any, setup: Setup) -> None:
        self._ray, self._setup = ray, setup
        self._made: list[Any] = []
        self._watching: list[asyncio.Task[None]] = []
        self._free: asyncio.Queue[_Seat] = asyncio.Queue()
        there = ray.cluster_resources()
        kind = "GPU" if setup.options.model.startswith("hf/") and there.get("GPU", 0) >= 1 else "CPU"
        room = int(there.get(kind, 0))
        if room < 1:
            raise RunStopped("the Ray cluster has no processor to play on")
        count = min(_seats(setup), room)
        self._shared = 1 if setup.model.cpu_bound else -(-setup.workers // count)
        self._actor = ray.remote(_EpisodeActor).options(
            num_cpus=1 if kind == "CPU" else 0,
            num_gpus=1 if kind == "GPU" else 0,
            max_concurrency=self._shared,
            scheduling_strategy="SPREAD",
        )
        for _ in range(count):
            seat = _Seat()
            seat.entry = asyncio.create_task(self._enter())
            self._watching.append(asyncio.create_task(self._open(seat)))

    async def play(self, job: Job) -> Record:
        """Play one episode on an actor that has time; see `Play`."""
        seat = await self._free.get()
        record, told = await self._on(seat, job)
        self._free.put_nowait(seat)
        path = self._setup.transcript(job)
        if path is not None:
            with open_transcript(path) as file:
                file.write(told)
        return record

    def dismiss(self) -> None:
        """End all actors."""
        for task in self._watching:
            task.cancel()
        for actor in self._made:
            self._ray.kill(actor)

    async def _on(self, seat: _Seat, job: Job) -> tuple[Record, str]:
        """Play on the actor of a seat; should it die, on the one that replaces it."""
        errors = self._ray.exceptions
        for _ in range(2):
            entry = seat.entry
            try:
                actor = await entry
                return await actor.play.remote(job, self._setup.transcript(job) is not None)
            except errors.RayTaskError as error:
                raise error.cause from None  # what the worker raised
            except errors.RayError:
                if seat.entry is entry:  # nobody who shared the actor has replaced it yet
                    seat.entry = asyncio.create_task(self._enter())
        raise RunStopped(
            f"Ray actors died twice in {job.task}, seed {job.seed}, perhaps of memory; try fewer --workers"
        )

    async def _enter(self) -> Any:
        """A new actor, ready to play."""
        options, chat = self._setup.options, self._setup.chat
        names = ("OPENAI_BASE_URL", (chat or ChatOptions()).key_env)
        environment = {name: os.environ[name] for name in names if name in os.environ}
        actor = self._actor.remote()
        self._made.append(actor)
        versions = await actor.enter.remote(options.model_dump_json(), chat, environment)
        differing = changed_versions({"versions": versions}, options.tasks)
        if differing:
            raise RunStopped(f"a machine of the Ray cluster has other versions: {'; '.join(differing)}")
        return actor

    async def _open(self, seat: _Seat) -> None:
        """Offer a seat when its actor is ready, or cannot be: whoever sits down sees why."""
        await asyncio.wait([seat.entry])
        for _ in range(self._shared):
            self._free.put_nowait(seat)


class _EpisodeActor:
    """What lives in an actor."""

    async def enter(self, options: str, chat: ChatOptions | None, environment: dict[str, str]) -> dict[str, str]:
        """Build the worker; returns the versions of everything here that an episode depends on."""
        os.environ.update(environment)
        hush()
        resolved = RunOptions.model_validate_json(options)
        self._worker = Worker(resolved, model_from(resolved.model, chat))
        return versions_here()

    async def play(self, job: Job, told: bool) -> tuple[Record, str]:
        """Play one episode; returns its record and its transcript, which is empty unless it is to be told."""
        lines: list[str] = []
        record = await self._worker.play(job, watch=(lambda entry: lines.append(entry_line(entry))) if told else None)
        return record, "".join(lines)
