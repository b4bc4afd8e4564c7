"""Teacher for Maze."""

from __future__ import annotations

from glyphbench.games.classics.grid import Cell
from glyphbench.games.classics.maze import WALL, Level, Maze
from glyphbench.games.classics.moves import STEPS
from glyphbench.solvers.search import Moves, TableSolver


class MazeSolver(TableSolver[Maze]):
    """Shortest walk to the goal; the player sees the whole maze, and so does the solver."""

    def level(self, env: Maze) -> Level:
        """Walls and goal."""
        return env.state.level

    def position(self, env: Maze) -> Cell:
        """The player's cell."""
        return env.state.player

    def moves(self, level: Level, position: Cell) -> Moves:
        """Steps to free neighbours."""
        row, col = position
        return [
            (action, (row + d_row, col + d_col))
            for action, (d_row, d_col) in enumerate(STEPS)
            if level.board[row + d_row, col + d_col] != WALL
        ]

    def solved(self, level: Level, position: Cell) -> bool:
        """On the goal."""
        return position == level.goal
