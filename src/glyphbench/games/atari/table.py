"""What each game's colours mean: the tables in `tables/*.toml`, parsed.

One TOML table per game:

- `goal`, `notes`: for the rules. `versus`: the score is yours minus a rival's. `lives = false`: ALE reports none.
- `box`: top, bottom, left, right of the drawn part of the screen in pixels. `cell`: cell height in pixels.
- `frames`: frames over which things are looked for (2). `pixels`: pixels that show a thing in a cell (2).
- `things`, `scenery` (see `cells.py`): "glyphs | name | codes", most important first. One glyph, or two: the first
  where the kind fills at least half the cell (or `full` pixels of it), the second where it fills less; then the name
  may be "full / part".
- `background`: "name | codes", drawn as a dot.
- codes: palette codes and ranges of them; `*` is every code that no entry lists. Without `*` such codes are things
  named by their hue: "orange object".
- `recolour`: "codes > new : rows [: columns]" gives a colour another, odd code inside a part of the screen (half-open
  pixel ranges), where one colour means two things.
- `gauges` and `counters`: what the screen shows beside the grid, see `instruments.py`.
- `names`: what the joystick does in this game, for a whole position (`RIGHTFIRE`) or a part of it (`RIGHT`).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.games.atari.instruments import Counter, Gauge, code_list, counter, gauge, span

_HUES = (
    *("grey", "yellow", "gold", "orange", "red", "magenta", "purple", "violet"),
    *("blue", "azure", "cyan", "teal", "green", "lime", "olive", "tan"),
)
#: ALE's palette codes are even, hue in the upper four bits and brightness in the next three.
_CODES = range(0, 256, 2)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_BLACK, _WHITE = 0, 12


@dataclass(frozen=True)
class Recolour:
    """A code-to-code mapping inside a part of the screen."""

    rows: slice
    columns: slice
    mapping: np.ndarray


@dataclass(frozen=True)
class Table:
    """One game.

    `kind_of` is uint8 (256,): palette code to kind. `glyph_of` is (kinds, 2): palette positions of the glyph for a full
    and for a part cell. Kinds below `things` are things; the last kind is the background.
    """

    goal: str
    notes: str
    versus: bool
    lives: bool
    box: tuple[int, int, int, int]
    cell: int
    frames: int
    pixels: int
    full: int
    names: dict[str, str]
    kind_of: np.ndarray
    kind_names: tuple[str, ...]
    things: int
    palette: Palette
    glyph_of: np.ndarray
    recolours: tuple[Recolour, ...] = ()
    instruments: tuple[Gauge | Counter, ...] = ()


@dataclass
class _Entry:
    glyphs: str
    names: list[str]
    codes: list[int] = field(default_factory=list)


@cache
def _tables() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for path in sorted((Path(__file__).parent / "tables").glob("*.toml")):
        found.update(tomllib.loads(path.read_text(encoding="utf-8")))
    return found


def games() -> tuple[str, ...]:
    """ALE's names of the games that have a table, in alphabetical order."""
    return tuple(sorted(_tables()))


@cache
def table(game: str) -> Table:
    """Parse one game's table.

    Raises:
        KeyError: there is none.
        ValueError: an entry is malformed, or two kinds share a glyph.
    """
    data = _tables()[game]
    things = [_entry(text) for text in data.get("things", [])]
    scenery = [_entry(text) for text in data.get("scenery", [])]
    name, codes = (part.strip() for part in data["background"].split("|"))
    ground = _Entry(".", [name, name], code_list(codes))
    listed = {code for entry in (*things, *scenery, ground) for code in entry.codes}
    rest = [code for code in _CODES if code not in listed]
    taken = set("".join(entry.glyphs for entry in (*things, *scenery, ground)))
    if not any(-1 in entry.codes for entry in (*things, *scenery)):
        things += _by_hue(rest, taken)
    kinds = [*things, *scenery, ground]
    kind_of = np.full(256, len(kinds) - 1, np.uint8)
    for kind, entry in reversed(list(enumerate(kinds))):
        kind_of[rest if -1 in entry.codes else entry.codes] = kind
        if -1 in entry.codes:
            kind_of[[code for code in entry.codes if code >= 0]] = kind
    palette, glyph_of = _palette(kinds)
    return Table(
        goal=data["goal"],
        notes=data.get("notes", ""),
        versus=data.get("versus", False),
        lives=data.get("lives", True),
        box=tuple(data["box"]),
        cell=data["cell"],
        frames=data.get("frames", 2),
        pixels=data.get("pixels", 2),
        full=data.get("full", 2 * data["cell"]),
        names=data.get("names", {}),
        kind_of=kind_of,
        kind_names=tuple(entry.names[0] for entry in kinds),
        things=len(things),
        palette=palette,
        glyph_of=glyph_of,
        recolours=tuple(_recolour(text, rest) for text in data.get("recolour", [])),
        instruments=(*map(gauge, data.get("gauges", [])), *map(counter, data.get("counters", []))),
    )


def _entry(text: str) -> _Entry:
    # A bar may itself be the glyph.
    glyphs, _, after = text[:2].strip(), text[2:3], text[2:]
    name, codes = (part.strip() for part in after.strip().removeprefix("|").split("|"))
    names = [part.strip() for part in name.split(" / ")]
    if len(glyphs) == 2 and len(names) == 1:
        names.append(f"{name}, part")
    return _Entry(glyphs, names if len(names) == 2 else names * 2, code_list(codes))


def _by_hue(codes: list[int], taken: set[str]) -> list[_Entry]:
    """Kinds for the codes that a table does not name."""
    groups: dict[str, list[int]] = {}
    for code in codes:
        hue = "black" if code == _BLACK else "white" if _WHITE <= code < 16 else _HUES[code >> 4]
        groups.setdefault(hue, []).append(code)
    entries = []
    for hue, members in groups.items():
        wanted = hue.upper() + hue + _LETTERS
        letter = next(letter for letter in wanted if letter not in taken)
        taken.add(letter)
        entries.append(_Entry(letter, [f"{hue} object"] * 2, members))
    return entries


def _palette(kinds: list[_Entry]) -> tuple[Palette, np.ndarray]:
    glyphs: list[Glyph] = []
    glyph_of = np.zeros((len(kinds), 2), np.int64)
    for kind, entry in enumerate(kinds):
        style = "bold yellow" if entry.glyphs[0] == "@" else "dim" if entry.glyphs == "." else ""
        for part, char in enumerate(entry.glyphs):
            glyph_of[kind, part:] = len(glyphs)
            glyphs.append(Glyph(char, entry.names[part], style))
    return Palette(*glyphs), glyph_of


def _recolour(text: str, rest: list[int]) -> Recolour:
    change, *spans = text.split(":")
    old, new = change.split(">")
    mapping = np.arange(256, dtype=np.uint8)
    mapping[rest if old.strip() == "*" else code_list(old)] = int(new)
    rows, columns = (*map(span, spans), (0, 160))[:2]
    return Recolour(slice(*rows), slice(*columns), mapping)
