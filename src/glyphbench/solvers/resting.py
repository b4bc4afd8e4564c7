"""Teacher for IceSliding and GravityMaze."""

from __future__ import annotations

from glyphbench.games.classics.grid import Cell
from glyphbench.games.classics.resting import Level, RestingGame
from glyphbench.solvers.search import Moves, TableSolver


class RestingSolver(TableSolver[RestingGame]):
    """Fewest moves to the goal; the player sees the whole board, and so does the solver."""

    def level(self, env: RestingGame) -> Level:
        """Walls, dangers and goal."""
        return env.state.level

    def position(self, env: RestingGame) -> Cell:
        """Where the player rests."""
        return env.state.player

    def moves(self, level: Level, position: Cell) -> Moves:
        """Actions that move the player; none from where the game is over."""
        ends = level.ends.get(position, ())
        return [(action, end) for action, end in enumerate(ends) if end != position]

    def solved(self, level: Level, position: Cell) -> bool:
        """The player is in the goal."""
        return position == level.goal
