"""What teachers share: a backward table over every reachable position, and plans that are followed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
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


class PlanSolver(Solver[Game]):
    """A solver that plans once and then follows its plan: a new search only after a move that was not the plan's.

    The rest of a shortest plan is a shortest plan, so costs along it stay exact wherever `plan` is.
    """

    def __init__(self) -> None:
        self._level: Any = None
        self._plans: dict[Hashable, tuple[int, ...] | None] = {}

    @abstractmethod
    def level(self, env: Game) -> Any:
        """The part of the state that stays the same over an episode; compared by identity."""

    @abstractmethod
    def position(self, env: Game) -> Hashable:
        """The part of the state that actions change."""

    @abstractmethod
    def after(self, level: Any, position: Any, action: int) -> Hashable:
        """The position that an action of a plan leads to."""

    @abstractmethod
    def plan(self, level: Any, position: Any) -> Sequence[int] | None:
        """Actions from here to success (none if this is success); None when the budget ran out."""

    def _plan(self, env: Game) -> tuple[int, ...] | None:
        level, position = self.level(env), self.position(env)
        if level is not self._level:
            self._level, self._plans = level, {}
        if position not in self._plans:
            found = self.plan(level, position)
            if found is None:
                self._plans[position] = None
            else:
                rest = tuple(found)
                self._plans[position] = rest
                while rest:
                    position, rest = self.after(level, position, rest[0]), rest[1:]
                    self._plans.setdefault(position, rest)
        return self._plans[self.position(env)]

    def cost_to_go(self, env: Game) -> float | None:
        """Length of the plan from here, None when the budget ran out."""
        plan = self._plan(env)
        return None if plan is None else float(len(plan))

    def best_action(self, env: Game) -> int | None:
        """The plan's first action."""
        plan = self._plan(env)
        return plan[0] if plan else None
