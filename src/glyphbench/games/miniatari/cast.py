"""What things look like, and the names of the controls."""

from __future__ import annotations

from collections.abc import Mapping

from glyphbench.core.actions import Action, ActionSet
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.games.miniatari.grid import FOUR, HEADING_ARROWS, HEADING_NAMES, HEADINGS, Cell

#: The look of a kind: one glyph, or one for each direction of motion.
Look = Glyph | Mapping[Cell, Glyph]

FLOOR = Glyph(".", "empty", "dim")
WALL = Glyph("#", "wall", "white")

_DESCRIPTIONS = {
    "NOOP": "do nothing",
    "UP": "one cell up",
    "DOWN": "one cell down",
    "LEFT": "one cell left",
    "RIGHT": "one cell right",
    "FIRE": "shoot",
    "TURN_LEFT": "turn 45 degrees anticlockwise",
    "TURN_RIGHT": "turn 45 degrees clockwise",
}
_ALIASES = {"NOOP": ("WAIT", "STAY")}


def controls(*names: str, **descriptions: str) -> ActionSet:
    """An action set of NOOP, then `names` with their usual descriptions; keywords add or re-word actions.

    `controls("LEFT", "RIGHT", FIRE="shoot straight up")` is NOOP, LEFT, RIGHT, FIRE.
    """
    order = dict.fromkeys(["NOOP", *names, *descriptions])
    return ActionSet(
        [Action(name, descriptions.get(name, _DESCRIPTIONS.get(name, "")), _ALIASES.get(name, ())) for name in order]
    )


def sideways(left: str, right: str, name: str, style: str = "", verb: str = "moving") -> dict[Cell, Glyph]:
    """Looks of a thing that moves (or is `facing`) left or right."""
    return {
        (-1, 0): Glyph(left, f"{name}, {verb} left", style),
        (1, 0): Glyph(right, f"{name}, {verb} right", style),
    }


def four_way(chars: str, name: str, style: str = "") -> dict[Cell, Glyph]:
    """Looks of a thing that faces up, down, left or right; `chars` in that order."""
    words = ("up", "down", "left", "right")
    return {
        step: Glyph(char, f"{name}, facing {word}", style) for step, char, word in zip(FOUR, chars, words, strict=True)
    }


def eight_way(name: str, style: str = "", chars: str = HEADING_ARROWS) -> dict[Cell, Glyph]:
    """Looks of a thing with one of eight headings; `chars` clockwise from north."""
    return {
        step: Glyph(char, f"{name}, heading {word}", style)
        for step, char, word in zip(HEADINGS, chars, HEADING_NAMES, strict=True)
    }


class Cast:
    """The looks of all kinds of a game, in the legend's order; floor and wall come last.

    Raises:
        ValueError: two looks share a character.
    """

    def __init__(self, looks: Mapping[str, Look], floor: Glyph = FLOOR, wall: Glyph = WALL) -> None:
        glyphs: list[Glyph] = []
        self.chars: dict[str, str] = {}
        self.facing: dict[str, dict[Cell, str]] = {}
        for kind, look in looks.items():
            if isinstance(look, Glyph):
                self.chars[kind] = look.char
                glyphs.append(look)
            else:
                self.facing[kind] = {step: glyph.char for step, glyph in look.items()}
                glyphs += look.values()
        self.floor, self.wall = floor.char, wall.char
        # Two kinds may share one glyph object (both halves of a thing); a palette lists it once.
        self.palette = Palette(*dict.fromkeys([*glyphs, floor, wall]))
