"""Lights Out: switch every light off; a press toggles a cell and its neighbours.

Pressing is addition over GF(2): the order of presses does not matter and a second press undoes the first. Two
solutions of one board differ by a *quiet pattern*, a set of presses that changes nothing (4 of them on 5x5, counting
the empty one; only the empty one on 7x7), so the shortest solution is the lightest of a handful.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np

from glyphbench.core.actions import ActionSet
from glyphbench.core.env import GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation

PALETTE = Palette(Glyph("●", "light on", "bold yellow"), Glyph(".", "light off", "dim"))
ON, OFF = 0, 1


@dataclass
class State:
    """The lights, uint8 of shape (size, size): 1 is on."""

    lights: np.ndarray


class LightsOut(GlyphEnv):
    """Lights Out on `size` x `size` cells.

    Args:
        size: side of the board, 3 to 9.
        presses: length of the shortest solution at the start, 1 to 40; a board that offers no such start, or none in
            300 draws, gives the longest drawn.
    """

    rules = (
        "Lights Out. Switch every light off. Pressing a cell toggles that cell and its neighbours above, below, left "
        "and right (those on the board): on becomes off and off becomes on. Any cell may be pressed at any time. The "
        "start can be solved.\n"
        "Score: +1 when all lights are off, which ends the episode; nothing before."
    )

    def __init__(self, *, size: int = 5, presses: int = 6, **common: Any) -> None:
        self.size = check_int("size", size, 3, 9)
        self.presses = check_int("presses", presses, 1, 40)
        self.actions = ActionSet.grid(
            "PRESS_{row}_{col}", "press the cell in that row and column", row=range(size), col=range(size)
        )
        super().__init__(**common)
        self._touched = [np.array([cell for cell in range(size * size) if mask >> cell & 1]) for mask in toggles(size)]

    def _start(self, seed: int) -> None:
        self.state = State(generate(self.np_random, self.size, self.presses))

    def _apply(self, action: int) -> Outcome:
        lights = self.state.lights
        lights.reshape(-1)[self._touched[action]] ^= 1
        if lights.any():
            return Outcome()
        self.message = "All lights are off."
        return Outcome(1.0, True, True)

    def _observe(self) -> Observation:
        lights = self.state.lights
        rows = PALETTE.rows(np.where(lights, ON, OFF))
        return Observation(rows, PALETTE.legend(rows), f"lights on {int(lights.sum())}", headers=True)


@cache
def toggles(size: int) -> tuple[int, ...]:
    """Per cell, the bit mask (bit `size * row + column`) of the cells that a press toggles."""
    masks = []
    for row in range(size):
        for col in range(size):
            near = [(row, col), (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
            masks.append(sum(1 << (size * r + c) for r, c in near if 0 <= r < size and 0 <= c < size))
    return tuple(masks)


@cache
def _eliminated(size: int) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...], tuple[int, ...]]:
    """Gauss-Jordan elimination of the toggle matrix over GF(2).

    Returns (pivots, checks, quiet): a solution of `lights` presses cell `p` iff `lights & m` has odd weight, for each
    pivot (p, m); `lights` is solvable iff `lights & m` has even weight for each check m; `quiet` lists every pattern
    of presses that changes nothing, the empty one first.
    """
    count = size * size
    # Row i: which presses toggle cell i (the matrix is symmetric), and which rows were added up to get there.
    rows = [(mask, 1 << index) for index, mask in enumerate(toggles(size))]
    pivots: list[tuple[int, tuple[int, int]]] = []
    for column in range(count):
        found = next((row for row in rows if row[0] >> column & 1), None)
        if found is None:
            continue
        rows.remove(found)
        clear = lambda row, found=found, column=column: (  # noqa: E731
            (row[0] ^ found[0], row[1] ^ found[1]) if row[0] >> column & 1 else row
        )
        rows = [clear(row) for row in rows]
        pivots = [(cell, clear(row)) for cell, row in pivots] + [(column, found)]
    fixed = {cell for cell, _ in pivots}
    quiet = [0]
    for free in range(count):
        if free not in fixed:
            pattern = 1 << free | sum(1 << cell for cell, row in pivots if row[0] >> free & 1)
            quiet += [pattern ^ other for other in quiet]
    return tuple((cell, row[1]) for cell, row in pivots), tuple(row[1] for row in rows), tuple(quiet)


@lru_cache(maxsize=4096)
def shortest(lights: int, size: int) -> int | None:
    """Return a smallest set of presses (a bit mask) that switches `lights` (a bit mask) off, or None."""
    pivots, checks, quiet = _eliminated(size)
    if any((lights & mask).bit_count() & 1 for mask in checks):
        return None
    solution = sum(1 << cell for cell, mask in pivots if (lights & mask).bit_count() & 1)
    return min((solution ^ pattern for pattern in quiet), key=lambda presses: (presses.bit_count(), presses))


def as_mask(lights: np.ndarray) -> int:
    """The lights as a bit mask, bit `size * row + column`."""
    return int.from_bytes(np.packbits(lights, axis=None, bitorder="little").tobytes(), "little")


def generate(rng: np.random.Generator, size: int, presses: int) -> np.ndarray:
    """Press random cells of a dark board until the shortest way back has `presses` presses."""
    effects = toggles(size)
    best, board = 0, 0
    for _ in range(300):
        lights = 0
        for cell in rng.choice(size * size, min(presses, size * size), replace=False).tolist():
            lights ^= effects[cell]
        way = shortest(lights, size)
        length = way.bit_count() if way is not None else 0
        if length > best:
            best, board = length, lights
        if best == presses:
            break
    cells = [board >> cell & 1 for cell in range(size * size)]
    return np.array(cells, dtype=np.uint8).reshape(size, size)
