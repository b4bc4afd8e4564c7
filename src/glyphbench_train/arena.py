"""Arena: a batch of games over worker processes, with one message to each worker per turn."""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from types import TracebackType
from typing import Any, TypeVar

from glyphbench.harness import Format
from glyphbench_train.episodes import Start
from glyphbench_train.worker import First, Shard, Step, serve

Item = TypeVar("Item", bound=tuple[Any, ...])


class WorkerFailed(RuntimeError):
    """A worker process raised or died; the message holds what it said."""


class Arena:
    """Games numbered from 0, dealt to workers in turn.

    Workers are spawned, never forked (torch has threads by then), and import no torch. The state of a game lives in
    its worker only.

    Args:
        workers: processes; 0 plays in this process.
        form: how replies name actions.
        teach: whether to ask teachers for the cost-to-go.
    """

    def __init__(self, workers: int = 0, *, form: Format = Format.ACTION, teach: bool = True) -> None:
        self._shard = None if workers else Shard(form, teach)
        context = multiprocessing.get_context("spawn")
        self._links = []
        self._processes = []
        for _ in range(workers):
            mine, theirs = context.Pipe()
            process = context.Process(target=serve, args=(theirs, str(form), teach), daemon=True)
            process.start()
            theirs.close()
            self._links.append(mine)
            self._processes.append(process)

    def reset(self, starts: Sequence[Start]) -> list[First]:
        """Begin one episode per start; the position in the list is the game's number from now on."""
        return self._ask("reset", list(enumerate(starts)))

    def act(self, replies: Sequence[tuple[int, str, bool]]) -> list[Step]:
        """Play one turn per (game number, reply text, cut by the token limit)."""
        return self._ask("act", list(replies))

    def modules(self) -> list[list[str]]:
        """Top-level modules that each worker process has imported."""
        for link in self._links:
            link.send(("modules", None))
        return [self._receive(link) for link in self._links]

    def close(self) -> None:
        """End the workers."""
        if self._shard is not None:
            self._shard.close()
        for link in self._links:
            link.close()
        for process in self._processes:
            process.join(timeout=5)
            if process.is_alive():
                process.terminate()
        self._links, self._processes = [], []

    def __enter__(self) -> Arena:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _ask(self, request: str, items: list[Item]) -> list[Any]:
        if self._shard is not None:
            answer: list[Any] = getattr(self._shard, request)(items)
            return answer
        parts: list[list[Item]] = [[] for _ in self._links]
        for item in items:
            parts[item[0] % len(parts)].append(item)
        asked = [(link, part) for link, part in zip(self._links, parts, strict=True) if part]
        for link, part in asked:
            link.send((request, part))
        answers: dict[int, Any] = {}
        for link, part in asked:
            for item, result in zip(part, self._receive(link), strict=True):
                answers[item[0]] = result
        return [answers[item[0]] for item in items]

    @staticmethod
    def _receive(link: Any) -> Any:
        try:
            answer, error = link.recv()
        except EOFError:
            raise WorkerFailed("an environment worker died, perhaps of memory; try fewer games or workers") from None
        if error is not None:
            raise WorkerFailed(f"an environment worker failed: {error}")
        return answer
