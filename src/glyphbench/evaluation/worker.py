"""Worker: plays episodes of one run. Every place where episodes are played has one per process."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

from glyphbench.agents import Model
from glyphbench.core.env import GlyphEnv
from glyphbench.evaluation.options import RunOptions
from glyphbench.evaluation.plan import Job
from glyphbench.evaluation.records import Record, episode_name, record_of
from glyphbench.harness import Episode, StopReason, play
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
    "reasoning_effort",
    "context",
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


def entry_line(entry: dict[str, Any]) -> str:
    """One piece of a transcript as a line of its file."""
    return json.dumps(entry, ensure_ascii=False) + "\n"


@contextmanager
def open_transcript(path: Path) -> Iterator[IO[str]]:
    """Begin an episode's transcript anew.

    Written line by line, so that `glyphbench replay` can follow an episode that is still being played.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # A file of its own: the last words of a worker whose run was killed go to the old one.
    path.unlink(missing_ok=True)
    with path.open("w", 1, encoding="utf-8", errors="backslashreplace") as file:
        yield file


async def play_job(
    job: Job, options: RunOptions, model: Model, games: Games, transcript: Path | None, watch: Listener | None = None
) -> Record:
    """Play one episode; its transcript is written turn by turn, and each piece of it handed to `watch`."""
    harness = options.asking
    with games.lend(job.task) as game, ExitStack() as stack:
        player = model.player(game, job.seed, job.attempt)
        listeners = [] if watch is None else [watch]
        if transcript is not None:
            file = stack.enter_context(open_transcript(transcript))
            listeners.append(lambda entry: print(entry_line(entry), end="", file=file))

        def listen(entry: dict[str, Any]) -> None:
            for listener in listeners:
                listener(entry)

        again = {"attempt": job.attempt} if job.attempt else {}
        listen({"task": job.task, "seed": job.seed, **again, "model": options.model})
        try:
            episode = await play(game, player, job.seed, harness, listen if listeners else None)
        except Exception as error:
            error.add_note(f"in {episode_name(job.key)}")
            raise
    if episode.stop is StopReason.INTERRUPTED:
        raise RunStopped(f"the player left {episode_name(job.key)}")
    return recorded(episode, job, options)


def recorded(episode: Episode, job: Job, options: RunOptions) -> Record:
    """The record of a job's finished episode in a run with these options."""
    return record_of(
        episode,
        task=job.task,
        kwargs=options.kwargs,
        seed=job.seed,
        model=options.model,
        harness=options.model_dump(mode="json", include=HARNESS_FIELDS),
        attempt=job.attempt,
    )


class Worker:
    """A model and its games.

    Args:
        options: what is played.
        model: who plays.
    """

    def __init__(self, options: RunOptions, model: Model) -> None:
        self._options, self._model = options, model
        self._games = Games(options.kwargs)

    async def play(self, job: Job, transcript: Path | None = None, watch: Listener | None = None) -> Record:
        """Play one episode as `play_job` does."""
        return await play_job(job, self._options, self._model, self._games, transcript, watch)

    def close(self) -> None:
        """Close the games that nobody uses."""
        self._games.close()
