"""Instruments: bars and numbers that the screen shows beside the grid, read from its pixels.

A gauge is "name | rows | columns | codes [| last] [| of codes] [| each N]": the share of a bar's pixels that have one
of the codes, in per cent. With `last` it is measured to the last such pixel, for bars with gaps; with `of`, among the
pixels that have one of either codes, for bars that are no rectangle. With `each N` it is a number of things instead,
for rows of pictures that show N such pixels each.

A counter is "name | row width height | layout | codes": the layout's numbers are the left edges of digits, anything
else in it is written as it stands (a clock is `67 : 83 91`). Digits are compared with the consoles' fonts in
`digits.toml`, cropped to what is drawn; a counter that shows anything else is left out.

Rows and columns are half-open pixel ranges, or one number for one row.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

#: Pictures of a counter whose reading is kept.
MOST_KNOWN = 4096


@dataclass(frozen=True)
class Gauge:
    """A bar: which pixels are filled, and which are counted; both bool (256,), by palette code."""

    name: str
    rows: slice
    columns: slice
    filled: np.ndarray
    counted: np.ndarray
    last: bool
    #: Pixels of one picture; 0 for a bar.
    each: int = 0

    def read(self, screen: np.ndarray) -> str:
        """The filled share, as `oxygen 80%`, or the number of pictures, as `dynamite 6`."""
        bar = screen[self.rows, self.columns]
        filled = self.filled[bar]
        if self.each:
            return f"{self.name} {int(filled.sum()) // self.each}"
        if self.last:
            ends = np.flatnonzero(filled.any(axis=0))
            share = (int(ends[-1]) + 1) / bar.shape[1] if len(ends) else 0.0
        else:
            share = int(filled.sum()) / max(int(self.counted[bar].sum()), 1)
        return f"{self.name} {round(100 * share)}%"


@dataclass(frozen=True)
class Counter:
    """A number: left edges of digits, and text between them; `ink` is bool (256,), by palette code."""

    name: str
    rows: slice
    width: int
    layout: tuple[int | str, ...]
    ink: np.ndarray
    # What was read before, by the pixels between the first digit's left edge and the last one's right.
    known: dict[bytes, str] = field(default_factory=dict)

    def read(self, screen: np.ndarray) -> str:
        """The number, as `time 2:59`; empty where the screen shows none."""
        edges = [part for part in self.layout if isinstance(part, int)]
        drawn = self.ink[screen[self.rows, edges[0] : edges[-1] + self.width]]
        pixels = drawn.tobytes()
        text = self.known.get(pixels)
        if text is None:
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            text = self.known[pixels] = self._number(drawn, edges[0])
        return text

    def _number(self, drawn: np.ndarray, left: int) -> str:
        text, digits = "", 0
        for part in self.layout:
            if isinstance(part, str):
                text += part
                continue
            shape = _cropped(drawn[:, part - left : part - left + self.width])
            if shape is None:
                continue
            digit = _digits().get(shape)
            if digit is None:
                return ""
            text, digits = text + digit, digits + 1
        if text.isdigit():
            text = str(int(text))
        return f"{self.name} {text}" if digits else ""


def gauge(text: str) -> Gauge:
    """Parse a gauge."""
    name, rows, columns, codes, *more = (part.strip() for part in text.split("|"))
    filled, counted, each = _mask(codes), np.ones(256, bool), 0
    for flag in more:
        if flag.startswith("of "):
            counted = filled | _mask(flag.removeprefix("of "))
        if flag.startswith("each "):
            each = int(flag.removeprefix("each "))
    return Gauge(name, slice(*span(rows)), slice(*span(columns)), filled, counted, "last" in more, each)


def counter(text: str) -> Counter:
    """Parse a counter."""
    name, place, layout, codes = (part.strip() for part in text.split("|"))
    row, width, height = map(int, place.split())
    parts = tuple(int(part) if part.isdigit() else part for part in layout.split())
    return Counter(name, slice(row, row + height), width, parts, _mask(codes))


def span(text: str) -> tuple[int, int]:
    """`12-15` -> (12, 15), `12` -> (12, 13)."""
    low, dash, high = text.strip().partition("-")
    return int(low), int(high) if dash else int(low) + 1


def code_list(text: str) -> list[int]:
    """`12 64-70 *` -> [12, 64, ..., 70, -1]; a range takes every code in it."""
    found = []
    for word in text.split():
        low, dash, high = word.partition("-")
        found += [-1] if word == "*" else list(range(int(low), int(high) + 1)) if dash else [int(low)]
    return found


def _mask(codes: str) -> np.ndarray:
    mask = np.zeros(256, bool)
    mask[code_list(codes)] = True
    return mask


def _cropped(ink: np.ndarray) -> tuple[int, bytes] | None:
    """The drawn part as its width and its pixels; None where nothing is drawn."""
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not len(rows):
        return None
    drawn = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return drawn.shape[1], drawn.tobytes()


@cache
def _digits() -> dict[tuple[int, bytes], str]:
    """Every known shape of every digit."""
    shapes = tomllib.loads((Path(__file__).parent / "digits.toml").read_text(encoding="utf-8"))
    known: dict[tuple[int, bytes], str] = {}
    for digit, pictures in shapes.items():
        for picture in pictures:
            drawn = _cropped(np.array([[pixel == "#" for pixel in row] for row in picture.split("/")]))
            if drawn is None or known.setdefault(drawn, digit) != digit:
                raise ValueError(f"a shape of digit {digit} is empty or another's")
    return known
