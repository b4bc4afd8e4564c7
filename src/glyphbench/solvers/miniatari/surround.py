"""Reference policy for Surround."""

from __future__ import annotations

from glyphbench.games.miniatari.grid import FOUR, Cell, distances, step_name
from glyphbench.games.miniatari.surround import Surround
from glyphbench.solvers.miniatari.common import Policy


class SurroundPolicy(Policy[Surround]):
    """Takes the way after which it reaches more cells before the rival than the rival before it."""

    def choose(self, game: Surround) -> str:
        """The way with the best balance of cells."""
        me, foe = game.state.me, game.state.sprites[0]
        best, name = -1e9, "NOOP"
        theirs = distances([foe.cell], game.open)
        for dx, dy in FOUR:
            cell = me.x + dx, me.y + dy
            if (dx, dy) == (-me.dx, -me.dy) or not game.open(cell) or cell == foe.cell:
                continue
            balance = self._balance(game, cell, theirs)
            if abs(cell[0] - foe.x) + abs(cell[1] - foe.y) == 1:
                balance -= 40
            balance += 0.5 * ((dx, dy) == (me.dx, me.dy))
            if balance > best:
                best, name = balance, step_name((dx, dy))
        return name

    def _balance(self, game: Surround, cell: Cell, theirs: dict[Cell, int]) -> float:
        me = game.state.me.cell
        mine = distances([cell], lambda one: game.open(one) and one != me)
        first = sum(far + 1 < theirs.get(one, 999) for one, far in mine.items())
        return first - 0.8 * sum(far < mine.get(one, 999) + 1 for one, far in theirs.items())
