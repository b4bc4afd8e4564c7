"""A best-first search for MiniHack's Sokoban levels: which boulder to push where, until every pit is filled.

Sets of cells are integers with one bit per cell, which makes floods and look-ups cheap.
"""

from __future__ import annotations

import heapq
import itertools
from collections import deque

Cell = tuple[int, int]
Push = tuple[Cell, Cell]
_WIDTH = 79
#: North, east, south, west as bit offsets.
_STEPS = (-_WIDTH, 1, _WIDTH, -1)
_OF_OFFSET: dict[int, Cell] = {-_WIDTH: (-1, 0), 1: (0, 1), _WIDTH: (1, 0), -1: (0, -1)}
_FAR = 999


def _bit(cell: Cell) -> int:
    return cell[0] * _WIDTH + cell[1]


def _mask(cells: frozenset[Cell]) -> int:
    return sum(1 << _bit(cell) for cell in cells)


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def _flood(start: int, free: int) -> int:
    """The cells joined to `start` (a mask) by orthogonal steps on `free`.

    Diagonal steps reach nothing more: Sokoban forbids them where both orthogonal ways round are blocked.
    """
    reached = start
    while True:
        grown = (reached | reached << _WIDTH | reached >> _WIDTH | reached << 1 | reached >> 1) & free | reached
        if grown == reached:
            return reached
        reached = grown


class Search:
    """Finds the pushes that fill every pit.

    Args:
        floor: cells without wall, pits and doors included.
        doors: closed doors, which no boulder passes.
        pits: pits in the order in which they can be filled.
    """

    def __init__(self, floor: frozenset[Cell], doors: frozenset[Cell], pits: list[Cell]) -> None:
        self._floor = _mask(floor)
        self._room = self._floor & ~_mask(doors)
        self._pits = [_bit(pit) for pit in pits]
        self._away = [self._distances(pit) for pit in self._pits]

    def _distances(self, pit: int) -> dict[int, int]:
        """Pushes that bring a lone boulder from each cell into `pit`, found by pulling backwards from it."""
        found = {pit: 0}
        queue = deque([pit])
        while queue:
            cell = queue.popleft()
            for step in _STEPS:
                before, behind = cell - step, cell - 2 * step
                if before not in found and self._room >> before & 1 and self._floor >> behind & 1:
                    found[before] = found[cell] + 1
                    queue.append(before)
        return found

    def _frozen(self, cell: int, boulders: int) -> bool:
        """Whether a two-by-two block of walls and boulders holds the boulder at `cell` for good."""
        free = self._floor & ~boulders
        return any(
            not (free >> (cell + down) & 1 or free >> (cell + right) & 1 or free >> (cell + down + right) & 1)
            for down in (-_WIDTH, _WIDTH)
            for right in (-1, 1)
        )

    def _estimate(self, boulders: int, filled: int) -> int:
        if filled == len(self._pits):
            return 0
        away = self._away[filled]
        near = sorted(away.get(cell, _FAR) for cell in _bits(boulders))
        left = len(self._pits) - filled
        return 60 * left + 2 * near[0] + sum(near[:left]) // 4

    def run(self, boulders: frozenset[Cell], player: Cell, positions: int) -> list[Push] | None:
        """Return pushes as (boulder's cell, step), or None after that many positions."""
        counter = itertools.count()
        start = (_mask(boulders), 0, 1 << _bit(player))
        came: dict[tuple[int, int, int], tuple[tuple[int, int, int], int, int] | None] = {start: None}
        heap = [(0, next(counter), 0, start)]
        seen: set[tuple[int, int, int]] = set()
        while heap and len(seen) < positions:
            _, _, pushes, state = heapq.heappop(heap)
            stones, filled, player_bit = state
            if filled == len(self._pits):
                return self._trace(came, state)
            open_pits = 0
            for pit in self._pits[filled:]:
                open_pits |= 1 << pit
            region = _flood(player_bit, self._floor & ~stones & ~open_pits)
            away = self._away[filled]
            for cell in _bits(stones):
                for step in _STEPS:
                    if not region >> (cell - step) & 1:
                        continue
                    there = cell + step
                    if not self._room >> there & 1 or stones >> there & 1:
                        continue
                    rest = stones ^ 1 << cell
                    if open_pits >> there & 1:
                        if there != self._pits[filled]:
                            continue
                        following = (rest, filled + 1, 1 << cell)
                    else:
                        if there not in away or self._frozen(there, rest):
                            continue
                        following = (rest | 1 << there, filled, 1 << cell)
                    after = _flood(1 << cell, self._floor & ~following[0] & ~open_pits)
                    key = (following[0], following[1], after & -after)
                    if key in seen:
                        continue
                    seen.add(key)
                    came.setdefault(following, (state, cell, step))
                    cost = self._estimate(*following[:2]) + pushes // 8
                    heapq.heappush(heap, (cost, next(counter), pushes + 1, following))
        return None

    @staticmethod
    def _trace(
        came: dict[tuple[int, int, int], tuple[tuple[int, int, int], int, int] | None], state: tuple[int, int, int]
    ) -> list[Push]:
        pushes: list[Push] = []
        link = came[state]
        while link is not None:
            state, cell, step = link
            pushes.append((divmod(cell, _WIDTH), _OF_OFFSET[step]))
            link = came[state]
        return pushes[::-1]
