"""A MiniGrid level as plain numbers: the walls that stay, the things that move, and what each action does.

A position is a pair of a `Config` (everything but the agent) and an agent number, `4 * cell + facing`. Configs are
interned, so positions compare by identity. Moves that cannot be part of a shortest way to success are left out:
those that lose, those without effect, and closing a door (an open door is never in the way).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from glyphbench.games.minigrid.feedback import DONE, DROP, FORWARD, LEFT, PICKUP, RIGHT, TOGGLE
from glyphbench.solvers.minigrid.rules import Rules

OPEN, CLOSED, LOCKED = range(3)


class Thing(NamedTuple):
    """A key, ball or box; things that are equal are interchangeable."""

    type: str
    color: str
    wanted: bool
    inside: Thing | None


class Config:
    """Everything but the agent: what it holds, what lies where, and the state of every door."""

    __slots__ = ("at", "doors", "estimate", "hand")

    def __init__(self, hand: Thing | None, at: dict[int, Thing], doors: tuple[int, ...]) -> None:
        self.hand = hand
        self.at = at
        self.doors = doors
        #: Lower bounds by agent number and a number to add to all of them; filled in by `Estimate`.
        self.estimate: tuple[list[float], float] | None = None


Position = tuple[Config, int]
#: Stands for every position after success.
WON: Position = (Config(None, {}, ()), -1)


class Level:
    """The part of an episode that stays the same."""

    def __init__(self, layout: tuple[str | None, ...], width: int, rules: Rules) -> None:
        self.layout = layout
        self.rules = rules
        self.size = len(layout)
        #: What one step east, south, west and north adds to a cell: upstream's order of facings.
        self.steps = (1, width, -1, -width)
        self.solid = [code == "wall" for code in layout]
        #: Cells where nothing can be dropped although the agent may walk there.
        self.taken = [code is not None for code in layout]
        colors = [(cell, code[5:]) for cell, code in enumerate(layout) if code is not None and code.startswith("door ")]
        self.doors = {cell: index for index, (cell, _) in enumerate(colors)}
        self.colors = [color for _, color in colors]
        self._configs: dict[tuple[Any, ...], Config] = {}

    def config(self, hand: Thing | None, at: dict[int, Thing], doors: tuple[int, ...]) -> Config:
        """The one `Config` object with these contents."""
        key = (hand, frozenset(at.items()), doors)
        found = self._configs.get(key)
        if found is None:
            found = self._configs[key] = Config(hand, at, doors)
        return found

    def moves(self, position: Position) -> list[tuple[int, Position]]:
        """(action, position after it) for every action that can be part of a shortest way to success."""
        config, agent = position
        cell, facing = agent >> 2, agent & 3
        rules = self.rules
        found: list[tuple[int, Position]] = [
            (LEFT, (config, cell << 2 | facing - 1 & 3)),
            (RIGHT, (config, cell << 2 | facing + 1 & 3)),
        ]
        ahead = cell + self.steps[facing]
        door = self.doors.get(ahead)
        thing = config.at.get(ahead)
        if thing is not None:
            found += self._handle(position, ahead, thing)
        elif door is not None and config.doors[door] != OPEN:
            found += self._open(position, ahead, door)
        elif not self.solid[ahead]:
            if ahead in rules.reach:
                found.append((FORWARD, WON))
            elif ahead not in rules.lethal:
                found.append((FORWARD, (config, ahead << 2 | facing)))
            if config.hand is not None and not self.taken[ahead]:
                if rules.place is None:
                    found.append((DROP, (self.config(None, {**config.at, ahead: config.hand}, config.doors), agent)))
                elif ahead in rules.place:
                    found.append((DROP, WON))
        if rules.declare is not None and cell in rules.declare:
            found.append((DONE, WON))
        return found

    def _handle(self, position: Position, ahead: int, thing: Thing) -> Iterable[tuple[int, Position]]:
        """What picking up or toggling a thing leads to."""
        config, agent = position
        rules = self.rules
        if config.hand is None and rules.hands and (thing.wanted or not rules.strict):
            if rules.take and thing.wanted:
                yield PICKUP, WON
            else:
                rest = {cell: other for cell, other in config.at.items() if cell != ahead}
                yield PICKUP, (self.config(thing, rest, config.doors), agent)
        if thing.type == "box" and rules.declare is None:
            rest = {cell: other for cell, other in config.at.items() if cell != ahead}
            if thing.inside is not None:
                rest[ahead] = thing.inside
            yield TOGGLE, (self.config(config.hand, rest, config.doors), agent)

    def _open(self, position: Position, ahead: int, door: int) -> Iterable[tuple[int, Position]]:
        """What toggling a door that is not open leads to."""
        config, agent = position
        rules, doors, hand = self.rules, config.doors, config.hand
        if rules.declare is not None:
            return
        if doors[door] == LOCKED and (hand is None or hand.type != "key" or hand.color != self.colors[door]):
            return
        if ahead == rules.opens:
            if rules.before < 0 or doors[self.doors[rules.before]] == OPEN:
                yield TOGGLE, WON
            return
        yield TOGGLE, (self.config(hand, config.at, (*doors[:door], OPEN, *doors[door + 1 :])), agent)


def layout_of(engine: Any) -> tuple[str | None, ...]:
    """The fixed content of every cell: None, `wall`, `goal`, `lava` or `door` with its colour."""
    return tuple(_fixed(item) for item in engine.grid.grid)


def _fixed(item: Any) -> str | None:
    if item is None or item.can_pickup():
        return None
    return f"door {item.color}" if item.type == "door" else str(item.type)


def position_of(level: Level, engine: Any) -> Position:
    """Read the engine's present position; the engine is left as it is."""
    wanted = level.rules.wanted
    goal = getattr(engine, "obj", None)

    def thing(item: Any) -> Thing | None:
        if item is None:
            return None
        matches = item is goal if wanted is None else (item.type, item.color) == wanted
        return Thing(item.type, item.color, matches, thing(item.contains))

    cells = engine.grid.grid
    at: dict[int, Thing] = {}
    for cell, item in enumerate(cells):
        if item is not None and item.can_pickup():
            found = thing(item)
            assert found is not None
            at[cell] = found
    doors = tuple(OPEN if cells[cell].is_open else LOCKED if cells[cell].is_locked else CLOSED for cell in level.doors)
    x, y = engine.agent_pos
    agent = (int(y) * engine.width + int(x)) << 2 | int(engine.agent_dir)
    return level.config(thing(engine.carrying), at, doors), agent
