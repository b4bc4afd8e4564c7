"""A lower bound on the actions still needed: a level in which nothing that was moved is ever in the way again.

The bound goes backwards in stages. The last stage is the walk to success; before it comes the walk to a locked door
with its key, and before that the walk to the key. Every stage is one table over cells and facings, spread backwards
from the next stage's. A thing still lying where the episode began costs what it takes to clear it; one that was
put down elsewhere costs nothing. Without things in the way the bound is exact.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable
from math import inf

from glyphbench.solvers.minigrid.world import CLOSED, LOCKED, OPEN, Config, Level, Position, Thing

#: Lower bound by agent number.
Table = list[float]
#: (cell, actions that clearing it takes at least) of the things that may be in the way.
Obstacles = tuple[tuple[int, float], ...]


class Estimate:
    """Lower bounds for one level.

    Args:
        level: the level.
        origin: a position of the episode; what lies where it lay then counts as in the way.
    """

    def __init__(self, level: Level, origin: Config) -> None:
        self._level = level
        self._origin = origin.at
        self._tables: dict[Hashable, Table] = {}

    def __call__(self, position: Position) -> float:
        """Actions from the position to success, at least; `inf` only where success is out of reach."""
        config, agent = position
        if agent < 0:
            return 0
        if config.estimate is None:
            config.estimate = self._of(config)
        table, more = config.estimate
        return table[agent] + more

    def _of(self, config: Config) -> tuple[Table, float]:
        """The table of a config, and the drop of what is held where success takes an empty hand."""
        rules = self._level.rules
        in_the_way = self._obstacles(config)
        wanted = tuple(cell for cell, thing in config.at.items() if thing.wanted)
        table = self._last(config, in_the_way, wanted, through=False)
        locked = [index for index, state in enumerate(config.doors) if state == LOCKED]
        if locked:
            ways = [self._unlocking(config, in_the_way, wanted, index) for index in locked]
            table = [min(values) for values in zip(table, *ways, strict=True)]
        return table, float(rules.take and config.hand is not None)

    def _obstacles(self, config: Config) -> Obstacles:
        rules = self._level.rules
        useful = {self._level.colors[index] for index, state in enumerate(config.doors) if state == LOCKED}
        found = []
        for cell, thing in config.at.items():
            if self._origin.get(cell) != thing or thing.wanted or _key(thing) in useful:
                continue
            if thing.type == "box":
                found.append((cell, 1.0))
            elif rules.strict or not rules.hands:
                found.append((cell, inf))
            else:
                found.append((cell, 2.0 if rules.take else 1.0))
        return tuple(sorted(found))

    def _last(self, config: Config, in_the_way: Obstacles, wanted: tuple[int, ...], *, through: bool) -> Table:
        """Actions to success; locked doors are walls, or else open like closed ones."""
        rules, doors = self._level.rules, config.doors
        carries = config.hand is not None and config.hand.wanted

        def build() -> Table:
            toll = self._tolls(doors, in_the_way, through=through)
            if rules.reach:
                return self._spread(_standing(rules.reach, 0), toll)
            if rules.declare is not None:
                return self._spread(_standing(rules.declare, 1), toll)
            if rules.take:
                return self._spread(self._facing(wanted, toll, 1), toll)
            if rules.place is not None:
                table = self._spread(self._facing(rules.place, toll, 1), toll)
                return table if carries else self._spread(self._facing(wanted, toll, 1, table), toll)
            if not through and doors[self._level.doors[rules.opens]] == LOCKED:
                return [inf] * (4 * self._level.size)
            table = self._spread(self._facing([rules.opens], toll, 1), toll)
            if rules.before >= 0 and doors[self._level.doors[rules.before]] != OPEN:
                return self._spread(self._facing([rules.before], toll, 1, table), toll)
            return table

        return self._kept(("last", doors, in_the_way, wanted, carries, through), build)

    def _unlocking(self, config: Config, in_the_way: Obstacles, wanted: tuple[int, ...], door: int) -> Table:
        """Actions to success by ways on which this locked door is the first to be unlocked."""
        level, doors, hand = self._level, config.doors, config.hand
        cell, color = next(cell for cell, index in level.doors.items() if index == door), level.colors[door]

        def to_door() -> Table:
            after = self._last(config, in_the_way, wanted, through=True)
            toll = self._tolls(doors, in_the_way, through=False)
            return self._spread(self._facing([cell], toll, 0, after), toll)

        table = self._kept(("door", doors, in_the_way, wanted, door), to_door)
        if hand is not None and _key(hand) == color:
            return table if hand.type == "key" else [value + 2 for value in table]
        keys = tuple(sorted((at, thing.type) for at, thing in config.at.items() if _key(thing) == color))
        # A key that is taken before the hand must be empty again costs its drop, too.
        pick = 2 if level.rules.take or hand is not None else 1

        def to_key() -> Table:
            toll = self._tolls(doors, in_the_way, through=False)
            sources: dict[int, float] = {}
            for at, kind in keys:
                for agent, value in self._facing([at], toll, pick + (kind == "box"), table).items():
                    sources[agent] = min(value, sources.get(agent, inf))
            return self._spread(sources, toll)

        return self._kept(("key", doors, in_the_way, wanted, door, keys, pick), to_key)

    def _kept(self, key: Hashable, build: Callable[[], Table]) -> Table:
        table = self._tables.get(key)
        if table is None:
            table = self._tables[key] = build()
        return table

    def _tolls(self, doors: tuple[int, ...], in_the_way: Obstacles, *, through: bool) -> list[float]:
        """What stepping into each cell costs, opening or clearing it included."""
        level = self._level
        toll = [inf if solid else 1.0 for solid in level.solid]
        for cell in level.rules.lethal:
            toll[cell] = inf
        shut = {OPEN: 1.0, CLOSED: 2.0 if level.rules.declare is None else inf, LOCKED: 2.0 if through else inf}
        for cell, index in level.doors.items():
            toll[cell] = shut[doors[index]]
        for cell, cost in in_the_way:
            toll[cell] += cost
        return toll

    def _facing(
        self, cells: Iterable[int], toll: list[float], cost: float, after: Table | None = None
    ) -> dict[int, float]:
        """What acting on one of the cells costs those who face it from where they can stand, `after` included."""
        found: dict[int, float] = {}
        for cell in cells:
            for facing, step in enumerate(self._level.steps):
                stand = cell - step
                if 0 <= stand < len(toll) and toll[stand] < inf:
                    agent = stand << 2 | facing
                    found[agent] = cost if after is None else cost + after[agent]
        return found

    def _spread(self, sources: dict[int, float], toll: list[float]) -> Table:
        """Cost of turning and walking from every agent number to the cheapest source, its own cost included."""
        far = [inf] * (4 * len(toll))
        heap = []
        for agent, cost in sources.items():
            if cost < inf:
                far[agent] = cost
                heap.append((cost, agent))
        heapq.heapify(heap)
        steps = self._level.steps
        while heap:
            cost, agent = heapq.heappop(heap)
            if cost > far[agent]:
                continue
            cell, facing = agent >> 2, agent & 3
            for before in (cell << 2 | facing - 1 & 3, cell << 2 | facing + 1 & 3):
                if cost + 1 < far[before]:
                    far[before] = cost + 1
                    heapq.heappush(heap, (cost + 1, before))
            back = cell - steps[facing]
            if 0 <= back < len(toll) and toll[back] < inf:
                before, longer = back << 2 | facing, cost + toll[cell]
                if longer < far[before]:
                    far[before] = longer
                    heapq.heappush(heap, (longer, before))
        return far


def _standing(cells: Iterable[int], cost: float) -> dict[int, float]:
    return {cell << 2 | facing: cost for cell in cells for facing in range(4)}


def _key(thing: Thing) -> str | None:
    """The colour of the key that a thing is or holds."""
    if thing.type == "key":
        return thing.color
    return None if thing.inside is None else _key(thing.inside)
