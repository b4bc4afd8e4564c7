"""Page: a report as one web page without scripts, fonts or pictures from elsewhere; made to be read on a phone too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

import glyphbench
from glyphbench import catalogue
from glyphbench.evaluation import plots
from glyphbench.evaluation.compare import differences
from glyphbench.evaluation.report import Finished, number, remarks, rows_of, shown_columns, span, spending
from glyphbench.evaluation.statistics import RESAMPLES
from glyphbench.evaluation.summary import STANDARD, standard, summarise
from glyphbench.harness import Event, StopReason

_CSS = """
:root { color-scheme: light; --ink: #1c1c1c; --soft: #5c5c5c; --line: #dcdcdc; --back: #f6f6f4 }
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 70rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.5rem; margin: .5rem 0 0 } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
h3 { font-size: 1rem; margin: 0 0 .5rem; overflow-wrap: anywhere }
p, li { color: var(--soft); margin: .25rem 0 }
section, details, figure { background: #fff; border: 1px solid var(--line); border-radius: .5rem; padding: .75rem;
  margin: 0 0 .75rem; min-width: 0 }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: .75rem;
  align-items: start }
.cards { grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); margin-top: .75rem }
.grid > * { margin: 0 }
figure svg { display: block; width: 100%; height: auto; max-width: 40rem; margin: 0 auto }
figcaption { font-weight: 600; margin-bottom: .5rem }
summary { cursor: pointer; font-weight: 600 }
details[open] summary { margin-bottom: .5rem }
.scroll { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .875rem; width: 100% }
th, td { padding: .25rem .5rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line) }
th:first-child, td:first-child { text-align: left; position: sticky; left: 0; background: #fff }
tr.all td { font-weight: 600; border-top: 2px solid var(--ink) }
.big { font-size: 1.75rem; font-weight: 600; color: var(--ink); line-height: 1.2 }
"""


class Row(NamedTuple):
    """One line of a table; `strong` sets it off from the others."""

    cells: Sequence[str]
    strong: bool = False


def page(runs: Sequence[Finished]) -> str:
    """Compose the page.

    Raises:
        DependencyNotInstalled: matplotlib is missing.
        ValueError: no run holds an episode.
    """
    if not any(run.records for run in runs):
        raise ValueError("there is nothing to draw: the runs hold no episode yet")
    names = plots.labels(runs)
    body = [
        f"<h1>{escape(' · '.join(names)) if len(names) < 4 else f'{len(names)} models'}</h1>",
        f"<p>GlyphBench {glyphbench.__version__}. Every task weighs the same. Intervals are 95% bootstrap intervals "
        f"over the episodes within each task ({RESAMPLES} resamples); the IQM is the mean of the middle half.</p>",
        f'<div class="grid cards">{"".join(map(_card, runs, names))}</div>',
        *_pictures(runs),
        *_paired(runs, names),
        "<h2>Results per family</h2>",
        *(_folded(name, _results(run, "family"), True) for run, name in zip(runs, names, strict=True)),
        "<h2>How episodes ended</h2>",
        f"<section>{_troubles(runs, names)}</section>",
        "<h2>Tasks</h2>",
        *_tasks(runs),
        *(
            _folded(f"{name}: all numbers", _results(run, "task"))
            for run, name in zip(runs, names, strict=True)
            if run.records
        ),
    ]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>GlyphBench: {escape(', '.join(names))}</title>\n<style>{_CSS}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(body)
        + "\n</main>\n</body>\n</html>\n"
    )


def _card(run: Finished, name: str) -> str:
    """The main numbers of one run."""
    common = [row for row in rows_of(run) if row.name == STANDARD] or rows_of(run)[:1]
    if not common:
        return f"<section><h3>{escape(name)}</h3><p>no episode yet</p></section>"
    row = common[0]
    interval = f" ({span(row.total_interval)})" if row.total_interval else ""
    more = [f"mean return, {escape(row.name)}{interval}", f"{row.success:.1%} success, IQM {number(row.middle)}"]
    if row.normalised is not None:
        more.append(f"{number(row.normalised)} between random (0) and the best known (1)")
    done = f"{len(run.records)} of {run.planned}" if len(run.records) < run.planned else str(run.planned)
    more.append(f"{done} episodes, {row.tasks} tasks" + (f", split {escape(run.split)}" if run.split else ""))
    if row.attempts > 1:
        more.append(f"Avg@{run.attempts}: {row.instances} instances, each played up to {run.attempts} times")
    lines = "".join(f"<p>{line}</p>" for line in [*more, *map(escape, spending(run))])
    return f'<section><h3>{escape(name)}</h3><p class="big">{number(row.total)}</p>{lines}</section>'


def _pictures(runs: Sequence[Finished]) -> Iterable[str]:
    if not any(standard(run.records) for run in runs):
        return []
    drawings = [
        ("Mean return per family", plots.family_bars(runs)),
        ("Distribution of returns", plots.distribution(runs)),
        ("Length and return of each task", plots.lengths(runs)),
        ("Tokens and return of each task", plots.tokens(runs)),
    ]
    figures = "".join(_figure(title, drawing) for title, drawing in drawings if drawing is not None)
    return ["<h2>Standard track</h2>", f'<div class="grid">{figures}</div>']


def _paired(runs: Sequence[Finished], names: Sequence[str]) -> Iterable[str]:
    """Differences to the first run."""
    found: list[str] = []
    heads = ("family", "pairs", "difference", "95% interval", "better", "equal", "worse")
    for run, name in zip(runs[1:], names[1:], strict=True):
        rows = [
            Row(
                (
                    row.name,
                    str(row.episodes),
                    f"{row.mean:+.3f}",
                    span(row.interval),
                    *map(str, (row.wins, row.ties, row.losses)),
                ),
                row.name == STANDARD,
            )
            for row in differences(runs[0].records, run.records)
        ]
        if rows:
            found.append(_folded(f"{name} minus {names[0]}", _table(heads, rows), True))
    return ["<h2>Paired differences</h2>", "<p>Same tasks, same seeds.</p>", *found] if found else []


def _tasks(runs: Sequence[Finished]) -> Iterable[str]:
    """One drawing per family, folded up."""
    families = dict.fromkeys(catalogue.task(record.task).family for run in runs for record in run.records)
    return [_folded(family, _figure("Mean return per task", plots.task_bars(runs, family))) for family in families]


def _results(run: Finished, by: str) -> str:
    rows = rows_of(run, by)
    known = shown_columns(rows)
    notes = "".join(f"<li>{escape(line)}</li>" for line in remarks(run)) if by == "family" else ""
    lines = [Row((row.name, *(column.show(row) for column in known)), row.name == STANDARD) for row in rows]
    return _table((by, *(column.name for column in known)), lines) + (f"<ul>{notes}</ul>" if notes else "")


def _troubles(runs: Sequence[Finished], names: Sequence[str]) -> str:
    """How episodes ended and why replies gave no action, side by side."""
    played = [(name, summarise(name, run.records)) for name, run in zip(names, runs, strict=True) if run.records]
    counts: dict[str, list[int]] = {}
    for stop in StopReason:
        counts[f"ended: {stop.replace('_', ' ')}"] = [row.stops[stop] for _, row in played]
    for event in Event:
        counts[f"reply: {event.replace('_', ' ')}"] = [row.events[event] for _, row in played]
    counts["replies asked for again"] = [row.retries for _, row in played]
    counts["turns without an action"] = [round(row.skipped * row.turns) for _, row in played]
    rows = [Row((what, *(f"{count:,}" for count in found))) for what, found in counts.items() if any(found)]
    return _table(("", *(name for name, _ in played)), rows)


def _figure(title: str, drawing: str) -> str:
    return f"<figure><figcaption>{escape(title)}</figcaption>{drawing}</figure>"


def _folded(title: str, inside: str, is_open: bool = False) -> str:
    return f"<details{' open' * is_open}><summary>{escape(title)}</summary>{inside}</details>"


def _table(heads: Sequence[str], rows: Iterable[Row]) -> str:
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    lines = "".join(
        f"<tr{' class=all' * row.strong}>{''.join(f'<td>{escape(cell)}</td>' for cell in row.cells)}</tr>"
        for row in rows
    )
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>'
