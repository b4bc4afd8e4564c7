"""Match3: swap neighbouring gems so that lines of three vanish, and collect two wanted kinds within few swaps.

The board is an int array of kinds; EMPTY marks a cell whose gem is gone. `matches`, `drop` and `valid_swaps` are
plain functions of the board, so that a teacher may look ahead with the same rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from glyphbench.core.actions import ActionSet
from glyphbench.core.env import GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation

PALETTE = Palette(
    Glyph("●", "ruby", "red"),
    Glyph("■", "sapphire", "blue"),
    Glyph("▲", "emerald", "green"),
    Glyph("◆", "amethyst", "magenta"),
    Glyph("○", "pearl", "white"),
    Glyph("$", "gold", "yellow"),
)
EMPTY = -1


@dataclass
class State:
    """A position. `board` is int8 of shape (size, size); `need` is how many gems of the `wanted` kinds are to go."""

    board: np.ndarray
    wanted: tuple[int, int]
    need: int
    swaps: int
    #: Which actions make a line; kept with the board because a wasted swap changes neither.
    valid: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        self.valid = valid_swaps(self.board)

    def settle(self, board: np.ndarray) -> None:
        """Take a board without lines for the present one."""
        self.board, self.valid = board, valid_swaps(board)


class Match3(GlyphEnv):
    """Match-three on a board of `size` x `size` gems.

    Args:
        size: side of the board, 5 to 10.
        gems: kinds of gems, 4 to 6.
        target: how many gems of the two wanted kinds must be collected, 1 to 200.
        swaps: attempts at a swap before the game is lost, 1 to 200.
    """

    def __init__(self, *, size: int = 8, gems: int = 6, target: int = 50, swaps: int = 25, **common: Any) -> None:
        self.size = check_int("size", size, 5, 10)
        self.gems = check_int("gems", gems, 4, 6)
        self.target = check_int("target", target, 1, 200)
        self.swaps = check_int("swaps", swaps, 1, 200)
        line, short = range(self.size), range(self.size - 1)
        self.actions = ActionSet.grid(
            "SWAP_{row}_{col}_RIGHT", "swap that gem with the one to its right", row=line, col=short
        ) + ActionSet.grid("SWAP_{row}_{col}_DOWN", "swap that gem with the one below it", row=short, col=line)
        self.rules = (
            f"Match three. Collect {self.target} gems of the two wanted kinds (named in the status line; both count "
            f"towards one total) with at most {self.swaps} swaps. A swap exchanges two neighbouring gems and holds "
            "only if it puts three or more gems of one kind in an unbroken row or column; otherwise the gems go back, "
            "but the swap is spent. All gems in such lines vanish, the gems above fall down, new random gems fill the "
            "columns from the top, and new lines vanish in turn. Every vanished gem of a wanted kind is collected. "
            "A board without a possible swap is dealt anew.\n"
            f"Rows and columns are counted from 0 at the top left. Score: +{0.3 / self.target:.3g} for each wanted "
            "gem collected, and +0.7 when the total is reached, which ends the game as a success. "
            "Running out of swaps ends it as a failure."
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        wanted = self.np_random.choice(self.gems, 2, replace=False)
        first, second = sorted(wanted.tolist())
        self.state = State(deal(self.np_random, self.size, self.gems), (first, second), self.target, self.swaps)

    def ends(self, action: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """The two cells that an action exchanges."""
        across = self.size * (self.size - 1)
        if action < across:
            row, col = divmod(action, self.size - 1)
            return (row, col), (row, col + 1)
        row, col = divmod(action - across, self.size)
        return (row, col), (row + 1, col)

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        state.swaps -= 1
        if not state.valid[action]:
            self.message = "No line of three: the gems go back, and the swap is spent."
            return self._close(0.0)
        board = swapped(state.board, *self.ends(action))
        cleared = np.zeros(self.gems, dtype=int)
        rounds = 0
        while (gone := matches(board)).any():
            rounds += 1
            cleared += np.bincount(board[gone], minlength=self.gems)
            board[gone] = EMPTY
            drop(board)
            holes = board == EMPTY
            board[holes] = self.np_random.integers(self.gems, size=int(holes.sum()))
        collected = min(state.need, int(cleared[list(state.wanted)].sum()))
        state.need -= collected
        chain = f" in a chain of {rounds}" if rounds > 1 else ""
        self.message = f"{int(cleared.sum())} gems vanish{chain}; you collect {collected}."
        state.settle(board)
        if not state.valid.any():
            state.settle(deal(self.np_random, self.size, self.gems))
            self.message += " No swap was left: the board is dealt anew."
        return self._close(collected * 0.3 / self.target)

    def _close(self, reward: float) -> Outcome:
        """Add the bonus and end the game where it is won or the swaps are spent."""
        state: State = self.state
        if not state.need:
            return Outcome(reward + 0.7, True, True)
        if state.swaps == 0:
            self.message += " That was the last swap."
            return Outcome(reward, True, False)
        return Outcome(reward)

    def _observe(self) -> Observation:
        state: State = self.state
        rows = PALETTE.rows(state.board)
        wanted = " and ".join(f"{PALETTE.glyphs[kind].char} {PALETTE.glyphs[kind].name}" for kind in state.wanted)
        hud = f"swaps left {state.swaps} | wanted {wanted}: {state.need} to go"
        return Observation(rows, PALETTE.legend(rows), hud, headers=True)

    def _action_mask(self) -> np.ndarray:
        return np.asarray(self.state.valid, dtype=np.int8)


def matches(board: np.ndarray) -> np.ndarray:
    """Which cells lie in a row or column of three or more equal gems: bool of the board's shape."""
    gone = np.zeros(board.shape, dtype=bool)
    full = board != EMPTY
    pair = board[:, :-1] == board[:, 1:]
    across = pair[:, :-1] & pair[:, 1:] & full[:, 1:-1]
    pair = board[:-1] == board[1:]
    down = pair[:-1] & pair[1:] & full[1:-1]
    for shift in range(3):
        gone[:, shift : shift + across.shape[1]] |= across
        gone[shift : shift + down.shape[0]] |= down
    return gone


