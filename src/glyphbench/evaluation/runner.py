"""Runner: play the missing episodes of a run, several at once, and record each as it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from glyphbench.agents import ChatOptions, model_from
from glyphbench.evaluation.folder import RunFolder, missing_jobs
from glyphbench.evaluation.options import RunOptions
from glyphbench.evaluation.places import Play, Setup, place_for
from glyphbench.evaluation.plan import Job, plan
from glyphbench.evaluation.records import Record


async def run(
    options: RunOptions,
    folder: RunFolder,
    *,
    chat: ChatOptions | None = None,
    workers: int = 1,
    engine: str = "local",
    transcripts: bool = True,
    report: Callable[[Record], None] = lambda record: None,
) -> None:
    """Play every episode of the plan that `folder` lacks.

    Args:
        options: what to play.
        folder: where records and transcripts go.
        chat: how to talk to the server of a chat model.
        workers: episodes at once.
        engine: where they are played: `local` or `ray`, see `glyphbench.evaluation.places`.
        transcripts: whether to write transcripts.
        report: called with each new record.

    Raises:
        RunStopped, ModelUnavailable, OSError: the run cannot go on; `folder` keeps every finished episode.
        ValueError: the model cannot play a task, or there is no such engine.
        DependencyNotInstalled: the engine or the model needs what is not installed.
    """
    jobs = missing_jobs(plan(options), folder.done)
    if jobs:
        workers = max(min(workers, len(jobs)), 1)
        model = model_from(options.model, chat)
        setup = Setup(options, model, chat, workers, lambda job: folder.transcript(job) if transcripts else None)
        try:
            async with place_for(engine, setup)(setup) as play:
                await _drive(jobs, play, workers, folder, report)
        finally:
            await model.close()
    folder.finish(options)


async def _drive(
    jobs: list[Job], play: Play, workers: int, folder: RunFolder, report: Callable[[Record], None]
) -> None:
    """Keep `workers` episodes going until the jobs run out or one of them fails."""
    queue = iter(jobs)

    async def work() -> None:
        for job in queue:
            record = await play(job)
            folder.append(record)
            report(record)

    tasks = [asyncio.create_task(work()) for _ in range(workers)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
