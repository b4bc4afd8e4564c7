"""Match3: look two swaps ahead on the visible gems and take the wanted kinds first."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from glyphbench.games.classics.match3 import EMPTY, Match3, drop, matches, swapped
from glyphbench.solvers.base import Solver

#: Worth of a gem that is not wanted: clearing it only stirs the board.
OTHER_WORTH = 0.05
#: How much the best follow-up counts: the new gems that fall may spoil it.
SECOND_WORTH = 0.8


class Match3Solver(Solver[Match3]):
    """A reference policy for Match3: two-swap look-ahead without guessing the gems that will fall.

    `cost_to_go` is approximate: the gems still wanted divided by the usual yield of the policy.
    """

    exact: ClassVar[bool] = False
    #: Wanted gems that the policy collects per swap, measured.
    per_swap: ClassVar[float] = 2.6

    def cost_to_go(self, env: Match3) -> float | None:
        """Estimated swaps to collect what is still wanted; `inf` when the swaps are spent."""
        left = env.state.need
        if left and env.state.swaps == 0:
            return float("inf")
        return float(np.ceil(left / self.per_swap))

    def best_action(self, env: Match3) -> int | None:
        """The swap with the best sum of its own yield and its best follow-up's."""
        state = env.state
        if not state.need or state.swaps == 0:
            return None
        best, best_value = None, -1.0
        for action in np.flatnonzero(state.valid).tolist():
            board = swapped(state.board, *env.ends(action))
            value = play_out(board, state.wanted)
            if value + SECOND_WORTH * 5 <= best_value:
                continue  # no line is longer than five
            value += SECOND_WORTH * best_line(board, state.wanted)
            if value > best_value:
                best, best_value = action, value
        return best


def play_out(board: np.ndarray, wanted: tuple[int, int]) -> float:
    """Clear all lines that the visible gems make, in place, and return their worth."""
    value = 0.0
    while (gone := matches(board)).any():
        kinds = board[gone].tolist()
        hits = sum(kind in wanted for kind in kinds)
        value += hits + OTHER_WORTH * (len(kinds) - hits)
        board[gone] = EMPTY
        drop(board)
    return value


def best_line(board: np.ndarray, kinds: tuple[int, ...]) -> int:
    """Return how many gems of one of `kinds` the best single swap on the visible board collects.

    Works on a bit per cell, row by row with one column between the rows, so that shifts never cross a row's end.
    """
    # A hole cannot be exchanged, so no gem arrives in one.
    filled = _bits(board != EMPTY)
    return max(_longest(own, filled ^ own, len(board) + 1) for own in [_bits(board == kind) for kind in kinds])


def _bits(cells: np.ndarray) -> int:
    """One bit per cell of a square bool array, with an empty column after each row."""
    padded = np.zeros((len(cells), len(cells) + 1), dtype=np.uint8)
    padded[:, :-1] = cells
    return int.from_bytes(np.packbits(padded, bitorder="little").tobytes(), "little")


def _longest(own: int, foreign: int, width: int) -> int:
    """The longest line of three or more that one gem of `own` makes by moving into a cell of `foreign`; 0 if none."""
    best = 0
    # Cells with two of the kind in line beside them; the gem that arrives may still be one of the two.
    near = 0
    for step in (1, width):
        before, after = own << step, own >> step
        near |= (before & own << 2 * step) | (before & after) | (after & own >> 2 * step)
    near &= foreign
    for arriving, side in ((own << 1, -1), (own >> 1, 1), (own << width, -width), (own >> width, width)):
        rest = arriving & near
        while rest:
            cell = rest & -rest
            rest ^= cell
            # The gem that arrives leaves its own cell, which therefore adds to no line.
            stay = own & ~(cell << side if side > 0 else cell >> -side)
            for step in (1, width):
                best = max(best, _run(stay, cell, step))
    return best if best >= 3 else 0


def _run(own: int, cell: int, step: int) -> int:
    """The length of the line through `cell` in the direction `step`, counting `cell` itself."""
    length = 1
    probe = cell << step
    while probe & own:
        length, probe = length + 1, probe << step
    probe = cell >> step
    while probe & own:
        length, probe = length + 1, probe >> step
    return length
