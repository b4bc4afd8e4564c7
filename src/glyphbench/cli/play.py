"""`glyphbench play`: a person plays a task in the terminal."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from glyphbench.cli.catalogue import parse_options
from glyphbench.cli.errors import Stop

if TYPE_CHECKING:
    from glyphbench.evaluation import RunOptions


def play(
    task: Annotated[str, typer.Argument(help="The task's id, for example Sokoban.")],
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of the (first) episode; by default 1000000.")] = None,
    episodes: Annotated[int, typer.Option(min=1, help="Episodes to play one after the other.")] = 1,
    option: Annotated[list[str] | None, typer.Option(help="Task argument as NAME=VALUE (repeatable).")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Run folder; by default runs/human-<digest of options>, numbered if played.")
    ] = None,
) -> None:
    """Play a task yourself: keys for actions, a command line for the rest; recorded like any other run."""
    from glyphbench import catalogue
    from glyphbench.evaluation import FIRST_SEED, RunFolder, RunOptions
    from glyphbench.registration import make

    kwargs = parse_options(option or [])
    row = catalogue.task(task)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Stop("play needs a terminal")
    make(row.id, **kwargs).close()
    options = RunOptions(
        model="human",
        tasks=(row.id,),
        kwargs=kwargs,
        episodes=episodes,
        seed=FIRST_SEED if seed is None else seed,
    )
    path = out if out is not None else _free(options)
    with RunFolder.open(path, options) as folder:
        from glyphbench.human.app import Play

        if len(folder.done) == episodes:
            raise Stop(f"{path} has been played to its end; choose another --out")
        app = Play(options, folder)
        app.run()
        app.wait()
    if app.trouble is not None:
        raise app.trouble
    for record in app.records:
        print(f"{record.task} seed {record.seed}: {record.stop}, return {record.total:+.3f} in {record.length} turns")
    missing = episodes - len(folder.done)
    if missing:
        print(f"{missing} of {episodes} episodes are not finished; the same command goes on from there")
    print(f"records: {path}")


def _free(options: RunOptions) -> Path:
    """The run's folder, or where it has been played to its end, the first numbered one where it has not."""
    from glyphbench.evaluation import read_records

    base = Path("runs") / options.slug
    paths = itertools.chain([base], (base.with_name(f"{base.name}-{n}") for n in itertools.count(2)))
    return next(path for path in paths if len(read_records(path / "episodes.jsonl")) < options.episodes)
