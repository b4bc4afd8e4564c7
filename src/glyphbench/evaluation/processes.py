"""Worker processes: spawned (engines with threads of their own hang in a forked child), and never left behind."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from glyphbench.engines.noise import hush


@contextmanager
def processes(workers: int, enter: Callable[..., None] | None = None, *given: Any) -> Iterator[ProcessPoolExecutor]:
    """Worker processes that end when the block ends, however it ends.

    Args:
        workers: how many.
        enter: a module's function that prepares a new process; called with `given`.
        given: the arguments, which travel to the process.
    """
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _enter, (enter, given))
    try:
        yield pool
        pool.shutdown()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        raise


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hold Ctrl-C back, also from the processes that begin meanwhile: they inherit the blocked signal for good."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _enter(enter: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    """Prepare a worker process: it leaves Ctrl-C to its parent and never outlives it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    hush()
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_leave_with, args=(parent.sentinel,), daemon=True).start()
    if enter is not None:
        enter(*given)


def _leave_with(sentinel: int) -> None:
    multiprocessing.connection.wait([sentinel])
    os._exit(1)
