"""PipeConnect: rotate pipes until water can run from the source to the drain.

Levels are made around a random path of pipes that fit together; then every pipe is turned at random, and the board is
kept when the fewest quarter turns that connect both ends, as an exact search measures them, are enough.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import Any

import numpy as np

from glyphbench.core.actions import ActionSet
from glyphbench.core.env import NOTHING, GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation
from glyphbench.games.classics.grid import Cell
from glyphbench.games.classics.level import Fixed
from glyphbench.games.classics.moves import STEPS

#: A cell's openings as bits: north 1, east 2, south 4, west 8 (bit = index into STEPS). A block has none.
BLOCK, ALL = 0, 15
STRAIGHT, CORNER, TEE = 5, 3, 7

#: Glyph of each set of openings that occurs.
SHAPES = {5: "│", 10: "─", 3: "└", 6: "┌", 12: "┐", 9: "┘", 7: "├", 14: "┬", 13: "┤", 11: "┴", BLOCK: "#"}

PALETTE = Palette(
    Glyph("◎", "source, open on all sides", "bold blue"),
    Glyph("★", "drain, open on all sides", "bold green"),
    *(
        Glyph(char, "block" if not openings else "pipe", "white" if openings else "dim")
        for openings, char in SHAPES.items()
    ),
)
_CODES = np.zeros(16, dtype=np.uint8)
for _openings, _char in SHAPES.items():
    _CODES[_openings] = PALETTE.code(_char)


def turned(openings: int) -> int:
    """The openings after a quarter turn clockwise."""
    return (openings << 1 | openings >> 3) & ALL


def _turns_needed() -> list[list[int]]:
    """Quarter turns until `openings` include `wanted`: table[openings][wanted], 9 where they never do."""
    table = [[9] * 16 for _ in range(16)]
    for openings in range(16):
        turning = openings
        for turns in range(4):
            for wanted in range(16):
                if turning & wanted == wanted:
                    table[openings][wanted] = min(table[openings][wanted], turns)
            turning = turned(turning)
    return table


TURNS = _turns_needed()


@dataclass(frozen=True, eq=False)
class Level(Fixed):
    """Where water comes from and where it must go."""

    source: Cell
    drain: Cell


@dataclass
class State:
    """The level and every cell's openings, uint8 of shape (size, size)."""

    level: Level
    pipes: np.ndarray


