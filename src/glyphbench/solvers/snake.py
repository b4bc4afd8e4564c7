"""Reference policy for Snake."""

from __future__ import annotations

from collections import deque
from math import inf
from typing import ClassVar

from glyphbench.games.classics.grid import distances, neighbours
from glyphbench.games.classics.moves import STEPS
from glyphbench.games.classics.snake import Arena, Cell, Snake, State
from glyphbench.solvers.base import Solver


class SnakeSolver(Solver[Snake]):
    """Walks a shortest way to the apple when the head can still reach the tail afterwards; else it follows the tail.

    It knows the present apple only: the next ones are random. `cost_to_go` is approximate for the same reason: the
    way to this apple, and for each further one the mean distance between two cells of the board.
    """

    exact: ClassVar[bool] = False

    def __init__(self) -> None:
        self._plan: list[Cell] = []
        self._length = 0

    def cost_to_go(self, env: Snake) -> float | None:
        """Expected turns to the last apple, roughly; inf after a crash."""
        state: State = env.state
        if state.eaten == env.apples:
            return 0.0
        if state.crashed or state.apple is None:
            return inf
        head, apple = state.snake[0], state.apple
        further = env.apples - state.eaten - 1
        return abs(head[0] - apple[0]) + abs(head[1] - apple[1]) + further * 2 * (env.size - 2) / 3

    def best_action(self, env: Snake) -> int | None:
        """The next step of the plan; None after the end and when every way is a crash."""
        state: State = env.state
        if state.apple is None or state.crashed:
            return None
        head = state.snake[0]
        plan = self._plan
        # A plan holds while the snake follows it; another snake (after `restore`) may be in its way.
        stale = len(plan) < 2 or plan[0] != head or plan[-1] != state.apple or len(state.snake) != self._length
        if stale or plan[1] in state.snake:
            plan = way_to_apple(state.arena, state.snake, state.apple) or []
        if not plan:
            plan = [head, *step_to_safety(state.arena, state.snake, state.apple)]
        if len(plan) < 2:
            return None
        self._plan, self._length = plan[1:], len(state.snake)
        return STEPS.index((plan[1][0] - head[0], plan[1][1] - head[1]))


def way_to_apple(arena: Arena, snake: deque[Cell], apple: Cell) -> list[Cell] | None:
    """Cells from head to apple on a shortest walk after which the head can still reach the tail; None without one."""
    path = walk(arena, snake, apple)
    if path is None:
        return None
    after = deque([*reversed(path[1:]), *snake])
    while len(after) > len(snake) + 1:
        after.pop()
    return path if tail_within_reach(arena, after) else None


def walk(arena: Arena, snake: deque[Cell], goal: Cell) -> list[Cell] | None:
    """Breadth-first walk from the head to `goal` that lets the body move out of the way as it goes."""
    # Segment i (from the tail) leaves its cell in turn i + 1: the head may enter it then, not before.
    free_from = {cell: turn for turn, cell in enumerate(reversed(snake), 1)}
    head = snake[0]
    came: dict[Cell, Cell] = {head: head}
    frontier = [head]
    turn = 0
    while frontier and goal not in came:
        turn += 1
        following = []
        for cell in frontier:
            for other in neighbours(cell):
                if other in arena.inside and other not in came and free_from.get(other, 0) <= turn:
                    came[other] = cell
                    following.append(other)
        frontier = following
    if goal not in came:
        return None
    path = [goal]
    while path[-1] != head:
        path.append(came[path[-1]])
    return path[::-1]


def tail_within_reach(arena: Arena, snake: deque[Cell]) -> bool:
    """Whether the head can walk to the tail if the snake stood still."""
    body = set(snake)
    tail = snake[-1]
    return tail in distances(snake[0], (arena.inside - body) | {tail})


def step_to_safety(arena: Arena, snake: deque[Cell], apple: Cell) -> list[Cell]:
    """The step that keeps the tail in reach and is farthest from it (to win time); any free step without one."""
    options: list[tuple[int, int, Cell]] = []
    tail = snake[-1]
    body = set(snake)
    for cell in neighbours(snake[0]):
        if cell not in arena.inside or (cell in body and cell != tail) or (cell == apple and cell == tail):
            continue
        after = deque([cell, *snake])
        if cell != apple:
            after.pop()
        reach = distances(cell, (arena.inside - set(after)) | {after[-1]})
        options.append((int(after[-1] in reach), reach.get(after[-1], 0), cell))
    return [max(options)[2]] if options else []
