"""`glyphbench verify`: re-play every record of a run and say what differs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from glyphbench.cli.errors import Stop, printable


def verify(
    runs: Annotated[list[Path], typer.Argument(help="Run folders, finished or not.")],
    workers: Annotated[int, typer.Option(min=1, help="Processes that re-play at once.")] = 1,
) -> None:
    """Re-play every episode of a run from its seed and actions, and compare with what is recorded.

    Exit code: 0 all records are right, 1 some differ, 2 something cannot be read.
    """
    from glyphbench.cli.progress import bar
    from glyphbench.evaluation.worker import RunStopped
    from glyphbench.replay.runs import verify_run

    worst = 0
    for path in runs:
        try:
            with bar(path.name) as report:
                found = verify_run(path, workers=workers, report=report)
        except RunStopped as error:
            raise Stop(str(error)) from error
        for warning in found.warnings:
            print(printable(f"warning: {path}: {warning}"), file=sys.stderr)
        for finding in found.findings:
            print(printable(f"{path}: {finding}"))
        wrong = sum(finding.line > 0 and finding.readable for finding in found.findings)
        torn = sum(not finding.readable for finding in found.findings)
        parts = [f"{found.checked} of {found.planned} episodes re-played"]
        parts.append(f"{wrong} differ" if wrong else "all as recorded" if found.checked else "nothing to compare")
        parts += [f"{torn} lines cannot be read"] if torn else []
        print(f"{path}: {', '.join(parts)}")
        worst = max(worst, 0 if found.sound else 1 if found.readable else 2)
    raise typer.Exit(worst)
