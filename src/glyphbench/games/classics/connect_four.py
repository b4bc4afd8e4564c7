"""ConnectFour: four in a row on 7 columns of 6 cells, against an opponent that looks a few plies ahead.

Positions are pairs of bit boards: cell (height above the floor, column) is bit column * 7 + height, and the seventh
bit of a column stays empty, so that lines can be found by shifting.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from glyphbench.core.actions import ActionSet
from glyphbench.core.env import NOTHING, GlyphEnv, Outcome, check_choice, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation

ROWS, COLUMNS = 6, 7
COLUMN = (1 << ROWS) - 1
BOTTOM = sum(1 << column * 7 for column in range(COLUMNS))
BOARD = BOTTOM * COLUMN
#: Cells from the middle outwards, a good order for a search and the opponent's taste among equals.
OUTWARDS = (3, 2, 4, 1, 5, 0, 6)
TASTE = (1, 2, 4, 8, 4, 2, 1)

PALETTE = Palette(
    Glyph("X", "your disc", "bold yellow"),
    Glyph("O", "opponent's disc", "bold red"),
    Glyph(".", "empty", "dim"),
)


@dataclass
class State:
    """The discs of both sides, as bit boards."""

    mine: int = 0
    theirs: int = 0


class ConnectFour(GlyphEnv):
    """Connect Four against a depth-limited opponent.

    Args:
        depth: how many plies the opponent looks ahead, 0 (moves at random) to 8.
        first: who begins: `player`, `opponent`, or `random` (drawn with the episode).
    """

    actions = ActionSet.grid("DROP_{column}", "drop a disc into that column", column=range(COLUMNS))

    def __init__(self, *, depth: int = 4, first: str = "random", **common: Any) -> None:
        self.depth = check_int("depth", depth, 0, 8)
        self.first = check_choice("first", first, ("player", "opponent", "random"))
        if self.depth:
            style = (
                f"The opponent looks {self.depth} moves ahead (its own and yours): it takes a win and avoids a loss "
                "that it sees there, and otherwise moves at random, more often near the middle. "
            )
        else:
            style = "The opponent moves at random, more often near the middle. "
        begins = {"player": "You begin.", "opponent": "The opponent begins.", "random": "Who begins varies."}[
            self.first
        ]
        self.rules = (
            "Connect Four. You and an opponent take turns to drop a disc into a column; it falls to the lowest empty "
            "cell. Whoever first has four discs in an unbroken line, across, down or diagonally, wins; a full board "
            f"is a draw. {style}{begins} Columns are numbered from the left, from 0. Choosing a full column "
            "wastes a turn: nobody moves.\n"
            "Score: +1 for a win, 0 for a draw, -1 for a loss; each ends the episode."
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        self.state = State()
        if self.first == "opponent" or (self.first == "random" and self.np_random.random() < 0.5):
            column = self._reply()
            self.message = f"The opponent begins in column {column}."
        else:
            self.message = "You begin."

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        cell = landing(state.mine | state.theirs, action)
        if not cell:
            self.message = f"Column {action} is full; nobody moves."
            return NOTHING
        state.mine |= cell
        if connected(state.mine):
            self.message = "You connect four."
            return Outcome(1.0, True, True)
        if state.mine | state.theirs == BOARD:
            self.message = "The board is full: a draw."
            return Outcome(0.0, True, False)
        column = self._reply()
        self.message = f"The opponent drops into column {column}."
        if connected(state.theirs):
            self.message += " It connects four."
            return Outcome(-1.0, True, False)
        if state.mine | state.theirs == BOARD:
            self.message += " The board is full: a draw."
            return Outcome(0.0, True, False)
        return NOTHING

    def _reply(self) -> int:
        """Let the opponent move and return its column."""
        state: State = self.state
        mask = state.mine | state.theirs
        values = ratings(state.theirs, mask, self.depth)
        best = max(values.values())
        tickets = [column for column in sorted(values) if values[column] == best for _ in range(TASTE[column])]
        column = tickets[int(self.np_random.integers(len(tickets)))]
        state.theirs |= landing(mask, column)
        return column

    def _observe(self) -> Observation:
        mine, theirs = self.state.mine, self.state.theirs
        rows = tuple(
            "".join(
                "X" if mine >> column * 7 + height & 1 else "O" if theirs >> column * 7 + height & 1 else "."
                for column in range(COLUMNS)
            )
            for height in reversed(range(ROWS))
        )
        return Observation(rows, PALETTE.legend(rows), "you play X, the opponent O", headers=True)

    def _action_mask(self) -> np.ndarray:
        mask = self.state.mine | self.state.theirs
        return np.array([landing(mask, column) != 0 for column in range(COLUMNS)], dtype=np.int8)


def landing(mask: int, column: int) -> int:
    """The cell where a disc dropped into `column` comes to rest, as a bit; 0 if the column is full."""
    return (mask + (1 << column * 7)) & (COLUMN << column * 7)


def connected(discs: int) -> bool:
    """Whether four of the discs form a line."""
    for shift in (1, 7, 6, 8):
        pairs = discs & discs >> shift
        if pairs & pairs >> 2 * shift:
            return True
    return False


def winning_cells(discs: int, mask: int) -> int:
    """The empty cells that would complete a line of four for the owner of `discs`, reachable now or later."""
    found = discs << 1 & discs << 2 & discs << 3
    for shift in (7, 6, 8):
        pair = discs << shift & discs << 2 * shift
        found |= pair & (discs << 3 * shift | discs >> shift)
        pair = discs >> shift & discs >> 2 * shift
        found |= pair & (discs >> 3 * shift | discs << shift)
    return found & BOARD & ~mask


def outlook(discs: int, mask: int, plies: int) -> int:
    """Negamax value for the side to move, owner of `discs`, seen `plies` plies deep.

    `plies` left at the winning move if it wins, minus that if it loses, 0 if nothing is decided.
    """
    possible = (mask + BOTTOM) & BOARD
    if not plies or not possible:
        return 0
    if winning_cells(discs, mask) & possible:
        return plies
    if plies == 1:
        return 0
    threats = winning_cells(discs ^ mask, mask)
    forced = threats & possible
    # Two threats cannot both be met; nor may a disc be put right under a cell that wins for the other side.
    if forced & (forced - 1):
        return 1 - plies
    moves = (forced or possible) & ~(threats >> 1)
    if not moves:
        return 1 - plies
    if plies == 2:
        return 0
    best = -plies
    while moves:
        move = moves & -moves
        moves ^= move
        best = max(best, -outlook(discs ^ mask, mask | move, plies - 1))
        if best >= plies - 2:
            break
    return best


def ratings(discs: int, mask: int, plies: int) -> dict[int, int]:
    """The outlook of every legal column for the side to move, owner of `discs`; all 0 without plies."""
    wins = winning_cells(discs, mask)
    values = {}
    for column in range(COLUMNS):
        cell = landing(mask, column)
        if cell:
            value = plies if cell & wins else -outlook(discs ^ mask, mask | cell, plies - 1) if plies else 0
            values[column] = value
    return values
