"""Tron: ride a light cycle, leave a wall behind you, and outlast the opponent.

After the light cycles of the 1982 film. The opponent plays by the space-filling rule that won programming contests of
the game: take the cells that you reach first (a Voronoi count), one move ahead. Boards are kept as bit masks, one bit
per cell, because the counts are taken three times a turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from glyphbench.core.env import NOTHING, GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation
from glyphbench.games.classics.moves import MOVES

PALETTE = Palette(
    Glyph("↑", "you, facing up", "bold yellow"),
    Glyph("→", "you, facing right", "bold yellow"),
    Glyph("↓", "you, facing down", "bold yellow"),
    Glyph("←", "you, facing left", "bold yellow"),
    Glyph("^", "opponent, facing up", "bold red"),
    Glyph(">", "opponent, facing right", "bold red"),
    Glyph("v", "opponent, facing down", "bold red"),
    Glyph("<", "opponent, facing left", "bold red"),
    Glyph("■", "your trail", "yellow"),
    Glyph("□", "opponent's trail", "red"),
    Glyph(".", "floor", "dim"),
    Glyph("#", "wall", "white"),
)
YOU, OPPONENT, YOUR_TRAIL, THEIR_TRAIL, FLOOR, WALL = 0, 4, 8, 9, 10, 11  # riders: plus the direction

STRAIGHT_ON, ROOMY, TERRITORIAL = range(3)  # strengths of the opponent
RIDING, WON, LOST, DRAWN = range(4)


@dataclass(frozen=True)
class Position:
    """The two riders on a board of `size` x `size` cells; cell number = row * size + column.

    `blocked` has a bit for every wall and every cell that a rider has entered; directions index UP, RIGHT, DOWN, LEFT.
    """

    size: int
    blocked: int
    you: int
    facing: int
    they: int
    their_facing: int

    def step(self, direction: int) -> int:
        """Change of the cell number by a step."""
        return (-self.size, 1, self.size, -1)[direction]

    def free(self, cell: int) -> bool:
        """Whether a cell can be entered."""
        return not self.blocked >> cell & 1

    def ahead(self, cell: int, facing: int) -> list[tuple[int, int]]:
        """(direction, cell) of straight on, right and left, where the cell is free."""
        turns = (facing, (facing + 1) % 4, (facing + 3) % 4)
        return [(turn, cell + self.step(turn)) for turn in turns if self.free(cell + self.step(turn))]

    def after(self, action: int, strength: int) -> tuple[Position, int]:
        """The position after both riders have moved at once, and how the game stands then."""
        facing = self.facing if action == (self.facing + 2) % 4 else action
        theirs = reply(self, strength)
        mine, other = self.you + self.step(facing), self.they + self.step(theirs)
        you_crash = not self.free(mine) or mine == other
        they_crash = not self.free(other) or mine == other
        if you_crash or they_crash:
            turned = Position(self.size, self.blocked, self.you, facing, self.they, theirs)
            return turned, DRAWN if you_crash and they_crash else LOST if you_crash else WON
        return Position(self.size, self.blocked | 1 << mine | 1 << other, mine, facing, other, theirs), RIDING


def reply(position: Position, strength: int) -> int:
    """The direction that the opponent takes; straight on when every way is a crash, and between equals."""
    options = position.ahead(position.they, position.their_facing)
    if not options:
        return position.their_facing
    if strength == STRAIGHT_ON or len(options) == 1:
        return options[0][0]
    if strength == ROOMY:
        worths = [territory(position.size, position.blocked, cell, None)[0] for _, cell in options]
    else:
        shares = [territory(position.size, position.blocked, cell, position.you) for _, cell in options]
        worths = [theirs - yours for theirs, yours in shares]
    return options[worths.index(max(worths))][0]


def territory(size: int, blocked: int, one: int, other: int | None) -> tuple[int, int]:
    """Number of free cells that a rider at `one` reaches before one at `other`, and the other way round.

    Cells that both reach at the same time count for nobody.
    """
    first = 1 << one
    second = 0 if other is None else 1 << other
    free = ((1 << size * size) - 1) & ~(blocked | first | second)
    taken = lost = 0
    while first or second:
        first = (first << 1 | first >> 1 | first << size | first >> size) & free
        second = (second << 1 | second >> 1 | second << size | second >> size) & free
        free ^= first | second
        both = first & second
        if both:
            first ^= both
            second ^= both
        taken |= first
        lost |= second
    return taken.bit_count(), lost.bit_count()


@dataclass
class State:
    """The position, how the game stands, the trails as bit masks, and the board without riders (palette codes)."""

    position: Position
    standing: int
    trail: int
    their_trail: int
    board: np.ndarray


class Tron(GlyphEnv):
    """A duel on a board of `size` x `size` cells, border walls included.

    Args:
        size: side of the board, 9 to 24.
        blocks: wall cells inside the board; they come in pairs, so the sides are equal, 0 to 12.
        strength: 0: the opponent turns only before a crash; 1: goes where most cells can be reached; 2: goes where it
            reaches most cells before you.
    """

    actions = MOVES

    def __init__(self, *, size: int = 15, blocks: int = 6, strength: int = 2, **common: Any) -> None:
        self.size = check_int("size", size, 9, 24)
        self.blocks = check_int("blocks", blocks, 0, 12)
        self.strength = check_int("strength", strength, 0, 2)
        habit = (
            "The opponent rides straight on and turns (right if it can) only before a crash.",
            "The opponent looks one move ahead and goes where it can reach most free cells.",
            "The opponent looks one move ahead and goes where the cells that it reaches before you outnumber those "
            "that you reach before it by most.",
        )[self.strength]
        self.rules = (
            "Tron. You and the opponent ride light cycles; both move one cell at the same time every turn and leave "
            "a trail that stays. Whoever runs into a wall or into a trail crashes. You win when only the opponent "
            "crashes; if both crash in the same turn, also by entering the same cell, it is a draw. The direction "
            f"straight back is ignored: you ride on. {habit} Between equal moves it prefers straight on, then its "
            "right.\n"
            "Score: +1 for a win, 0 for a draw, -0.5 for a loss."
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        rng, size = self.np_random, self.size
        board = np.full((size, size), WALL, dtype=np.uint8)
        board[1:-1, 1:-1] = FLOOR
        row, col = int(rng.integers(2, size - 2)), int(rng.integers(2, size // 3))
        facing = 1
        keep_clear = {(row, col + ahead) for ahead in range(-1, 4)}
        for _ in range(self.blocks // 2):
            cell = tuple(rng.integers(2, size - 2, 2).tolist())
            mirrored = (size - 1 - cell[0], size - 1 - cell[1])
            if cell not in keep_clear and mirrored not in keep_clear:
                board[cell] = board[mirrored] = WALL
        if rng.integers(2):
            board, row, col, facing = board.T.copy(), col, row, 2
        you = row * size + col
        they = (size - 1 - row) * size + size - 1 - col
        blocked = 1 << you | 1 << they
        for number in np.flatnonzero(board == WALL).tolist():
            blocked |= 1 << number
        position = Position(size, blocked, you, facing, they, (facing + 2) % 4)
        self.state = State(position, RIDING, 1 << you, 1 << they, board)

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        before = state.position
        state.position, state.standing = before.after(action, self.strength)
        if action == (before.facing + 2) % 4:
            self.message = "You cannot turn straight back: you ride on."
        if state.standing == RIDING:
            state.trail |= 1 << state.position.you
            state.their_trail |= 1 << state.position.they
            return NOTHING
        ending = ("The opponent crashes: you win.", "You crash.", "You both crash.")[state.standing - WON]
        self.message = f"{self.message} {ending}".strip()
        return Outcome((1.0, -0.5, 0.0)[state.standing - WON], True, state.standing == WON)

    def _observe(self) -> Observation:
        state: State = self.state
        position, size = state.position, self.size
        codes = state.board.copy().ravel()
        codes[_cells(state.trail)] = YOUR_TRAIL
        codes[_cells(state.their_trail)] = THEIR_TRAIL
        codes[position.you] = YOU + position.facing
        codes[position.they] = OPPONENT + position.their_facing
        rows = PALETTE.rows(codes.reshape(size, size))
        return Observation(rows, PALETTE.legend(rows))

    def _action_mask(self) -> np.ndarray:
        mask = np.ones(4, dtype=np.int8)
        mask[(self.state.position.facing + 2) % 4] = 0
        return mask


def _cells(mask: int) -> list[int]:
    """Numbers of the bits that are set."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
