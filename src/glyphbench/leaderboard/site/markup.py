"""Markup: text, numbers and tables as HTML. Everything that a submission says goes through `text` or `name`."""

from __future__ import annotations

import html
import math
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from glyphbench.evaluation.statistics import Interval

UNKNOWN = "–"
#: Of the drawing of a mean and its interval.
_WIDTH, _HEIGHT = 110, 16


class Cell(NamedTuple):
    """One cell of a table: what it shows (HTML) and what it is sorted by; None is sorted last."""

    html: str
    value: float | str | None = None


class Head(NamedTuple):
    """The head of a column.

    Attributes:
        label: what it says.
        kind: `text` is sorted from a to z at first, `number` from high to low, `rank` from low to high.
        group: a class for the column's cells.
    """

    label: str
    kind: str = "number"
    group: str = ""


class Line(NamedTuple):
    """A row: its cells, attributes (for filters) and class. The first cell of `heading` index is the row's head."""

    cells: Sequence[Cell]
    attributes: Mapping[str, str] = MappingProxyType({})
    kind: str = ""


def text(value: object) -> str:
    """Text as HTML; what cannot be shown, or would act on the text around it, becomes `\N{REPLACEMENT CHARACTER}`."""
    shown = (
        char if char in "\n\t" or unicodedata.category(char) not in ("Cc", "Cs", "Co", "Cn") else "\ufffd"
        for char in str(value)
    )
    return html.escape("".join(shown))


def name(value: object) -> str:
    """Text that someone chose: its direction of writing does not reach beyond it."""
    return f"<bdi>{text(value)}</bdi>"


def number(value: float | None, digits: int = 3) -> str:
    """A return."""
    if value is None:
        return UNKNOWN
    shown = f"{value:.{digits}f}"
    return (shown[1:] if float(shown) == 0 and shown[0] == "-" else shown).replace("-", "−")


def percent(value: float | None) -> str:
    """A share."""
    return UNKNOWN if value is None else f"{100 * value:.1f}%"


def count(value: float | None) -> str:
    """A number of tokens, in short."""
    if value is None:
        return UNKNOWN
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.{0 if value >= 100 * size else 1}f}{unit}"
    return f"{value:.0f}"


def money(value: float | None) -> str:
    """US dollars, with at least two digits that tell something."""
    if value is None:
        return UNKNOWN
    return f"${value:.2f}" if value >= 0.1 or value == 0 else f"${value:.2g}" if value >= 1e-4 else "<$0.0001"


def span(found: Interval | None, digits: int = 3) -> str:
    """An interval."""
    return UNKNOWN if found is None else f"{number(found.low, digits)} to {number(found.high, digits)}"


class Scale(NamedTuple):
    """What the left and the right end of the drawings in a column stand for."""

    low: float
    high: float

    @classmethod
    def over(cls, values: Iterable[float]) -> Scale:
        """From the lowest value (at most 0) to the highest (at least 1), at quarters."""
        known = list(values)
        return cls(math.floor(4 * min([0.0, *known])) / 4, math.ceil(4 * max([1.0, *known])) / 4)

    def place(self, value: float) -> float:
        """How far from the left, in the drawing's units."""
        share = (value - self.low) / (self.high - self.low)
        return round(3 + min(max(share, 0.0), 1.0) * (_WIDTH - 6), 1)


def whisker(mean: float, interval: Interval | None, scale: Scale, marks: Sequence[tuple[str, float]] = ()) -> str:
    """A drawing of a mean, its interval and the marks beside it; the numbers stand next to it as text."""
    at, zero = scale.place(mean), scale.place(0.0)
    middle = _HEIGHT // 2
    parts = [f'<path class="zero" d="M{zero:g} 0V{_HEIGHT}"/>']
    parts += [f'<path class="mark {kind}" d="M{scale.place(value):g} 2V{_HEIGHT - 2}"/>' for kind, value in marks]
    if interval is not None:
        parts.append(
            f'<path class="range" d="M{scale.place(interval.low):g} {middle}H{scale.place(interval.high):g}"/>'
        )
    parts.append(f'<circle cx="{at:g}" cy="{middle}" r="3.5"/>')
    return f'<svg class="whisker" viewBox="0 0 {_WIDTH} {_HEIGHT}" aria-hidden="true">{"".join(parts)}</svg>'


def bar(value: float, scale: Scale) -> str:
    """A drawing of one number: a bar from zero."""
    left, right = sorted((scale.place(0.0), scale.place(value)))
    kind = "below" if value < 0 else "above"
    return (
        f'<svg class="bar" viewBox="0 0 {_WIDTH} 4" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="{kind}" x="{left:g}" width="{max(right - left, 1.5):g}" height="4"/></svg>'
    )


def table(caption: str, heads: Sequence[Head], lines: Iterable[Line], *, heading: int = 0, kind: str = "") -> str:
    """A table that the reader can sort. `heading` is the column that names the row."""
    top = "".join(
        f'<th scope="col" data-sort="{head.kind}"{_class(_side(head, place == heading))}>{text(head.label)}</th>'
        for place, head in enumerate(heads)
    )
    body = "\n".join(_line(line, heads, heading) for line in lines)
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{text(caption)}">'
        f"<table{_class(f'sortable {kind}'.strip())}><caption>{text(caption)}</caption>"
        f"<thead><tr>{top}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>"
    )


def _side(head: Head, heading: bool) -> str:
    return " ".join(filter(None, (head.kind, head.group, "name" if heading else "")))


def _line(line: Line, heads: Sequence[Head], heading: int) -> str:
    attributes = "".join(f' data-{key}="{text(value)}"' for key, value in line.attributes.items())
    cells = []
    for place, (cell, head) in enumerate(zip(line.cells, heads, strict=True)):
        value = "" if cell.value is None else f"{cell.value:.6g}" if isinstance(cell.value, float) else str(cell.value)
        tag, scope = ("th", ' scope="row"') if place == heading else ("td", "")
        shown = _class(_side(head, place == heading))
        cells.append(f'<{tag}{scope}{shown} data-value="{text(value)}">{cell.html}</{tag}>')
    return f"<tr{_class(line.kind)}{attributes}>{''.join(cells)}</tr>"


def _class(value: str) -> str:
    return f' class="{value}"' if value else ""
