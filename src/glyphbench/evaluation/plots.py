"""Plots: runs -> SVG drawings for the report's page, small enough to be read on a phone."""

from __future__ import annotations

import hashlib
import io
import re
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.error import DependencyNotInstalled

from glyphbench import catalogue
from glyphbench.evaluation.report import Finished, rows_of
from glyphbench.evaluation.summary import STANDARD, Summary, standard

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Inches; text of 9 points then has about its natural size on a screen that is 390 pixels wide.
_WIDTH = 4.2
#: Colour-blind safe (Okabe and Ito).
_COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#7F7F7F", "#B8A800")
_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "glyphbench",
    "font.family": "sans-serif",
    "font.sans-serif": ["system-ui", "DejaVu Sans"],
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e4e4e4",
    "legend.frameon": False,
}


def labels(runs: Sequence[Finished]) -> list[str]:
    """A name per run: the model's, with the folder's where two models are the same."""
    models = [run.model for run in runs]
    return [run.model if models.count(run.model) == 1 else f"{run.model} ({run.name})" for run in runs]


def distribution(runs: Sequence[Finished]) -> str:
    """The share of episodes that return at least so much, every standard task weighing the same."""
    figure, axes = _figure(3.2)
    for number, (run, label) in enumerate(zip(runs, labels(runs), strict=True)):
        groups: dict[str, list[float]] = {}
        for record in standard(run.records):
            groups.setdefault(record.task, []).append(record.total)
        if not groups:
            continue
        returns = np.concatenate([np.asarray(group) for group in groups.values()])
        weights = np.concatenate([np.full(len(group), 1 / len(group) / len(groups)) for group in groups.values()])
        order = np.argsort(-returns, kind="stable")
        levels, shares = returns[order], np.cumsum(weights[order])
        axes.step(
            np.r_[1.0, levels, -1.0], np.r_[0.0, shares, 1.0], where="post", color=_colour(number), label=label, lw=2
        )
    axes.set(xlim=(-1.03, 1.03), ylim=(-0.02, 1.02), xlabel="return of at least", ylabel="share of episodes")
    return _svg(figure, axes)


def family_bars(runs: Sequence[Finished]) -> str:
    """Mean return per family of standard tasks, and over all of them, with intervals."""
    return _bars(runs, [[row for row in rows_of(run) if _track(row) == "standard"] for run in runs])


def task_bars(runs: Sequence[Finished], family: str) -> str:
    """Mean return per task of one family with its interval."""
    return _bars(runs, [[row for row in run.tasks if catalogue.task(row.name).family == family] for run in runs])


def tokens(runs: Sequence[Finished]) -> str | None:
    """Tokens per episode against return, one dot per task; None where no model counts tokens."""
    figure, axes = _figure(3.2)
    drawn = False
    for number, (run, label) in enumerate(zip(runs, labels(runs), strict=True)):
        known = [row for row in _standard_tasks(run) if row.tokens_in is not None]
        spent = [(row.tokens_in or 0) + (row.tokens_out or 0) for row in known]
        if not sum(spent):
            continue
        drawn = True
        axes.scatter(spent, [row.total for row in known], s=18, alpha=0.7, color=_colour(number), label=label, lw=0)
    axes.set(xscale="log", ylim=(-1.05, 1.05), xlabel="tokens per episode (prompt and reply)", ylabel="mean return")
    return _svg(figure, axes) if drawn else None


def lengths(runs: Sequence[Finished]) -> str:
    """Turns per episode against return, one dot per task."""
    figure, axes = _figure(3.2)
    for number, (run, label) in enumerate(zip(runs, labels(runs), strict=True)):
        rows = _standard_tasks(run)
        axes.scatter(
            [row.length for row in rows],
            [row.total for row in rows],
            s=18,
            alpha=0.7,
            color=_colour(number),
            label=label,
            lw=0,
        )
    axes.set(ylim=(-1.05, 1.05), xlabel="turns per episode", ylabel="mean return")
    return _svg(figure, axes)


def _standard_tasks(run: Finished) -> list[Summary]:
    return [row for row in run.tasks if catalogue.task(row.name).track == "standard"]


def _track(row: Summary) -> str:
    """The track of a family's row, or of the row over the standard track."""
    return "standard" if row.name == STANDARD else catalogue.tasks(family=row.name)[0].track


def _bars(runs: Sequence[Finished], rows: Sequence[Sequence[Summary]]) -> str:
    """Horizontal bars, one group per name, one bar per run."""
    names = list(dict.fromkeys(row.name for column in rows for row in column))
    place = {name: number for number, name in enumerate(names)}
    thick = 0.8 / len(runs)
    figure, axes = _figure(0.75 + len(names) * (0.1 + 0.15 * max(len(runs), 1.4)))
    certain = any(row.total_interval is not None for column in rows for row in column)
    for number, (label, column) in enumerate(zip(labels(runs), rows, strict=True)):
        at = [place[row.name] - 0.4 + thick * (number + 0.5) for row in column]
        totals = [row.total for row in column]
        axes.barh(at, totals, height=thick * 0.9, color=_colour(number), label=label)
        sure = [(y, row) for y, row in zip(at, column, strict=True) if row.total_interval is not None]
        for y, row in sure:
            assert row.total_interval is not None
            axes.plot(row.total_interval, (y, y), color="#222222", lw=1)
    axes.set_yticks(range(len(names)), [name.removesuffix("-v0") for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.axvline(0, color="#888888", lw=0.8)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("mean return, 95% interval" if certain else "mean return")
    return _svg(figure, axes)


def _colour(number: int) -> str:
    return _COLOURS[number % len(_COLOURS)]


def _figure(height: float) -> tuple[Figure, Axes]:
    """An empty drawing.

    Raises:
        DependencyNotInstalled: matplotlib is missing.
    """
    try:
        import matplotlib
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ImportError:
        raise DependencyNotInstalled(
            "the report's page needs matplotlib; install it with: pip install 'glyphbench[report]'"
        ) from None
    with matplotlib.rc_context(_STYLE):
        figure = Figure(figsize=(_WIDTH, height), layout="constrained")
        FigureCanvasSVG(figure)
        return figure, figure.add_subplot()


def _svg(figure: Figure, axes: Axes) -> str:
    """The drawing as an `<svg>` element that scales with the page."""
    import matplotlib

    handles, names = axes.get_legend_handles_labels()
    out = io.StringIO()
    with matplotlib.rc_context(_STYLE), warnings.catch_warnings():
        # A browser shows the names' letters that this machine's font lacks.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        if len(handles) > 1:
            figure.legend(handles, names, loc="outside upper left", ncols=2 if max(map(len, names)) < 26 else 1)
        elif handles:
            axes.set_title(names[0], fontsize=9, loc="left")
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    text = text[text.index("<svg") :]
    # Ids must not repeat within the page that holds several drawings.
    mark = f"p{hashlib.sha256(text.encode()).hexdigest()[:8]}"
    text = re.sub(r'id="([^"]+)"', rf'id="{mark}-\1"', text)
    text = re.sub(r'(href="#|url\(#)', rf"\g<1>{mark}-", text)
    return re.sub(r' (width|height)="[\d.]+pt"', "", text, count=2)
