"""Warehouse: fetch packages with a small stack and bring each to its own dock.

The stack is last in, first out, so the order of loading decides how far you must walk.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from glyphbench.core.actions import Action, ActionSet
from glyphbench.core.env import NOTHING, GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation
from glyphbench.games.classics.grid import Cell, distances
from glyphbench.games.classics.level import Fixed
from glyphbench.games.classics.moves import MOVES, STEPS

NAMES = "ABCD"

PALETTE = Palette(
    Glyph("@", "you", "bold yellow"),
    *(Glyph(name, f"package {name}", "bold red") for name in NAMES),
    *(Glyph(name.lower(), f"dock for package {name}", "bold green") for name in NAMES),
    Glyph(".", "floor", "dim"),
    Glyph("#", "shelf or wall", "white"),
)
YOU, PACKAGE, DOCK, FLOOR, WALL = 0, 1, 5, 9, 10
LOAD, UNLOAD = 4, 5


@dataclass(frozen=True, eq=False)
class Level(Fixed):
    """The hall: `board` of FLOOR and WALL, shape (size, size); where package i starts and where its dock is."""

    board: np.ndarray
    packages: tuple[Cell, ...]
    docks: tuple[Cell, ...]


@dataclass
class State:
    """The level, the player's cell, packages not yet fetched, and the stack carried (top last)."""

    level: Level
    player: Cell
    waiting: frozenset[int]
    stack: tuple[int, ...] = field(default=())


class Warehouse(GlyphEnv):
    """A hall of `size` x `size` cells, walls included.

    Args:
        size: 7 to 16.
        packages: 1 to 4.
        capacity: how many packages the stack holds, 1 to 4.
        shelves: shelves of two or three cells, 0 to 30; those that would cut the hall in two are left out.
    """

    actions = MOVES + ActionSet(
        [
            Action("LOAD", "put the package in your cell on top of your stack", ("PICK_UP", "PICKUP")),
            Action("UNLOAD", "deliver the top package at its dock", ("DROP", "DELIVER")),
        ]
    )

    def __init__(
        self, *, size: int = 10, packages: int = 3, capacity: int = 2, shelves: int = 8, **common: Any
    ) -> None:
        self.size = check_int("size", size, 7, 16)
        self.packages = check_int("packages", packages, 1, len(NAMES))
        self.capacity = check_int("capacity", capacity, 1, len(NAMES))
        self.shelves = check_int("shelves", shelves, 0, 30)
        each = 0.6 / self.packages
        self.rules = (
            "Warehouse. Bring every package to its dock: package A to dock a, and so on. You walk one cell at a time "
            "over floor, packages and docks, not through shelves. LOAD takes the package that lies in your cell; you "
            f"carry at most {self.capacity}, stacked. UNLOAD works only on the dock of the package on top of your "
            "stack, the one loaded last; packages cannot be put down anywhere else.\n"
            f"Score: +{each:.3g} per package delivered, and +0.4 when all are, which ends the episode."
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        self.state = generate(self.np_random, self.size, self.packages, self.shelves)

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        if action == LOAD:
            return self._load(state)
        if action == UNLOAD:
            return self._unload(state)
        target = (state.player[0] + STEPS[action][0], state.player[1] + STEPS[action][1])
        if state.level.board[target] == WALL:
            self.message = "A shelf or wall is in the way."
        else:
            state.player = target
        return NOTHING

    def _load(self, state: State) -> Outcome:
        here = package_at(state)
        if here is None:
            self.message = "There is no package here."
        elif len(state.stack) >= self.capacity:
            self.message = f"Your stack is full: it holds {self.capacity}."
        else:
            state.waiting -= {here}
            state.stack += (here,)
            self.message = f"You load package {NAMES[here]}."
        return NOTHING

    def _unload(self, state: State) -> Outcome:
        if not state.stack:
            self.message = "You carry nothing."
            return NOTHING
        top = state.stack[-1]
        if state.level.docks[top] != state.player:
            self.message = f"Package {NAMES[top]} is on top, and this is not its dock."
            return NOTHING
        state.stack = state.stack[:-1]
        self.message = f"You deliver package {NAMES[top]}."
        reward = 0.6 / self.packages
        if not state.stack and not state.waiting:
            return Outcome(reward + 0.4, True, True)
        return Outcome(reward)

    def _observe(self) -> Observation:
        state: State = self.state
        level = state.level
        codes = level.board.copy()
        for index, cell in enumerate(level.docks):
            codes[cell] = DOCK + index
        for index in state.waiting:
            codes[level.packages[index]] = PACKAGE + index
        beneath = PALETTE.glyphs[codes[state.player]]
        codes[state.player] = YOU
        rows = PALETTE.rows(codes)
        stack = " ".join(NAMES[index] for index in state.stack)
        hud = f"stack {stack} (top last)" if len(state.stack) > 1 else f"stack {stack or 'empty'}"
        hud += f" | delivered {self.packages - len(state.waiting) - len(state.stack)}/{self.packages}"
        if beneath.char != ".":
            hud += f" | you stand on: {beneath.name}"
        return Observation(rows, PALETTE.legend(rows), hud)

    def _action_mask(self) -> np.ndarray:
        state: State = self.state
        row, col = state.player
        walk = [state.level.board[row + d_row, col + d_col] != WALL for d_row, d_col in STEPS]
        load = len(state.stack) < self.capacity and package_at(state) is not None
        unload = bool(state.stack) and state.level.docks[state.stack[-1]] == state.player
        return np.array([*walk, load, unload], dtype=np.int8)


def package_at(state: State) -> int | None:
    """The package that lies in the player's cell, or None."""
    for index in state.waiting:
        if state.level.packages[index] == state.player:
            return index
    return None


def generate(rng: np.random.Generator, size: int, packages: int, shelves: int) -> State:
    """Draw shelves that leave the hall in one piece, and distinct cells for the player, packages and docks.

    Every hall can be solved: all floor is connected and packages never block the way.
    """
    board = np.full((size, size), WALL, dtype=np.uint8)
    board[1:-1, 1:-1] = FLOOR
    for _ in range(shelves):
        length = int(rng.integers(2, 4))
        height, width = (length, 1) if rng.random() < 0.5 else (1, length)
        row, col = int(rng.integers(1, size - height)), int(rng.integers(1, size - width))
        trial = board.copy()
        trial[row : row + height, col : col + width] = WALL
        free = _floor(trial)
        if len(free) > 4 * packages + 4 and len(distances(free[0], set(free))) == len(free):
            board = trial
    floor = _floor(board)
    player, *rest = (floor[index] for index in rng.choice(len(floor), 2 * packages + 1, replace=False))
    level = Level(board, tuple(rest[:packages]), tuple(rest[packages:]))
    return State(level, player, frozenset(range(packages)))


def _floor(board: np.ndarray) -> list[Cell]:
    return [(int(row), int(col)) for row, col in np.argwhere(board == FLOOR)]
