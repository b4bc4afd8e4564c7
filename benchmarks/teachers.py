"""What random play, the best constant action and the teacher reach on every task that has a teacher.

Every constant action is screened on a few seeds; the best few are then played on all seeds, and the best of these is
shown. Seeds are the evaluation's, from 1,000,000 on, and the same for all players.
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks._play import Episode, make, play
from glyphbench import catalogue
from glyphbench.solvers import solver_for

PAGE = Path(__file__).parents[1] / "docs" / "teachers.md"
FIRST_SEED = 1_000_000
#: How many of the screened constant actions are played on all seeds.
FINALISTS = 3
#: The marks that a task should keep; `remarks` names those it does not.
TEACHER, BASELINE, SHARE = 0.9, 0.25, 0.5

#: Why a task misses a mark on purpose.
REASONS = {
    "Battleship-v0": "The shots are a budget that ends the game, so the horizon is the difficulty.",
    "ConnectFour-v0": "The board holds 21 discs of each player; a won game may need most of them.",
    "FloodFill-v0": "The moves are a budget that ends the game, so the horizon is the difficulty.",
    "FloodFillHard-v0": "The moves are a budget that ends the game, so the horizon is the difficulty.",
    "Minesweeper-v0": "Some boards cannot be solved without a guess: about one in seven is lost to one.",
}


@dataclass(frozen=True)
class Line:
    """One task's results."""

    row: catalogue.Task
    exact: bool
    random: list[Episode]
    constant: list[Episode]
    constant_name: str
    teacher: list[Episode]

    def cells(self) -> list[str]:
        """The table's cells."""
        lengths = [episode.length for episode in self.teacher]
        return [
            self.row.name,
            f"{mean_return(self.random):+.2f}",
            f"{success(self.random):.0%}",
            f"{mean_return(self.constant):+.2f} `{self.constant_name}`",
            f"{mean_return(self.teacher):+.2f}",
            f"{success(self.teacher):.0%}",
            "exact" if self.exact else "approximate",
            f"{statistics.mean(lengths):.0f}",
            f"{max(lengths)} of {self.row.max_turns} ({max(lengths) / self.row.max_turns:.0%})",
        ]

    def remarks(self) -> list[str]:
        """The marks that this task misses."""
        found = []
        if mean_return(self.teacher) < TEACHER:
            found.append(f"the teacher returns {mean_return(self.teacher):+.2f}")
        if mean_return(self.random) > BASELINE:
            found.append(f"random play returns {mean_return(self.random):+.2f}")
        if mean_return(self.constant) > BASELINE:
            found.append(f"`{self.constant_name}` alone returns {mean_return(self.constant):+.2f}")
        longest = max(episode.length for episode in self.teacher) / self.row.max_turns
        if longest > SHARE:
            found.append(f"the teacher's longest episode takes {longest:.0%} of the horizon")
        return found


def mean_return(episodes: list[Episode]) -> float:
    return statistics.mean(episode.total for episode in episodes)


def success(episodes: list[Episode]) -> float:
    return statistics.mean(episode.success for episode in episodes)


def measure(task_id: str, seeds: int, screen: int) -> Line:
    """Play one task with all players."""
    row = catalogue.task(task_id)
    game = make(row.id)
    count = len(game.actions)
    numbers = range(FIRST_SEED, FIRST_SEED + seeds)
    random = []
    for seed in numbers:
        rng = np.random.default_rng([1, seed])
        random.append(play(game, lambda rng=rng: int(rng.integers(count)), seed))  # type: ignore[misc]

    def constant(action: int, chosen: range) -> list[Episode]:
        return [play(game, lambda: action, seed) for seed in chosen]

    screened = {action: mean_return(constant(action, numbers[:screen])) for action in range(count)}
    finalists = sorted(screened, key=lambda action: -screened[action])[:FINALISTS]
    played = {action: constant(action, numbers) for action in finalists}
    best = max(played, key=lambda action: mean_return(played[action]))

    solver = solver_for(game)
    assert solver is not None
    teacher = [play(game, lambda: solver.best_action(game), seed) for seed in numbers]
    return Line(row, solver.exact, random, played[best], game.actions.names[best], teacher)


def page(lines: list[Line], seeds: int, screen: int, families: list[str]) -> str:
    """The whole document."""
    parts = [
        "# Teachers and baselines\n\n"
        f"Written by `python -m benchmarks teachers --seeds {seeds} --family {' '.join(families)}`; do not edit.\n\n"
        f"Mean return over {seeds} episodes (seeds {FIRST_SEED:,} and following) of uniformly random play, of the best "
        f"constant action, and of the task's teacher. Every constant action is screened on {screen} seeds and the best "
        f"{FINALISTS} are played on all. A teacher is exact where its cost-to-go is the true minimum (or the minimal "
        "expectation), else a reference policy with an estimate. The last column is the teacher's longest episode "
        "beside the horizon.\n"
    ]
    head = (
        "| task | random | random success | best constant action | teacher | teacher success | kind | mean length | "
        "longest |\n|--|--|--|--|--|--|--|--|--|\n"
    )
    for family in families:
        chosen = [line for line in lines if line.row.family == family]
        if chosen:
            table = "\n".join("| " + " | ".join(line.cells()) + " |" for line in chosen)
            parts.append(f"## {family}\n\n{head}{table}\n")
    notes = [
        f"- {line.row.name}: {'; '.join(found)}." + (f" {REASONS[line.row.name]}" if line.row.name in REASONS else "")
        for line in lines
        if (found := line.remarks())
    ]
    parts.append(
        f"## Exceptions\n\nA task should let its teacher return at least {TEACHER}, random play and every constant "
        f"action at most {BASELINE}, and the teacher finish within {SHARE:.0%} of the horizon. "
        + ("All tasks above do.\n" if not notes else "These do not:\n\n" + "\n".join(notes) + "\n")
    )
    return "\n".join(parts)


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks teachers", description=__doc__)
    parser.add_argument("--seeds", type=int, default=100, help="episodes of each player")
    parser.add_argument("--screen", type=int, default=3, help="episodes of every constant action")
    parser.add_argument("--family", nargs="+", default=["classics"])
    parser.add_argument("--workers", type=int, default=1, help="processes that share the tasks")
    parser.add_argument("--only", nargs="+", help="measure these tasks and print them, without writing the page")
    args = parser.parse_args(argv)
    rows = [row for row in catalogue.tasks(family=args.family, ids=args.only, built=True) if row.solver]
    job = partial(measure, seeds=args.seeds, screen=min(args.screen, args.seeds))
    lines = []
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool:
        for line in pool.imap(job, [row.id for row in rows]):
            print(*line.cells(), *line.remarks(), sep="  ", flush=True)
            lines.append(line)
    if not args.only:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(page(lines, args.seeds, args.screen, args.family), encoding="utf-8")
