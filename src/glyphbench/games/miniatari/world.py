"""The state of an arcade episode: sprites, tiles, walls and counters. Plain dataclasses, so a snapshot is a copy."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

from glyphbench.games.miniatari.grid import Cell


@dataclass(eq=False, slots=True)
class Sprite:
    """A thing that moves.

    Attributes:
        kind: a key of the game's cast.
        x: column.
        y: row, downwards.
        dx: columns per move; also the direction it is drawn with.
        dy: rows per move.
        every: ticks per move, 1 being the fastest.
        hp: hits it takes.
        life: ticks or cells left before it vanishes; negative for ever.
        data: an integer for the game's own use.
    """

    kind: str
    x: int
    y: int
    dx: int = 0
    dy: int = 0
    every: int = 1
    hp: int = 1
    life: int = -1
    data: int = 0

    @property
    def cell(self) -> Cell:
        """Where it is, (x, y)."""
        return self.x, self.y

    def __deepcopy__(self, memo: dict[int, Any]) -> Sprite:
        return Sprite(self.kind, self.x, self.y, self.dx, self.dy, self.every, self.hp, self.life, self.data)


@dataclass
class World:
    """The state of an episode; games derive their own with more fields.

    Attributes:
        me: the player's sprite; it is also the last in drawing order.
        sprites: all other sprites, drawn in order.
        tiles: things that stand still, by cell; drawn below the sprites.
        walls: cells that nothing enters.
        backdrop: the grid's rows with floor and walls only.
        tick: ticks played.
        points: points scored.
        lives: lives left.
        cooldown: ticks before the player may shoot again.
    """

    me: Sprite = field(default_factory=lambda: Sprite("me", 0, 0))
    sprites: list[Sprite] = field(default_factory=list)
    tiles: dict[Cell, str] = field(default_factory=dict)
    walls: frozenset[Cell] = frozenset()
    backdrop: tuple[str, ...] = ()
    tick: int = 0
    points: int = 0
    lives: int = 1
    cooldown: int = 0

    def __deepcopy__(self, memo: dict[int, Any]) -> World:
        # Several times faster than the generic copy; policies look ahead on copies all the time.
        other = object.__new__(type(self))
        memo[id(self)] = other
        for name, value in self.__dict__.items():
            other.__dict__[name] = _copied(value, memo)
        return other


def _copied(value: Any, memo: dict[int, Any]) -> Any:
    """A deep copy of a world's field; tuples and frozen sets are taken to hold nothing mutable."""
    if isinstance(value, (int, float, str, tuple, frozenset, type(None))):
        return value
    if isinstance(value, list):
        return [_copied(item, memo) for item in value]
    if isinstance(value, dict):
        return {key: _copied(item, memo) for key, item in value.items()}
    return copy.deepcopy(value, memo)
