"""Report: the table that a run ends with, the comparison of several runs, and both as JSON."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from glyphbench.evaluation.compare import differences
from glyphbench.evaluation.folder import read_manifest, stated_options
from glyphbench.evaluation.plan import episodes_of
from glyphbench.evaluation.prices import Prices
from glyphbench.evaluation.records import Record, read_records
from glyphbench.evaluation.statistics import CONFIDENCE, RESAMPLES, Interval
from glyphbench.evaluation.summary import STANDARD, Spent, Summary, by_family, by_task, spent_on, standard, summarise
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


@dataclass(frozen=True, eq=False)
class Finished:
    """A run folder as the report reads it: its name, the model, its records, how many were planned, and prices.

    `split` is the split of fixed instances that it plays, `attempts` how often it plays each instance.
    """

    name: str
    model: str
    records: list[Record]
    planned: int
    prices: Prices | None = None
    split: str | None = None
    attempts: int = 1

    @cached_property
    def families(self) -> list[Summary]:
        """One summary per family."""
        return by_family(self.records, self.prices)

    @cached_property
    def tasks(self) -> list[Summary]:
        """One summary per task."""
        return by_task(self.records, self.prices)

    @cached_property
    def standard(self) -> Summary | None:
        """The summary over all standard tasks; None where there is none."""
        common = standard(self.records)
        return summarise(STANDARD, common, prices=self.prices) if common else None

    @cached_property
    def spent(self) -> Spent:
        """What all its episodes used."""
        return spent_on(self.records, self.prices)


def read_run(path: Path, prices: Prices | None = None) -> Finished:
    """Read a run folder, finished or not; with `prices` its cost is told.

    Raises:
        ValueError: it is not a run folder, or it is damaged.
        OSError: it cannot be read.
    """
    about = read_manifest(path)
    options = stated_options(path, about)
    records = read_records(path / "episodes.jsonl")
    return Finished(path.name, options.model, records, episodes_of(options), prices, options.split, options.attempts)


def table(run: Finished, by: str = "family") -> Table:
    """One row per family (or per task), and one over all standard tasks."""
    from rich.table import Table

    count = len(run.records)
    done = f"{count} episode{'' if count == 1 else 's'}" if count == run.planned else _part(run)
    out = Table(title=f"{run.model}: {done}" + (f" of the split {run.split}" if run.split else ""))
    rows = rows_of(run, by)
    known = [column for column in shown_columns(rows) if not column.wide]
    out.add_column(by)
    if by == "family":
        out.add_column("tasks", justify="right")
    for column in known:
        out.add_column(column.name, justify="right")
    for row in rows:
        if row.name == STANDARD:
            out.add_section()
        cells = [row.name, *([str(row.tasks)] if by == "family" else []), *(column.show(row) for column in known)]
        out.add_row(*cells, style="bold" if row.name == STANDARD else None)
    return out


def rows_of(run: Finished, by: str = "family") -> list[Summary]:
    """One summary per family (or per task), and one over all standard tasks where there are several rows."""
    rows = run.families if by == "family" else run.tasks
    return rows + ([run.standard] if len(rows) > 1 and run.standard else [])


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
    if whole.retries:
        lines.append(f"{whole.retries} of {whole.replies} replies were asked for again")
    if whole.skipped:
        lines.append(f"{whole.skipped:.1%} of all turns passed without an action")
    if whole.attempts > 1:
        lines.append(
            f"Avg@{run.attempts}: the mean over the attempts at an instance, then over the {whole.instances} "
            "instances, which intervals draw anew"
        )
    if whole.total_interval is None and whole.episodes > 1:
        lines.append("an interval needs two episodes of every task")
    if whole.normalised is not None:
        lines.append(f"norm.: 0 is random, 1 the best known; {whole.scaled} of {whole.tasks} tasks have that scale")
    return lines + spending(run)


def spending(run: Finished) -> list[str]:
    """One sentence on the tokens of a run and, with prices, one on its cost."""
    if not run.records:
        return []
    spent, lines = run.spent, []
    if spent.tokens_in is not None and spent.tokens_out is not None:
        cached = "" if spent.tokens_cached is None else f" ({spent.tokens_cached:,} cached)"
        reasoning = "" if spent.tokens_reasoning is None else f" ({spent.tokens_reasoning:,} reasoning)"
        lines.append(f"tokens in all: {spent.tokens_in:,} in{cached}, {spent.tokens_out:,} out{reasoning}")
    if spent.cost is not None:
        lines.append(f"cost: {dollars(spent.cost)} in all, {dollars(spent.cost / len(run.records))} an episode")
    elif run.prices is not None:
        lacking = run.prices.of(run.model) is None
        why = f"the table has no price for {run.model}" if lacking else "tokens were not counted in every episode"
        lines.append(f"cost: unknown, {why}")
    return lines


def comparison(runs: Sequence[Finished]) -> Table:
    """Mean returns, one column per run and one row per family."""
    from rich.table import Table

    out = Table(title="Mean return")
    out.add_column("family")
    columns: list[dict[str, Summary]] = []
    for run in runs:
        out.add_column(f"{run.model}\n{run.name}", justify="right")
        columns.append({row.name: row for row in rows_of(run)})
    names = dict.fromkeys(name for column in columns for name in column if name != STANDARD)
    for name in (*names, STANDARD):
        cells = [number(column[name].total) if name in column else "–" for column in columns]
        if name == STANDARD:
            out.add_section()
        if set(cells) != {"–"}:
            out.add_row(name, *cells)
    return out


def paired(first: Finished, second: Finished) -> Table:
    """How the second run differs from the first on the episodes that both played."""
    from rich.table import Table

    out = Table(title=f"{second.model} ({second.name}) minus {first.model} ({first.name}), same tasks and seeds")
    out.add_column("family")
    for heading in ("tasks", "pairs", "difference", "95% interval", "better", "equal", "worse"):
        out.add_column(heading, justify="right")
    for row in differences(first.records, second.records):
        if row.name == STANDARD:
            out.add_section()
        counts = [str(count) for count in (row.wins, row.ties, row.losses)]
        cells = [str(row.tasks), str(row.episodes), f"{row.mean:+.3f}", span(row.interval), *counts]
        out.add_row(row.name, *cells, style="bold" if row.clear else None)
    return out


def as_json(runs: Sequence[Finished]) -> dict[str, Any]:
    """Everything that the tables show, unrounded; the differences are to the first run."""
    return {
        "version": 1,
        "interval": f"{CONFIDENCE:.0%} stratified percentile bootstrap, {RESAMPLES} resamples",
        "runs": [
            {
                "name": run.name,
                "model": run.model,
                "planned": run.planned,
                "episodes": len(run.records),
                "price": price.model_dump() if run.prices and (price := run.prices.of(run.model)) else None,
                "spent": asdict(run.spent),
                **({"split": run.split} if run.split else {}),
                "families": [_plain(row) for row in rows_of(run)],
                "tasks": [_plain(row) for row in run.tasks],
            }
            for run in runs
        ],
        "differences": [
            {"first": runs[0].name, "second": run.name, "families": [asdict(row) for row in found]}
            for run in runs[1:]
            if (found := differences(runs[0].records, run.records))
        ],
    }


def _plain(row: Summary) -> dict[str, Any]:
    """A summary as JSON has it; in Python 3.11 `asdict` makes nonsense of a `Counter`."""
    bare = replace(row, events=Counter(), stops=Counter())
    return {**asdict(bare), "events": dict(row.events), "stops": dict(row.stops)}


def shown_columns(rows: Sequence[Summary]) -> list[Column]:
    """The columns in which some row has a number, or all where there is no row."""
    known = [column for column in COLUMNS if not rows or any(column.show(row) != "–" for row in rows)]
    attempts = max((row.attempts for row in rows), default=1)
    if attempts == 1:
        return known
    return [
        column._replace(name=f"{column.name} Avg@{attempts}") if column.name in ("return", "success") else column
        for column in known
    ]


def number(value: float | None) -> str:
    """A return for a table."""
    return "–" if value is None else f"{value:.3f}"


def span(found: Interval | None) -> str:
    """An interval for a table."""
    return "–" if found is None else f"{found.low:.3f} … {found.high:.3f}"


class Column(NamedTuple):
    """One column of numbers in the tables of a run."""

    name: str
    show: Callable[[Summary], str]
    #: Whether only a page has room for it.
    wide: bool = False


def _count(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"


def dollars(value: float) -> str:
    """An amount for a table: to the cent, and below a dollar to three digits that count."""
    places = 2 if value >= 1 or value <= 0 else 2 - math.floor(math.log10(value))
    return f"${value:,.{places}f}"


def _cost(row: Summary, value: float | None) -> str:
    if not row.priced:
        return "–"
    return "unknown" if value is None else dollars(value)


#: What is told of each row, beside its name.
COLUMNS = (
    Column("episodes", lambda row: str(row.episodes)),
    Column("instances", lambda row: str(row.instances) if row.attempts > 1 else "–"),
    Column("return", lambda row: number(row.total)),
    Column("95% interval", lambda row: span(row.total_interval)),
    Column("IQM", lambda row: number(row.middle)),
    Column("norm.", lambda row: number(row.normalised)),
    Column("success", lambda row: f"{row.success:.1%}"),
    Column("95% interval", lambda row: span(row.success_interval) if row.attempts > 1 else "–"),
    Column("length", lambda row: f"{row.length:.1f}"),
    Column("tokens in", lambda row: _count(row.tokens_in)),
    Column("cached", lambda row: _count(row.tokens_cached), wide=True),
    Column("tokens out", lambda row: _count(row.tokens_out)),
    Column("reasoning", lambda row: _count(row.tokens_reasoning), wide=True),
    Column("cost/episode", lambda row: _cost(row, row.cost)),
    Column("cost", lambda row: _cost(row, row.spent.cost)),
)


def _part(run: Finished) -> str:
    return f"{len(run.records)} of {run.planned} episodes so far"
