"""`glyphbench leaderboard`: check submissions, print their schema, write the site."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from glyphbench.cli.errors import Stop

app = typer.Typer(help="Check submissions and make the pages that show them.", no_args_is_help=True)


def submissions() -> Path:
    """Where the leaderboard lies: in the source checkout that runs, else below the working directory."""
    checkout = Path(__file__).parents[3] / "leaderboard" / "submissions"
    return checkout if checkout.is_dir() else Path("leaderboard") / "submissions"


@app.command("verify")
def verify(
    path: Annotated[Path | None, typer.Argument(help="A submission or a folder of them; by default all.")] = None,
    sample: Annotated[str, typer.Option(help="Episodes to re-play: all, or a share such as 5%.")] = "all",
    seed: Annotated[str, typer.Option(help="Any text: another one chooses another sample.")] = "",
    workers: Annotated[int, typer.Option(min=1, help="Processes that re-play at once.")] = 1,
    changed_since: Annotated[
        str | None, typer.Option(help="Only submissions that differ from this git revision.")
    ] = None,
) -> None:
    """Check the structure of submissions and re-play their episodes.

    Exit code: 0 all is right, 1 something is not as submitted, 2 nothing could be checked.
    """
    from glyphbench.cli.progress import bar
    from glyphbench.evaluation.worker import RunStopped
    from glyphbench.leaderboard.reading import folders, plain
    from glyphbench.leaderboard.verify import changed_since as changed
    from glyphbench.leaderboard.verify import verify as check

    share = _share(sample)
    root = submissions() if path is None else path
    if path is None and not root.exists():
        print(f"{root}: no submissions")
        return
    chosen = folders(root)
    if changed_since is not None:
        differing = set(changed(changed_since, chosen))
        chosen = [folder for folder in chosen if folder in differing]
        if not chosen:
            print(f"{root}: no submission differs from {changed_since}")
    worst = 0
    for folder in chosen:
        name = plain(f"{folder.parent.name}/{folder.name}")
        try:
            with bar(name) as report:
                found = check(folder, share=share, seed=seed, workers=workers, report=report)
        except RunStopped as error:
            raise Stop(str(error)) from error
        for warning in found.warnings:
            print(f"warning: {name}: {plain(warning)}", file=sys.stderr)
        for finding in found.findings:
            print(f"{name}: {plain(str(finding), 1000)}")
        if found.entry.findings:
            print(f"{name}: refused, nothing re-played")
        else:
            wrong = len(found.findings)
            what = f"{wrong} differ{'s' * (wrong == 1)}" if wrong else "all as submitted"
            print(f"{name}: {found.played} of {len(found.entry.numbered)} episodes re-played, {what}")
            if found.findings and found.warnings:
                print(f"{name}: made with other versions than are installed here, which may be why; install those")
        worst = max(worst, 0 if found.sound else 1)
    raise typer.Exit(worst)


@app.command("schema")
def schema(
    out: Annotated[Path | None, typer.Option(help="Write submission.json and episode.json into this folder.")] = None,
) -> None:
    """Print the JSON Schema of `submission.toml`, or write it and that of a record."""
    from glyphbench.evaluation.folder import replace
    from glyphbench.leaderboard.schema import schemas

    texts = {name: json.dumps(content, indent=1) + "\n" for name, content in schemas().items()}
    if out is None:
        print(texts["submission.json"], end="")
        return
    out.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        replace(out / name, text)
        print(out / name)


@app.command("build")
def build(
    submitted: Annotated[
        Path | None, typer.Option("--submissions", help="Folder of submissions; by default leaderboard/submissions.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the site; by default leaderboard/site.")] = None,
    replays: Annotated[int, typer.Option(help="Episodes of each family that can be watched, 0 to 25.")] = 3,
) -> None:
    """Write the leaderboard as a static site that needs no server; the same submissions give the same bytes.

    The episodes that can be watched are played again, and must be what was submitted. An earlier site in the same
    folder is replaced; a folder that holds anything else is left alone.
    """
    from rich.console import Console

    from glyphbench.leaderboard.site import build as make

    source = submissions() if submitted is None else submitted
    place = source.parent / "site" if out is None else out
    console = Console(stderr=True)
    with console.status("reading submissions") as status:
        built = make(source, place, replays=replays, report=status.update)
    for note in built.notes:
        print(f"warning: {note}", file=sys.stderr)
    entries = "1 entry" if built.entries == 1 else f"{built.entries} entries"
    print(f"{place / 'index.html'}: {entries}, {built.replays} replays, {built.bytes / 1e6:.1f} MB")


def _share(text: str) -> float:
    """`all` or a percentage as a number above 0 up to 1.

    Raises:
        ValueError: it is neither.
    """
    if text == "all":
        return 1.0
    try:
        share = float(text.removesuffix("%")) / 100 if text.endswith("%") else 0.0
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise ValueError(f"--sample must be all or a percentage above 0% up to 100%, got {text!r}")
    return share
