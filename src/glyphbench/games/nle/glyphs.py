"""Tables from NLE's 5,976 glyph ids to what is drawn and what it is called.

NetHack draws a class of things with one symbol (`d` for every canine); so do we, and a glyph keeps that one meaning.
The exact kind is a *name*: the view lists names with their places. Names and classes are read from NLE at run time.
Unidentified objects go by their appearance, as NetHack shows them: the name behind it is not in the glyph id.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from nle import nethack

from glyphbench.core.glyphs import UNSEEN, Glyph, Palette

HERO, PET = "@", "☆"
_HERO_NAME, _PET_NAME = "you", "your pet"

# Terrain and effects by NetHack's cmap index (`symdef`); walls and floor follow the project's common glyphs.
_CMAP: dict[str, tuple[str, tuple[int, ...]]] = {
    "^": ("trap", tuple(range(42, 65))),
    "<": ("stairs up", (23,)),
    ">": ("stairs down", (24,)),
    "«": ("ladder up", (25,)),
    "»": ("ladder down", (26,)),
    "_": ("altar", (27,)),
    "†": ("grave", (28,)),
    "\\": ("throne", (29,)),
    "¢": ("sink", (30,)),
    "{": ("fountain", (31,)),
    "+": ("closed door", (15, 16)),
    "□": ("open door", (13, 14)),
    "°": ("doorway", (12,)),
    "}": ("lava", (34,)),
    "~": ("water", (32, 41)),
    "‰": ("ice", (33,)),
    "═": ("lowered drawbridge", (35, 36)),
    "│": ("raised drawbridge", (37, 38)),
    "○": ("cloud", (40,)),
    "¥": ("tree", (18,)),
    "¦": ("iron bars", (17,)),
    "×": ("ray, missile or explosion", (*range(65, 78), *range(87, 96))),
    "¡": ("marked position", (78,)),
    "█": ("inside of the monster that swallowed you", tuple(range(79, 87))),
    "░": ("corridor", (21, 22)),
    "#": ("wall", tuple(range(1, 12))),
    ".": ("floor", (19,)),
    ",": ("floor out of sight", (20,)),
    "…": ("air", (39,)),
    UNSEEN: ("unseen, or solid rock", (0,)),
}
# Object classes by NetHack's own symbol; those whose symbol means something else here get another glyph.
_OBJECT_GLYPHS = {"?": "¶", "+": "§", "`": "●", "0": "º", "_": "¬", ".": "·"}
_OBJECT_NAMES = {"%": "food or corpse", "(": "tool", "[": "armor", "●": "boulder", "$": "gold"}
# What a class of objects is called after an appearance ("ruby potion").
_NOUNS = {"=": "ring", '"': "amulet", "!": "potion", "§": "spellbook", "/": "wand", "*": "stone"}
_MONSTER_GLYPHS = {"@": "å", " ": "Ø", "~": "¤"}
_STATUE, _REMEMBERED, _WARNING = "▲", "I", "¿"

COUNT = nethack.MAX_GLYPH
_BOULDER = "boulder"

_STYLES = {HERO: "bold yellow", PET: "bold green", ">": "bold green", "}": "red", "~": "blue", "●": "magenta"}


def _monster_class(index: int) -> tuple[str, str]:
    symbol = nethack.class_sym.from_mlet(nethack.permonst(index).mlet)
    return _MONSTER_GLYPHS.get(symbol.sym, symbol.sym), symbol.explain


def _object_class(index: int) -> tuple[str, str]:
    symbol = nethack.class_sym.from_oc_class(nethack.objclass(index).oc_class)
    if nethack.objdescr.from_idx(index).oc_name == "statue":
        return _STATUE, "statue"
    char = _OBJECT_GLYPHS.get(symbol.sym, symbol.sym)
    return char, _OBJECT_NAMES.get(char, symbol.explain)


def _table() -> tuple[Palette, np.ndarray, np.ndarray]:
    """Build the palette, the palette code of every glyph id, and whether the view lists it by name."""
    names: dict[str, str] = {HERO: _HERO_NAME, PET: _PET_NAME}
    chars = [UNSEEN] * (COUNT + 1)
    listed = np.zeros(COUNT + 1, dtype=bool)

    def put(glyph: int, char: str, name: str, by_name: bool) -> None:
        chars[glyph] = char
        listed[glyph] = by_name
        if names.setdefault(char, name) != name:
            raise ValueError(f"glyph {char!r} means both {names[char]!r} and {name!r}")

    for index in range(nethack.NUMMONS):
        char, name = _monster_class(index)
        put(nethack.GLYPH_MON_OFF + index, char, name, True)
        put(nethack.GLYPH_DETECT_OFF + index, char, name, True)
        put(nethack.GLYPH_RIDDEN_OFF + index, char, name, True)
        put(nethack.GLYPH_PET_OFF + index, PET, _PET_NAME, True)
    put(nethack.GLYPH_INVIS_OFF, _REMEMBERED, "unseen monster, remembered", False)
    for glyph in range(nethack.GLYPH_WARNING_OFF, nethack.GLYPH_STATUE_OFF):
        put(glyph, _WARNING, "warning of an unseen monster", False)
    for index in range(nethack.NUM_OBJECTS):
        char, name = _object_class(index)
        put(nethack.GLYPH_OBJ_OFF + index, char, name, nethack.objdescr.from_idx(index).oc_name != _BOULDER)
    for index in range(nethack.NUMMONS):
        put(nethack.GLYPH_BODY_OFF + index, "%", _OBJECT_NAMES["%"], True)
        put(nethack.GLYPH_STATUE_OFF + index, _STATUE, "statue", True)
    for char, (name, indices) in _CMAP.items():
        for index in indices:
            put(nethack.GLYPH_CMAP_OFF + index, char, name, char == "^")
    for glyph in range(nethack.GLYPH_EXPLODE_OFF, nethack.GLYPH_SWALLOW_OFF):
        put(glyph, "×", _CMAP["×"][0], False)
    for glyph in range(nethack.GLYPH_SWALLOW_OFF, nethack.GLYPH_WARNING_OFF):
        put(glyph, "█", _CMAP["█"][0], False)

    first = [char for char in names if char not in _CMAP]
    order = [*first, *_CMAP]
    palette = Palette(*(Glyph(char, names[char], _STYLES.get(char, "")) for char in order))
    codes = np.array([palette.code(char) for char in chars], dtype=np.int16)
    return palette, codes, listed


PALETTE, CODES, LISTED = _table()
#: The glyph id of a cell of which the player knows nothing.
NOTHING_SEEN = int(nethack.GLYPH_CMAP_OFF)


@cache
def name_of(glyph: int) -> str:
    """What a player who sees this NLE glyph calls the thing."""
    if glyph >= nethack.GLYPH_STATUE_OFF:
        return f"statue of {_monster(glyph - nethack.GLYPH_STATUE_OFF)}"
    if glyph >= nethack.GLYPH_CMAP_OFF:
        index = glyph - nethack.GLYPH_CMAP_OFF
        return (
            nethack.symdef.from_idx(index).explanation if index in _CMAP["^"][1] else PALETTE.glyphs[CODES[glyph]].name
        )
    if glyph >= nethack.GLYPH_OBJ_OFF:
        return _object_name(glyph - nethack.GLYPH_OBJ_OFF)
    if glyph >= nethack.GLYPH_RIDDEN_OFF:
        return _monster(glyph - nethack.GLYPH_RIDDEN_OFF)
    if glyph >= nethack.GLYPH_BODY_OFF:
        return f"{_monster(glyph - nethack.GLYPH_BODY_OFF)} corpse"
    if glyph >= nethack.GLYPH_DETECT_OFF:
        return _monster(glyph - nethack.GLYPH_DETECT_OFF)
    if glyph == nethack.GLYPH_INVIS_OFF:
        return PALETTE.glyphs[CODES[glyph]].name
    if glyph >= nethack.GLYPH_PET_OFF:
        return f"pet {_monster(glyph - nethack.GLYPH_PET_OFF)}"
    return _monster(glyph)


def _monster(index: int) -> str:
    return nethack.permonst(index).mname


def _object_name(index: int) -> str:
    """By appearance where the kind has one; the identity at that index is not what lies there (NLE shuffles)."""
    described = nethack.objdescr.from_idx(index)
    char, class_name = _object_class(index)
    noun = _NOUNS.get(char, "")
    if described.oc_descr:
        if char == "¶":
            plain = described.oc_descr == "unlabeled"
            return "unlabeled scroll" if plain else f"scroll labeled {described.oc_descr}"
        return f"{described.oc_descr} {noun}".strip()
    return described.oc_name or class_name
