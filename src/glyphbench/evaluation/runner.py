"""Runner: play the missing episodes of a run, several at once, and record each as it ends.

Chat models wait for a network, so their episodes share this process as coroutines. Baselines and teachers keep a
processor busy, so with several workers their episodes go to spawned processes. A game instance is used by one
episode at a time in either case.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from glyphbench.agents import ChatOptions, Model, model_from
from glyphbench.core.env import GlyphEnv
from glyphbench.evaluation.folder import RunFolder, missing_jobs
from glyphbench.evaluation.options import RunOptions
from glyphbench.evaluation.plan import Job, plan
from glyphbench.evaluation.processes import processes, undisturbed
from glyphbench.evaluation.records import Record, record_of
from glyphbench.harness import StopReason, play
from glyphbench.harness.episode import Listener
from glyphbench.registration import make

#: The options that a record repeats under `harness`.
HARNESS_FIELDS = {
    "harness",
    "history",
    "retries",
    "parser",
    "token_budget",
    "observation",
    "temperature",
    "max_tokens",
    "thinking",
}


class RunStopped(Exception):
    """The run cannot go on; what is recorded is safe and the run can be resumed."""


class Games:
    """Instances of tasks, lent to one episode at a time and kept for the next one of the same task."""

    def __init__(self, kwargs: dict[str, Any]) -> None:
        self._kwargs = kwargs
        self._idle: dict[str, list[GlyphEnv]] = {}

    @contextmanager
    def lend(self, task: str) -> Iterator[GlyphEnv]:
        """Lend an instance of `task`; one that raised is not used again."""
        idle = self._idle.get(task)
        if idle:
            game = idle.pop()
        else:
            self.close()  # the plan goes task by task: others are hardly needed again
            game = make(task, **self._kwargs)
        try:
            yield game
        except BaseException:
            game.close()
            raise
        self._idle.setdefault(task, []).append(game)

    def close(self) -> None:
        """Close the instances that nobody uses."""
        for games in self._idle.values():
            for game in games:
                game.close()
        self._idle.clear()


async def play_job(
    job: Job, options: RunOptions, model: Model, games: Games, transcript: Path | None, watch: Listener | None = None
) -> Record:
    """Play one episode; its transcript is written turn by turn, and each piece of it handed to `watch`."""
    harness = options.asking
    with games.lend(job.task) as game, ExitStack() as stack:
        player = model.player(game, job.seed)
        listeners = [] if watch is None else [watch]
        if transcript is not None:
            transcript.parent.mkdir(parents=True, exist_ok=True)
            # Line by line, so that `glyphbench replay` can follow an episode that is still being played.
            file = stack.enter_context(transcript.open("w", 1, encoding="utf-8", errors="backslashreplace"))
            listeners.append(lambda entry: print(json.dumps(entry, ensure_ascii=False), file=file))

        def listen(entry: dict[str, Any]) -> None:
            for listener in listeners:
                listener(entry)

        listen({"task": job.task, "seed": job.seed, "model": options.model})
        try:
            episode = await play(game, player, job.seed, harness, listen if listeners else None)
        except Exception as error:
            error.add_note(f"in {job.task}, seed {job.seed}")
            raise
    if episode.stop is StopReason.INTERRUPTED:
        raise RunStopped(f"the player left {job.task}, seed {job.seed}")
    asked = options.model_dump(mode="json", include=HARNESS_FIELDS)
    return record_of(episode, task=job.task, kwargs=options.kwargs, seed=job.seed, model=options.model, harness=asked)


Play = Callable[[Job], Awaitable[Record]]


async def run(
    options: RunOptions,
    folder: RunFolder,
    *,
    chat: ChatOptions | None = None,
    workers: int = 1,
    transcripts: bool = True,
    report: Callable[[Record], None] = lambda record: None,
) -> None:
    """Play every episode of the plan that `folder` lacks.

    Args:
        options: what to play.
        folder: where records and transcripts go.
        chat: how to talk to the server of a chat model.
        workers: episodes at once.
        transcripts: whether to write transcripts.
        report: called with each new record.

    Raises:
        RunStopped, ModelUnavailable, OSError: the run cannot go on; `folder` keeps every finished episode.
        ValueError: the model cannot play a task.
    """
    model = model_from(options.model, chat)
    jobs = missing_jobs(plan(options), folder.done)
    workers = max(min(workers, len(jobs)), 1)
    try:
        if model.cpu_bound and workers > 1:
            with processes(workers, _enter_worker, options.model_dump_json()) as pool:

                async def elsewhere(job: Job) -> Record:
                    path = folder.transcript(job) if transcripts else None
                    with undisturbed():
                        future = pool.submit(_work, job, path)  # starts a process where one is missing
                    return await asyncio.wrap_future(future)

                await _drive(jobs, elsewhere, workers, folder, report)
        else:
            games = Games(options.kwargs)

            async def here(job: Job) -> Record:
                path = folder.transcript(job) if transcripts else None
                return await play_job(job, options, model, games, path)

            try:
                await _drive(jobs, here, workers, folder, report)
            finally:
                games.close()
    except BrokenProcessPool:
        raise RunStopped("a worker process died, perhaps of memory; try fewer --workers") from None
    finally:
        await model.close()
    folder.finish(options)


async def _drive(jobs: list[Job], one: Play, workers: int, folder: RunFolder, report: Callable[[Record], None]) -> None:
    """Keep `workers` episodes going until the jobs run out or one of them fails."""
    queue = iter(jobs)

    async def work() -> None:
        for job in queue:
            record = await one(job)
            folder.append(record)
            report(record)

    tasks = [asyncio.create_task(work()) for _ in range(workers)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


# ---- inside a worker process ------------------------------------------------------------------------------------

_worker: tuple[RunOptions, Model, Games] | None = None


def _enter_worker(options: str) -> None:
    global _worker
    resolved = RunOptions.model_validate_json(options)
    _worker = resolved, model_from(resolved.model), Games(resolved.kwargs)


def _work(job: Job, transcript: Path | None) -> Record:
    assert _worker is not None
    options, model, games = _worker
    return asyncio.run(play_job(job, options, model, games, transcript))
