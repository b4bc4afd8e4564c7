"""Exact cost-to-go by a backward table over every position that can still be reached."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable
from math import inf
from typing import Any, ClassVar

from glyphbench.solvers.base import Game, Solver

Moves = Iterable[tuple[int, Hashable]]


def backward_table(
    start: Hashable,
    moves: Callable[[Any], Moves],
    solved: Callable[[Any], bool],
    budget: int,
) -> dict[Hashable, float] | None:
    """Cost-to-go of every position reachable from `start`, one per action.

    Explores forwards from `start` (solved positions are not expanded), then walks back breadth-first from all solved
    positions at once. Positions from which none is reachable cost `inf`.

    Returns None when more than `budget` positions are reachable.
    """
    behind: dict[Hashable, list[Hashable]] = {start: []}
    frontier = []
    stack = [start]
    while stack:
        position = stack.pop()
        if solved(position):
            frontier.append(position)
            continue
        for _, following in moves(position):
            known = behind.get(following)
            if known is None:
                if len(behind) >= budget:
                    return None
                behind[following] = known = []
                stack.append(following)
            known.append(position)
    costs = dict.fromkeys(behind, inf)
    costs.update(dict.fromkeys(frontier, 0.0))
    cost = 0.0
    while frontier:
        cost += 1
        further = []
        for position in frontier:
            for previous in behind[position]:
                if costs[previous] == inf:
                    costs[previous] = cost
                    further.append(previous)
        frontier = further
    return costs


class TableSolver(Solver[Game]):
    """A solver whose level is small enough to tabulate: one search per level, then a look-up per turn.

    A game's solver says what the fixed level is, what the position is, and what each action does to it; the horizon
    is no part of the position. `budget` bounds the number of positions; beyond it the solver answers None.
    """

    budget: ClassVar[int] = 100_000

    def __init__(self) -> None:
        self._level: Any = None
        self._costs: dict[Hashable, float] | None = {}

    @abstractmethod
    def level(self, env: Game) -> Any:
        """The part of the state that stays the same over an episode; compared by identity."""

    @abstractmethod
    def position(self, env: Game) -> Hashable:
        """The part of the state that actions change."""

    @abstractmethod
    def moves(self, level: Any, position: Any) -> Moves:
        """(action, position after it) for every action that has an effect; nothing where the game is lost."""

    @abstractmethod
    def solved(self, level: Any, position: Any) -> bool:
        """Whether the position is a success."""

    def _table(self, level: Any, position: Hashable) -> dict[Hashable, float] | None:
        if level is not self._level:
            self._level, self._costs = level, {}
        if self._costs is not None and position not in self._costs:
            found = backward_table(
                position, lambda at: self.moves(level, at), lambda at: self.solved(level, at), self.budget
            )
            self._costs = None if found is None else {**self._costs, **found}
        return self._costs

    def cost_to_go(self, env: Game) -> float | None:
        """Minimum number of actions to success, `inf` if it is out of reach, None beyond the budget."""
        position = self.position(env)
        costs = self._table(self.level(env), position)
        return None if costs is None else costs[position]

    def best_action(self, env: Game) -> int | None:
        """The first action that lowers the cost-to-go by one."""
        level, position = self.level(env), self.position(env)
        costs = self._table(level, position)
        if costs is None or costs[position] in (0, inf):
            return None
        return min(self.moves(level, position), key=lambda move: costs[move[1]])[0]
