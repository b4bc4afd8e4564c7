"""Observation: a grid of glyphs, its legend, a status line and a message; as text, as rich text, as an image.

The text form is the format that agents read and that `trace` hashes; it never depends on a terminal or a locale.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from glyphbench.core.glyphs import Glyph

if TYPE_CHECKING:
    import numpy as np
    from rich.text import Text

Layout = Literal["dense", "spaced"]
LAYOUTS: tuple[str, ...] = get_args(Layout)


@dataclass(frozen=True, slots=True)
class Observation:
    """What the agent sees at one turn.

    Attributes:
        grid: equally long strings, one per row, one code point per cell.
        legend: exactly the glyphs on `grid`, most important first.
        hud: what the grid cannot show; may have several lines, no blank line.
        message: one-shot feedback on the last action; may be empty.
        headers: draw zero-based row and column numbers around the grid (only where actions name cells).
        layout: `dense`, or `spaced` with one blank between cells (about one token per cell).
    """

    grid: tuple[str, ...]
    legend: tuple[Glyph, ...]
    hud: str = ""
    message: str = ""
    headers: bool = False
    layout: Layout = "dense"

    @property
    def shape(self) -> tuple[int, int]:
        """(height, width) in cells."""
        return len(self.grid), len(self.grid[0])

    @property
    def text(self) -> str:
        """The sections [Legend], [HUD], [Grid], [Message]; empty ones are left out, [Grid] never is."""
        parts = []
        if self.legend:
            parts.append("[Legend]\n" + "\n".join([f"{glyph.char} {glyph.name}" for glyph in self.legend]))
        if self.hud:
            parts.append("[HUD]\n" + self.hud)
        parts.append("[Grid]\n" + "\n".join(self.lines()))
        if self.message:
            parts.append("[Message]\n" + self.message)
        return "\n\n".join(parts) + "\n"

    def lines(self) -> Sequence[str]:
        """The grid section's lines: the rows, spaced and with headers where asked."""
        gap = "" if self.layout == "dense" else " "
        rows: Sequence[str] = self.grid if not gap else [gap.join(row) for row in self.grid]
        if not self.headers:
            return rows
        height, width = self.shape
        margin = len(str(height - 1)) + 1
        heads = column_headers(width)
        lines = [" " * margin + gap.join(head) for head in heads]
        lines += [f"{row:>{margin - 1}} {cells}" for row, cells in enumerate(rows)]
        return lines

    def check(self) -> None:
        """Audit the observation.

        Raises:
            ValueError: the grid is empty or ragged, or the legend does not list exactly the glyphs on it.
        """
        if not self.grid or not self.grid[0]:
            raise ValueError("the grid is empty")
        if len({len(row) for row in self.grid}) != 1:
            raise ValueError("the grid's rows differ in length")
        drawn = set("".join(self.grid))
        listed = [glyph.char for glyph in self.legend]
        if len(listed) != len(set(listed)):
            raise ValueError(f"the legend lists a glyph twice: {listed}")
        if drawn != set(listed):
            only_drawn, only_listed = sorted(drawn - set(listed)), sorted(set(listed) - drawn)
            raise ValueError(f"legend and grid differ: only drawn {only_drawn}, only listed {only_listed}")

    def rich(self) -> Text:
        """The same text with colours, as a `rich.text.Text`."""
        from rich.text import Text

        styles = {glyph.char: glyph.style for glyph in self.legend}
        out = Text(no_wrap=True, end="")
        before, after = self.text.split("[Grid]\n", 1)
        section = ""
        for line in before.split("\n"):
            section = line if line in ("[Legend]", "[HUD]") else section
            if section == "[Legend]" and len(line) > 1 and line[1] == " " and line[0] in styles:
                out.append(line[0], styles[line[0]]).append(line[1:] + "\n")
            else:
                out.append(line + "\n", "bold" if line.startswith("[") else "")
        out.right_crop(1)
        out.append("[Grid]\n", "bold")
        body = self.lines()
        skip = len(body) - len(self.grid)
        margin = len(body[0]) - len(body[0].lstrip()) if skip else 0
        for number, line in enumerate(body):
            start = len(line) if number < skip else margin
            out.append(line[:start], "dim")
            for char in line[start:]:
                out.append(char, styles.get(char, ""))
            out.append("\n")
        rest = after[sum(len(line) + 1 for line in body) :]
        if rest:
            out.append(rest)
        return out

    def ansi(self) -> str:
        """The same text with ANSI colour codes."""
        from io import StringIO

        from rich.console import Console

        out = StringIO()
        console = Console(file=out, force_terminal=True, color_system="standard", width=10_000, legacy_windows=False)
        console.print(self.rich(), soft_wrap=True, end="")
        return out.getvalue()

    def image(self, cell: int = 16) -> np.ndarray:
        """Draw the grid, and HUD and message beneath it, with the bundled font: uint8 of shape (h, w, 3)."""
        from glyphbench.core.image import draw

        return draw(self, cell)


def column_headers(width: int) -> list[str]:
    """Column numbers written downwards: one string of `width` digits per decimal place."""
    if width <= 10:
        return ["".join(str(column) for column in range(width))]
    tens = "".join(str(column // 10) if column % 10 == 0 and column else " " for column in range(width))
    return [tens, "".join(str(column % 10) for column in range(width))]