def drop(board: np.ndarray) -> None:
    """Let the gems fall into the empty cells beneath them, in place."""
    order = np.argsort(board != EMPTY, axis=0, kind="stable")
    board[:] = np.take_along_axis(board, order, axis=0)


def swapped(board: np.ndarray, here: tuple[int, int], there: tuple[int, int]) -> np.ndarray:
    """A copy of the board with two cells exchanged."""
    other = board.copy()
    other[here], other[there] = board[there], board[here]
    return other


def valid_swaps(board: np.ndarray) -> np.ndarray:
    """Which actions make a line, in the order of the game's actions: bool of shape (2 * size * (size - 1),).

    The board must hold no line yet.
    """
    # The same code serves both directions: exchanging down is exchanging right on the transposed board.
    across = _valid_right(board)
    down = _valid_right(board.T).T
    return np.concatenate([across.ravel(), down.ravel()])


def _valid_right(board: np.ndarray) -> np.ndarray:
    """Which exchanges of a cell with its right neighbour make a line: bool of shape (size, size - 1)."""
    size = len(board)
    padded = np.full((size + 4, size + 4), EMPTY - 1, dtype=board.dtype)
    padded[2:-2, 2:-2] = board

    def at(d_row: int, d_col: int) -> np.ndarray:
        return padded[2 + d_row : 2 + d_row + size, 2 + d_col : 1 + d_col + size]

    left, right = at(0, 0), at(0, 1)
    # `left` arrives in the right cell: a line needs two more of its kind beyond, above, below or on both sides.
    column = {d_row: left == at(d_row, 1) for d_row in (-2, -1, 1, 2)}
    moved_right = (left == at(0, 2)) & (left == at(0, 3)) | _beside(column)
    column = {d_row: right == at(d_row, 0) for d_row in (-2, -1, 1, 2)}
    moved_left = (right == at(0, -1)) & (right == at(0, -2)) | _beside(column)
    return ((moved_right & (left != EMPTY)) | (moved_left & (right != EMPTY))) & (left != right)


def _beside(same: dict[int, np.ndarray]) -> np.ndarray:
    """Whether two neighbours in the column complete a line; `same` is keyed by the distance downwards."""
    return (same[-2] & same[-1]) | (same[-1] & same[1]) | (same[1] & same[2])


def deal(rng: np.random.Generator, size: int, gems: int) -> np.ndarray:
    """Draw a board without a line and with at least one valid swap."""
    while True:
        board = rng.integers(gems, size=(size, size), dtype=np.int8)
        while (gone := matches(board)).any():
            board[gone] = rng.integers(gems, size=int(gone.sum()), dtype=np.int8)
        if valid_swaps(board).any():
            return board