class PipeConnect(GlyphEnv):
    """A board of `size` x `size` cells.

    Args:
        size: 4 to 12.
        min_turns: quarter turns that a solution takes at least, 1 to 30; where 500 drawn boards offer no such
            board, the best seen is taken.
        blocks: share of blocks beside the hidden path, in percent, 0 to 60.
    """

    def __init__(self, *, size: int = 7, min_turns: int = 9, blocks: int = 15, **common: Any) -> None:
        self.size = check_int("size", size, 4, 12)
        self.min_turns = check_int("min_turns", min_turns, 1, 30)
        self.blocks = check_int("blocks", blocks, 0, 60)
        self.actions = ActionSet.grid(
            "ROTATE_{row}_{col}", "turn that pipe 90 degrees clockwise", row=range(size), col=range(size)
        )
        self.rules = (
            "Pipe connect. Rotate pipes until water can run from the source to the drain. Water runs between two "
            "neighbouring cells if each has an opening towards the other; open ends elsewhere do not matter, and not "
            "every pipe is needed. Source and drain are open on all four sides and cannot be turned; blocks are "
            "closed. Each rotation is a quarter turn clockwise. Cells are named by row and column from the top left, "
            "from 0.\n"
            "Score: +1 when source and drain are connected, which ends the episode; 0 otherwise."
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        self.state = generate(self.np_random, self.size, self.min_turns, self.blocks)

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        cell = divmod(action, self.size)
        openings = int(state.pipes[cell])
        if openings in (BLOCK, ALL):
            what = "block" if openings == BLOCK else "source" if cell == state.level.source else "drain"
            self.message = f"The {what} at row {cell[0]}, column {cell[1]} cannot be turned."
            return NOTHING
        state.pipes[cell] = turned(openings)
        wet = flooded(state)
        if state.level.drain in wet:
            self.message = "Water runs from the source to the drain."
            return Outcome(1.0, True, True)
        self.message = f"You turn the pipe at row {cell[0]}, column {cell[1]}. Pipes with water: {len(wet) - 1}."
        return NOTHING

    def _observe(self) -> Observation:
        state: State = self.state
        codes = _CODES[state.pipes]
        codes[state.level.source] = 0
        codes[state.level.drain] = 1
        rows = PALETTE.rows(codes)
        return Observation(rows, PALETTE.legend(rows), headers=True)

    def _action_mask(self) -> np.ndarray:
        pipes = self.state.pipes
        return ((pipes != BLOCK) & (pipes != ALL)).astype(np.int8).ravel()


def flooded(state: State) -> set[Cell]:
    """The cells that water reaches, the source among them."""
    pipes: list[list[int]] = state.pipes.tolist()
    size = len(pipes)
    wet, stack = {state.level.source}, [state.level.source]
    while stack:
        row, col = stack.pop()
        for side, (d_row, d_col) in enumerate(STEPS):
            other = (row + d_row, col + d_col)
            inside = 0 <= other[0] < size and 0 <= other[1] < size
            if not inside or other in wet or not pipes[row][col] >> side & 1:
                continue
            if pipes[other[0]][other[1]] >> (side + 2) % 4 & 1:
                wet.add(other)
                stack.append(other)
    return wet


def fewest_turns(level: Level, pipes: np.ndarray, budget: int = 20_000) -> list[Cell] | None:
    """The cells to turn, once per quarter turn, so that water reaches the drain with the fewest quarter turns.

    A connection is a simple path on which each pipe must open to the cells before and after it. A* over such paths,
    guided by the exact costs of paths that may cross themselves. Returns None when no path exists or `budget` partial
    paths were not enough.
    """
    cells: list[list[int]] = pipes.tolist()
    bound = _relaxed(level, cells)
    size = len(cells)
    start = (level.source, -1)
    if start not in bound:
        return None
    # Entries: bound on the whole path, remaining bound, tie-break, turns so far, node, cells used, turned cells.
    count = 0
    queue: list[Any] = [(bound[start], bound[start], 0, 0, start, frozenset([level.source]), ())]
    while queue and budget:
        budget -= 1
        _, _, _, spent, (cell, entry), used, todo = heapq.heappop(queue)
        if cell == level.drain:
            return list(todo)
        row, col = cell
        for side, (d_row, d_col) in enumerate(STEPS):
            other = (row + d_row, col + d_col)
            node = (other, (side + 2) % 4)
            if side == entry or other in used or node not in bound or not (0 <= other[0] < size > other[1] >= 0):
                continue
            turns = TURNS[cells[row][col]][1 << side | (1 << entry if entry >= 0 else 0)]
            if turns < 9:
                count += 1
                rest = bound[node]
                total = spent + turns
                item = (total + rest, rest, count, total, node, used | {other}, (*todo, *[cell] * turns))
                heapq.heappush(queue, item)
    return None


def _relaxed(level: Level, cells: list[list[int]]) -> dict[tuple[Cell, int], int]:
    """Fewest quarter turns from (cell, side on which water enters) to the drain, self-crossing paths allowed.

    Dijkstra backwards from the drain. The source is entered on side -1.
    """
    size = len(cells)
    bound: dict[tuple[Cell, int], int] = {}
    queue = [(0, level.drain, side) for side in range(4)]
    while queue:
        cost, cell, entry = heapq.heappop(queue)
        if bound.setdefault((cell, entry), cost) < cost or entry < 0:
            continue
        before = (cell[0] + STEPS[entry][0], cell[1] + STEPS[entry][1])
        if not (0 <= before[0] < size and 0 <= before[1] < size) or before == level.drain:
            continue
        out = 1 << (entry + 2) % 4
        needed = TURNS[cells[before[0]][before[1]]]
        for side in (-1,) if before == level.source else range(4):
            into = 1 << side if side >= 0 else 0
            turns = needed[out | into]
            if into != out and turns < 9 and bound.get((before, side), 999) > cost + turns:
                heapq.heappush(queue, (cost + turns, before, side))
    return bound


def generate(rng: np.random.Generator, size: int, min_turns: int, blocks: int) -> State:
    """Draw boards until one takes `min_turns` to `min_turns` + 6 quarter turns; after 500 boards take the best seen."""
    best: tuple[int, State] | None = None
    for _ in range(500):
        source, drain = (int(rng.integers(size)), 0), (int(rng.integers(size)), size - 1)
        path = _walk(rng, size, source, drain)
        kinds = rng.choice([STRAIGHT, CORNER, TEE], size=(size, size), p=[0.4, 0.5, 0.1])
        pipes = np.where(rng.random((size, size)) < blocks / 100, BLOCK, kinds).astype(np.uint8)
        for before, cell, after in zip(path, path[1:], path[2:], strict=False):
            pipes[cell] = STRAIGHT if before[0] == after[0] or before[1] == after[1] else CORNER
        for _ in range(3):
            spin = rng.random((size, size)) < 0.7
            pipes = np.where(spin, (pipes << 1 | pipes >> 3) & ALL, pipes).astype(np.uint8)
        pipes[source] = pipes[drain] = ALL
        state = State(Level(source, drain), pipes)
        turns = fewest_turns(state.level, pipes)
        if turns and len(turns) <= min_turns + 6 and (best is None or len(turns) > best[0]):
            best = len(turns), state
            if len(turns) >= min_turns:
                break
    if best is None:
        raise RuntimeError(f"no pipe board of size {size} was found")  # 500 boards, all solved or too long
    return best[1]


def _walk(rng: np.random.Generator, size: int, source: Cell, drain: Cell) -> list[Cell]:
    """A random simple path from source to drain: depth-first search with random turns."""
    path, tried = [source], {source}
    while path[-1] != drain:
        row, col = path[-1]
        ahead = [(row + d_row, col + d_col) for d_row, d_col in STEPS]
        ahead = [cell for cell in ahead if 0 <= cell[0] < size and 0 <= cell[1] < size and cell not in tried]
        if not ahead:
            path.pop()
            continue
        cell = ahead[int(rng.integers(len(ahead)))]
        tried.add(cell)
        path.append(cell)
    return path
