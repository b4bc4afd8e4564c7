"""Chart: what a player has seen of a world, pieced together from successive grids, one sheet per floor.

A grid may show a whole map, a map that grows at its edges, or a window that moves with the player. Each new grid is
laid over the sheet where it agrees best with what is there, so positions are estimates: in featureless country a
moving window looks as if it stood still. All positions that are told are relative to the player.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from glyphbench.core.observation import Observation

Cell = tuple[int, int]

_FLOOR = re.compile(r"\b(?:dungeon level|dlvl|floor|level|depth)[ :]+(\d+)", re.IGNORECASE)
_UNSEEN = re.compile(r"\b(?:not in view|unseen|unknown|unexplored|darkness)\b", re.IGNORECASE)
_OPEN = re.compile(r"\b(?:floor|grass|sand|path|doorway|corridor|open door|bridge|ground)\b", re.IGNORECASE)
_TERRAIN = re.compile(
    r"\b(?:floor|grass|sand|path|corridor|wall|stone|water|lava|tree|rock|ground|border|edge)s?\b", re.IGNORECASE
)
#: A new grid is laid at most so many cells away from where the last one lay.
_REACH = 3
#: Below this share of agreeing cells the player is held to be somewhere else, and a new sheet begins.
_AGREEMENT = 0.6
#: A whole map shows more cells than this and does not move.
_LARGE = 400
#: Glyphs that lie around more often than this are no landmarks.
_COMMON = 5


@dataclass
class Sheet:
    """One floor.

    Attributes:
        cells: glyph by (x, y).
        visited: where the player has been.
        here: where the player is; None if the grid shows no player.
        origin: where the last grid's top left cell lies.
    """

    cells: dict[Cell, str] = field(default_factory=dict)
    visited: set[Cell] = field(default_factory=set)
    here: Cell | None = None
    origin: Cell = (0, 0)


class Chart:
    """All floors of one episode."""

    def __init__(self) -> None:
        self.floor = 0
        self.sheets: dict[int, Sheet] = {}
        self._names: dict[str, str] = {}

    def add(self, observation: Observation) -> None:
        """Take in one observation."""
        self._names |= {glyph.char: glyph.name for glyph in observation.legend}
        number = _FLOOR.search(observation.hud)
        self.floor = int(number[1]) if number else 0
        seen = {
            (x, y): char
            for y, row in enumerate(observation.grid)
            for x, char in enumerate(row)
            if char != " " and not _UNSEEN.search(self._names.get(char, ""))
        }
        you = next((cell for cell, char in seen.items() if self._is_you(char)), None)
        sheet = self.sheets.setdefault(self.floor, Sheet())
        origin = self._place(sheet, seen)
        if origin is None:
            sheet, origin = Sheet(), (0, 0)
            self.sheets[self.floor] = sheet
        sheet.origin = origin
        for (x, y), char in seen.items():
            if not self._is_you(char):
                sheet.cells[x + origin[0], y + origin[1]] = char
        sheet.here = None if you is None else (you[0] + origin[0], you[1] + origin[1])
        if sheet.here is not None:
            sheet.visited.add(sheet.here)

    def exploration(self) -> str:
        """What is known of the present floor, in one line; empty where the grid shows no player."""
        sheet = self.sheets.get(self.floor)
        if sheet is None or sheet.here is None:
            return ""
        frontier = list(self._frontier(sheet))
        text = f"seen {len(sheet.cells.keys() | sheet.visited)} cells, visited {len(sheet.visited)}"
        if not frontier:
            return f"{text}, no open cell borders on the unseen"
        near = min(frontier, key=lambda cell: (_distance(cell, sheet.here), cell))
        return f"{text}, {len(frontier)} open cells border on the unseen, the nearest {relative(near, sheet.here)}"

    def landmarks(self, floor: int, limit: int = 12) -> list[str]:
        """What stands out on a floor, nearest first: `stairs down 3 east, 1 north`."""
        sheet = self.sheets[floor]
        places: dict[str, list[Cell]] = {}
        for cell, char in sheet.cells.items():
            name = self._names.get(char, "")
            if name and not _TERRAIN.search(name):
                places.setdefault(name, []).append(cell)
        here = sheet.here or (0, 0)
        found = [(cell, name) for name, cells in places.items() if len(cells) <= _COMMON for cell in cells]
        found.sort(key=lambda one: (_distance(one[0], here), one[1], one[0]))
        return [f"{name} {relative(cell, here)}" for cell, name in found[:limit]]

    def _is_you(self, char: str) -> bool:
        name = self._names.get(char, "")
        return name == "you" or name.startswith(("you,", "you "))

    def _place(self, sheet: Sheet, seen: dict[Cell, str]) -> Cell | None:
        """Where the new grid's top left cell lies on the sheet; None if it fits nowhere near."""
        if not sheet.cells:
            return 0, 0
        tries = [(dx, dy) for dx in range(-_REACH, _REACH + 1) for dy in range(-_REACH, _REACH + 1)]
        tries.sort(key=lambda shift: (abs(shift[0]) + abs(shift[1]), shift))
        best, best_score = None, _AGREEMENT
        for dx, dy in tries:
            origin = sheet.origin[0] + dx, sheet.origin[1] + dy
            score = self._agreement(sheet, seen, origin)
            if score > best_score + 1e-9:
                best, best_score = origin, score
            if (dx, dy) == (0, 0) and (score == 1.0 or (score > 0.9 and len(seen) > _LARGE)):
                break
        return best

    def _agreement(self, sheet: Sheet, seen: dict[Cell, str], origin: Cell) -> float:
        """The share of cells known on both that are the same; less where few are known on both."""
        both = same = 0
        for (x, y), char in seen.items():
            old = sheet.cells.get((x + origin[0], y + origin[1]))
            if old is not None and not self._is_you(char):
                both += 1
                same += old == char
        return same / max(both, len(seen) // 3, 1)

    def _frontier(self, sheet: Sheet) -> Iterator[Cell]:
        """Open cells that border on a cell never seen."""
        known = sheet.cells.keys() | sheet.visited
        for cell in known:
            if cell in sheet.visited or _OPEN.search(self._names.get(sheet.cells.get(cell, ""), "")):
                x, y = cell
                if not {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} <= known:
                    yield cell


def relative(cell: Cell, here: Cell | None) -> str:
    """A position as a person says it: `3 east, 1 north`."""
    dx, dy = cell[0] - (here or (0, 0))[0], cell[1] - (here or (0, 0))[1]
    parts = []
    if dx:
        parts.append(f"{abs(dx)} {'east' if dx > 0 else 'west'}")
    if dy:
        parts.append(f"{abs(dy)} {'south' if dy > 0 else 'north'}")
    return ", ".join(parts) or "here"


def _distance(cell: Cell, here: Cell | None) -> int:
    return abs(cell[0] - (here or (0, 0))[0]) + abs(cell[1] - (here or (0, 0))[1])
