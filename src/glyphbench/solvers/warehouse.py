"""Teacher for Warehouse."""

from __future__ import annotations

from typing import NamedTuple

from glyphbench.games.classics.grid import Cell
from glyphbench.games.classics.moves import STEPS
from glyphbench.games.classics.warehouse import LOAD, UNLOAD, WALL, Level, Warehouse
from glyphbench.solvers.search import Moves, TableSolver


class Position(NamedTuple):
    """The player's cell, the packages not yet fetched, and the stack (top last)."""

    player: Cell
    waiting: frozenset[int]
    stack: tuple[int, ...]


class WarehouseSolver(TableSolver[Warehouse]):
    """Fewest actions to deliver everything; the player sees the whole hall, and so does the solver."""

    def __init__(self) -> None:
        super().__init__()
        self._capacity = 0
        self._walked: Level | None = None
        self._walks: dict[Cell, list[tuple[int, Cell]]] = {}

    def level(self, env: Warehouse) -> Level:
        """Shelves, docks, and where packages lie until they are fetched."""
        self._capacity = env.capacity
        return env.state.level

    def position(self, env: Warehouse) -> Position:
        """Player, waiting packages and stack."""
        return Position(env.state.player, env.state.waiting, env.state.stack)

    def moves(self, level: Level, position: Position) -> Moves:
        """Steps, and loading and unloading where they have an effect."""
        player, waiting, stack = position
        if level is not self._walked:
            self._walked, self._walks = level, {}
        walks = self._walks.get(player)
        if walks is None:
            cells = enumerate((player[0] + d_row, player[1] + d_col) for d_row, d_col in STEPS)
            walks = self._walks[player] = [(action, cell) for action, cell in cells if level.board[cell] != WALL]
        found = [(action, Position(cell, waiting, stack)) for action, cell in walks]
        if stack and level.docks[stack[-1]] == player:
            found.append((UNLOAD, Position(player, waiting, stack[:-1])))
        if len(stack) < self._capacity:
            for index in waiting:
                if level.packages[index] == player:
                    found.append((LOAD, Position(player, waiting - {index}, (*stack, index))))
        return found

    def solved(self, level: Level, position: Position) -> bool:
        """Nothing waits and nothing is carried."""
        return not position.waiting and not position.stack
