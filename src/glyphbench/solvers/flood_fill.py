"""Teacher for FloodFill."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from glyphbench.games.classics.flood_fill import FloodFill, beam_search, grow
from glyphbench.solvers.search import PlanSolver

Position = tuple[tuple[int, ...], int, int, int]


class FloodFillSolver(PlanSolver[FloodFill]):
    """A good plan, found by beam search; `cost_to_go` is its length, an upper bound on the fewest fills."""

    exact: ClassVar[bool] = False
    width: ClassVar[int] = 40

    def level(self, env: FloodFill) -> int:
        """Nothing is fixed but the board's size."""
        return env.size

    def position(self, env: FloodFill) -> Position:
        """The masks, the flooded region, its colour, and the board's size."""
        state = env.state
        return tuple(state.masks), state.region, state.colour, env.size

    def after(self, level: int, position: Position, action: int) -> Position:
        """The board after one fill."""
        masks, region, colour, size = position
        changed = list(masks)
        changed[colour] ^= region
        changed[action] |= region
        return tuple(changed), grow(region, changed[action], size), action, size

    def plan(self, level: int, position: Position) -> Sequence[int]:
        """The fills that the beam search found."""
        masks, region, colour, size = position
        return beam_search(list(masks), region, colour, size, self.width)
