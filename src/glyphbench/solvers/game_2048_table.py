"""2048 on a small board, solved completely: expected cost of every position that play can reach.

Every move adds a 2 or a 4 to the sum of all tiles, so positions fall into layers by their sum and one pass from the
largest sum down gives every value. Boards are equal up to the eight symmetries of the square; each is stored as its
smallest code, three bits per cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from glyphbench.games.classics.game_2048 import CHANCE_OF_TWO, Board, merge

#: What a lost game counts as, in moves.
LOST = 1000.0
BITS = 3


class TooLarge(Exception):
    """The positions do not fit the budget."""


@dataclass
class Layer:
    """The positions with one sum of tiles: sorted canonical codes and the expected cost of each (float64)."""

    codes: np.ndarray
    costs: np.ndarray


class Table:
    """Expected cost of every position of the game with this size and target.

    Args:
        size: side of the board, 2 or 3.
        goal: exponent of the target, at most 6 (64).
        budget: most positions to hold.

    Raises:
        TooLarge: the game has more positions.
    """

    def __init__(self, size: int, goal: int, budget: int) -> None:
        if size > 3 or goal > 6:
            raise TooLarge
        self.size, self.goal = size, goal
        self._row_bits = BITS * size
        rows = 1 << self._row_bits
        cells = [[row >> BITS * col & 7 for col in range(size)] for row in range(rows)]
        packed = [(merge(tuple(line)), merge(tuple(line[::-1]))[::-1]) for line in cells]
        # A merge of two tiles at the largest exponent overflows its bits, but no game holds such tiles.
        self._left = np.array([_pack(left) & rows - 1 for left, _ in packed], dtype=np.int64)
        self._right = np.array([_pack(right) & rows - 1 for _, right in packed], dtype=np.int64)
        self._mirror = np.array([_pack(tuple(line[::-1])) for line in cells], dtype=np.int64)
        self._wins = np.array([max(max(left), max(right)) >= goal for left, right in packed])
        self._sums = np.array([sum(1 << value for value in line if value) for line in cells], dtype=np.int64)
        self._layers: dict[int, Layer] = {}
        self._solve(budget)

    def cost(self, board: Board) -> float | None:
        """Expected cost of a position, the player to move; None for one that play cannot reach."""
        code = self._canonical(np.array([_pack(board)], dtype=np.int64))[0]
        layer = self._layers.get(sum(1 << value for value in board if value))
        if layer is None:
            return None
        spot = min(int(np.searchsorted(layer.codes, code)), len(layer.codes) - 1)
        return float(layer.costs[spot]) if layer.codes[spot] == code else None

    def after_moves(self, boards: list[Board]) -> list[float]:
        """Expected costs after the moves of one turn, each given by its board before the new tile appears."""
        total = sum(1 << value for value in boards[0] if value)
        codes = np.array([_pack(board) for board in boards], dtype=np.int64)
        return [float(cost) for cost in self._expected(codes, total)]

    def _solve(self, budget: int) -> None:
        """Collect the positions from the smallest sum up, then value them from the largest sum down."""
        cells = self.size**2
        one = [1 << BITS * cell for cell in range(cells)]
        starts = [a * one[i] + b * one[j] for i in range(cells) for j in range(i) for a in (1, 2) for b in (1, 2)]
        found: dict[int, list[np.ndarray]] = {}
        self._add(found, np.array(starts, dtype=np.int64))
        plans: list[tuple[int, np.ndarray, list[tuple[np.ndarray, np.ndarray, np.ndarray]]]] = []
        held = 0
        while found:
            total = min(found)
            codes = np.unique(np.concatenate(found.pop(total)))
            held += len(codes)
            if held > budget:
                raise TooLarge
            moves = [self._move(codes, axis, side) for axis in (0, 1) for side in (self._left, self._right)]
            plans.append((total, codes, moves))
            afters = np.unique(
                np.concatenate([self._canonical(after[changed & ~won]) for after, changed, won in moves])
            )
            for cell in range(cells):
                open_cell = afters[afters >> BITS * cell & 7 == 0]
                for value in (1, 2):
                    self._add(found, open_cell + value * one[cell])
        for total, codes, moves in reversed(plans):
            costs = np.full(len(codes), np.inf)
            for after, changed, won in moves:
                rest = np.full(len(codes), np.inf)
                rest[changed & won] = 0
                live = changed & ~won
                if live.any():
                    rest[live] = self._expected(after[live], total)
                costs = np.minimum(costs, 1 + rest)
            costs[np.isinf(costs)] = LOST
            self._layers[total] = Layer(codes, costs)

    def _add(self, found: dict[int, list[np.ndarray]], codes: np.ndarray) -> None:
        """File positions under their sums."""
        codes = np.unique(self._canonical(codes))
        sums = sum((self._sums[row] for row in self._rows(codes)), np.zeros(len(codes), dtype=np.int64))
        for total in np.unique(sums).tolist():
            found.setdefault(total, []).append(codes[sums == total])

    def _expected(self, codes: np.ndarray, total: int) -> np.ndarray:
        """Mean cost over the new tile, for boards after a move whose tiles sum to `total`."""
        shifts = BITS * np.arange(self.size**2)
        free = codes[:, None] >> shifts & 7 == 0
        mean = np.zeros(len(codes))
        for value, chance in ((1, CHANCE_OF_TWO), (2, 1 - CHANCE_OF_TWO)):
            layer = self._layers[total + 2 * value]
            children = (codes[:, None] + (value << shifts))[free]
            costs = np.zeros(free.shape)
            costs[free] = layer.costs[np.searchsorted(layer.codes, self._canonical(children))]
            mean += chance * costs.sum(axis=1)
        return mean / free.sum(axis=1)

    def _move(self, codes: np.ndarray, axis: int, table: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Slide all rows (axis 0) or columns (axis 1): boards after it, whether they changed, whether the move won.

        Boards moved along columns come back transposed, which is the same position.
        """
        before = self._transposed(codes) if axis else codes
        rows = self._rows(before)
        after = self._joined([table[row] for row in rows])
        won = np.zeros(len(codes), dtype=bool)
        for row in rows:
            won |= self._wins[row]
        return after, after != before, won & (after != before)

    def _rows(self, codes: np.ndarray) -> list[np.ndarray]:
        mask = (1 << self._row_bits) - 1
        return [codes >> self._row_bits * row & mask for row in range(self.size)]

    def _joined(self, rows: list[np.ndarray]) -> np.ndarray:
        out = rows[0].copy()
        for index, row in enumerate(rows[1:], 1):
            out |= row << self._row_bits * index
        return out

    def _transposed(self, codes: np.ndarray) -> np.ndarray:
        size = self.size
        out = np.zeros_like(codes)
        for row in range(size):
            for col in range(size):
                out |= (codes >> BITS * (size * row + col) & 7) << BITS * (size * col + row)
        return out

    def _canonical(self, codes: np.ndarray) -> np.ndarray:
        """The smallest code among the eight symmetric boards."""
        best = codes
        for board in (codes, self._transposed(codes)):
            rows = self._rows(board)
            mirrored = [self._mirror[row] for row in rows]
            for variant in (rows, rows[::-1], mirrored, mirrored[::-1]):
                best = np.minimum(best, self._joined(variant))
        return best


def _pack(cells: Board) -> int:
    return sum(value << BITS * index for index, value in enumerate(cells))


@lru_cache(maxsize=4)
def table(size: int, goal: int, budget: int) -> Table | None:
    """The solved game, built once per process; None where it is too large."""
    try:
        return Table(size, goal, budget)
    except TooLarge:
        return None
