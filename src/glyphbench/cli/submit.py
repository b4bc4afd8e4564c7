"""`glyphbench submit`: a finished run -> a folder of the leaderboard."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from glyphbench.cli.errors import Stop


def submit(
    run: Annotated[Path, typer.Argument(help="Folder of a finished run.")],
    name: Annotated[str, typer.Option(help="What the table calls the entry.")],
    organisation: Annotated[str, typer.Option(help="Who submits.")],
    contact: Annotated[str | None, typer.Option(help="E-mail address for questions.")] = None,
    url: Annotated[str | None, typer.Option(help="Web page for questions (this or --contact).")] = None,
    notes: Annotated[str, typer.Option(help="What a reader should know.")] = "",
    partial: Annotated[
        bool, typer.Option("--partial", help="Declare a part of the track: it is listed without a rank.")
    ] = False,
    trained_on_tasks: Annotated[
        bool, typer.Option("--trained-on-tasks", help="Declare that the model was trained on these tasks.")
    ] = False,
    trained_on_seeds: Annotated[
        bool, typer.Option("--trained-on-seeds", help="Declare that it was trained on the evaluation seeds.")
    ] = False,
    prices: Annotated[
        Path | None, typer.Option(help="TOML table of prices as `glyphbench eval` takes it: tells the cost.")
    ] = None,
    folder: Annotated[str | None, typer.Option("--run", help="The run's folder; by default today's date.")] = None,
    out: Annotated[Path, typer.Option(help="The leaderboard's submissions.")] = Path("leaderboard/submissions"),
    workers: Annotated[int, typer.Option(min=1, help="Processes that re-play at once.")] = 1,
) -> None:
    """Make a submission of a finished run: check that it is complete, leave out all that is private, re-play it.

    What can be published is the records without transcripts. Nothing is sent anywhere.
    """
    from glyphbench.cli.progress import bar
    from glyphbench.evaluation.prices import read_prices
    from glyphbench.evaluation.worker import RunStopped
    from glyphbench.leaderboard.submit import Declared
    from glyphbench.leaderboard.submit import submit as make

    if contact is None and url is None:
        raise ValueError("give --contact or --url: somebody must be there to answer questions")
    declared = Declared(
        name=name,
        organisation=organisation,
        contact=contact,
        url=url,
        notes=notes,
        partial=partial,
        trained_on_tasks=trained_on_tasks,
        trained_on_seeds=trained_on_seeds,
        prices=read_prices(prices) if prices is not None else None,
        run=folder,
    )
    try:
        with bar(run.name) as report:
            target, outcome = make(run, declared, out, workers=workers, report=report)
    except RunStopped as error:
        raise Stop(str(error)) from error
    for warning in outcome.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    about = outcome.entry.submission
    size = sum(file.stat().st_size for file in target.iterdir())
    met = about.contamination
    trained = "trained on these tasks" if met.tasks else "not trained on these tasks"
    trained += " and on the evaluation seeds" if met.seeds else ""
    print(f"{target}: {outcome.played} episodes, all re-played as recorded, {size / 1e6:.2f} MB")
    print(f"{about.track} track, {'partial: listed without a rank' if about.partial else 'complete'}")
    print(f"you declare that the model was {trained}")
    print(f"next: read {target / 'submission.toml'}, then open a pull request that adds this folder:")
    print(f"  git add {target} && git commit -m 'Leaderboard: {target.parent.name}'")
