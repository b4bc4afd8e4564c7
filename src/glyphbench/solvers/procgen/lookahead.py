"""Best-first search on a copy of the engine: for games whose physics are not worth writing down twice."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from glyphbench.games.procgen.engine import Engine
from glyphbench.games.procgen.state import State, parse

#: How good a position is: steps to go, roughly; the search expands the lowest first.
Estimate = Callable[[State], float]
#: Positions with equal keys count as the same.
Key = Callable[[State], Hashable]


@dataclass(frozen=True)
class Search:
    """How to look ahead in one game.

    Attributes:
        moves: names of the actions to try.
        hold: turns that each is held.
        estimate: built once per search from the state it starts at.
        key: what counts as the same position.
        greedy: take the first points found; otherwise a point weighs as much as one unit of the estimate.
        stride: turns of the plan that are played before the next search, where it did not reach the goal.
    """

    moves: tuple[str, ...]
    estimate: Callable[[State], Estimate]
    key: Key
    hold: int = 2
    greedy: bool = True
    stride: int = 12


class _Node(NamedTuple):
    """A position in the search: engine state, the node before, the action that led here, points since the root."""

    data: bytes
    before: int
    action: str
    points: float


def plan(
    engine: Engine, start: bytes, presses: Mapping[str, Sequence[int]], search: Search, budget: int
) -> list[tuple[str, State]]:
    """Find turns that gain points or, failing that, lead to the best position among `budget` of them.

    Args:
        engine: a scratch handle of the game; left anywhere.
        start: engine state to start from.
        presses: the engine codes of one turn, by action name.
        search: what to try.
        budget: how many positions to look at.

    Returns:
        The turns: action, and the state in which it is to be played; none where nothing better was found.
    """
    state = parse(start)
    estimate = search.estimate(state)
    first = estimate(state)
    nodes = [_Node(start, -1, "", 0.0)]
    heap = [(first, 0)]
    seen = {search.key(state)}
    best, lowest = 0, first
    while heap and len(nodes) < budget:
        _, index = heapq.heappop(heap)
        node = nodes[index]
        for name in search.moves:
            engine.set_state(node.data)
            gained, done = _hold(engine, presses[name], search.hold)
            if gained > 0 and (done or search.greedy):
                nodes.append(_Node(b"", index, name, node.points + gained))
                return _way(engine, nodes, len(nodes) - 1, presses, search.hold)
            if done:
                continue
            following = engine.get_state()
            there = parse(following)
            key = search.key(there)
            if key in seen:
                continue
            seen.add(key)
            points = node.points + gained
            cost = estimate(there) - points
            nodes.append(_Node(following, index, name, points))
            heapq.heappush(heap, (cost, len(nodes) - 1))
            # Half-way through a fall is no place to stop planning.
            if cost < lowest and there.extra.get("has_support", True):
                best, lowest = len(nodes) - 1, cost
    return _way(engine, nodes, best, presses, search.hold)[: search.stride]


def _hold(engine: Engine, codes: Sequence[int], turns: int) -> tuple[float, bool]:
    total = 0.0
    for _ in range(turns):
        for code in codes:
            reward, done = engine.step(code)
            total += reward
            if done:
                return total, True
    return total, False


def _way(
    engine: Engine, nodes: list[_Node], index: int, presses: Mapping[str, Sequence[int]], hold: int
) -> list[tuple[str, State]]:
    """The turns from the root to a node, with the state before each."""
    names: list[str] = []
    while nodes[index].before >= 0:
        names += [nodes[index].action] * hold
        index = nodes[index].before
    names.reverse()
    engine.set_state(nodes[0].data)
    turns = []
    for name in names:
        turns.append((name, parse(engine.get_state())))
        if _hold(engine, presses[name], 1)[1]:
            break
    return turns
