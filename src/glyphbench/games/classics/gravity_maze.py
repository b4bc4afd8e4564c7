"""GravityMaze: a ball that rolls and jumps through a cave with gravity and spikes, seen from the side.

Levels are drawn at random and kept when the shortest solution is long enough, as breadth-first search over resting
cells measures it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glyphbench.core.actions import Action, ActionSet
from glyphbench.core.env import NOTHING, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.games.classics.grid import Cell
from glyphbench.games.classics.resting import Ends, Level, RestingGame, State

PALETTE = Palette(
    Glyph("@", "you, the ball", "bold yellow"),
    Glyph("★", "goal", "bold green"),
    Glyph("^", "spikes", "bold red"),
    Glyph(".", "air", "dim"),
    Glyph("#", "stone", "white"),
)
BALL, GOAL, SPIKES, AIR, STONE = range(5)

ACTIONS = ActionSet(
    [
        Action("ROLL_LEFT", "roll west until something stops you or the ground ends", ("LEFT",)),
        Action("ROLL_RIGHT", "roll east until something stops you or the ground ends", ("RIGHT",)),
        Action("JUMP_LEFT", "up one cell, west up to two, then fall"),
        Action("JUMP_RIGHT", "up one cell, east up to two, then fall"),
    ]
)


class GravityMaze(RestingGame):
    """A cave of `height` x `width` cells, the stone around it included.

    Args:
        width: 8 to 30.
        height: 6 to 20.
        min_moves: shortest solution at least this long where 300 drawn caves offer one, 1 to 20; at most four longer.
        spikes: share of spikes among the inner cells that lie on stone, in percent, 0 to 50.
    """

    palette = PALETTE
    actions = ACTIONS
    rules = (
        "Gravity maze, seen from the side: the ball falls down wherever nothing is beneath it. Touch the goal with "
        "the ball. Only stone holds the ball up.\n"
        "A roll moves the ball sideways cell by cell; it stops before stone, or at the first cell without stone "
        "beneath it, from where it falls straight down onto the next stone. A jump lifts the ball one cell (not "
        "against stone), carries it sideways up to two cells (stone stops it earlier), and lets it fall straight down. "
        "Touching the goal anywhere on the way wins; touching spikes anywhere on the way loses. Pits may be "
        "inescapable. The goal can always be reached from the start.\n"
        "Score: +1 for the goal, -0.5 for spikes; both end the episode."
    )

    def __init__(
        self, *, width: int = 12, height: int = 8, min_moves: int = 6, spikes: int = 10, **common: Any
    ) -> None:
        self.width = check_int("width", width, 8, 30)
        self.height = check_int("height", height, 6, 20)
        self.min_moves = check_int("min_moves", min_moves, 1, 20)
        self.spikes = check_int("spikes", spikes, 0, 50)
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        self.state = generate(self.np_random, self.height, self.width, self.min_moves, self.spikes)

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        level, start = state.level, state.player
        end = level.ends[start][action]
        if end == start:
            self.message = "The ball ends where it was: " + (
                "stone blocks the roll." if action < 2 else "stone blocks the jump."
            )
            return NOTHING
        state.player = end
        if end == level.goal:
            self.message = "The ball touches the goal."
            return Outcome(1.0, True, True)
        if level.board[end] == SPIKES:
            self.message = "The ball hits spikes."
            return Outcome(-0.5, True, False)
        drop = end[0] - start[0]
        self.message = "The ball " + (
            f"falls {drop} cell{'s' * (drop > 1)}." if drop > 0 else "lands one cell higher." if drop else "moves."
        )
        return NOTHING


def move(cells: list[bytes], start: Cell, action: int) -> Cell:
    """Where the ball comes to rest, or the goal or spikes that it touches first. `cells` are rows of codes."""
    row, col = start
    side = -1 if action % 2 == 0 else 1
    if action < 2:
        while cells[row][col + side] != STONE:
            col += side
            if cells[row][col] != AIR:
                return row, col
            if cells[row + 1][col] != STONE:
                break
    else:
        if cells[row - 1][col] == STONE:
            return start
        row -= 1
        if cells[row][col] != AIR:
            return row, col
        for _ in range(2):
            if cells[row][col + side] == STONE:
                break
            col += side
            if cells[row][col] != AIR:
                return row, col
    while cells[row + 1][col] != STONE:
        row += 1
        if cells[row][col] != AIR:
            break
    return row, col


def generate(rng: np.random.Generator, height: int, width: int, min_moves: int, spikes: int) -> State:
    """Draw caves until a goal at least `min_moves` from the start exists; after 300 caves take the best seen."""
    best: tuple[int, State] | None = None
    for _ in range(300):
        board = np.full((height, width), STONE, dtype=np.uint8)
        inner = board[1:-1, 1:-1]
        inner[rng.random(inner.shape) > rng.uniform(0.2, 0.35)] = AIR
        on_stone = (inner == AIR) & (board[2:, 1:-1] == STONE)
        inner[on_stone & (rng.random(inner.shape) < spikes / 100)] = SPIKES
        rests = np.argwhere((inner == AIR) & (board[2:, 1:-1] == STONE))
        if not len(rests):
            continue
        start: Cell = tuple((rests[int(rng.integers(len(rests)))] + 1).tolist())
        found = _explore(board, start, min_moves + 4)
        if found is None or (best is not None and found[0] <= best[0]):
            continue
        moves, goal = found
        board[goal] = GOAL
        best = moves, State(Level(board, goal, _ends(board, start)), start)
        if moves >= min_moves:
            break
    if best is None:
        raise RuntimeError(f"no {height}x{width} cave lets the ball move")  # 300 caves without one move
    return best[1]


def _explore(board: np.ndarray, start: Cell, limit: int) -> tuple[int, Cell] | None:
    """The resting cell that takes the most moves from `start` (at most `limit`), as (moves, cell)."""
    ends = _ends(board, start)
    depth, queue = {start: 0}, [start]
    for cell in queue:
        for end in ends[cell]:
            if end in ends and end not in depth:
                depth[end] = depth[cell] + 1
                queue.append(end)
    far = next(cell for cell in reversed(queue) if depth[cell] <= limit)
    # A goal in the way of an earlier jump or fall would be touched sooner: measure again with the goal in place.
    trial = board.copy()
    trial[far] = GOAL
    layer, seen, moves = [start], {start}, 0
    ends = _ends(trial, start)
    while layer and far not in layer:
        moves += 1
        layer = sorted({end for cell in layer for end in ends[cell] if end in ends or end == far} - seen)
        seen.update(layer)
    return (moves, far) if moves and layer else None


def _ends(board: np.ndarray, start: Cell) -> Ends:
    """Where the four actions end, for every cell of AIR where the ball can come to rest from `start`."""
    cells = [row.tobytes() for row in board]
    ends: Ends = {}
    stack = [start]
    while stack:
        cell = stack.pop()
        if cell in ends or cells[cell[0]][cell[1]] != AIR:
            continue
        ends[cell] = (move(cells, cell, 0), move(cells, cell, 1), move(cells, cell, 2), move(cells, cell, 3))
        stack.extend(ends[cell])
    return ends
