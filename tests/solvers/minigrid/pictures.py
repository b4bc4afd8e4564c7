"""Small levels drawn by hand into a running engine, and a fingerprint of an engine's whole state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from minigrid.core.grid import Grid
from minigrid.core.world_object import Ball, Box, Door, Goal, Key, Wall

from glyphbench.games.minigrid.adapter import MiniGrid

FACING = ">v<^"


def draw(env: MiniGrid, rows: Sequence[str]) -> None:
    """Replace the level by a picture, keeping its rules.

    `#` wall, `.` floor, `>v<^` the agent, `k`/`D` red key and locked door, `j`/`E` blue ones, `d` a closed green
    door, `o` a grey ball, `c` a box that holds the red key, `b` a purple box and `*` a green ball, either of which is
    the thing to pick up; `*` is also the thing to go to, and `b` is to be put near `*`; `g` the goal.
    """
    engine: Any = env.engine
    engine.width, engine.height = len(rows[0]), len(rows)
    engine.grid = Grid(engine.width, engine.height)
    engine.carrying = None
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign in FACING:
                engine.agent_pos, engine.agent_dir = np.array((x, y)), FACING.index(sign)
            elif sign != ".":
                thing = _thing(sign)
                engine.put_obj(thing, x, y)
                _note(engine, sign, thing, (x, y))


def _thing(sign: str) -> Any:
    if sign == "c":
        box = Box("grey")
        box.contains = Key("red")
        return box
    made = {
        "#": Wall,
        "k": lambda: Key("red"),
        "D": lambda: Door("red", is_locked=True),
        "j": lambda: Key("blue"),
        "E": lambda: Door("blue", is_locked=True),
        "d": lambda: Door("green"),
        "o": lambda: Ball("grey"),
        "b": lambda: Box("purple"),
        "*": lambda: Ball("green"),
        "g": Goal,
    }
    return made[sign]()


def _note(engine: Any, sign: str, thing: Any, place: tuple[int, int]) -> None:
    """Tell the engine which thing its mission is about."""
    if sign == "D":
        engine.door = thing
    if sign in "b*":
        engine.obj = thing
    if sign == "b":
        engine.move_type, engine.moveColor = thing.type, thing.color
    if sign == "*":
        engine.target_pos = place


def fingerprint(env: MiniGrid) -> tuple[Any, ...]:
    """All that can change in the engine: agent, hands, things, doors, and how the level ended."""
    engine = env.engine

    def look(item: Any) -> Any:
        if item is None:
            return None
        return (
            item.type,
            item.color,
            getattr(item, "is_open", None),
            getattr(item, "is_locked", None),
            look(item.contains),
        )

    x, y = engine.agent_pos
    return (
        (int(x), int(y), int(engine.agent_dir)),
        look(engine.carrying),
        tuple(look(item) for item in engine.grid.grid),
        env.success,
    )
