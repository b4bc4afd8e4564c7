"""MiniGrid: exact A* over the agent, what it holds, what lies where, and every door."""

from __future__ import annotations

import heapq
from itertools import count
from math import inf
from typing import Any, ClassVar

from glyphbench.games.minigrid.adapter import MiniGrid
from glyphbench.solvers.base import Solver
from glyphbench.solvers.minigrid.estimate import Estimate
from glyphbench.solvers.minigrid.rules import rules_of
from glyphbench.solvers.minigrid.world import WON, Level, Position, layout_of, position_of


class MiniGridSolver(Solver[MiniGrid]):
    """Fewest actions to the end of a MiniGrid level whose obstacles do not move by themselves.

    The solver sees the engine's whole grid, what boxes hold and which object of a Memory level matches: more than
    the player, who sees a window and has to remember. Costs are exact; beyond `budget` positions in one search the
    answer is None. The costs found on the way stay known over the episode, so a turn on the plan is a look-up and a
    turn beside it a short search.
    """

    budget: ClassVar[int] = 200_000

    def __init__(self) -> None:
        self._level: Level | None = None
        self._grid: Any = None
        self._estimate: Estimate | None = None
        self._known: dict[Position, float] = {}
        self._spent: set[Position] = set()

    def cost_to_go(self, env: MiniGrid) -> float | None:
        """Fewest actions to success, `inf` if it is out of reach, None beyond the budget."""
        if env.success is not None:
            return 0.0 if env.success else inf
        return self._cost(self._read(env))

    def best_action(self, env: MiniGrid) -> int | None:
        """The first action, in the order of their numbers, of a shortest way to success."""
        if env.success is not None:
            return None
        position = self._read(env)
        cost = self._cost(position)
        if cost is None or cost == inf:
            return None
        assert self._level is not None
        following = self._level.moves(position)
        # What follows on the way that was found is known; look there before searching.
        for action, after in following:
            if self._known.get(after) == cost - 1:
                return action
        return next((action for action, after in following if self._cost(after) == cost - 1), None)

    def _read(self, env: MiniGrid) -> Position:
        engine = env.engine
        layout, rules = layout_of(engine), rules_of(env.level, engine)
        level = self._level
        # Episodes of one layout would share what is known, which would grow without end.
        begins = env.turn == 0 and engine.grid is not self._grid
        self._grid = engine.grid
        if level is None or begins or level.layout != layout or level.rules != rules:
            level = self._level = Level(layout, engine.width, rules)
            self._known, self._spent, self._estimate = {WON: 0.0}, set(), None
        position = position_of(level, engine)
        if self._estimate is None:
            self._estimate = Estimate(level, position[0])
        return position

    def _cost(self, position: Position) -> float | None:
        if position in self._known:
            return self._known[position]
        if position in self._spent:
            return None
        return self._search(position)

    def _search(self, start: Position) -> float | None:
        level, rest, known = self._level, self._estimate, self._known
        assert level is not None and rest is not None
        ticket = count()
        cost: dict[Position, int] = {start: 0}
        parent: dict[Position, Position] = {}
        first = rest(start)
        # Of equal totals the one nearest to success comes first.
        heap = [(first, first, next(ticket), 0, start)] if first < inf else []
        expanded = 0
        while heap:
            total, _, _, so_far, position = heapq.heappop(heap)
            if so_far > cost[position]:
                continue
            if position in known:
                # The rest of the way is known exactly, so `total` is the cost of a shortest way.
                while position in parent:
                    position = parent[position]
                    known[position] = total - cost[position]
                return total
            expanded += 1
            if expanded > self.budget:
                self._spent.add(start)
                return None
            for _, after in level.moves(position):
                if so_far + 1 >= cost.get(after, inf):
                    continue
                left = known[after] if after in known else rest(after)
                if left < inf:
                    cost[after], parent[after] = so_far + 1, position
                    heapq.heappush(heap, (so_far + 1 + left, left, next(ticket), so_far + 1, after))
        known.update(dict.fromkeys(cost, inf))
        return inf
