"""Glyphs: what may stand in a cell, and how codes become rows of text.

A glyph is one printable, one-column code point with a short noun phrase. The pool of permitted code points is
ASCII plus symbols that common LLM tokenizers encode as one token; it excludes emoji, combining marks, private
use, and blanks (runs of blanks merge into one token and hide columns).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

ASCII_GLYPHS = "".join(map(chr, range(0x21, 0x7F)))
# Single-token in the six main tokenizers (Qwen3.5, Qwen2.5/3, Llama 3 and 4, o200k, DeepSeek), one column wide.
SYMBOL_GLYPHS = "·§°«»£±×º²³←→↑↓─│━═█░■□▲►◆◎○●★☆♪†•…′″−√≤≥¤¶¡¿¥¢÷¬¦ª¹µ‰›"
# Second choice for families with many kinds: accented Latin-1 letters, one or two tokens.
LETTER_GLYPHS = "".join(map(chr, [*range(0xC0, 0xD7), *range(0xD8, 0xF7), *range(0xF8, 0x100)]))
# Third choice, two tokens: upright shapes that read better than any letter (`MirrorLaser`, `PipeConnect`).
SHAPE_GLYPHS = "┌┐└┘├┤┬┴┼↖↗↘↙▼△▽◇"

PERMITTED = frozenset(ASCII_GLYPHS + SYMBOL_GLYPHS + LETTER_GLYPHS + SHAPE_GLYPHS)

#: Drawn where the player sees nothing.
UNSEEN = "?"
#: Facing arrows in the order north, east, south, west.
ARROWS = "↑→↓←"


@dataclass(frozen=True, slots=True)
class Glyph:
    """One meaning on the grid.

    Attributes:
        char: the code point drawn in a cell.
        name: a short noun phrase for the legend.
        style: a rich style (`"bold red"`); decoration only, never information.
    """

    char: str
    name: str
    style: str = ""

    def __post_init__(self) -> None:
        check_glyph(self.char)
        if not self.name or self.name != self.name.strip() or "\n" in self.name:
            raise ValueError(f"glyph {self.char!r} needs a one-line name without outer blanks, got {self.name!r}")


def check_glyph(char: str) -> str:
    """Return `char` if it may be drawn in a cell.

    Raises:
        ValueError: it is not one code point of the permitted pool.
    """
    if len(char) != 1:
        raise ValueError(f"a glyph is one code point, got {char!r}")
    if char not in PERMITTED:
        raise ValueError(f"glyph {char!r} (U+{ord(char):04X}) is not in glyphbench.core.glyphs.PERMITTED")
    return char


class Palette:
    """An ordered set of glyphs without collisions; the order is the legend's order.

    Order by importance: the player, then things that act, then things that matter, then scenery. A glyph's
    position is its *code*, so a game may keep its board as an integer array and draw it with `rows`.

    Raises:
        ValueError: two glyphs share a character.
    """

    def __init__(self, *glyphs: Glyph) -> None:
        self.glyphs: tuple[Glyph, ...] = glyphs
        self._by_char: dict[str, Glyph] = {}
        for glyph in glyphs:
            if glyph.char in self._by_char:
                other = self._by_char[glyph.char].name
                raise ValueError(f"glyph {glyph.char!r} means both {other!r} and {glyph.name!r}")
            self._by_char[glyph.char] = glyph
        self._rank = {glyph.char: rank for rank, glyph in enumerate(glyphs)}
        self._table = np.array([glyph.char for glyph in glyphs], dtype="<U1")
        self._legends: dict[frozenset[str], tuple[Glyph, ...]] = {}

    def __iter__(self) -> Iterator[Glyph]:
        return iter(self.glyphs)

    def __len__(self) -> int:
        return len(self.glyphs)

    def __getitem__(self, char: str) -> Glyph:
        return self._by_char[char]

    def __contains__(self, char: object) -> bool:
        return char in self._by_char

    def code(self, char: str) -> int:
        """Return the integer code (position) of `char`."""
        return self._rank[char]

    def rows(self, codes: np.ndarray) -> tuple[str, ...]:
        """Draw an integer array of shape (height, width) of glyph codes as `height` strings."""
        chars = np.ascontiguousarray(self._table[codes])
        return tuple(chars.view(f"<U{codes.shape[1]}").ravel().tolist())

    def legend(self, rows: Iterable[str]) -> tuple[Glyph, ...]:
        """Return exactly the glyphs that occur in `rows`, in palette order.

        Raises:
            KeyError: a cell holds a character outside the palette.
        """
        present = frozenset("".join(rows))
        legend = self._legends.get(present)
        if legend is None:
            legend = tuple(self._by_char[char] for char in sorted(present, key=self._rank.__getitem__))
            self._legends[present] = legend
        return legend
