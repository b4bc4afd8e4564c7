"""Sokoban: exact A* over single moves, with an assignment bound and deadlock tables."""

from __future__ import annotations

import heapq
from itertools import count
from math import inf

import numpy as np

from glyphbench.games.classics.moves import STEPS
from glyphbench.games.classics.sokoban import GOAL, WALL, Sokoban
from glyphbench.solvers.base import Solver

#: A position as (bit mask of box cells, player's cell).
Node = tuple[int, int]


class Level:
    """What stays the same over an episode: tables over cells, and every exact cost found so far."""

    def __init__(self, board: np.ndarray) -> None:
        self.width = board.shape[1]
        flat = board.ravel()
        self.floor = flat != WALL
        offsets = [d_row * self.width + d_col for d_row, d_col in STEPS]
        # The board is walled, so a step from a floor cell never leaves it.
        self.step = [
            [cell + off if self.floor[cell + off] else -1 for off in offsets] if self.floor[cell] else [-1] * 4
            for cell in range(len(flat))
        ]
        goals = [int(cell) for cell in np.flatnonzero(flat == GOAL)]
        self.goals = sum(1 << cell for cell in goals)
        self.pushes = [self._push_distances(goal) for goal in goals]
        #: Cells from which a lone box reaches some goal; a box anywhere else is lost.
        self.alive = {cell for table in self.pushes for cell, far in enumerate(table) if far < inf}
        self.known: dict[Node, float] = {}
        self.spent: set[Node] = set()
        self._bounds: dict[int, float] = {}

    def _push_distances(self, goal: int) -> list[float]:
        """Fewest pushes that bring a lone box from each cell to `goal`, the player being anywhere."""
        far: list[float] = [inf] * len(self.step)
        far[goal] = 0
        queue = [goal]
        for cell in queue:
            for action in range(4):
                # Undo a push: the box steps back to `origin`, where the player stood one cell further on.
                origin = self.step[cell][action]
                if origin >= 0 and self.step[origin][action] >= 0 and far[origin] == inf:
                    far[origin] = far[cell] + 1
                    queue.append(origin)
        return far

    def bound(self, boxes: int) -> float:
        """A lower bound on pushes: the cheapest assignment of boxes to goals; `inf` if the boxes are deadlocked."""
        value = self._bounds.get(boxes)
        if value is None:
            cells = [cell for cell in range(len(self.step)) if boxes >> cell & 1]
            value = inf if self._frozen(cells, boxes) else self._assignment(cells)
            self._bounds[boxes] = value
        return value

    def _assignment(self, cells: list[int]) -> float:
        best: dict[int, float] = {0: 0}
        for cell in cells:
            following: dict[int, float] = {}
            for used, cost in best.items():
                for index, table in enumerate(self.pushes):
                    total = cost + table[cell]
                    key = used | 1 << index
                    if not used >> index & 1 and total < following.get(key, inf):
                        following[key] = total
            best = following
        return min(best.values(), default=inf)

    def _frozen(self, cells: list[int], boxes: int) -> bool:
        """Whether a box off its goal can never move again."""
        return any(not self.goals >> cell & 1 and self._stuck(cell, boxes) for cell in cells)

    def _stuck(self, cell: int, boxes: int) -> bool:
        """Whether the box cannot move along either axis; boxes on the way are taken as walls to end the recursion."""
        rest = boxes & ~(1 << cell)
        for action in (0, 1):
            one, other = self.step[cell][action], self.step[cell][action + 2]
            walled = (
                one < 0
                or other < 0
                or (boxes >> one & 1 and self._stuck_without(one, rest, cell))
                or (boxes >> other & 1 and self._stuck_without(other, rest, cell))
            )
            if not walled:
                return False
        return True

    def _stuck_without(self, cell: int, boxes: int, wall: int) -> bool:
        """`_stuck` with one cell turned into a wall."""
        saved = [(near, self.step[near].index(wall)) for near in self.step[wall] if near >= 0]
        for near, action in saved:
            self.step[near][action] = -1
        try:
            return self._stuck(cell, boxes)
        finally:
            for near, action in saved:
                self.step[near][action] = wall


