"""Teacher for GravityMaze."""

from __future__ import annotations

from glyphbench.games.classics.gravity_maze import GravityMaze, Level
from glyphbench.games.classics.grid import Cell
from glyphbench.solvers.search import Moves, TableSolver


class GravityMazeSolver(TableSolver[GravityMaze]):
    """Fewest rolls and jumps to the goal; the player sees the whole cave, and so does the solver."""

    def level(self, env: GravityMaze) -> Level:
        """Stone, spikes and goal."""
        return env.state.level

    def position(self, env: GravityMaze) -> Cell:
        """The ball's cell."""
        return env.state.ball

    def moves(self, level: Level, position: Cell) -> Moves:
        """Actions that move the ball; none from spikes."""
        ends = level.ends.get(position, ())
        return [(action, end) for action, end in enumerate(ends) if end != position]

    def solved(self, level: Level, position: Cell) -> bool:
        """The ball is in the goal."""
        return position == level.goal
