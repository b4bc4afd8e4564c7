"""Reference policy for ConnectFour."""

from __future__ import annotations

from math import inf
from typing import ClassVar

from glyphbench.games.classics.connect_four import (
    BOARD,
    BOTTOM,
    COLUMN,
    OUTWARDS,
    ConnectFour,
    connected,
    landing,
    winning_cells,
)
from glyphbench.solvers.base import Solver

WIN = 1000
#: Cells in odd rows (first, third, fifth from the floor): threats there serve the side that began.
ODD_ROWS = BOTTOM * 0b010101
CENTRE = COLUMN << 21


class ConnectFourSolver(Solver[ConnectFour]):
    """Alpha-beta search of `plies` plies with a transposition table; leaves count open threats, by row parity.

    It plays against any opponent and reads nothing of the opponent's draws. `cost_to_go` is known only where the
    search sees the end: the player's moves to a win against the best defence; `inf` when the game is over without
    one or every defence fails; None elsewhere.
    """

    exact: ClassVar[bool] = False
    plies: ClassVar[int] = 5

    def __init__(self) -> None:
        self._choices: dict[tuple[int, int], tuple[int, int]] = {}

    def cost_to_go(self, env: ConnectFour) -> float | None:
        """Own moves to a forced win, `inf` when lost or drawn, None where the search sees neither."""
        mine, theirs = env.state.mine, env.state.theirs
        if connected(mine):
            return 0.0
        if connected(theirs) or mine | theirs == BOARD:
            return inf
        value, _ = self._choice(mine, mine | theirs)
        if abs(value) < WIN - 2:
            return None  # only threats were counted
        return float((self.plies + WIN - value) // 2 + 1) if value > 0 else inf

    def best_action(self, env: ConnectFour) -> int | None:
        """The column that the search values most; None when the game is over."""
        mine, theirs = env.state.mine, env.state.theirs
        if connected(mine) or connected(theirs) or mine | theirs == BOARD:
            return None
        return self._choice(mine, mine | theirs)[1]

    def _choice(self, discs: int, mask: int) -> tuple[int, int]:
        """(value, column) of the best move for the owner of `discs`, memoised."""
        known = self._choices.get((discs, mask))
        if known is None:
            if len(self._choices) > 100_000:
                self._choices.clear()
            table: dict[tuple[int, int, int], tuple[int, int]] = {}
            best, choice = -2 * WIN, 0
            wins = winning_cells(discs, mask)
            for column in OUTWARDS:
                cell = landing(mask, column)
                if not cell:
                    continue
                if cell & wins:
                    best, choice = WIN + self.plies, column
                    break
                value = -search(discs ^ mask, mask | cell, self.plies - 1, -2 * WIN, -best, table)
                if value > best:
                    best, choice = value, column
            self._choices[discs, mask] = known = best, choice
        return known


def search(
    discs: int, mask: int, plies: int, alpha: int, beta: int, table: dict[tuple[int, int, int], tuple[int, int]]
) -> int:
    """Negamax value for the side to move: WIN + plies left at the win, its negative for a loss, else the threats."""
    possible = (mask + BOTTOM) & BOARD
    if not possible:
        return 0
    wins = winning_cells(discs, mask)
    if wins & possible:
        return WIN + plies
    threats = winning_cells(discs ^ mask, mask)
    forced = threats & possible
    if forced & (forced - 1):
        return 1 - WIN - plies
    moves = (forced or possible) & ~(threats >> 1)
    if not moves:
        return 1 - WIN - plies
    if plies <= 0:
        return assess(discs, mask, wins, threats)
    key = (discs, mask, plies)
    known = table.get(key)
    if known is not None:
        low, high = known
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
    best, floor = -2 * WIN, alpha
    for column in OUTWARDS:
        cell = moves & COLUMN << column * 7
        if cell:
            value = -search(discs ^ mask, mask | cell, plies - 1, -beta, -floor, table)
            if value > best:
                best = value
                if best > floor:
                    floor = best
                    if floor >= beta:
                        break
    if best >= beta:
        table[key] = (best, 2 * WIN)
    elif best <= alpha:
        table[key] = (-2 * WIN, best)
    else:
        table[key] = (best, best)
    return best


def assess(discs: int, mask: int, wins: int, threats: int) -> int:
    """Threats of the side to move less those of the other side.

    A threat in a row of the right parity (odd for the side that began, even for the other) will one day have to be
    answered, so it counts double; discs in the middle column count a little.
    """
    began = ODD_ROWS if mask.bit_count() % 2 == 0 else BOARD ^ ODD_ROWS
    value = 4 * (wins.bit_count() + (wins & began).bit_count())
    value -= 4 * (threats.bit_count() + (threats & ~began).bit_count())
    return value + (discs & CENTRE).bit_count() - ((discs ^ mask) & CENTRE).bit_count()