class SokobanSolver(Solver[Sokoban]):
    """Minimum number of moves (walking and pushing) that puts every box on a goal.

    A* over single moves. The lower bound is the cheapest assignment of boxes to goals by push distance plus the walk
    to the nearest box; positions with a box on a dead cell, a frozen box off its goal, or no assignment are lost.
    Costs along every solution found, and every position of a search that failed, are remembered for the episode.

    Args:
        budget: positions expanded per query before the answer is None.
    """

    def __init__(self, budget: int = 50_000) -> None:
        self.budget = budget
        self._key = b""
        self._level: Level | None = None

    def cost_to_go(self, env: Sokoban) -> float | None:
        """Fewest moves to success, `inf` if there are none, None when the budget ran out."""
        level, node = self._read(env)
        return self._cost(level, node)

    def best_action(self, env: Sokoban) -> int | None:
        """The first move, in action order, of a shortest solution."""
        level, node = self._read(env)
        cost = self._cost(level, node)
        if cost is None or cost == inf or cost == 0:
            return None
        # A neighbour on the solution that was found is already known; look there before searching.
        following = [(action, after) for action in range(4) if (after := _move(level, node, action)) is not None]
        for action, after in following:
            if level.known.get(after) == cost - 1:
                return action
        return next((action for action, after in following if self._cost(level, after) == cost - 1), None)

    def _read(self, env: Sokoban) -> tuple[Level, Node]:
        state = env.state
        key = state.board.tobytes()
        if self._level is None or key != self._key:
            self._key, self._level = key, Level(state.board)
        width = self._level.width
        boxes = 0
        for row, col in state.boxes:
            boxes |= 1 << (row * width + col)
        return self._level, (boxes, state.player[0] * width + state.player[1])

    def _cost(self, level: Level, node: Node) -> float | None:
        if node[0] == level.goals:
            return 0
        if node in level.known:
            return level.known[node]
        if node in level.spent:
            return None
        return self._search(level, node)

    def _search(self, level: Level, start: Node) -> float | None:
        if _dead(level, start[0]):
            level.known[start] = inf
            return inf
        ticket = count()
        cost: dict[Node, int] = {start: 0}
        parent: dict[Node, Node] = {}
        heap = [(_bound(level, start), next(ticket), 0, start)]
        expanded = 0
        while heap:
            total, _, so_far, node = heapq.heappop(heap)
            if so_far > cost[node]:
                continue
            if node[0] == level.goals or node in level.known:
                # The rest of the way is known exactly, so `total` is the cost of a shortest solution.
                level.known[node] = total - so_far
                while node in parent:
                    node = parent[node]
                    level.known[node] = total - cost[node]
                return total
            expanded += 1
            if expanded > self.budget:
                level.spent.add(start)
                return None
            for action in range(4):
                after = _move(level, node, action)
                if after is None or so_far + 1 >= cost.get(after, inf):
                    continue
                if after[0] != node[0] and _dead(level, after[0]):
                    continue
                rest = level.known[after] if after in level.known else _bound(level, after)
                if rest < inf:
                    cost[after], parent[after] = so_far + 1, node
                    heapq.heappush(heap, (so_far + 1 + rest, next(ticket), so_far + 1, after))
        level.known.update(dict.fromkeys(cost, inf))
        return inf


def _move(level: Level, node: Node, action: int) -> Node | None:
    """The position after one move, or None if nothing moves."""
    boxes, player = node
    target = level.step[player][action]
    if target < 0:
        return None
    if boxes >> target & 1:
        behind = level.step[target][action]
        if behind < 0 or boxes >> behind & 1:
            return None
        return boxes ^ (1 << target | 1 << behind), target
    return boxes, target


def _dead(level: Level, boxes: int) -> bool:
    return level.bound(boxes) == inf


def _bound(level: Level, node: Node) -> float:
    """Pushes still needed, and the steps to the nearest box: the first push comes after them."""
    boxes, player = node
    pushes = level.bound(boxes)
    if pushes == 0:
        return 0
    row, col = divmod(player, level.width)
    near = 999
    cell = 0
    while boxes:
        low = boxes & -boxes
        cell = low.bit_length() - 1
        near = min(near, abs(cell // level.width - row) + abs(cell % level.width - col))
        boxes ^= low
    return pushes + near - 1
