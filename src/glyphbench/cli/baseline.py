"""`glyphbench baseline`: measure what random play, the teachers and constant actions score."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from glyphbench.cli.errors import Stop, one_line

if TYPE_CHECKING:
    from glyphbench.evaluation.baselines import Baseline


def baseline(
    tasks: Annotated[list[str] | None, typer.Option(help="Task id or pattern (repeatable).")] = None,
    family: Annotated[list[str] | None, typer.Option(help="All tasks of this family (repeatable).")] = None,
    split: Annotated[str | None, typer.Option(help="Only tasks of this named split.")] = None,
    exclude: Annotated[list[str] | None, typer.Option(help="Leave out these ids or patterns (repeatable).")] = None,
    seeds: Annotated[int, typer.Option(min=1, max=10_000, help="Episodes per task of random and solver.")] = 25,
    constants: Annotated[
        int, typer.Option(min=0, max=10_000, help="Episodes per constant action; 0 leaves them out.")
    ] = 5,
    workers: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    out: Annotated[Path | None, typer.Option(help="Data file; by default the one that normalisation reads.")] = None,
    taken: Annotated[
        list[Path] | None,
        typer.Option("--from", help="Run of random or solver whose episodes are taken as they are (repeatable)."),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Measure anew what the file holds already.")] = False,
) -> None:
    """Measure random play, the teachers and constant actions, and note them in the file that normalisation reads.

    By default the whole standard track. The same command again goes on where it stopped; other tasks in the file stay
    as they are. Tasks that chance or a constant action can play are named at the end.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from glyphbench import catalogue
    from glyphbench.evaluation import select
    from glyphbench.evaluation.baselines import BASELINES
    from glyphbench.evaluation.measure import bring_up_to_date, made_here, played_in, warnings
    from glyphbench.evaluation.worker import RunStopped

    if split is not None and catalogue.named_split(split).fixed:
        raise ValueError(f"the split {split} is of fixed instances; baselines are of tasks as they are")
    chosen = select(ids=tasks or (), family=family or (), split=split, exclude=exclude or ())
    if chosen.skipped:
        print(f"left out: {', '.join(chosen.skipped)}", file=sys.stderr)
    path = BASELINES if out is None else out
    ids = [row.id for row in chosen.tasks]
    made = made_here(shlex.join(["glyphbench", *sys.argv[1:]]), seeds, constants)
    known = played_in(taken or (), made)
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    found: dict[str, Baseline] = {}
    seconds = dict.fromkeys((row.family for row in chosen.tasks), 0.0)
    resume = "the same command goes on from there"
    try:
        with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
            bar = progress.add_task("tasks", total=len(ids))
            for task, row, took in bring_up_to_date(path, ids, made, workers=workers, again=again, known=known):
                found[task] = row
                seconds[catalogue.task(task).family] += took or 0.0
                progress.update(bar, advance=1, description=task.rpartition("/")[2])
    except KeyboardInterrupt:
        print(f"interrupted: {len(found)} of {len(ids)} tasks are in {path}; {resume}", file=sys.stderr)
        raise
    except (RunStopped, OSError) as error:
        raise Stop(f"{one_line(error)}; {len(found)} of {len(ids)} tasks are in {path}, {resume}") from error
    _print_table(ids, found, seconds)
    lines = [line for task in ids for line in warnings(task, found[task])]
    for line in lines:
        print(f"warning: {line}")
    print(f"baselines: {path}")


def _print_table(ids: list[str], found: dict[str, Baseline], seconds: dict[str, float]) -> None:
    """Mean returns per family, and the time that they took."""
    import numpy as np
    from rich.table import Table

    from glyphbench import catalogue
    from glyphbench.cli.report import console

    table = Table("family", title="Mean return")
    for heading in ("tasks", "random", "solver", "with solver", "best constant", "seconds"):
        table.add_column(heading, justify="right")
    for family, took in seconds.items():
        rows = [found[task] for task in ids if catalogue.task(task).family == family]
        columns = (
            [row.random.mean for row in rows],
            [row.solver.mean for row in rows if row.solver],
            [row.constant.mean for row in rows if row.constant],
        )
        random, solver, constant = (f"{np.mean(column):.3f}" if column else "–" for column in columns)
        table.add_row(family, str(len(rows)), random, solver, str(len(columns[1])), constant, f"{took:,.0f}")
    console().print(table)
