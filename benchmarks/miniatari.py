"""MiniAtari: what random play, the best constant action and the reference policy return, and steps per second.

Seeds are the evaluation's, from 1,000,000 on, and the same for all players.
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
from functools import partial
from pathlib import Path

from benchmarks import classics, teachers
from glyphbench import catalogue

RESULTS = Path(__file__).parent / "results" / "miniatari.md"
#: What every game should keep: the reference policy's least mean return, its lead over random play, and the most that
#: random play and any constant action may return; and the median speed with text.
REFERENCE, LEAD, BASELINE, SPEED = 0.6, 0.4, 0.3, 8000

Result = tuple[teachers.Line, classics.Line]


def measure(task_id: str, seeds: int, screen: int, steps: int) -> Result:
    """Play and time one game."""
    row = catalogue.task(task_id)
    return teachers.measure(task_id, seeds, screen), classics.measure(row, steps, 3, 3)


def misses(line: teachers.Line) -> list[str]:
    """The marks that a game misses."""
    reference, random = teachers.mean_return(line.teacher), teachers.mean_return(line.random)
    constant = teachers.mean_return(line.constant)
    found = []
    if reference < REFERENCE or reference < random + LEAD:
        found.append(f"the reference policy returns {reference:+.2f}, random play {random:+.2f}")
    if random > BASELINE:
        found.append(f"random play returns {random:+.2f}")
    if constant > BASELINE:
        found.append(f"`{line.constant_name}` alone returns {constant:+.2f}")
    return found


def cells(line: teachers.Line, speed: classics.Line) -> list[str]:
    """A game's row of the table."""
    returns = [episode.total for episode in line.teacher]
    return [
        line.row.name.removeprefix("MiniAtari-").removesuffix("-v0"),
        f"{teachers.mean_return(line.random):+.2f}",
        f"{teachers.mean_return(line.constant):+.2f} `{line.constant_name}`",
        f"{teachers.mean_return(line.teacher):+.2f}",
        f"{min(returns):+.2f}",
        f"{teachers.success(line.teacher):.0%}",
        f"{statistics.mean(episode.length for episode in line.teacher):.0f} of {line.row.max_turns}",
        f"{speed.text:,.0f}",
        f"{speed.query:.2f}",
    ]


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks miniatari", description=__doc__)
    parser.add_argument("--seeds", type=int, default=50, help="episodes of each player")
    parser.add_argument("--screen", type=int, default=10, help="episodes of every constant action")
    parser.add_argument("--steps", type=int, default=1000, help="steps per timed block")
    parser.add_argument("--workers", type=int, default=1, help="processes that share the games")
    parser.add_argument("--only", nargs="+", help="measure these games and print them, without writing the table")
    args = parser.parse_args(argv)
    rows = [row.id for row in catalogue.tasks(family="miniatari", ids=args.only, built=True)]
    job = partial(measure, seeds=args.seeds, screen=min(args.screen, args.seeds), steps=args.steps)
    results: list[Result] = []
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool:
        for line, speed in pool.imap(job, rows):
            print(*cells(line, speed), *misses(line), sep="  ", flush=True)
            results.append((line, speed))
    median = statistics.median(speed.text for _, speed in results)
    notes = [f"- {line.row.name}: {'; '.join(misses(line))}." for line, _ in results if misses(line)]
    print(f"median {median:,.0f} steps/s with text", *notes, sep="\n")
    if args.only:
        return
    head = "| game | random | best constant action | reference | worst | wins | mean length | steps/s | query ms |"
    RESULTS.write_text(
        "# MiniAtari: returns and speed\n\n"
        f"Mean return over {args.seeds} episodes (seeds {teachers.FIRST_SEED:,} and following) of random play, of the "
        f"best constant action (all screened on {args.screen} seeds, the best {teachers.FINALISTS} played on all) and "
        "of the reference policy, with its worst episode and the share of episodes that reach the target score. Steps "
        "are random actions with text, per CPU second, best of 3 blocks; a query is the median time of a question to "
        "the reference policy.\n\n"
        f"Marks: reference at least {REFERENCE} and {LEAD} above random; random and every constant action at most "
        f"{BASELINE}; median speed at least {SPEED:,}. "
        f"Median over {len(results)} games: **{median:,.0f}** steps/s. "
        + ("All games keep the marks.\n\n" if not notes else "These do not:\n\n" + "\n".join(notes) + "\n\n")
        + f"{head}\n|--|--|--|--|--|--|--|--|--|\n"
        + "\n".join("| " + " | ".join(cells(line, speed)) + " |" for line, speed in results)
        + "\n",
        encoding="utf-8",
    )
