"""Sokoban: push every box onto a goal.

Levels are made by reverse play: boxes start on the goals and are pulled away, so the way back is a solution. Tiers
follow the literature: 6x6 with 1 box (RAGEN), 6x6 with 2 boxes and 7x7 with 3 boxes (CAST).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from glyphbench.core.env import GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation
from glyphbench.games.classics.moves import MOVES, STEPS

Cell = tuple[int, int]

# Codes are positions in the palette; a cell's code is looked up from what stands on it.
PALETTE = Palette(
    Glyph("@", "you", "bold yellow"),
    Glyph("+", "you, on a goal", "bold yellow"),
    Glyph("$", "box", "bold red"),
    Glyph("*", "box on a goal", "bold green"),
    Glyph("★", "goal", "green"),
    Glyph(".", "floor", "dim"),
    Glyph("#", "wall", "white"),
)
YOU, YOU_ON_GOAL, BOX, BOX_ON_GOAL, GOAL, FLOOR, WALL = range(7)


@dataclass
class State:
    """A position. `board` holds FLOOR, GOAL or WALL; boxes and the player are kept apart from it."""

    board: np.ndarray
    boxes: set[Cell]
    player: Cell


class Sokoban(GlyphEnv):
    """Sokoban on a walled board of `size` x `size` cells with `boxes` boxes.

    Args:
        size: side of the board, walls included, 5 to 12.
        boxes: number of boxes and goals, 1 to 5.
        min_pushes: how many pushes the reverse play undoes at least; small boards may offer fewer.
    """

    actions = MOVES
    rules = (
        "Sokoban. Push every box onto a goal. You move one cell at a time; walking into a box pushes it one cell if "
        "the cell behind it is free of walls and boxes. You cannot pull, and you push one box at a time. "
        "The level always starts solvable, but a box pushed into a corner may be lost.\n"
        "Score: +0.5 shared equally over the boxes for each box put on a goal (taken back when it is pushed off), "
        "and +0.5 when all boxes are on goals, which ends the episode."
    )

    def __init__(self, *, size: int = 6, boxes: int = 2, min_pushes: int = 4, **common: Any) -> None:
        self.size = check_int("size", size, 5, 12)
        self.boxes = check_int("boxes", boxes, 1, 5)
        self.min_pushes = check_int("min_pushes", min_pushes, 1, 40)
        if self.boxes * 4 > (self.size - 2) ** 2:
            raise ValueError(f"{boxes} boxes do not fit on a board of size {size}")
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        self.state = generate(self.np_random, self.size, self.boxes, self.min_pushes)

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        d_row, d_col = STEPS[action]
        target = (state.player[0] + d_row, state.player[1] + d_col)
        if state.board[target] == WALL:
            self.message = "A wall is in the way."
            return Outcome()
        reward = 0.0
        if target in state.boxes:
            behind = (target[0] + d_row, target[1] + d_col)
            if state.board[behind] == WALL or behind in state.boxes:
                self.message = "The box does not move: the cell behind it is not free."
                return Outcome()
            state.boxes.remove(target)
            state.boxes.add(behind)
            gained = int(state.board[behind] == GOAL) - int(state.board[target] == GOAL)
            reward = gained * 0.5 / self.boxes
            self.message = {
                1: "You push the box onto a goal.",
                0: "You push the box.",
                -1: "You push the box off its goal.",
            }[gained]
        state.player = target
        if solved(state):
            return Outcome(reward + 0.5, True, True)
        return Outcome(reward)

    def _observe(self) -> Observation:
        state: State = self.state
        codes = state.board.copy()
        for cell in state.boxes:
            codes[cell] = BOX_ON_GOAL if codes[cell] == GOAL else BOX
        codes[state.player] = YOU_ON_GOAL if codes[state.player] == GOAL else YOU
        rows = PALETTE.rows(codes)
        left = sum(state.board[cell] != GOAL for cell in state.boxes)
        return Observation(rows, PALETTE.legend(rows), f"boxes left {left}")

    def _action_mask(self) -> np.ndarray:
        state: State = self.state
        mask = np.ones(4, dtype=np.int8)
        for action, (d_row, d_col) in enumerate(STEPS):
            target = (state.player[0] + d_row, state.player[1] + d_col)
            behind = (target[0] + d_row, target[1] + d_col)
            if state.board[target] == WALL or (
                target in state.boxes and (state.board[behind] == WALL or behind in state.boxes)
            ):
                mask[action] = 0
        return mask


def solved(state: State) -> bool:
    """Whether every box stands on a goal."""
    return all(state.board[cell] == GOAL for cell in state.boxes)


def generate(rng: np.random.Generator, size: int, boxes: int, min_pushes: int) -> State:
    """Draw a solvable level with no box on a goal.

    Rooms are drawn until reverse play finds a position at least `min_pushes` pulls deep with every box off its
    goal; after 200 rooms the deepest position seen is taken.
    """
    best: tuple[int, State] | None = None
    for _ in range(200):
        board = _room(rng, size)
        floor = [(int(row), int(col)) for row, col in np.argwhere(board == FLOOR)]
        if len(floor) < 3 * boxes + 2:
            continue
        goals = [floor[index] for index in rng.choice(len(floor), boxes, replace=False)]
        for cell in goals:
            board[cell] = GOAL
        found = _pull_apart(rng, board, frozenset(goals))
        if found is not None and (best is None or found[0] > best[0]):
            best = found
        if best is not None and best[0] >= min_pushes:
            break
    if best is None:
        raise RuntimeError(f"no Sokoban level of size {size} with {boxes} boxes was found")  # unreachable in range
    return best[1]


def _room(rng: np.random.Generator, size: int) -> np.ndarray:
    """Carve a connected room by a random walk that opens two to three cells a step."""
    board = np.full((size, size), WALL, dtype=np.uint8)
    row, col = (int(x) for x in rng.integers(1, size - 1, 2))
    step = STEPS[int(rng.integers(4))]
    for _ in range(3 * size):
        if rng.random() < 0.4:
            step = STEPS[int(rng.integers(4))]
        row = min(max(row + step[0], 1), size - 2)
        col = min(max(col + step[1], 1), size - 2)
        board[row, col] = FLOOR
        side_row, side_col = row + step[1], col + step[0]
        if rng.random() < 0.6 and 0 < side_row < size - 1 and 0 < side_col < size - 1:
            board[side_row, side_col] = FLOOR
    return board


def _pull_apart(
    rng: np.random.Generator, board: np.ndarray, goals: frozenset[Cell], limit: int = 2000
) -> tuple[int, State] | None:
    """Breadth-first reverse play from the solved position.

    Returns (pulls, position) drawn from the deepest fifth of the positions where no box is on a goal, or None.
    """
    free = {(int(row), int(col)) for row, col in np.argwhere(board != WALL)}
    starts = [cell for cell in sorted(free) if cell not in goals]
    if not starts:
        return None
    start = starts[int(rng.integers(len(starts)))]
    frontier = [(goals, _region(free - goals, start))]
    seen = set(frontier)
    layers = []
    while frontier and len(seen) < limit:
        layers.append([item for item in frontier if not item[0] & goals])
        following = []
        for placed, region in frontier:
            for box in sorted(placed):
                for d_row, d_col in STEPS:
                    # To pull, the player stands beside the box and steps back one cell; the box follows.
                    near = (box[0] + d_row, box[1] + d_col)
                    back = (near[0] + d_row, near[1] + d_col)
                    if near in region and back in free and back not in placed:
                        moved = (placed - {box}) | {near}
                        item = (moved, _region(free - moved, back))
                        if item not in seen:
                            seen.add(item)
                            following.append(item)
        frontier = following
    pool = [(depth, item) for depth, layer in enumerate(layers) for item in layer]
    if not pool:
        return None
    pool = pool[-max(len(pool) // 5, 1) :]
    depth, (placed, region) = pool[int(rng.integers(len(pool)))]
    cells = sorted(region)
    return depth, State(board, set(placed), cells[int(rng.integers(len(cells)))])


def _region(open_cells: set[Cell] | frozenset[Cell], start: Cell) -> frozenset[Cell]:
    """The cells that the player reaches from `start` without pushing."""
    reached, stack = {start}, [start]
    while stack:
        row, col = stack.pop()
        for d_row, d_col in STEPS:
            cell = (row + d_row, col + d_col)
            if cell in open_cells and cell not in reached:
                reached.add(cell)
                stack.append(cell)
    return frozenset(reached)
