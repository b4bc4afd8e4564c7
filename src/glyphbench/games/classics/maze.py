"""Maze: walk to the goal of a perfect maze.

Mazes are drawn by randomised depth-first search (the recursive backtracker), which favours long winding corridors.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from glyphbench.core.env import NOTHING, GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation
from glyphbench.games.classics.grid import Cell, distances
from glyphbench.games.classics.level import Fixed
from glyphbench.games.classics.moves import MOVES, STEPS

PALETTE = Palette(
    Glyph("@", "you", "bold yellow"),
    Glyph("★", "goal", "bold green"),
    Glyph(".", "floor", "dim"),
    Glyph("#", "wall", "white"),
)
YOU, GOAL, FLOOR, WALL = range(4)


@dataclass(frozen=True, eq=False)
class Level(Fixed):
    """The board: an array of palette codes of shape (size, size) with FLOOR, WALL and one GOAL."""

    board: np.ndarray
    goal: Cell


@dataclass
class State:
    """The level and where the player stands."""

    level: Level
    player: Cell


class Maze(GlyphEnv):
    """A maze of `size` x `size` cells, walls included.

    Args:
        size: side of the board, odd, 5 to 41.
        loops: walls knocked through afterwards, 0 to 40; with 0 there is exactly one path between two cells.
    """

    actions = MOVES
    rules = (
        "Maze. Walk from where you stand to the goal. You move one cell at a time and cannot enter walls. The whole "
        "maze is visible and the goal can always be reached.\n"
        "Score: +1 on reaching the goal, which ends the episode; 0 otherwise."
    )

    def __init__(self, *, size: int = 15, loops: int = 0, **common: Any) -> None:
        self.size = check_int("size", size, 5, 41)
        if self.size % 2 == 0:
            raise ValueError(f"size must be odd, got {size}")
        self.loops = check_int("loops", loops, 0, 40)
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        self.state = generate(self.np_random, self.size, self.loops)

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        target = (state.player[0] + STEPS[action][0], state.player[1] + STEPS[action][1])
        if state.level.board[target] == WALL:
            self.message = "A wall is in the way."
            return NOTHING
        state.player = target
        if target == state.level.goal:
            self.message = "You reach the goal."
            return Outcome(1.0, True, True)
        return NOTHING

    def _observe(self) -> Observation:
        codes = self.state.level.board.copy()
        codes[self.state.player] = YOU
        rows = PALETTE.rows(codes)
        return Observation(rows, PALETTE.legend(rows))

    def _action_mask(self) -> np.ndarray:
        (row, col), board = self.state.player, self.state.level.board
        return np.array([board[row + d_row, col + d_col] != WALL for d_row, d_col in STEPS], dtype=np.int8)


def generate(rng: np.random.Generator, size: int, loops: int) -> State:
    """Draw a maze, a start and the goal: the room farthest from the start."""
    board = np.full((size, size), WALL, dtype=np.uint8)
    rooms = [(row, col) for row in range(1, size, 2) for col in range(1, size, 2)]
    start = rooms[int(rng.integers(len(rooms)))]
    board[start] = FLOOR
    path = [start]
    draws = iter(rng.random(4 * len(rooms)).tolist())
    while path:
        row, col = path[-1]
        fresh = [
            (row + 2 * d_row, col + 2 * d_col)
            for d_row, d_col in STEPS
            if 0 < row + 2 * d_row < size and 0 < col + 2 * d_col < size
        ]
        fresh = [room for room in fresh if board[room] == WALL]
        if not fresh:
            path.pop()
            continue
        room = fresh[int(next(draws) * len(fresh))]
        board[room] = board[(row + room[0]) // 2, (col + room[1]) // 2] = FLOOR
        path.append(room)
    inner = board[1:-1, 1:-1]
    # Between two neighbouring rooms: one coordinate odd, the other even.
    walls = [cell for cell in np.argwhere(inner == WALL).tolist() if sum(cell) % 2]
    for index in rng.permutation(len(walls))[:loops]:
        inner[tuple(walls[index])] = FLOOR
    free = {(int(row), int(col)) for row, col in np.argwhere(board == FLOOR)}
    goal = list(distances(start, free))[-1]
    board[goal] = GOAL
    return State(Level(board, goal), start)
