"""What `glyphbench eval` does with one model: find mistakes first, then play."""

from __future__ import annotations

import errno
import sys
from typing import TYPE_CHECKING, Any

from glyphbench.cli.errors import Stop, one_line

if TYPE_CHECKING:
    from glyphbench.agents import ChatOptions
    from glyphbench.evaluation import RunFolder, RunOptions, Selection


def with_solver(chosen: Selection, named: bool) -> Selection:
    """Only the tasks that have a teacher.

    Raises:
        ValueError: a task that the user named has none, or no task has one.
    """
    from glyphbench.evaluation import Selection

    lacking = [row.name for row in chosen.tasks if not row.solver]
    having = [row for row in chosen.tasks if row.solver]
    if lacking and (named or not having):
        some = ", ".join(lacking[:5]) + (" …" if len(lacking) > 5 else "")
        raise ValueError(f"no solver for {some}; `glyphbench list` shows the tasks that have one")
    note = [f"{len(lacking)} tasks (no solver)"] if lacking else []
    return Selection(having, chosen.skipped + note)


def check(options: RunOptions, chat: ChatOptions) -> None:
    """Find mistakes before anything is written: the model's name, task arguments, the harness.

    Task arguments, a constant action and another view than glyphs are tried on one task of every game.

    Raises:
        ValueError, TypeError, OSError: what is wrong.
    """
    from glyphbench import catalogue
    from glyphbench.agents import model_from
    from glyphbench.harness import Interface
    from glyphbench.registration import make

    model = model_from(options.model, chat)
    games = {catalogue.task(task).entry_point: task for task in reversed(options.tasks)}
    if options.observation is Interface.PIXELS and not model.sees:
        raise ValueError(f"{options.model} cannot be shown pictures: leave out --observation pixels")
    shown = options.observation is not Interface.GLYPH
    all_matter = shown or options.kwargs.keys() - {"layout", "max_turns"} or options.model.startswith("constant:")
    for task in games.values() if all_matter else options.tasks[:1]:
        game = make(task, **options.kwargs)
        model.player(game, options.seed)
        if shown:
            game.reset(seed=options.seed)
            options.asking.see(game)
        game.close()


def play_run(options: RunOptions, folder: RunFolder, **how: Any) -> None:
    """Run, show progress, and say what is safe when the run cannot go on.

    Raises:
        Stop: it cannot go on.
        KeyboardInterrupt: the user stopped it.
    """
    import asyncio

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from glyphbench.agents import ModelUnavailable
    from glyphbench.evaluation import Record, run
    from glyphbench.evaluation.plan import episodes_of
    from glyphbench.evaluation.worker import RunStopped

    total = episodes_of(options)
    console = Console(stderr=True)
    if folder.done:
        print(f"{folder.path}: {len(folder.done)} of {total} episodes are there already", file=sys.stderr)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    resume = "the same command goes on from there"
    try:
        with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
            bar = progress.add_task("episodes", total=total, completed=len(folder.done))

            def advance(record: Record) -> None:
                progress.update(bar, advance=1, description=record.task.rpartition("/")[2])

            asyncio.run(run(options, folder, report=advance, **how))
    except KeyboardInterrupt:
        print(f"interrupted: {len(folder.done)} of {total} episodes are in {folder.path}; {resume}", file=sys.stderr)
        raise
    except (ModelUnavailable, RunStopped, OSError) as error:
        what = one_line(error)
        if isinstance(error, OSError):
            full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
            what = f"the disk is full ({error.strerror})" if full else f"cannot read or write: {what}"
        raise Stop(f"{what}; {len(folder.done)} of {total} episodes are in {folder.path}, {resume}") from error
