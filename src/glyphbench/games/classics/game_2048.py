"""2048 on a small board: merge equal tiles until one reaches the target."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np

from glyphbench.core.actions import ActionSet
from glyphbench.core.env import GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation

#: Exponents of the tiles, row by row; 0 is an empty cell, 3 is the tile 8.
Board = tuple[int, ...]

#: A new tile is a 2 with this probability, else a 4.
CHANCE_OF_TWO = 0.9
SYMBOLS = ".248ABCDEFGHI"
PALETTE = Palette(
    *(Glyph(symbol, f"tile {2**power}", "bold yellow") for power, symbol in enumerate(SYMBOLS) if power),
    Glyph(".", "empty cell", "dim"),
)


@dataclass
class State:
    """The board, and the largest exponent so far (at least 2: a 4 may appear by chance)."""

    board: Board
    best: int


class Game2048(GlyphEnv):
    """2048 on `size` x `size` cells.

    Args:
        size: side of the board, 2 to 4.
        target: the tile that wins, a power of two from 16 to 2048.
    """

    actions = ActionSet.of(
        UP="slide all tiles up",
        RIGHT="slide all tiles right",
        DOWN="slide all tiles down",
        LEFT="slide all tiles left",
    )

    def __init__(self, *, size: int = 3, target: int = 64, **common: Any) -> None:
        self.size = check_int("size", size, 2, 4)
        self.target = check_int("target", target, 16, 2048)
        self.goal = self.target.bit_length() - 1
        if self.target != 1 << self.goal:
            raise ValueError(f"target must be a power of two, got {target!r}")
        self.rules = (
            f"2048 on a small board. Make a tile of {target}. A move slides all tiles as far as they go; two equal "
            "tiles that meet merge into one of their sum. A tile made in this move does not merge again, and of three "
            "equal tiles in line the two nearest to the wall moved to merge. After each move that changed something "
            "a new tile appears on a random empty cell: a 2 (90%) or a 4 (10%). A move that changes nothing is not "
            "played. The game is lost when no move changes anything. Tiles above 8 are drawn as letters: A is 16, "
            "and each next letter doubles.\n"
            f"Score: +0.9 for the tile {target}, which ends the episode, and +0.1 for the first tile "
            f"{self.target // 2}."
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        self.state = State((0,) * self.size**2, 2)
        self._spawn()
        self._spawn()

    def _spawn(self) -> None:
        """Put a new tile on a random empty cell."""
        board = list(self.state.board)
        empty = [cell for cell, power in enumerate(board) if not power]
        cell = empty[int(self.np_random.integers(len(empty)))]
        board[cell] = 1 if self.np_random.random() < CHANCE_OF_TWO else 2
        self.state.board = tuple(board)

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        board = slide(state.board, action, self.size)
        if board == state.board:
            self.message = f"Nothing moves {self.actions.names[action]}."
            return Outcome()
        state.board = board
        reward = 0.0
        if max(board) > state.best:
            # Only merging gets here, one exponent at a time: new tiles never exceed 4.
            state.best = max(board)
            if state.best == self.goal:
                self.message = f"You made the tile {self.target}."
                return Outcome(0.9, True, True)
            reward = 0.1 if state.best == self.goal - 1 else 0.0
        self._spawn()
        if not any(legal(state.board, self.size)):
            self.message = "No move is left."
            return Outcome(reward, True, False)
        return Outcome(reward)

    def _observe(self) -> Observation:
        size, board = self.size, self.state.board
        rows = tuple(
            "".join(SYMBOLS[power] for power in board[start : start + size]) for start in range(0, size * size, size)
        )
        return Observation(rows, PALETTE.legend(rows))

    def _action_mask(self) -> np.ndarray:
        return np.array(legal(self.state.board, self.size), dtype=np.int8)


@lru_cache(maxsize=20_000)
def slide(board: Board, action: int, size: int) -> Board:
    """The board after sliding all tiles UP, RIGHT, DOWN or LEFT (0 to 3)."""
    moved = list(board)
    for line in lines(size)[action]:
        values = merge(tuple([board[cell] for cell in line]))
        for cell, value in zip(line, values, strict=True):
            moved[cell] = value
    return tuple(moved)


def legal(board: Board, size: int) -> tuple[bool, ...]:
    """Per action, whether it changes the board."""
    return tuple(slide(board, action, size) != board for action in range(4))


@cache
def lines(size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Per action, the lines of cells along which tiles move, each from the wall that they move to."""
    rows = [tuple(range(start, start + size)) for start in range(0, size * size, size)]
    cols = [tuple(range(start, size * size, size)) for start in range(size)]
    back = [line[::-1] for line in rows], [line[::-1] for line in cols]
    return tuple(cols), tuple(back[0]), tuple(back[1]), tuple(rows)


@cache
def merge(line: tuple[int, ...]) -> tuple[int, ...]:
    """One line after its tiles moved to the front."""
    tiles = [value for value in line if value]
    out: list[int] = []
    index = 0
    while index < len(tiles):
        if index + 1 < len(tiles) and tiles[index] == tiles[index + 1]:
            out.append(tiles[index] + 1)
            index += 2
        else:
            out.append(tiles[index])
            index += 1
    return (*out, *[0] * (len(line) - len(out)))
