"""Worker: games by slot, played on request. Runs in processes that never import torch."""

from __future__ import annotations

import math
import os
import time
import traceback
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from glyphbench.agents.base import Reply
from glyphbench.core.env import GlyphEnv
from glyphbench.engines.noise import hush
from glyphbench.harness import SKIPPED_TURN, Event, Format, StopReason, chain, parse, system_prompt
from glyphbench.registration import make
from glyphbench.solvers import Solver, solver_for
from glyphbench_train.episodes import Start


@dataclass(frozen=True, slots=True)
class First:
    """What `reset` returns: the system prompt, the first observation, and what the teacher says."""

    system: str
    observation: str
    solver: str
    cost: float | None
    trace: str
    solver_seconds: float


@dataclass(frozen=True, slots=True)
class Step:
    """What one reply led to. `stop` is set when the episode is over."""

    observation: str
    action: str | None
    event: Event | None
    reward: float
    native: float
    total: float
    success: bool
    stop: StopReason | None
    cost: float | None
    trace: str
    env_seconds: float
    solver_seconds: float


@dataclass(slots=True)
class _Slot:
    key: tuple[str, tuple[tuple[str, Any], ...]]
    game: GlyphEnv
    teacher: Solver[GlyphEnv] | None
    trace: str = ""


class Shard:
    """Some of a batch's games, each in a numbered slot.

    Args:
        form: how replies name actions.
        teach: whether to ask teachers for the cost-to-go.
    """

    def __init__(self, form: Format = Format.ACTION, teach: bool = True) -> None:
        self._form, self._teach = Format(form), teach
        self._slots: dict[int, _Slot] = {}
        self._idle: dict[Any, list[_Slot]] = {}

    def reset(self, starts: list[tuple[int, Start]]) -> list[First]:
        """Begin an episode in each of these slots; games of earlier batches are used again."""
        for slot, _ in starts:
            if slot in self._slots:
                held = self._slots.pop(slot)
                self._idle.setdefault(held.key, []).append(held)
        return [self._begin(slot, start) for slot, start in starts]

    def _begin(self, slot: int, start: Start) -> First:
        key = start.task, start.kwargs
        idle = self._idle.get(key)
        if idle:
            held = idle.pop()
        else:
            game = make(start.task, **dict(start.kwargs))
            held = _Slot(key, game, solver_for(game) if self._teach else None)
        self._slots[slot] = held
        text, _ = held.game.reset(seed=start.seed)
        held.trace = chain("", text)
        kind = "none" if held.teacher is None else "exact" if held.teacher.exact else "approximate"
        started = time.perf_counter()
        cost = None if held.teacher is None else held.teacher.cost_to_go(held.game)
        spent = time.perf_counter() - started
        return First(system_prompt(held.game, self._form), text, kind, cost, held.trace, spent)

    def act(self, replies: list[tuple[int, str, bool]]) -> list[Step]:
        """Play one turn per (slot, reply text, cut by the token limit)."""
        return [self._step(*reply) for reply in replies]

    def _step(self, slot: int, text: str, cut: bool) -> Step:
        held = self._slots[slot]
        game = held.game
        started = time.perf_counter()
        parsed = parse(Reply(text, finish="length" if cut else "stop"), game.actions, self._form)
        step = game.skip_turn(SKIPPED_TURN) if parsed.action is None else game.step(parsed.action)
        observation, reward, terminated, truncated, info = step
        held.trace = chain(held.trace, observation)
        stepped = time.perf_counter()
        stop = None
        if terminated or truncated:
            ended = StopReason.SUCCESS if info["success"] else StopReason.FAILURE
            stop = ended if terminated else StopReason.HORIZON
        cost: float | None = None
        if held.teacher is not None:
            # The game's own end decides: 0 when won, out of reach when lost.
            over = {StopReason.SUCCESS: 0.0, StopReason.FAILURE: math.inf}
            cost = over[stop] if stop in over else held.teacher.cost_to_go(game)
        return Step(
            observation=observation,
            action=None if parsed.action is None else game.actions.names[parsed.action],
            event=parsed.event,
            reward=float(reward),
            native=float(info["native_return"]),
            total=float(info["return_so_far"]),
            success=bool(info.get("success")),
            stop=stop,
            cost=cost,
            trace=held.trace,
            env_seconds=stepped - started,
            solver_seconds=time.perf_counter() - stepped,
        )

    def game(self, slot: int) -> GlyphEnv:
        """The game in a slot."""
        return self._slots[slot].game

    def close(self) -> None:
        """Close all games."""
        for held in [*self._slots.values(), *(slot for idle in self._idle.values() for slot in idle)]:
            held.game.close()
        self._slots.clear()
        self._idle.clear()


def serve(link: Connection, form: str, teach: bool) -> None:
    """Answer requests until the other end closes; what a worker process runs."""
    for name in ("RANK", "LOCAL_RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT"):
        os.environ.pop(name, None)
    os.environ["CUDA_VISIBLE_DEVICES"] = ""
    hush()
    shard = Shard(Format(form), teach)
    while True:
        try:
            request, argument = link.recv()
        except (EOFError, KeyboardInterrupt):
            break
        try:
            if request == "modules":
                import sys

                link.send((sorted({name.partition(".")[0] for name in sys.modules}), None))
            else:
                link.send((getattr(shard, request)(argument), None))
        except BaseException as error:
            link.send((None, f"{type(error).__name__}: {error}\n{traceback.format_exc()}"))
    shard.close()
