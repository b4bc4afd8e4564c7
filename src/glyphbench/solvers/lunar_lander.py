"""Teacher for LunarLander."""

from __future__ import annotations

from itertools import product
from math import inf

import numpy as np

from glyphbench.games.classics.course import Ending, Position, Run
from glyphbench.games.classics.lunar_lander import (
    DRIFT,
    FASTEST_DOWN,
    FASTEST_SIDE,
    FASTEST_UP,
    LANDED,
    LunarLander,
    Moon,
)
from glyphbench.solvers.base import Solver

WON, LOST = -2, -1  # the two last entries of a layer
# Velocities (down, right) in the order of the table.
VELOCITIES = list(product(range(-FASTEST_UP, FASTEST_DOWN + 1), range(-FASTEST_SIDE, FASTEST_SIDE + 1)))


class LunarLanderSolver(Solver[LunarLander]):
    """Fewest turns to a landing with the fuel that is left; `inf` when none is possible. Everything is in view.

    As long as there is fuel, flight does not depend on how much. So one array says where each action leads from every
    cell at every velocity, and the costs with f units of fuel follow from those with f - 1 (after a thrust) and with f
    (after drifting): a layer per unit of fuel.

    Args:
        budget: largest number of entries of a layer; beyond it the answer is None.
    """

    def __init__(self, budget: int = 100_000) -> None:
        self.budget = budget
        self._moon: Moon | None = None
        self._after = np.zeros((4, 0), dtype=np.int64)
        self._layers: list[np.ndarray] = []

    def cost_to_go(self, env: LunarLander) -> float | None:
        """Minimum number of turns to a landing, None beyond the budget."""
        run: Run = env.state
        return self._cost(run.course, run.position)

    def best_action(self, env: LunarLander) -> int | None:
        """The first action on a shortest way down."""
        run: Run = env.state
        cost = self._cost(run.course, run.position)
        if cost is None or cost in (0, inf):
            return None
        for action in range(len(env.actions)):
            if self._cost(run.course, run.course.move(run.shown, action)) == cost - 1:
                return action
        return None

    def _cost(self, moon: Moon, position: Position | Ending) -> float | None:
        if isinstance(position, Ending):
            return 0.0 if position.success else inf
        height, width = len(moon.picture), len(moon.surface)
        if 2 * len(VELOCITIES) * height * width > self.budget:
            return None
        if moon is not self._moon:
            self._moon, self._after, self._layers = moon, tabulate(moon), []
        row, col, down, right, pull, fuel = position
        while len(self._layers) <= fuel:
            self._layers.append(self._layer())
        motion = pull * len(VELOCITIES) + VELOCITIES.index((down, right))
        return float(self._layers[fuel][(motion * height + row) * width + col])

    def _layer(self) -> np.ndarray:
        """Costs with one more unit of fuel than the layers so far cover; the last entries are WON and LOST."""
        count = self._after.shape[1]
        layer = np.full(count + 2, inf)
        layer[WON] = 0
        if self._layers:
            # A refused thrust is listed as a drift; the poorer layer never makes it look better than drifting.
            for action in range(DRIFT):
                np.minimum(layer[:count], self._layers[-1][self._after[action]] + 1, out=layer[:count])
        # Drifting keeps the layer; a drift ends on the ground after some turns, so this settles.
        while True:
            better = np.minimum(layer[:count], layer[self._after[DRIFT]] + 1)
            if np.array_equal(better, layer[:count]):
                return layer
            layer[:count] = better


def tabulate(moon: Moon) -> np.ndarray:
    """Where each action leads while there is fuel: int array of shape (4, 2 x velocities x height x width).

    An entry is numbered by pull, velocity, row and column in this order; WON and LOST stand for the end.
    """
    height, width = len(moon.picture), len(moon.surface)
    cells = height * width
    flights = np.full((len(VELOCITIES), cells), LOST, dtype=np.int64)
    for number, (down, right) in enumerate(VELOCITIES):
        for col, top in enumerate(moon.surface):
            for row in range(top):
                to_row, to_col, end = moon.fly(row, col, down, right)
                if not end:
                    flights[number, row * width + col] = to_row * width + to_col
                elif end == LANDED:
                    flights[number, row * width + col] = WON
    after = np.empty((4, 2, len(VELOCITIES), cells), dtype=np.int64)
    for action, pull, (number, velocity) in product(range(4), range(2), enumerate(VELOCITIES)):
        down, right, _ = moon.steer(*velocity, pull, action)
        motion = VELOCITIES.index((down, right))
        base = ((1 - pull) * len(VELOCITIES) + motion) * cells
        after[action, pull, number] = np.where(flights[motion] < 0, flights[motion], flights[motion] + base)
    return after.reshape(4, -1)
