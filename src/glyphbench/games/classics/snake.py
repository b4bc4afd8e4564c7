"""Snake: eat the apples, grow, and run into nothing.

After the arcade game of 1976. The board has walls on its border; SnakeHard adds walls inside.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from glyphbench.core.env import NOTHING, GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation
from glyphbench.games.classics.level import Fixed
from glyphbench.games.classics.moves import MOVES, STEPS

Cell = tuple[int, int]

PALETTE = Palette(
    Glyph("↑", "your head, facing up", "bold yellow"),
    Glyph("→", "your head, facing right", "bold yellow"),
    Glyph("↓", "your head, facing down", "bold yellow"),
    Glyph("←", "your head, facing left", "bold yellow"),
    Glyph("°", "apple", "bold red"),
    Glyph("^", "body, joined to the segment above", "yellow"),
    Glyph(">", "body, joined to the segment on the right", "yellow"),
    Glyph("v", "body, joined to the segment below", "yellow"),
    Glyph("<", "body, joined to the segment on the left", "yellow"),
    Glyph(".", "floor", "dim"),
    Glyph("#", "wall", "white"),
)
HEAD, APPLE, BODY, FLOOR, WALL = 0, 4, 5, 9, 10  # head and body: plus the direction
LENGTH = 3  # at the start


@dataclass(frozen=True, eq=False)
class Arena(Fixed):
    """The board without snake and apple: palette codes of shape (size, size), and its free cells in reading order."""

    board: np.ndarray
    free: tuple[Cell, ...]
    inside: frozenset[Cell]


@dataclass
class State:
    """The snake as cells from head to tail, its direction (an index into STEPS), the apple, apples eaten, the end."""

    arena: Arena
    snake: deque[Cell]
    facing: int
    apple: Cell | None
    eaten: int = 0
    crashed: bool = False


class Snake(GlyphEnv):
    """A board of `size` x `size` cells, border walls included.

    Args:
        size: side of the board, 7 to 24.
        apples: how many to eat, 1 to 60; the grown snake must fill at most half of the board.
        walls: walls of three cells inside the board, 0 to 8 (fewer where they do not fit); they need a size of 8.
    """

    actions = MOVES

    def __init__(self, *, size: int = 12, apples: int = 10, walls: int = 0, **common: Any) -> None:
        self.size = check_int("size", size, 7, 24)
        self.apples = check_int("apples", apples, 1, 60)
        self.walls = check_int("walls", walls, 0, 8)
        if self.walls and self.size < 8:
            raise ValueError(f"a board of size {size} is too small for inner walls")
        if 2 * (LENGTH + self.apples) > (self.size - 2) ** 2 - 6 * self.walls:
            raise ValueError(f"{apples} apples make a snake too long for a board of size {size}")
        self.rules = (
            f"Snake. Eat {apples} apples, one at a time; a new one appears on a random free cell when you have eaten "
            "the last. Every turn your head moves one cell in the direction you choose and the body follows; choosing "
            "the direction straight back is ignored and you go on as before. Eating makes you one segment longer: the "
            "tail stays where it is in that turn. Running into a wall or into your body ends the episode; the cell "
            "that the tail leaves in the same turn is free.\n"
            f"Score: +1/{apples} for each apple, -0.2 for a crash. The last apple ends the episode."
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        rng = self.np_random
        arena = draw_arena(rng, self.size, self.walls) if self.walls else open_arena(self.size)
        while True:
            head = arena.free[int(rng.integers(len(arena.free)))]
            facing = int(rng.integers(4))
            back = STEPS[(facing + 2) % 4]
            snake = [(head[0] + back[0] * i, head[1] + back[1] * i) for i in range(LENGTH)]
            ahead = [(head[0] - back[0] * i, head[1] - back[1] * i) for i in (1, 2)]
            if arena.inside.issuperset(snake + ahead):
                break
        self.state = State(arena, deque(snake), facing, None)
        self.state.apple = self._new_apple()

    def _new_apple(self) -> Cell:
        """Draw a free cell."""
        state: State = self.state
        taken = set(state.snake)
        while True:
            cell = state.arena.free[int(self.np_random.integers(len(state.arena.free)))]
            if cell not in taken:
                return cell

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        if action == (state.facing + 2) % 4:
            self.message = "You cannot turn straight back: you go on."
        else:
            state.facing = action
        d_row, d_col = STEPS[state.facing]
        head = (state.snake[0][0] + d_row, state.snake[0][1] + d_col)
        grows = head == state.apple
        tail = state.snake[-1]
        if head not in state.arena.inside:
            self.message = "You ran into a wall."
            state.crashed = True
            return Outcome(-0.2, True, False)
        if head in state.snake and (grows or head != tail):
            self.message = "You ran into your body."
            state.crashed = True
            return Outcome(-0.2, True, False)
        if not grows:
            state.snake.pop()
        state.snake.appendleft(head)
        if not grows:
            return NOTHING
        state.eaten += 1
        self.message = "You ate an apple."
        if state.eaten == self.apples:
            state.apple = None
            return Outcome(1 / self.apples, True, True)
        state.apple = self._new_apple()
        return Outcome(1 / self.apples)

    def _observe(self) -> Observation:
        state: State = self.state
        codes = state.arena.board.copy()
        if state.apple is not None:
            codes[state.apple] = APPLE
        ahead = state.snake[0]
        for cell in list(state.snake)[1:]:
            codes[cell] = BODY + STEPS.index((ahead[0] - cell[0], ahead[1] - cell[1]))
            ahead = cell
        codes[state.snake[0]] = HEAD + state.facing
        rows = PALETTE.rows(codes)
        return Observation(rows, PALETTE.legend(rows), f"apples {state.eaten}/{self.apples}")

    def _action_mask(self) -> np.ndarray:
        mask = np.ones(4, dtype=np.int8)
        mask[(self.state.facing + 2) % 4] = 0
        return mask


@cache
def open_arena(size: int) -> Arena:
    """The board without inner walls."""
    board = np.full((size, size), WALL, dtype=np.uint8)
    board[1:-1, 1:-1] = FLOOR
    return _arena(board)


def draw_arena(rng: np.random.Generator, size: int, walls: int) -> Arena:
    """Draw up to `walls` inner walls. None touches another or the border: no dead ends."""
    board = open_arena(size).board.copy()
    for _ in range(20 * walls):
        row, col = (int(x) for x in rng.integers(3, size - 3, 2))
        tall, wide = (0, 1) if rng.integers(2) else (1, 0)
        around = board[row - tall - 1 : row + tall + 2, col - wide - 1 : col + wide + 2]
        if around.max() == FLOOR:
            around[1:-1, 1:-1] = WALL
            walls -= 1
        if not walls:
            break
    return _arena(board)


def _arena(board: np.ndarray) -> Arena:
    rows, cols = np.nonzero(board == FLOOR)
    free = tuple(zip(rows.tolist(), cols.tolist(), strict=True))
    return Arena(board, free, frozenset(free))
