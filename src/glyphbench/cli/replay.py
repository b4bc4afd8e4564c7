"""`glyphbench replay`: look at the episodes of a run, or export one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from glyphbench.cli.errors import Stop

if TYPE_CHECKING:
    from glyphbench.replay.library import Entry

KINDS = ("html", "gif", "txt")


def replay(
    run: Annotated[Path, typer.Argument(help="Run folder, finished or not.")],
    episode: Annotated[
        str | None, typer.Option(help="A number from the list, or TASK-SEED such as Sokoban-v0-1000003.")
    ] = None,
    export: Annotated[str | None, typer.Option(help="Write html, gif or txt instead of opening the viewer.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="File to write; by default TASK-SEED with the kind's ending.")
    ] = None,
    delay: Annotated[int, typer.Option(min=20, help="Milliseconds per picture of a GIF.")] = 250,
) -> None:
    """Step through the episodes of a run: grid, reasoning, reply, action, reward; or export one as a file."""
    from glyphbench.replay.library import choose, entries

    if export is not None and export not in KINDS:
        raise ValueError(f"--export must be one of {', '.join(KINDS)}, got {export!r}")
    if out is not None and export is None:
        raise ValueError("--out goes with --export")
    found = entries(run)
    if export is not None:
        entry = choose(found, episode)
        path = out if out is not None else Path(f"{entry.job.name}.{export}")
        count = _write(entry, export, path, delay)
        print(f"{path}: {count} frames of {entry.job.task} seed {entry.job.start}")
        return
    if not found:
        raise ValueError(f"{run} holds no episode yet")
    start = choose(found, episode) if episode is not None else None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Stop("the viewer needs a terminal; --export html, gif or txt writes a file")
    from glyphbench.replay.viewer import Viewer

    Viewer(run, start.job if start else None).run()


def _write(entry: Entry, kind: str, path: Path, delay: int) -> int:
    """Write one episode; returns how many frames it has."""
    from glyphbench.replay.episodes import Stage
    from glyphbench.replay.export_gif import export_gif
    from glyphbench.replay.export_html import export_html
    from glyphbench.replay.export_text import export_text
    from glyphbench.replay.story import scenes

    stage = Stage()
    try:
        story = scenes(entry, entry.transcript(), stage)
        if kind == "gif":
            return export_gif(story, path, delay=delay)
        kept = list(story)
        text = export_html(entry, kept) if kind == "html" else "".join(export_text(entry, kept))
        path.write_text(text, encoding="utf-8", errors="backslashreplace")
        return len(kept)
    finally:
        stage.close()
