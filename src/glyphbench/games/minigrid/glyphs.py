"""The family's glyphs: one ASCII letter for each kind of object in each colour.

Within a kind the letters follow upstream's colours. A key has the lower-case initial and the locked door that it opens
the same letter in upper case; closed and open doors, and boxes and balls, share a letter in the same way.
"""

from __future__ import annotations

from typing import Any

from glyphbench.core.glyphs import ARROWS, UNSEEN, Glyph, Palette

COLOURS = ("red", "green", "blue", "purple", "yellow", "grey")
_STYLES = ("red", "green", "blue", "magenta", "yellow", "white")

#: Letters per kind, one per colour of `COLOURS`.
FORMS = {
    "key": "rgbpye",
    "ball": "cjkvhs",
    "box": "CJKVHS",
    "locked door": "RGBPYE",
    "closed door": "DNULWA",
    "open door": "dnulwa",
}

FLOOR, WALL, GOAL, LAVA = ".", "#", "★", "^"
#: Compass names for upstream's facings 0 to 3, and the arrows that show them.
COMPASS = ("east", "south", "west", "north")
AGENT = tuple(ARROWS[["north", "east", "south", "west"].index(name)] for name in COMPASS)


def _objects() -> list[Glyph]:
    found = []
    for kind, letters in FORMS.items():
        adjective, _, noun = kind.rpartition(" ")
        for letter, colour, style in zip(letters, COLOURS, _STYLES, strict=True):
            found.append(Glyph(letter, f"{adjective} {colour} {noun}".strip(), f"bold {style}"))
    return found


_SCENERY = (
    *_objects(),
    Glyph(GOAL, "goal", "bold green"),
    Glyph(LAVA, "lava", "bold red"),
    Glyph(FLOOR, "floor", "dim"),
    Glyph(WALL, "wall", "white"),
    Glyph(UNSEEN, "not in view", "dim"),
)

#: For the views in the world's frame (north up).
PALETTE = Palette(
    *(Glyph(arrow, f"you, facing {name}", "bold yellow") for arrow, name in zip(AGENT, COMPASS, strict=True)),
    *_SCENERY,
)
#: For the view in the agent's frame, where the agent always looks up.
OWN_PALETTE = Palette(Glyph(ARROWS[0], "you; up is ahead of you", "bold yellow"), *_SCENERY)

_PLAIN = {"wall": WALL, "goal": GOAL, "lava": LAVA}
_LETTERS = {
    (kind, colour): letter for kind, letters in FORMS.items() for colour, letter in zip(COLOURS, letters, strict=True)
}


def kind_of(item: Any) -> str:
    """An engine object's kind as `FORMS` names it: upstream's type, with the door's state before `door`."""
    kind = str(item.type)
    if kind == "door":
        return "open door" if item.is_open else "locked door" if item.is_locked else "closed door"
    return kind


def glyph_of(item: Any) -> str:
    """The glyph of an engine object, or of empty floor for None.

    Raises:
        KeyError: the object is of a kind that none of the family's levels holds.
    """
    if item is None:
        return FLOOR
    plain = _PLAIN.get(item.type)
    return plain if plain is not None else _LETTERS[kind_of(item), item.color]


def noun_of(item: Any) -> str:
    """An engine object in words without its state: `red door`, `wall`, `lava`."""
    kind = str(item.type)
    return kind if kind in _PLAIN else f"{item.color} {kind}"
