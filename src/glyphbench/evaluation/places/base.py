"""What a place is: enter it with a run's `Setup`, then ask it to play one job after another."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from glyphbench.agents import ChatOptions, Model
from glyphbench.evaluation.options import RunOptions
from glyphbench.evaluation.plan import Job
from glyphbench.evaluation.records import Record

#: Plays one episode. Its transcript, where one is wanted, is in the run's folder when the record is returned.
Play = Callable[[Job], Awaitable[Record]]


@dataclass(frozen=True, slots=True)
class Setup:
    """What a place needs to know of a run.

    Attributes:
        options: what to play.
        model: who plays, in this process; other processes build their own from `options` and `chat`.
        chat: how to talk to the server of a chat model.
        workers: how many episodes will be asked for at once.
        transcript: the file of a job's transcript; None where none is wanted.
    """

    options: RunOptions
    model: Model
    chat: ChatOptions | None
    workers: int
    transcript: Callable[[Job], Path | None]


class Place(Protocol):
    """Where episodes are played."""

    def __call__(self, setup: Setup) -> AbstractAsyncContextManager[Play]:
        """Prepare the place, and tidy it up when the block ends, however it ends.

        Raises:
            RunStopped: it is not to be had. The `Play` raises it when the place is lost, and what `play_job` raises.
        """
        ...
