"""MirrorLaser: flip mirrors until the beam passes through every target.

Levels are made from a solved board: targets are put on a beam, then mirrors are flipped until the way back takes
enough flips, as an exact search measures it.
"""

from __future__ import annotations

from collections import deque
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

PALETTE = Palette(
    Glyph("↑", "laser shining north", "bold red"),
    Glyph("→", "laser shining east", "bold red"),
    Glyph("↓", "laser shining south", "bold red"),
    Glyph("←", "laser shining west", "bold red"),
    Glyph("/", "mirror", "bold cyan"),
    Glyph("\\", "mirror", "bold cyan"),
    Glyph("☆", "target, dark", "bold yellow"),
    Glyph("★", "target, lit", "bold green"),
    Glyph("─", "beam", "red"),
    Glyph("│", "beam", "red"),
    Glyph("┼", "crossing beams", "red"),
    Glyph(".", "empty", "dim"),
    Glyph("#", "block", "white"),
)
LASER, SLASH, BACKSLASH, DARK, LIT, ACROSS, ALONG, CROSSING, EMPTY, BLOCK = 0, 4, 5, 6, 7, 8, 9, 10, 11, 12

#: Direction (index into STEPS) after a mirror, by mirror and direction before it.
TURN = {SLASH: (1, 0, 3, 2), BACKSLASH: (3, 2, 1, 0)}

Beam = list[tuple[int, int, int]]


@dataclass(frozen=True, eq=False)
class Level(Fixed):
    """What mirrors do not change: the laser's cell and direction, and the targets."""

    laser: Cell
    facing: int
    targets: frozenset[Cell]


@dataclass
class State:
    """The level and the board of LASER + direction, SLASH, BACKSLASH, DARK (any target), EMPTY, BLOCK."""

    level: Level
    board: np.ndarray


