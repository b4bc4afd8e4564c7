"""This process: episodes are coroutines that take turns."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from glyphbench.evaluation.places.base import Play, Setup
from glyphbench.evaluation.plan import Job
from glyphbench.evaluation.records import Record
from glyphbench.evaluation.worker import Worker


@asynccontextmanager
async def here(setup: Setup) -> AsyncIterator[Play]:
    """Play in this process, with the run's own model. See `Place`."""
    worker = Worker(setup.options, setup.model)

    async def play(job: Job) -> Record:
        return await worker.play(job, setup.transcript(job))

    try:
        yield play
    finally:
        worker.close()
