"""Rush Hour: the number of slides to success from every placement of a set of vehicles, in one NumPy table.

A slide can be undone by a slide, so one breadth-first search from all solved placements gives every exact distance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

#: Side of the board, and the row of the exit (on the right).
SIZE = 6
EXIT_ROW = 2
INVALID, UNREACHED = 255, 254


@dataclass(frozen=True, slots=True)
class Vehicle:
    """A vehicle that moves along one line: a row if `horizontal`, else a column. `length` is in cells."""

    horizontal: bool
    line: int
    length: int

    def cells(self, position: int) -> list[tuple[int, int]]:
        """The cells covered when the vehicle's left or upper end is at `position` on its line."""
        along = range(position, position + self.length)
        return [(self.line, at) if self.horizontal else (at, self.line) for at in along]

    @property
    def positions(self) -> int:
        """How many positions the line offers."""
        return SIZE - self.length + 1


#: The vehicle that must reach the exit.
TARGET = Vehicle(True, EXIT_ROW, 2)


def occupancy(vehicle: Vehicle, position: int) -> int:
    """Bit mask of the covered cells, bit 6 * row + column."""
    return sum(1 << (SIZE * row + col) for row, col in vehicle.cells(position))


class DistanceTable:
    """Distances for one set of vehicles, the target first.

    A placement's code is a mixed-radix number with one digit per vehicle. Every digit has one more value than the
    line has positions; no placement uses it, so stepping off either end of a line lands on an invalid code.

    Attributes:
        codes: int64 array, the codes of all placements without overlap.
    """

    def __init__(self, vehicles: tuple[Vehicle, ...]) -> None:
        if vehicles[0] != TARGET:
            raise ValueError("the first vehicle must be the target")
        self.vehicles = vehicles
        radix = np.cumprod([1] + [vehicle.positions + 1 for vehicle in vehicles])
        self.radix: list[int] = [int(value) for value in radix[:-1]]
        self.codes = np.zeros(1, dtype=np.int64)
        taken = np.zeros(1, dtype=np.uint64)
        for vehicle, step in zip(vehicles, self.radix, strict=True):
            masks = np.array([occupancy(vehicle, at) for at in range(vehicle.positions)], dtype=np.uint64)
            old, at = np.nonzero((taken[:, None] & masks) == 0)
            self.codes = self.codes[old] + step * at
            taken = taken[old] | masks[at]
        self._table = np.full(int(radix[-1]), INVALID, dtype=np.uint8)
        self._table[self.codes] = UNREACHED
        self._search()

    def _search(self) -> None:
        table = self._table
        at = self.codes // self.radix[0] % (TARGET.positions + 1)
        frontier = self.codes[at == TARGET.positions - 1]
        table[frontier] = 0
        distance = 0
        while len(frontier):
            distance += 1
            found = []
            for radix in self.radix:
                for step in (radix, -radix):
                    codes = frontier
                    while True:
                        codes = codes + step
                        value = table[codes]
                        codes = codes[value != INVALID]
                        if not len(codes):
                            break
                        fresh = codes[table[codes] == UNREACHED]
                        table[fresh] = distance
                        found.append(fresh)
            frontier = np.unique(np.concatenate(found)) if found else frontier[:0]

    def code(self, positions: tuple[int, ...]) -> int:
        """The code of a placement given as one position per vehicle."""
        return sum(radix * at for radix, at in zip(self.radix, positions, strict=True))

    def positions(self, code: int) -> tuple[int, ...]:
        """The placement that has this code."""
        return tuple(
            code // radix % (vehicle.positions + 1) for radix, vehicle in zip(self.radix, self.vehicles, strict=True)
        )

    def distances(self, codes: np.ndarray) -> np.ndarray:
        """Slides to success per code, uint8; `UNREACHED` where there is no way."""
        return self._table[codes]

    def distance(self, code: int) -> int:
        """Slides to success from one placement, `UNREACHED` or `INVALID`."""
        return int(self._table[code])
