"""Bomberman: blast crates to find the hidden exit, away from your own bomb and from wandering slimes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from glyphbench.core.actions import Action, ActionSet
from glyphbench.core.env import GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation
from glyphbench.games.classics.grid import Cell, neighbours
from glyphbench.games.classics.moves import MOVES, STEPS

MAX_FUSE = 9

PALETTE = Palette(
    Glyph("@", "you", "bold yellow"),
    Glyph("s", "slime", "bold green"),
    *[
        Glyph(str(left), f"bomb, explodes after {left} more turn{'s' * (left > 1)}", "bold red")
        for left in range(1, 10)
    ],
    Glyph("★", "exit", "bold magenta"),
    Glyph("x", "crate", "yellow"),
    Glyph(".", "floor", "dim"),
    Glyph("#", "wall", "white"),
)
YOU, SLIME, BOMB_1 = 0, 1, 2
EXIT, CRATE, FLOOR, WALL = range(11, 15)

ACTIONS = MOVES + ActionSet(
    [Action("BOMB", "lay a bomb on the cell you stand on"), Action("WAIT", "stay where you are for a turn")]
)
BOMB, WAIT = 4, 5
#: The corner that stays free of crates, so that the first bomb leaves a place to hide.
CORNER = ((1, 1), (1, 2), (2, 1))


@dataclass
class State:
    """A position. `board` holds CRATE, FLOOR, WALL and, once uncovered, EXIT; `fuse` is 0 without a bomb."""

    board: np.ndarray
    player: Cell
    slimes: list[Cell]
    exit: Cell
    bomb: Cell = (0, 0)
    fuse: int = 0
    clock: int = 0


class Bomberman(GlyphEnv):
    """Bomberman on a walled board of `size` x `size` cells with pillars on every even cell.

    Args:
        size: side of the board, odd, 7 to 15.
        crates: number of crates, 1 to 60.
        slimes: number of slimes, 0 to 4.
        reach: how many cells a blast goes in each direction, 1 to 4.
        fuse: turns from laying a bomb to its blast, 3 to 9.
    """

    actions = ACTIONS

    def __init__(
        self, *, size: int = 11, crates: int = 24, slimes: int = 2, reach: int = 2, fuse: int = 4, **common: Any
    ) -> None:
        self.size = check_int("size", size, 7, 15)
        if self.size % 2 == 0:
            raise ValueError(f"size must be odd, got {size}")
        self.crates = check_int("crates", crates, 1, 60)
        self.slimes = check_int("slimes", slimes, 0, 4)
        self.reach = check_int("reach", reach, 1, 4)
        self.fuse = check_int("fuse", fuse, 3, MAX_FUSE)
        room = (self.size - 2) ** 2 - (self.size // 2 - 1) ** 2
        if self.crates + self.slimes > room - 12:
            raise ValueError(f"{crates} crates and {slimes} slimes do not fit on a board of size {size}")
        self.rules = (
            "Bomberman. The exit is hidden under one of the crates: blast crates to uncover it, then walk into it. "
            f"You may have one bomb lying at a time; after laying it you have {self.fuse} more actions, and then it "
            f"explodes. The blast covers the bomb's cell and {self.reach} cells up, down, left and right; a "
            "wall stops it, and so does the first crate, which it destroys. It kills slimes, and you too. Nobody can "
            "enter a bomb's cell, but you may stay on it and leave it.\n"
            "In every second turn (the status line says which) each slime steps to a random free neighbouring cell "
            "after your action. Touching a slime kills you.\n"
            "Score: +0.3 when the exit is uncovered, +0.7 when you walk into it, which ends the game; -0.5 when you "
            "die, which ends it too. Crates and slimes as such earn nothing."
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        self.state = generate(self.np_random, self.size, self.crates, self.slimes)

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        if action == BOMB:
            self._lay()
        elif action == WAIT:
            self.message = "You wait."
        else:
            self._walk(action)
        if state.board[state.player] == EXIT:
            self.message = "You walk into the exit."
            return Outcome(0.7, True, True)
        if state.player not in state.slimes:
            self._wander()
        if state.player in state.slimes:
            self.message = (self.message + " A slime touches you: you die.").strip()
            return Outcome(-0.5, True, False)
        if state.fuse and not (action == BOMB and state.fuse > self.fuse):
            state.fuse -= 1
            if state.fuse == 0:
                return self._explode()
        state.fuse = min(state.fuse, self.fuse)
        return Outcome()

    def _lay(self) -> None:
        state: State = self.state
        if state.fuse:
            self.message = "Your bomb still lies there: only one at a time."
            return
        # One more than the fuse marks a bomb laid in this turn, which does not count.
        state.bomb, state.fuse = state.player, self.fuse + 1
        self.message = "You lay a bomb."

    def _walk(self, action: int) -> None:
        state: State = self.state
        target = (state.player[0] + STEPS[action][0], state.player[1] + STEPS[action][1])
        if state.board[target] in (WALL, CRATE):
            self.message = f"A {PALETTE.glyphs[state.board[target]].name} is in the way."
        elif state.fuse and target == state.bomb:
            self.message = "The bomb is in the way."
        else:
            state.player = target

    def _wander(self) -> None:
        """Let each slime take a random step in every second turn."""
        state: State = self.state
        state.clock += 1
        if state.clock % 2:
            return
        for index, slime in enumerate(state.slimes):
            free = [cell for cell in neighbours(slime) if slime_may_enter(state, cell)]
            if free:
                state.slimes[index] = free[int(self.np_random.integers(len(free)))]

    def _explode(self) -> Outcome:
        """Let the bomb go off: crates in reach vanish, slimes and player in reach die."""
        state: State = self.state
        cells, crates = blast(state.board, state.bomb, self.reach)
        for cell in crates:
            state.board[cell] = FLOOR
        killed = [slime for slime in state.slimes if slime in cells]
        state.slimes = [slime for slime in state.slimes if slime not in cells]
        parts = [f"{len(crates)} crate{'s' * (len(crates) != 1)}"]
        if killed:
            parts.append(f"{len(killed)} slime{'s' * (len(killed) != 1)}")
        self.message = (self.message + f" The bomb explodes and destroys {' and '.join(parts)}.").strip()
        reward = 0.0
        if state.exit in crates:
            state.board[state.exit] = EXIT
            self.message += " The exit is uncovered."
            reward = 0.3
        if state.player in cells:
            self.message += " The blast kills you."
            return Outcome(reward - 0.5, True, False)
        return Outcome(reward)

    def _observe(self) -> Observation:
        state: State = self.state
        codes = state.board.copy()
        if state.fuse:
            codes[state.bomb] = BOMB_1 + state.fuse - 1
        for slime in state.slimes:
            codes[slime] = SLIME
        codes[state.player] = YOU
        rows = PALETTE.rows(codes)
        bomb = "no bomb lies"
        if state.fuse:
            subject = "you stand on your bomb, which" if state.bomb == state.player else "your bomb"
            bomb = f"{subject} explodes after {state.fuse} more turn{'s' * (state.fuse > 1)}"
        step = "step" if state.clock % 2 else "rest"
        hud = f"{bomb} | slimes {step} after this action" if state.slimes else bomb
        return Observation(rows, PALETTE.legend(rows), hud)

    def _action_mask(self) -> np.ndarray:
        state: State = self.state
        mask = np.ones(len(self.actions), dtype=np.int8)
        for action, cell in enumerate(neighbours(state.player)):
            mask[action] = state.board[cell] not in (WALL, CRATE) and not (state.fuse and cell == state.bomb)
        mask[BOMB] = not state.fuse
        return mask


def slime_may_enter(state: State, cell: Cell) -> bool:
    """Whether a slime may step onto a cell: floor without bomb or slime (the exit keeps slimes out)."""
    return bool(state.board[cell] == FLOOR) and cell not in state.slimes and not (state.fuse and cell == state.bomb)


def blast(board: np.ndarray, bomb: Cell, reach: int) -> tuple[set[Cell], list[Cell]]:
    """The cells that a bomb's blast covers, and the crates among them."""
    cells, crates = {bomb}, []
    for d_row, d_col in STEPS:
        for distance in range(1, reach + 1):
            cell = (bomb[0] + d_row * distance, bomb[1] + d_col * distance)
            if board[cell] == WALL:
                break
            cells.add(cell)
            if board[cell] == CRATE:
                crates.append(cell)
                break
    return cells, crates


def generate(rng: np.random.Generator, size: int, crates: int, slimes: int) -> State:
    """Draw a board: crates anywhere but in the player's corner, slimes on free cells at least `size` // 2 + 1 away."""
    board = np.full((size, size), WALL, dtype=np.uint8)
    board[1:-1, 1:-1] = FLOOR
    board[2:-1:2, 2:-1:2] = WALL
    places = [(int(row), int(col)) for row, col in np.argwhere(board == FLOOR)]
    order = [places[index] for index in rng.permutation(len(places))]
    far = [cell for cell in order if cell[0] + cell[1] - 2 > size // 2]
    wandering, rest = far[:slimes], [cell for cell in order if cell not in far[:slimes] and cell not in CORNER]
    boxes = rest[:crates]
    for cell in boxes:
        board[cell] = CRATE
    return State(board, CORNER[0], wandering, boxes[int(rng.integers(len(boxes)))])
