"""View: a frame of NLE becomes an `Observation`.

The grid is the box around everything seen so far on this level; it only grows. The legend gives each glyph its
class; the HUD names what stands out (creatures, objects, traps) with its place relative to the player.
"""

from __future__ import annotations

import numpy as np
from nle import nethack

from glyphbench.core.observation import Observation
from glyphbench.games.nle.glyphs import CODES, HERO, LISTED, NOTHING_SEEN, PALETTE, name_of
from glyphbench.games.nle.tap import Frame

# Kinds named in the HUD, nearest first, and places given per kind.
_MAX_KINDS, _MAX_PLACES = 10, 3
#: What `report` says of an action that left no trace.
NOTHING = "Nothing happens."
_HERO_CODE = PALETTE.code(HERO)

_HUNGER = ("satiated", "", "hungry", "weak from hunger", "fainting", "fainted", "starved")
_BURDEN = ("", "burdened", "stressed", "strained", "overtaxed", "overloaded")
_CONDITIONS = (
    (nethack.BL_MASK_STONE, "turning to stone"),
    (nethack.BL_MASK_SLIME, "turning to slime"),
    (nethack.BL_MASK_STRNGL, "being strangled"),
    (nethack.BL_MASK_FOODPOIS, "food poisoning"),
    (nethack.BL_MASK_TERMILL, "terminally ill"),
    (nethack.BL_MASK_BLIND, "blind"),
    (nethack.BL_MASK_DEAF, "deaf"),
    (nethack.BL_MASK_STUN, "stunned"),
    (nethack.BL_MASK_CONF, "confused"),
    (nethack.BL_MASK_HALLU, "hallucinating"),
    (nethack.BL_MASK_LEV, "levitating"),
    (nethack.BL_MASK_FLY, "flying"),
    (nethack.BL_MASK_RIDE, "riding"),
)
_REMARKS = (
    ("(weapon in hand)", "(wielded)"),
    ("(weapon in hands)", "(wielded)"),
    ("(alternate weapon; not wielded)", "(spare)"),
    ("(being worn)", "(worn)"),
    ("(in quiver pouch)", "(quivered)"),
)
_X, _Y = nethack.NLE_BL_X, nethack.NLE_BL_Y


class View:
    """Draws frames of one episode.

    Args:
        inventory: show the whole inventory (else only what is wielded).
        full_stats: show gold, experience level, power and score too.
    """

    def __init__(self, *, inventory: bool, full_stats: bool = False) -> None:
        self.inventory = inventory
        self.full_stats = full_stats
        self.clear()

    def clear(self) -> None:
        """Forget the box of the last episode."""
        self._level: tuple[int, int] | None = None
        self._box = (21, 0, 79, 0)
        self._drawn_items: bytes = b""
        self._items_text = ""

    def observe(self, frame: Frame, question: str) -> Observation:
        """Draw `frame`; `question` is what NetHack waits to be answered."""
        stats = frame.blstats.tolist()
        hero = (stats[_Y], stats[_X])
        top, bottom, left, right = self._grow(frame.glyphs, hero, stats)
        glyphs = np.ascontiguousarray(frame.glyphs[top:bottom, left:right])
        at = (hero[0] - top, hero[1] - left)
        codes = CODES[glyphs]
        codes[at] = _HERO_CODE
        rows = PALETTE.rows(codes)
        lines = [self._status(stats), self._items(frame), around(glyphs, at)]
        if question:
            lines.append(f"NetHack asks: {question.strip()}")
        return Observation(rows, PALETTE.legend(rows), "\n".join(line for line in lines if line))

    def _grow(self, glyphs: np.ndarray, hero: tuple[int, int], stats: list[int]) -> tuple[int, int, int, int]:
        """The box (top, bottom, left, right; ends excluded) around the hero and every cell seen on this level."""
        level = (stats[nethack.NLE_BL_DNUM], stats[nethack.NLE_BL_DLEVEL])
        if level != self._level:
            self._level, self._box = level, (21, 0, 79, 0)
        seen = glyphs != NOTHING_SEEN
        seen[hero] = True
        top, bottom, left, right = self._box
        if np.count_nonzero(seen) != np.count_nonzero(seen[top:bottom, left:right]):
            rows, columns = np.flatnonzero(seen.any(1)), np.flatnonzero(seen.any(0))
            self._box = (
                min(top, int(rows[0])),
                max(bottom, int(rows[-1]) + 1),
                min(left, int(columns[0])),
                max(right, int(columns[-1]) + 1),
            )
        return self._box

    def _status(self, stats: list[int]) -> str:
        parts = [
            f"HP {stats[nethack.NLE_BL_HP]}/{stats[nethack.NLE_BL_HPMAX]}",
            f"AC {stats[nethack.NLE_BL_AC]}",
            f"dungeon level {stats[nethack.NLE_BL_DEPTH]}",
            f"game time {stats[nethack.NLE_BL_TIME]}",
        ]
        if self.full_stats:
            parts += [
                f"power {stats[nethack.NLE_BL_ENE]}/{stats[nethack.NLE_BL_ENEMAX]}",
                f"experience level {stats[nethack.NLE_BL_XP]}",
                f"gold {stats[nethack.NLE_BL_GOLD]}",
                f"score {stats[nethack.NLE_BL_SCORE]}",
            ]
        parts += [_HUNGER[stats[nethack.NLE_BL_HUNGER]], _BURDEN[stats[nethack.NLE_BL_CAP]]]
        mask = stats[nethack.NLE_BL_CONDITION]
        parts += [name for bit, name in _CONDITIONS if mask & bit]
        return " | ".join(part for part in parts if part)

    def _items(self, frame: Frame) -> str:
        """The inventory line; kept while the inventory stays the same."""
        present = frame.letters.tobytes() + frame.items.tobytes()
        if present != self._drawn_items:
            self._drawn_items = present
            items = frame.inventory()
            if self.inventory:
                listed = "; ".join(f"{letter}: {_bare(text)}" for letter, text in items)
                self._items_text = f"inventory: {listed or 'empty'}"
            else:
                wielded = [_bare(text.partition(" (")[0]) for _, text in items if "(weapon in hand" in text]
                self._items_text = f"wielding {wielded[0]}" if wielded else "wielding nothing"
        return self._items_text


