"""`glyphbench report`: tables, JSON or a web page about runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from glyphbench.evaluation.prices import Prices


def report(
    runs: Annotated[list[Path], typer.Argument(help="Run folders; differences are to the first.")],
    by: Annotated[str, typer.Option(help="Rows: family or task.")] = "family",
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write a self-contained web page with plots.")] = None,
    prices: Annotated[
        Path | None, typer.Option(help="TOML table of prices, [MODEL] input, cached_input, output: tells the cost.")
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
    from glyphbench.evaluation.report import comparison, paired, read_run

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
        for path in runs:
            print_run(path, by, table)
        if len(found) > 1:
            console().print(comparison(found))
        for other in found[1:]:
            console().print(paired(found[0], other))


def print_run(path: Path, by: str, prices: Prices | None = None) -> None:
    """Print one run's table and remarks."""
    from glyphbench.evaluation.report import read_run, remarks, table

    run = read_run(path, prices)
    console().print(table(run, by))
    for line in remarks(run):
        print(line)
    print(f"records: {path}")


def console() -> Any:
    """A console whose tables are not folded where output goes to a file or a pipe."""
    from rich.console import Console

    found = Console(highlight=False)
    return found if found.is_terminal else Console(highlight=False, width=160)
