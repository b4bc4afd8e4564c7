"""Observation -> RGB image, with the bundled DejaVu Sans Mono."""

from __future__ import annotations

import textwrap
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from PIL import ImageFont

    from glyphbench.core.observation import Observation

BACKGROUND = (16, 18, 22)
TEXT = (200, 204, 210)
DIM = (110, 116, 124)
# The eight named colours, and their bright kin: a terminal's own red and blue are too dark on this background.
_NORMAL = [
    (110, 116, 124),
    (226, 90, 84),
    (96, 190, 104),
    (214, 178, 72),
    (102, 152, 240),
    (202, 116, 214),
    (84, 190, 200),
    (200, 204, 210),
]
_BRIGHT = [
    (134, 140, 148),
    (255, 123, 114),
    (126, 231, 135),
    (250, 215, 100),
    (140, 184, 255),
    (235, 150, 245),
    (118, 227, 234),
    (255, 255, 255),
]


@lru_cache(maxsize=8)
def _font(size: int) -> ImageFont.FreeTypeFont:
    from PIL import ImageFont

    return ImageFont.truetype(str(files("glyphbench.core") / "fonts" / "DejaVuSansMono.ttf"), size)


@lru_cache(maxsize=256)
def colour(style: str) -> tuple[int, int, int]:
    """The foreground of a rich style as RGB; dim styles are darkened."""
    from rich.style import Style
    from rich.terminal_theme import TerminalTheme

    parsed = Style.parse(style)
    theme = TerminalTheme(BACKGROUND, TEXT, _NORMAL, _BRIGHT)
    base = tuple(parsed.color.get_truecolor(theme)) if parsed.color else TEXT
    share = 0.55 if parsed.dim else 1.0
    red, green, blue = (int(channel * share) for channel in base)
    return red, green, blue


def draw(observation: Observation, cell: int = 16) -> np.ndarray:
    """Draw grid, HUD and message: uint8 of shape (height, width, 3), `cell` pixels per cell.

    Raises:
        ValueError: `cell` is not between 4 and 64.
    """
    from PIL import Image, ImageDraw

    if not 4 <= cell <= 64:
        raise ValueError(f"cell must be between 4 and 64 pixels, got {cell}")
    height, width = observation.shape
    small = max(cell * 3 // 4, 8)
    columns = (max(width * cell, 320) - 8) * 1000 // (small * 602)  # the font's letters are 0.602 em wide
    notes = [
        line
        for part in (observation.hud, observation.message)
        for raw in part.splitlines()
        for line in textwrap.wrap(raw, columns)
    ]
    margin = cell if observation.headers else 0
    size = (max(width * cell + margin, 320), height * cell + margin + len(notes) * (small + 4) + 6)
    image = Image.new("RGB", size, BACKGROUND)
    pen = ImageDraw.Draw(image)
    font, note_font = _font(cell * 7 // 8), _font(small)
    colours = {glyph.char: colour(glyph.style) for glyph in observation.legend}
    for y, row in enumerate(observation.grid):
        for x, char in enumerate(row):
            centre = (margin + x * cell + cell // 2, margin + y * cell + cell // 2)
            pen.text(centre, char, colours.get(char, TEXT), font, anchor="mm")
    if margin:
        for x in range(width):
            pen.text((margin + x * cell + cell // 2, cell // 2), str(x), DIM, _font(cell // 2), anchor="mm")
        for y in range(height):
            pen.text((cell // 2, margin + y * cell + cell // 2), str(y), DIM, _font(cell // 2), anchor="mm")
    for line, note in enumerate(notes):
        pen.text((4, height * cell + margin + 4 + line * (small + 4)), note, TEXT, note_font)
    return np.asarray(image)
