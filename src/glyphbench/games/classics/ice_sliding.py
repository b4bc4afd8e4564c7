"""IceSliding: every move slides until something stops you; come to rest on the goal.

The mechanics of the ice caves in role-playing games. Levels are drawn at random and kept when the shortest solution
is long enough, as breadth-first search over resting cells measures it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glyphbench.core.actions import Action, ActionSet
from glyphbench.core.env import NOTHING, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.games.classics.grid import Cell
from glyphbench.games.classics.moves import STEPS
from glyphbench.games.classics.resting import Ends, Level, RestingGame, State

PALETTE = Palette(
    Glyph("@", "you", "bold yellow"),
    Glyph("★", "goal", "bold green"),
    Glyph("~", "water, breaks the ice and ends the game", "blue"),
    Glyph(".", "ice", "cyan"),
    Glyph("#", "rock", "white"),
)
YOU, GOAL, WATER, ICE, ROCK = range(5)

SLIDES = ActionSet(
    [
        Action("UP", "slide north", ("NORTH", "SLIDE_UP")),
        Action("RIGHT", "slide east", ("EAST", "SLIDE_RIGHT")),
        Action("DOWN", "slide south", ("SOUTH", "SLIDE_DOWN")),
        Action("LEFT", "slide west", ("WEST", "SLIDE_LEFT")),
    ]
)


class IceSliding(RestingGame):
    """A frozen pond of `size` x `size` cells, rocks around it included.

    Args:
        size: side of the board, 6 to 20.
        min_moves: shortest solution at least this long where 300 drawn boards offer one, 1 to 30; at most four longer.
        water: share of open water among the inner cells in percent, 0 to 20.
    """

    palette = PALETTE
    actions = SLIDES
    rules = (
        "Ice sliding. Come to rest on the goal. Each move slides you in one direction over the ice until a rock "
        "stops you in the cell before it; you cannot stop or turn on the way, and sliding across the goal without "
        "stopping there does not count. Sliding into open water ends the episode. The goal can always be reached "
        "from the start.\n"
        "Score: +1 for resting on the goal, which ends the episode; -0.5 for falling into the water."
    )

    def __init__(self, *, size: int = 10, min_moves: int = 7, water: int = 4, **common: Any) -> None:
        self.size = check_int("size", size, 6, 20)
        self.min_moves = check_int("min_moves", min_moves, 1, 30)
        self.water = check_int("water", water, 0, 20)
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        self.state = generate(self.np_random, self.size, self.min_moves, self.water)

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        level = state.level
        end = level.ends[state.player][action]
        if end == state.player:
            self.message = "A rock is in the way: you do not move."
            return NOTHING
        cells = abs(end[0] - state.player[0]) + abs(end[1] - state.player[1])
        state.player = end
        if level.board[end] == WATER:
            self.message = "You slide into the water."
            return Outcome(-0.5, True, False)
        self.message = f"You slide {cells} cell{'s' * (cells > 1)}."
        if end == level.goal:
            return Outcome(1.0, True, True)
        return NOTHING


def slide(cells: list[bytes], start: Cell, step: tuple[int, int]) -> Cell:
    """Where a slide from `start` ends: before the first rock, or in the first water. `cells` are rows of codes."""
    row, col = start
    d_row, d_col = step
    while cells[row + d_row][col + d_col] != ROCK:
        row += d_row
        col += d_col
        if cells[row][col] == WATER:
            break
    return row, col


def generate(rng: np.random.Generator, size: int, min_moves: int, water: int) -> State:
    """Draw boards until a goal at least `min_moves` from the start exists; after 300 boards take the best seen."""
    best: tuple[int, State] | None = None
    for _ in range(300):
        board = np.full((size, size), ROCK, dtype=np.uint8)
        draws = rng.random((size - 2, size - 2))
        rocks = rng.uniform(0.1, 0.25)
        board[1:-1, 1:-1] = np.where(draws < rocks, ROCK, np.where(draws < rocks + water / 100, WATER, ICE))
        start: Cell = (int(rng.integers(1, size - 1)), int(rng.integers(1, size - 1)))
        board[start] = ICE
        goal, moves, ends = _explore(board, start, min_moves + 4)
        if moves and (best is None or moves > best[0]):
            board[goal] = GOAL
            best = moves, State(Level(board, goal, ends), start)
            if moves >= min_moves:
                break
    if best is None:
        raise RuntimeError(f"no ice board of size {size} lets the player move")  # 300 boards without one slide
    return best[1]


def _explore(board: np.ndarray, start: Cell, limit: int) -> tuple[Cell, int, Ends]:
    """Breadth-first search over resting cells: the farthest within `limit` slides, its distance, and all slides."""
    cells = [row.tobytes() for row in board]
    ends = {}
    depth = {start: 0}
    queue = [start]
    for cell in queue:
        if cells[cell[0]][cell[1]] == WATER:
            continue
        up, right, down, left = (slide(cells, cell, step) for step in STEPS)
        ends[cell] = (up, right, down, left)
        for end in ends[cell]:
            if end not in depth:
                depth[end] = depth[cell] + 1
                queue.append(end)
    goal = next(cell for cell in reversed(queue) if cell in ends and depth[cell] <= limit)
    return goal, depth[goal], ends
