"""MiniAtari: what random play, the best constant action and the reference policy return, and steps per second.

Seeds are the evaluation's, from 1,000,000 on, and the same for all players. With `--only`, the other games keep the
rows that they have in the table.
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
HEAD = ("game", "random", "best constant action", "reference", "worst", "wins", "mean length", "steps/s", "query ms")


def title(row: catalogue.Task) -> str:
    """The game's name alone."""
    return row.name.removeprefix("MiniAtari-").removesuffix("-v0")


def measure(task_id: str, seeds: int, screen: int, steps: int) -> list[str]:
    """Play and time one game: its row of the table."""
    row = catalogue.task(task_id)
    line = teachers.measure(task_id, seeds, screen)
    speed = classics.measure(row, steps, 3, 3)
    return [
        title(row),
        f"{teachers.mean_return(line.random):+.2f}",
        f"{teachers.mean_return(line.constant):+.2f} `{line.constant_name}`",
        f"{teachers.mean_return(line.teacher):+.2f}",
        f"{min(episode.total for episode in line.teacher):+.2f}",
        f"{teachers.success(line.teacher):.0%}",
        f"{statistics.mean(episode.length for episode in line.teacher):.0f} of {row.max_turns}",
        f"{speed.text:,.0f}",
        f"{speed.query:.2f}",
    ]


def misses(cells: list[str]) -> list[str]:
    """The marks that a game misses."""
    random, constant, reference = (float(cell.split()[0]) for cell in cells[1:4])
    found = []
    if reference < REFERENCE or reference < random + LEAD:
        found.append(f"the reference policy returns {reference:+.2f}, random play {random:+.2f}")
    if random > BASELINE:
        found.append(f"random play returns {random:+.2f}")
    if constant > BASELINE:
        found.append(f"{cells[2].split()[1]} alone returns {constant:+.2f}")
    return found


def page(results: list[list[str]], seeds: int, screen: int) -> str:
    """The whole document."""
    median = statistics.median(float(cells[7].replace(",", "")) for cells in results)
    notes = [f"- {cells[0]}: {'; '.join(found)}." for cells in results if (found := misses(cells))]
    verdict = "These do not:\n\n" + "\n".join(notes) if notes else "All games keep the marks."
    table = [HEAD, ["--"] * len(HEAD), *results]
    return (
        "# MiniAtari: returns and speed\n\n"
        f"Mean return over {seeds} episodes (seeds {teachers.FIRST_SEED:,} and following) of random play, of the best "
        f"constant action (all screened on {screen} seeds, the best {teachers.FINALISTS} played on all) and of the "
        "reference policy, with its worst episode and the share of episodes that reach the target score. Steps are "
        "random actions with text, per CPU second, best of 3 blocks; a query is the median time of a question to the "
        "reference policy.\n\n"
        f"Marks: reference at least {REFERENCE} and {LEAD} above random; random and every constant action at most "
        f"{BASELINE}; median speed at least {SPEED:,}. Median over {len(results)} games: **{median:,.0f}** steps/s. "
        f"{verdict}\n\n" + "\n".join("| " + " | ".join(cells) + " |" for cells in table) + "\n"
    )


def kept() -> dict[str, list[str]]:
    """The rows of the present table, by game."""
    if not RESULTS.exists():
        return {}
    lines = [line for line in RESULTS.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    return {cells[0]: cells for cells in rows}


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks miniatari", description=__doc__)
    parser.add_argument("--seeds", type=int, default=50, help="episodes of each player")
    parser.add_argument("--screen", type=int, default=10, help="episodes of every constant action")
    parser.add_argument("--steps", type=int, default=1000, help="steps per timed block")
    parser.add_argument("--workers", type=int, default=1, help="processes that share the games")
    parser.add_argument("--only", nargs="+", help="measure these games; the others keep their rows")
    args = parser.parse_args(argv)
    every = catalogue.tasks(family="miniatari", built=True)
    chosen = catalogue.tasks(family="miniatari", ids=args.only, built=True)
    job = partial(measure, seeds=args.seeds, screen=min(args.screen, args.seeds), steps=args.steps)
    if not args.only:
        RESULTS.unlink(missing_ok=True)
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool:
        for cells in pool.imap_unordered(job, [row.id for row in chosen]):
            print(*cells, *misses(cells), sep="  ", flush=True)
            # Read and written after every game, so that runs may be stopped, and share the games between them.
            results = kept() | {cells[0]: cells}
            ordered = [results[title(row)] for row in every if title(row) in results]
            RESULTS.write_text(page(ordered, args.seeds, args.screen), encoding="utf-8")
