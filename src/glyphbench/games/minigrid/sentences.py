"""A level in sentences, in the manner of BabyAI-Text (Carta et al. 2023): what is in view, by steps from you."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from glyphbench.games.minigrid.glyphs import kind_of, noun_of
from glyphbench.games.minigrid.visibility import MIDDLE, OUTSIDE, SIZE, Seen


def describe(view: Iterable[Seen], carrying: Any, mission: str) -> str:
    """Describe what is in view; of the walls only the nearest one ahead and to each side."""
    things: list[tuple[int, int, str]] = []
    walls: dict[str, int] = {}
    for index, _, item in view:
        row, column = divmod(index, SIZE)
        ahead, side = SIZE - 1 - row, column - MIDDLE
        if item is None or (ahead, side) == (0, 0):
            continue
        if item is OUTSIDE or item.type == "wall":
            where = "ahead" if side == 0 else _side(side) if ahead == 0 else ""
            if where:
                walls[where] = min(walls.get(where, SIZE), ahead + abs(side))
        else:
            things.append((ahead, side, _name(item)))
    things.sort(key=lambda thing: (thing[0] + abs(thing[1]), thing))
    lines = [f"Your mission: {mission or 'none'}."]
    lines += [f"You see {_article(name)} {_where(ahead, side)}." for ahead, side, name in things]
    lines += [
        f"You see a wall {_steps(walls[where])} {_to(where)}." for where in ("ahead", "left", "right") if where in walls
    ]
    lines.append(f"You carry {'nothing' if carrying is None else _article(noun_of(carrying))}.")
    return "\n".join(lines)


def _name(item: Any) -> str:
    state = kind_of(item).partition(" ")[0] if item.type == "door" else ""
    return f"{state} {noun_of(item)}".strip()


def _article(name: str) -> str:
    if name == "lava":
        return name
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _where(ahead: int, side: int) -> str:
    parts = [f"{_steps(ahead)} ahead"] if ahead else []
    if side:
        parts.append(f"{_steps(abs(side))} {_to(_side(side))}")
    return " and ".join(parts)


def _steps(count: int) -> str:
    return f"{count} step{'s' * (count != 1)}"


def _side(side: int) -> str:
    return "left" if side < 0 else "right"


def _to(where: str) -> str:
    return where if where == "ahead" else f"to your {where}"
