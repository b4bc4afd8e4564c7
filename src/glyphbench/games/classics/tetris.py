"""Tetris: turn and shift the falling pieces so that they fill whole rows.

Alexey Pajitnov's game of 1984 on a narrow board, with the seven pieces dealt from a shuffled bag, rotation in a square
box without wall kicks, and one action per row of fall.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from glyphbench.core.actions import Action, ActionSet
from glyphbench.core.env import NOTHING, GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation

PALETTE = Palette(
    Glyph("□", "falling piece", "bold yellow"),
    Glyph("■", "settled block", "cyan"),
    Glyph(".", "empty", "dim"),
    Glyph("#", "wall", "white"),
)

LEFT, RIGHT, ROTATE, DROP, WAIT = range(5)
ACTIONS = ActionSet(
    [
        Action("LEFT", "shift one column left, then sink one row", ("WEST",)),
        Action("RIGHT", "shift one column right, then sink one row", ("EAST",)),
        Action("ROTATE", "turn clockwise, then sink one row", ("TURN", "UP")),
        Action("DROP", "fall straight down and settle", ("HARD_DROP",)),
        Action("WAIT", "only sink one row", ("NOOP", "DOWN")),
    ]
)

#: The pieces as they appear, in their square boxes.
PIECES = {
    "I": ("....", "■■■■", "....", "...."),
    "O": ("■■", "■■"),
    "T": (".■.", "■■■", "..."),
    "S": (".■■", "■■.", "..."),
    "Z": ("■■.", ".■■", "..."),
    "J": ("■..", "■■■", "..."),
    "L": ("..■", "■■■", "..."),
}
KINDS = "".join(PIECES)
SHOWN = {kind: " ".join(row for row in box if "■" in row) for kind, box in PIECES.items()}

Shape = tuple[tuple[int, int], ...]  # (row in the box, bit mask of columns on the board)


@cache
def shapes(width: int) -> dict[tuple[str, int, int], Shape]:
    """Every piece, rotation (quarter turns clockwise) and column of the box that lies within the side walls."""
    found = {}
    for kind, picture in PIECES.items():
        box = [list(row) for row in picture]
        for turn in range(4):
            cells = [(row, col) for row, line in enumerate(box) for col, char in enumerate(line) if char == "■"]
            for left in range(-len(box), width):
                if all(0 <= col + left < width for _, col in cells):
                    masks: dict[int, int] = {}
                    for row, col in cells:
                        masks[row] = masks.get(row, 0) | 1 << (col + left)
                    found[kind, turn, left] = tuple(masks.items())
            box = [list(line) for line in zip(*box[::-1], strict=True)]
    return found


@cache
def pictures(width: int) -> tuple[str, ...]:
    """The text of every row of settled blocks, by its bit mask (bit 0 is the leftmost column)."""
    return tuple("".join("■" if mask >> col & 1 else "." for col in range(width)) for mask in range(1 << width))


Place = tuple[int, int, int]  # (rotation, row of the box, column of the box)
Rows = tuple[int, ...]


def fits(rows: Rows, shape: Shape | None, row: int) -> bool:
    """Whether a shape lies on the board and on empty cells with its box at `row`; above the top is off the board."""
    if shape is None:
        return False
    for offset, mask in shape:
        at = row + offset
        if not 0 <= at < len(rows) or rows[at] & mask:
            return False
    return True


def spawn(kind: str, width: int) -> Place:
    """Where a piece appears: its topmost cells in row 0, its box in the middle (left of it where that is uneven)."""
    box = PIECES[kind]
    first = next(row for row, line in enumerate(box) if "■" in line)
    return 0, -first, (width - len(box)) // 2


def steer(rows: Rows, width: int, kind: str, place: Place, action: int) -> tuple[Place, bool]:
    """The place after an action and the fall that follows it, and whether the piece settles there."""
    table = shapes(width)
    turn, row, col = place
    if action == LEFT and fits(rows, table.get((kind, turn, col - 1)), row):
        col -= 1
    elif action == RIGHT and fits(rows, table.get((kind, turn, col + 1)), row):
        col += 1
    elif action == ROTATE and fits(rows, table.get((kind, (turn + 1) % 4, col)), row):
        turn = (turn + 1) % 4
    shape = table[kind, turn, col]
    while fits(rows, shape, row + 1):
        row += 1
        if action != DROP:
            return (turn, row, col), False
    return (turn, row, col), True


def settle(rows: Rows, width: int, kind: str, place: Place) -> tuple[Rows, int]:
    """The board after a piece has settled and full rows are gone, and their number."""
    turn, row, col = place
    board = list(rows)
    for offset, mask in shapes(width)[kind, turn, col]:
        board[row + offset] |= mask
    full = (1 << width) - 1
    kept = [line for line in board if line != full]
    cleared = len(board) - len(kept)
    return (*[0] * cleared, *kept), cleared


@dataclass
class State:
    """The board as a bit mask per row, the falling piece and its place, and the pieces to come."""

    rows: Rows
    kind: str
    place: Place
    coming: list[str] = field(default_factory=list)
    lines: int = 0
    over: bool = False


class Tetris(GlyphEnv):
    """A board of `width` x `height` cells.

    Args:
        width: columns, 5 to 12.
        height: rows, 8 to 24.
        lines: rows to clear, 1 to 40.
    """

    actions = ACTIONS

    def __init__(self, *, width: int = 6, height: int = 10, lines: int = 5, **common: Any) -> None:
        self.width = check_int("width", width, 5, 12)
        self.height = check_int("height", height, 8, 24)
        self.lines = check_int("lines", lines, 1, 40)
        self.rules = (
            f"Tetris. Clear {lines} rows. A row filled from wall to wall disappears and what is above comes down. "
            "After each of your actions the falling piece sinks one row; if it cannot, it settles where it is and the "
            "next piece appears at the top. The seven pieces are dealt from a bag that holds one of each and is "
            "refilled when empty; the HUD shows the next one as it will appear, row by row. A piece turns within its "
            "square box (4x4 for I, 2x2 for O, 3x3 for the others), without moving aside for obstacles. The episode is "
            "lost when a new piece finds its place taken.\n"
            f"Score: +1/{lines} for each row cleared, up to {lines} rows, which ends the episode; -0.2 for losing."
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        self.state = State((0,) * self.height, "", (0, 0, 0))
        self._deal()

    def _deal(self) -> bool:
        """Bring the next piece to the top and keep one more in view; False if its place is taken."""
        state: State = self.state
        while len(state.coming) < 2:
            state.coming += [KINDS[number] for number in self.np_random.permutation(len(KINDS)).tolist()]
        state.kind = state.coming.pop(0)
        state.place = spawn(state.kind, self.width)
        turn, row, col = state.place
        return fits(state.rows, shapes(self.width)[state.kind, turn, col], row)

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        before = state.place
        state.place, settled = steer(state.rows, self.width, state.kind, before, action)
        if (action in (LEFT, RIGHT) and state.place[2] == before[2]) or (
            action == ROTATE and state.place[0] == before[0]
        ):
            self.message = "There is no room to turn." if action == ROTATE else "There is no room on that side."
        if not settled:
            return NOTHING
        state.rows, cleared = settle(state.rows, self.width, state.kind, state.place)
        paid = min(cleared, self.lines - state.lines)
        state.lines += paid
        settling = "The piece settles" + (f" and clears {cleared} row{'s' * (cleared > 1)}." if cleared else ".")
        self.message = f"{self.message} {settling}".strip()
        if state.lines == self.lines:
            state.over = True
            return Outcome(paid / self.lines, True, True)
        if not self._deal():
            state.over = True
            self.message += " The next piece finds no place."
            return Outcome(paid / self.lines - 0.2, True, False)
        return Outcome(paid / self.lines)

    def _observe(self) -> Observation:
        state: State = self.state
        texts = pictures(self.width)
        rows = [texts[mask] for mask in state.rows]
        if not state.over:
            turn, row, col = state.place
            for offset, mask in shapes(self.width)[state.kind, turn, col]:
                line = rows[row + offset]
                rows[row + offset] = "".join(["□" if mask >> at & 1 else char for at, char in enumerate(line)])
        drawn = (*[f"#{row}#" for row in rows], "#" * (self.width + 2))
        following = state.coming[0]
        hud = f"rows cleared {state.lines}/{self.lines} | falling {state.kind} | next {following}: {SHOWN[following]}"
        return Observation(drawn, PALETTE.legend(drawn), hud)

    def _action_mask(self) -> np.ndarray:
        state: State = self.state
        mask = np.ones(5, dtype=np.int8)
        turn, row, col = state.place
        table = shapes(self.width)
        mask[LEFT] = fits(state.rows, table.get((state.kind, turn, col - 1)), row)
        mask[RIGHT] = fits(state.rows, table.get((state.kind, turn, col + 1)), row)
        mask[ROTATE] = fits(state.rows, table.get((state.kind, (turn + 1) % 4, col)), row)
        return mask
