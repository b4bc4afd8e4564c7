"""Report: the table that a run ends with, and the comparison of several runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from glyphbench.evaluation.folder import read_manifest
from glyphbench.evaluation.options import RunOptions
from glyphbench.evaluation.plan import plan
from glyphbench.evaluation.records import Record, read_records
from glyphbench.evaluation.summary import Summary, by_family, by_task, standard, summarise
from glyphbench.harness import Event, StopReason

if TYPE_CHECKING:
    from rich.table import Table

_EVENTS = {
    Event.CUT: "were cut off by the token limit",
    Event.REASONING_ONLY: "had reasoning that used up the token limit",
    Event.UNPARSEABLE: "named no valid action",
}
_STOPS = {
    StopReason.MODEL_ERROR: "ended because the model failed",
    StopReason.CONTEXT_OVERFLOW: "ended because a prompt did not fit into the context",
    StopReason.TOKEN_BUDGET: "ended at the token budget",
}


@dataclass(frozen=True, slots=True)
class Finished:
    """A run folder as the report reads it: its name, the model, its records, and how many were planned."""

    name: str
    model: str
    records: list[Record]
    planned: int


def read_run(path: Path) -> Finished:
    """Read a run folder, finished or not.

    Raises:
        ValueError: it is not a run folder, or it is damaged.
        OSError: it cannot be read.
    """
    about = read_manifest(path)
    try:
        options = RunOptions.model_validate(about["options"])
    except ValueError:
        raise ValueError(f"{path / 'run.json'} describes a run that this glyphbench does not understand") from None
    return Finished(path.name, options.model, read_records(path / "episodes.jsonl"), len(plan(options)))


def table(run: Finished, by: str = "family") -> Table:
    """One row per family (or per task), and one over all standard tasks."""
    from rich.table import Table

    done = f"{len(run.records)} episodes" if len(run.records) == run.planned else _part(run)
    out = Table(title=f"{run.model}: {done}")
    out.add_column(by)
    for heading in (*(["tasks"] if by == "family" else []), "episodes", "return", "success", "length"):
        out.add_column(heading, justify="right")
    out.add_column("tokens in", justify="right")
    out.add_column("tokens out", justify="right")
    rows = by_family(run.records) if by == "family" else by_task(run.records)
    common = standard(run.records)
    for row in rows:
        out.add_row(*_cells(row, by))
    if len(rows) > 1 and common:
        out.add_section()
        out.add_row(*_cells(summarise("standard track", common), by), style="bold")
    return out


def remarks(run: Finished) -> list[str]:
    """One sentence per kind of trouble: replies without an action, episodes that ended early."""
    if not run.records:
        return []
    whole = summarise(run.name, run.records)
    lines = [
        f"{whole.events[event]} of {whole.replies} replies {what}"
        for event, what in _EVENTS.items()
        if whole.events[event]
    ]
    lines += [
        f"{whole.stops[stop]} of {whole.episodes} episodes {what}" for stop, what in _STOPS.items() if whole.stops[stop]
    ]
    if whole.skipped:
        lines.append(f"{whole.skipped:.1%} of all turns passed without an action")
    return lines


def comparison(runs: Sequence[Finished]) -> Table:
    """Mean returns, one column per run and one row per family."""
    from rich.table import Table

    out = Table(title="Mean return")
    out.add_column("family")
    columns: list[dict[str, Summary]] = []
    for run in runs:
        out.add_column(f"{run.model}\n{run.name}", justify="right")
        column = {row.name: row for row in by_family(run.records)}
        common = standard(run.records)
        if common:
            column["standard track"] = summarise("standard track", common)
        columns.append(column)
    names = dict.fromkeys(name for column in columns for name in column if name != "standard track")
    for name in (*names, "standard track"):
        cells = [f"{column[name].total:.3f}" if name in column else "–" for column in columns]
        if name == "standard track":
            out.add_section()
        if set(cells) != {"–"}:
            out.add_row(name, *cells)
    return out


def _part(run: Finished) -> str:
    return f"{len(run.records)} of {run.planned} episodes so far"


def _cells(row: Summary, by: str) -> list[str]:
    cells = [row.name, *([str(row.tasks)] if by == "family" else [])]
    cells += [str(row.episodes), f"{row.total:.3f}", f"{row.success:.1%}", f"{row.length:.1f}"]
    return cells + [f"{count:,.0f}" if count is not None else "–" for count in (row.tokens_in, row.tokens_out)]
