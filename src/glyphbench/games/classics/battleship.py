"""Battleship: find and sink a hidden fleet, one shot a turn.

The usual rules for one player: ships lie straight, do not overlap, and may touch; a sunk ship is announced.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from glyphbench.core.actions import ActionSet
from glyphbench.core.env import NOTHING, GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import UNSEEN, Glyph, Palette
from glyphbench.core.observation import Observation
from glyphbench.games.classics.grid import Cell
from glyphbench.games.classics.level import Fixed

PALETTE = Palette(
    Glyph("×", "hit", "bold red"),
    Glyph("■", "part of a sunk ship", "red"),
    Glyph("○", "miss", "blue"),
    Glyph(UNSEEN, "not fired at yet", "dim"),
)
HIT, SUNK, MISS, UNKNOWN = range(4)


@dataclass(frozen=True, eq=False)
class Level(Fixed):
    """The hidden fleet: each ship's cells, in the order of the fleet."""

    ships: tuple[frozenset[Cell], ...]


@dataclass
class State:
    """The hidden fleet, the player's chart of palette codes, shape (size, size), and the ships still afloat."""

    level: Level
    chart: np.ndarray
    afloat: tuple[int, ...]


class Battleship(GlyphEnv):
    """A sea of `size` x `size` cells.

    Args:
        size: 5 to 12.
        fleet: lengths of one to six ships, 2 to `size` each, at most a third of the sea together.
    """

    def __init__(self, *, size: int = 10, fleet: Sequence[int] = (5, 4, 3, 3, 2), **common: Any) -> None:
        self.size = check_int("size", size, 5, 12)
        if not isinstance(fleet, (list, tuple)):
            raise ValueError(f"fleet must list the lengths of the ships, got {fleet!r}")
        self.fleet = tuple(check_int("fleet", length, 2, self.size) for length in fleet)
        if not 1 <= len(self.fleet) <= 6 or 3 * sum(self.fleet) > self.size**2:
            raise ValueError(f"fleet must be 1 to 6 ships that fill at most a third of the sea, got {list(fleet)}")
        self.actions = ActionSet.grid(
            "FIRE_{row}_{col}", "fire at that cell", row=range(self.size), col=range(self.size)
        )
        each = 0.5 / len(self.fleet)
        self.rules = (
            f"Battleship. A hidden fleet lies in the sea: straight ships of {', '.join(map(str, self.fleet))} cells, "
            "horizontal or vertical, without overlap; they may touch each other. They never move and never shoot "
            "back. Fire at one cell a turn and sink every ship before the turns run out. You are told whether you "
            "hit, and when all cells of a ship are hit, that it sinks and how long it was. Cells are named by row "
            "and column from the top left, from 0.\n"
            f"Score: +{each:.3g} per ship sunk, and +0.5 when the whole fleet is, which ends the episode."
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        ships = place(self.np_random, self.size, self.fleet)
        chart = np.full((self.size, self.size), UNKNOWN, dtype=np.uint8)
        self.state = State(Level(ships), chart, tuple(range(len(ships))))

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        cell = divmod(action, self.size)
        if state.chart[cell] != UNKNOWN:
            self.message = f"You fired at row {cell[0]}, column {cell[1]} before."
            return NOTHING
        ship = next((index for index in state.afloat if cell in state.level.ships[index]), None)
        if ship is None:
            state.chart[cell] = MISS
            self.message = f"Row {cell[0]}, column {cell[1]}: a miss."
            return NOTHING
        state.chart[cell] = HIT
        cells = state.level.ships[ship]
        if any(state.chart[other] != HIT for other in cells):
            self.message = f"Row {cell[0]}, column {cell[1]}: a hit!"
            return NOTHING
        for other in cells:
            state.chart[other] = SUNK
        state.afloat = tuple(index for index in state.afloat if index != ship)
        self.message = f"Row {cell[0]}, column {cell[1]}: a hit! You sink a ship of {len(cells)} cells."
        reward = 0.5 / len(self.fleet)
        return Outcome(reward) if state.afloat else Outcome(reward + 0.5, True, True)

    def _observe(self) -> Observation:
        state: State = self.state
        rows = PALETTE.rows(state.chart)
        afloat = " ".join(str(self.fleet[index]) for index in state.afloat)
        return Observation(rows, PALETTE.legend(rows), f"ships afloat, by length: {afloat or 'none'}", headers=True)

    def _action_mask(self) -> np.ndarray:
        return (self.state.chart == UNKNOWN).astype(np.int8).ravel()


def lines(size: int, length: int) -> list[list[Cell]]:
    """Every way to lay a ship of `length` cells on an empty sea, horizontal ones first."""
    across = [[(row, col + step) for step in range(length)] for row in range(size) for col in range(size - length + 1)]
    return across + [[(col, row) for row, col in line] for line in across]


def place(rng: np.random.Generator, size: int, fleet: tuple[int, ...]) -> tuple[frozenset[Cell], ...]:
    """Draw a fleet: ships one after the other, uniformly over all places; all again whenever two overlap."""
    choices = {length: lines(size, length) for length in set(fleet)}
    while True:
        drawn = [choices[length][int(rng.integers(len(choices[length])))] for length in fleet]
        if len({cell for line in drawn for cell in line}) == sum(fleet):
            return tuple(frozenset(line) for line in drawn)
