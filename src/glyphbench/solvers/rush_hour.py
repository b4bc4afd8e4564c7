"""Rush Hour: exact distances from one table per episode."""

from __future__ import annotations

from math import inf

from glyphbench.games.classics.rush_hour import REACH, RushHour, free_cells
from glyphbench.games.classics.rush_hour_table import UNREACHED, DistanceTable, Vehicle
from glyphbench.solvers.base import Solver


class RushHourSolver(Solver[RushHour]):
    """Minimum number of slides that brings X to the exit, for every placement of the episode's vehicles.

    The first query of an episode builds the table; the others look it up.

    Args:
        cap: largest table in codes (one byte each); a larger one gives None.
    """

    def __init__(self, cap: int = 20_000_000) -> None:
        self.cap = cap
        self._vehicles: tuple[Vehicle, ...] = ()
        self._table: DistanceTable | None = None

    def cost_to_go(self, env: RushHour) -> float | None:
        """Fewest slides to success, `inf` if there are none, None where the table would exceed the cap."""
        table = self._read(env)
        if table is None:
            return None
        distance = table.distance(table.code(tuple(env.state.positions)))
        return inf if distance == UNREACHED else distance

    def best_action(self, env: RushHour) -> int | None:
        """The first slide, in action order, that lowers the distance."""
        table = self._read(env)
        if table is None:
            return None
        code = table.code(tuple(env.state.positions))
        distance = table.distance(code)
        if distance in (0, UNREACHED):
            return None
        for which, vehicle in enumerate(env.state.vehicles):
            back, ahead = free_cells(env.state, which)
            sides = ((1, 1, ahead), (3, -1, back)) if vehicle.horizontal else ((0, -1, back), (2, 1, ahead))
            for direction, sign, room in sides:
                for cells in range(1, room + 1):
                    if table.distance(code + sign * cells * table.radix[which]) == distance - 1:
                        return (which * 4 + direction) * REACH + cells - 1
        raise AssertionError("a placement at a positive distance has a nearer neighbour")

    def _read(self, env: RushHour) -> DistanceTable | None:
        vehicles = env.state.vehicles
        if vehicles != self._vehicles:
            size = 1
            for vehicle in vehicles:
                size *= vehicle.positions + 1
            self._vehicles = vehicles
            self._table = DistanceTable(vehicles) if size <= self.cap else None
        return self._table
