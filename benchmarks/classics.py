"""Classics: steps per second of the bare game, of a step with its text, and the time of a question to the teacher.

Random actions from fixed seeds; only the steps are timed, in CPU time, and episodes that end are replaced by the next
seed's. Both kinds of step alternate in short blocks so that a busy machine slows both alike; the best block counts.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks._play import make, play
from glyphbench import catalogue
from glyphbench.solvers import solver_for

RESULTS = Path(__file__).parent / "results" / "classics.md"


@dataclass(frozen=True)
class Line:
    """One task's results: steps per CPU second, and the teacher's milliseconds (None without a teacher)."""

    name: str
    core: float
    text: float
    query: float | None
    query_p99: float | None

    def cells(self) -> list[str]:
        """The table's cells."""
        query = ["-", "-"] if self.query is None else [f"{self.query:.2f}", f"{self.query_p99:.2f}"]
        return [self.name, f"{self.core:,.0f}", f"{self.text:,.0f}", *query]


def timed_steps(game: Any, step: Callable[[int], tuple[Any, ...]], actions: list[int], seed: int) -> float:
    """CPU seconds of the steps alone; `step` returns terminated, truncated and info last."""
    spent, index = 0.0, 0
    while index < len(actions):
        game.reset(seed=seed)
        start = time.process_time()
        while index < len(actions):
            *_, terminated, truncated, _ = step(actions[index])
            index += 1
            if terminated or truncated:
                break
        spent += time.process_time() - start
        seed += 1
    return spent


def queries(game: Any, episodes: int) -> list[float]:
    """Milliseconds of every question to the teacher over some episodes; its first episode is not counted."""
    solver = solver_for(game)
    if solver is None:
        return []
    spent: list[float] = []

    def ask() -> int | None:
        start = time.process_time()
        action = solver.best_action(game)
        spent.append(1000 * (time.process_time() - start))
        return action

    play(game, ask, 0)
    spent.clear()
    for seed in range(1, episodes + 1):
        play(game, ask, seed)
    return spent


def measure(row: catalogue.Task, steps: int, blocks: int, episodes: int) -> Line:
    """Time one task."""
    game = make(row.id)
    actions = np.random.default_rng(0).integers(len(game.actions), size=steps).tolist()
    times = [
        (timed_steps(game, game.advance, actions, 100 * block), timed_steps(game, game.step, actions, 100 * block))
        for block in range(blocks)
    ]
    asked = queries(game, episodes)
    core, text = steps / min(one for one, _ in times), steps / min(two for _, two in times)
    if not asked:
        return Line(row.name, core, text, None, None)
    return Line(row.name, core, text, statistics.median(asked), float(np.percentile(asked, 99)))


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks classics", description=__doc__)
    parser.add_argument("--steps", type=int, default=1000, help="steps per block")
    parser.add_argument("--blocks", type=int, default=3)
    parser.add_argument("--episodes", type=int, default=10, help="episodes of the teacher")
    args = parser.parse_args(argv)
    lines = []
    for row in catalogue.tasks(family="classics", built=True):
        lines.append(measure(row, args.steps, args.blocks, args.episodes))
        print(*lines[-1].cells(), sep="  ", flush=True)
    asked = [line for line in lines if line.query is not None]
    summary = (
        f"Median over {len(lines)} tasks: **{statistics.median(line.core for line in lines):,.0f}** steps per second "
        f"of the bare game, **{statistics.median(line.text for line in lines):,.0f}** with text"
    )
    if asked:
        summary += (
            f"; a question to the teacher takes {statistics.median(line.query or 0 for line in asked):.2f} ms "
            f"(slowest task: median {max(line.query or 0 for line in asked):.2f} ms, "
            f"99th percentile {max(line.query_p99 or 0 for line in asked):.2f} ms)"
        )
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(
        "# Classics: steps per CPU second, and the teacher's time\n\n"
        f"Random actions, {args.steps} steps, best of {args.blocks} blocks; bare game (`advance`) and with text "
        f"(`step`) in one run.\nThe teacher answers at every turn of {args.episodes} episodes after one to warm up "
        "(a table that it\nbuilds once per process is not counted).\n\n"
        f"{summary}.\n\n| task | bare game | with text | teacher median ms | teacher p99 ms |\n|--|--|--|--|--|\n"
        + "\n".join("| " + " | ".join(line.cells()) + " |" for line in lines)
        + "\n",
        encoding="utf-8",
    )
    print(summary)
