"""Teacher for IceSliding."""

from __future__ import annotations

from glyphbench.games.classics.grid import Cell
from glyphbench.games.classics.ice_sliding import IceSliding, Level
from glyphbench.solvers.search import Moves, TableSolver


class IceSlidingSolver(TableSolver[IceSliding]):
    """Fewest slides to rest on the goal; the player sees the whole pond, and so does the solver."""

    def level(self, env: IceSliding) -> Level:
        """Rocks, water and goal."""
        return env.state.level

    def position(self, env: IceSliding) -> Cell:
        """The player's cell."""
        return env.state.player

    def moves(self, level: Level, position: Cell) -> Moves:
        """Slides that move the player; none from the water."""
        ends = level.ends.get(position, ())
        return [(action, end) for action, end in enumerate(ends) if end != position]

    def solved(self, level: Level, position: Cell) -> bool:
        """Resting on the goal."""
        return position == level.goal
