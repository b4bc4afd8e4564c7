"""Processes of this machine, each with a worker that plays one episode at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from pathlib import Path

from glyphbench.agents import model_from
from glyphbench.evaluation.options import RunOptions
from glyphbench.evaluation.places.base import Play, Setup
from glyphbench.evaluation.plan import Job
from glyphbench.evaluation.processes import processes, undisturbed
from glyphbench.evaluation.records import Record
from glyphbench.evaluation.worker import RunStopped, Worker


@asynccontextmanager
async def spawned(setup: Setup) -> AsyncIterator[Play]:
    """Play in spawned processes. See `Place`."""
    try:
        with processes(setup.workers, _enter, setup.options.model_dump_json()) as pool:

            async def play(job: Job) -> Record:
                with undisturbed():
                    future = pool.submit(_play, job, setup.transcript(job))  # starts a process where one is missing
                return await asyncio.wrap_future(future)

            yield play
    except BrokenProcessPool:
        raise RunStopped("a worker process died, perhaps of memory; try fewer --workers") from None


# ---- inside a process --------------------------------------------------------------------------------------------

_worker: Worker | None = None


def _enter(options: str) -> None:
    global _worker
    resolved = RunOptions.model_validate_json(options)
    _worker = Worker(resolved, model_from(resolved.model))


def _play(job: Job, transcript: Path | None) -> Record:
    assert _worker is not None
    return asyncio.run(_worker.play(job, transcript))