def _bare(text: str) -> str:
    """`a +1 club (weapon in hand)` without its article and with NetHack's remarks shortened: `+1 club (wielded)`."""
    for long, short in _REMARKS:
        text = text.replace(long, short)
    return text.removeprefix("a ").removeprefix("an ")


def around(glyphs: np.ndarray, hero: tuple[int, int]) -> str:
    """Name the creatures, objects and traps on the map with their places: `in view: jackal 3 east, 1 north`.

    Kinds are ordered by their nearest specimen (king's moves), and at most three places are given per kind. `hero` is
    the player's (row, column) in `glyphs`.
    """
    width = glyphs.shape[1]
    places: dict[str, list[tuple[int, int, int]]] = {}
    for cell in np.flatnonzero(LISTED[glyphs]).tolist():
        row, column = divmod(cell, width)
        if (row, column) != hero:
            down, right = row - hero[0], column - hero[1]
            distance = max(abs(down), abs(right))
            places.setdefault(name_of(int(glyphs[row, column])), []).append((distance, down, right))
    if not places:
        return ""
    kinds = sorted((sorted(spots), name) for name, spots in places.items())
    shown = [f"{name} {_places(spots)}" for spots, name in kinds[:_MAX_KINDS]]
    if len(kinds) > _MAX_KINDS:
        shown.append(f"{len(kinds) - _MAX_KINDS} kinds more")
    return "on the map: " + "; ".join(shown)


def _places(spots: list[tuple[int, int, int]]) -> str:
    text = " and ".join(_place(down, right) for _, down, right in spots[:_MAX_PLACES])
    return f"{text} and {len(spots) - _MAX_PLACES} more" if len(spots) > _MAX_PLACES else text


def _place(down: int, right: int) -> str:
    parts = []
    if down:
        parts.append(f"{abs(down)} {'south' if down > 0 else 'north'}")
    if right:
        parts.append(f"{abs(right)} {'east' if right > 0 else 'west'}")
    return " ".join(parts)


def report(lines: list[str], question: str, before: Frame | None = None, after: Frame | None = None) -> str:
    """The [Message] text: everything the game said, without the open question, which the HUD shows.

    Args:
        lines: what the game said during the action.
        question: the question that waits.
        before: the picture before the action.
        after: the picture after it; if it is the same and nothing was said, the text says so.
    """
    said = [line.strip() for line in lines if line.strip() and line != question]
    if not said and not question and before is not None and after is not None and before == after:
        return NOTHING
    return "\n".join(said)