class MirrorLaser(GlyphEnv):
    """A board of `size` x `size` cells.

    Args:
        size: 4 to 12.
        mirrors: 3 to 30.
        targets: 1 to 5.
        blocks: 0 to 20.
        min_flips: flips that a solution takes at least where 500 drawn boards offer one, 1 to 6; at most four more.
    """

    def __init__(
        self,
        *,
        size: int = 7,
        mirrors: int = 16,
        targets: int = 3,
        blocks: int = 1,
        min_flips: int = 4,
        **common: Any,
    ) -> None:
        self.size = check_int("size", size, 4, 12)
        self.mirrors = check_int("mirrors", mirrors, 3, 30)
        self.targets = check_int("targets", targets, 1, 5)
        self.blocks = check_int("blocks", blocks, 0, 20)
        self.min_flips = check_int("min_flips", min_flips, 1, 6)
        if 2 * (mirrors + targets + blocks) > size * size:
            raise ValueError(f"{mirrors} mirrors, {targets} targets and {blocks} blocks crowd a board of size {size}")
        self.actions = ActionSet.grid(
            "FLIP_{row}_{col}", "flip the mirror in that cell", row=range(size), col=range(size)
        )
        self.rules = (
            "Mirror laser. Flip mirrors until the beam passes through all targets at once. The beam starts beside "
            "the laser in the direction of its arrow, runs straight through empty cells, targets and itself, and "
            "ends at a block, at the laser or at the board's edge. A mirror, hit from either side, turns it by 90 "
            "degrees: / turns an eastward beam north, a westward one south, a northward one east, a southward one "
            "west; \\ turns an eastward beam south, a westward one north, a northward one west, a southward one "
            "east. Flipping exchanges / and \\. Cells are named by row and column from the top left, from 0.\n"
            "Score: +1 when all targets are lit, which ends the episode; 0 otherwise."
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        self.state = generate(self.np_random, self.size, self.mirrors, self.targets, self.blocks, self.min_flips)

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        cell = divmod(action, self.size)
        code = int(state.board[cell])
        if code not in TURN:
            self.message = f"There is no mirror at row {cell[0]}, column {cell[1]}."
            return NOTHING
        state.board[cell] = SLASH + BACKSLASH - code
        lit = len(state.level.targets.intersection((row, col) for row, col, _ in trace(state)))
        self.message = f"You flip the mirror: {lit} of {self.targets} targets lit."
        if lit == self.targets:
            return Outcome(1.0, True, True)
        return NOTHING

    def _observe(self) -> Observation:
        state: State = self.state
        codes = state.board.copy()
        for row, col, facing in trace(state):
            code = codes[row, col]
            beam = ACROSS if facing % 2 else ALONG
            if code == EMPTY:
                codes[row, col] = beam
            elif code in (ACROSS, ALONG) and code != beam:
                codes[row, col] = CROSSING
            elif code == DARK:
                codes[row, col] = LIT
        rows = PALETTE.rows(codes)
        return Observation(rows, PALETTE.legend(rows), headers=True)

    def _action_mask(self) -> np.ndarray:
        board = self.state.board
        return ((board == SLASH) | (board == BACKSLASH)).astype(np.int8).ravel()


def trace(state: State) -> Beam:
    """The beam as (row, column, direction on entering), cell by cell; it cannot loop, since light is reversible."""
    cells: list[list[int]] = state.board.tolist()
    size = len(cells)
    (row, col), facing = state.level.laser, state.level.facing
    beam: Beam = []
    while True:
        row, col = row + STEPS[facing][0], col + STEPS[facing][1]
        if not (0 <= row < size and 0 <= col < size):
            return beam
        code = cells[row][col]
        if code == BLOCK or code < SLASH:
            return beam
        beam.append((row, col, facing))
        if code in TURN:
            facing = TURN[code][facing]


def fewest_flips(level: Level, board: np.ndarray, budget: int = 20_000) -> list[Cell] | None:
    """The smallest set of mirrors to flip so that all targets are lit.

    Follows the beam from mirror to mirror; at each one met for the first time it branches into keeping (free) and
    flipping (one flip), cheapest branch first. Returns None when no set does it or more than `budget` branches were
    followed.
    """
    cells: list[list[int]] = board.tolist()
    size = len(cells)
    # A branch: cell, direction, choices so far (mirror -> code), targets lit, flipped mirrors.
    queue: deque[tuple[Cell, int, dict[Cell, int], frozenset[Cell], tuple[Cell, ...]]] = deque()
    queue.append((level.laser, level.facing, {}, frozenset(), ()))
    while queue and budget:
        budget -= 1
        (row, col), facing, fixed, lit, flips = queue.popleft()
        while True:
            row, col = row + STEPS[facing][0], col + STEPS[facing][1]
            if not (0 <= row < size and 0 <= col < size):
                break
            code = cells[row][col]
            if code == EMPTY:
                continue
            if code == DARK:
                lit |= {(row, col)}
                if len(lit) == len(level.targets):
                    return list(flips)
                continue
            if code not in TURN:
                break
            here = (row, col)
            if here in fixed:
                facing = TURN[fixed[here]][facing]
                continue
            other = SLASH + BACKSLASH - code
            queue.append((here, TURN[other][facing], {**fixed, here: other}, lit, (*flips, here)))
            # Keeping costs nothing, so this branch goes on at once: the queue stays sorted by flips.
            fixed = {**fixed, here: code}
            facing = TURN[code][facing]
    return None


def generate(rng: np.random.Generator, size: int, mirrors: int, targets: int, blocks: int, min_flips: int) -> State:
    """Draw boards until one takes `min_flips` to `min_flips` + 4 flips; after 500 boards take the best seen."""
    best: tuple[int, State] | None = None
    for _ in range(500):
        board = np.full((size, size), EMPTY, dtype=np.uint8)
        edge = int(rng.integers(4))
        offset = int(rng.integers(size))
        laser: Cell = ((size - 1, offset), (offset, 0), (0, offset), (offset, size - 1))[edge]
        board[laser] = LASER + edge
        others = [index for index in range(size * size) if divmod(index, size) != laser]
        drawn = rng.permutation(others)[: mirrors + blocks]
        board.ravel()[drawn[:mirrors]] = rng.integers(SLASH, BACKSLASH + 1, mirrors)
        board.ravel()[drawn[mirrors:]] = BLOCK
        beam = trace(State(Level(laser, edge, frozenset()), board))
        dark = sorted({(row, col) for row, col, _ in beam if board[row, col] == EMPTY})
        if len(dark) < targets:
            continue
        chosen = frozenset(dark[index] for index in rng.choice(len(dark), targets, replace=False))
        for cell in chosen:
            board[cell] = DARK
        flipped = np.flatnonzero(((board == SLASH) | (board == BACKSLASH)).ravel() & (rng.random(size * size) < 0.5))
        board.ravel()[flipped] = SLASH + BACKSLASH - board.ravel()[flipped]
        level = Level(laser, edge, chosen)
        flips = fewest_flips(level, board)
        if flips and len(flips) <= min_flips + 4 and (best is None or len(flips) > best[0]):
            best = len(flips), State(level, board)
            if len(flips) >= min_flips:
                break
    if best is None:
        raise RuntimeError(f"no mirror board of size {size} was found")  # 500 boards without a beam to use
    return best[1]
