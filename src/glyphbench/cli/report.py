"""`glyphbench report`: tables, JSON or a web page about runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from glyphbench.evaluation.report import Finished


#: Characters below which a table's columns would hold nothing but dots.
_NARROWEST = 80


def report(
    runs: Annotated[list[Path], typer.Argument(help="Run folders; differences are to the first.")],
    by: Annotated[str, typer.Option(help="Rows: family or task.")] = "family",
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write a self-contained web page with plots.")] = None,
    prices: Annotated[
        Path | None, typer.Option(help="TOML table of prices per million tokens (docs/evaluate.md): tells the cost.")
    ] = None,
) -> None:
    """Show the results of one or several runs, finished or not.

    Every task weighs the same. Intervals are 95% bootstrap intervals over the episodes within each task; the IQM is
    the mean of the middle half; differences pair the episodes of the same task and seed.
    """
    if by not in ("family", "task"):
        raise ValueError(f"--by must be family or task, got {by!r}")
    from glyphbench.evaluation.prices import read_prices
    from glyphbench.evaluation.report import as_json as results
    from glyphbench.evaluation.report import read_run

    table = read_prices(prices) if prices is not None else None
    found = [read_run(path, table) for path in runs]
    if html is not None:
        from glyphbench.evaluation.folder import replace
        from glyphbench.evaluation.page import page

        replace(html, page(found))
    if as_json:
        print(json.dumps(results(found), ensure_ascii=False, indent=1))
    elif html is not None:
        print(f"page: {html}")
    else:
        for path, run in zip(runs, found, strict=True):
            print_run(run, path, by)
        print_comparison(found)


def print_comparison(runs: Sequence[Finished]) -> None:
    """Print several runs side by side, and how each differs from the first."""
    from glyphbench.evaluation.report import comparison, paired

    if len(runs) > 1:
        console().print(comparison(runs))
    for other in runs[1:]:
        differences = paired(runs[0], other)
        if differences.row_count:
            console().print(differences)
        else:
            print(f"{other.name} and {runs[0].name} have no task and seed in common, so no difference can be told")


def print_run(run: Finished, path: Path, by: str) -> None:
    """Print one run's table and remarks."""
    from glyphbench.evaluation.report import remarks, table

    console().print(table(run, by))
    for line in remarks(run):
        print(line)
    print(f"records: {path}")


def console() -> Any:
    """A console whose tables are not folded where output goes to a file or a pipe, nor squeezed to nothing."""
    from rich.console import Console

    # Names of models are text: `constant:UP:` is no emoji, brackets are no markup.
    plain: dict[str, Any] = {"highlight": False, "emoji": False, "markup": False}
    found = Console(**plain)
    width = max(found.width, _NARROWEST) if found.is_terminal else 160
    return found if width == found.width else Console(**plain, width=width)
