"""Scripted players that see nothing but the observation text: rows of glyphs, and one text of memory."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable
from statistics import fmean

Cell = tuple[int, int]
Player = Callable[[str], str]


def grid(text: str) -> list[str]:
    return text.split("[Grid]\n")[1].split("\n\n")[0].rstrip("\n").split("\n")


def cells(rows: list[str], glyphs: str) -> list[Cell]:
    """(column, row) of every cell that shows one of the glyphs."""
    return [(x, y) for y, row in enumerate(rows) for x, glyph in enumerate(row) if glyph in glyphs]


def centre(found: Iterable[Cell]) -> tuple[float, float]:
    found = list(found)
    return fmean(x for x, _ in found), fmean(y for _, y in found)


def falling(text: str, glyph: str) -> list[tuple[float, float]]:
    """(column, row) of the things that the motion line says move down."""
    line = re.search(r"^moved: (.*)$", text, re.MULTILINE)
    moves = re.findall(r"(\S) (\d+),(\d+) ([+-][\d.e-]+),([+-][\d.e-]+)", line[1] if line else "")
    return [(float(x), float(y)) for what, x, y, _, dy in moves if what == glyph and float(dy) > 0]


def reflect(value: float, low: float, high: float) -> float:
    """Where a ball gets that bounces between two walls."""
    for _ in range(4):
        value = 2 * low - value if value < low else 2 * high - value if value > high else value
    return value


def pong() -> Player:
    """Go where the approaching ball will cross the paddle's column; the paddle glides on, so brake early."""
    before: list[tuple[float, float]] = []
    earlier: list[float] = []

    def act(text: str) -> str:
        rows = grid(text)
        mine, ball = cells(rows, "@"), cells(rows, "o")
        if not mine or not ball:
            before.clear()
            return "NOOP" if mine else "FIRE"
        (x, y), (column, row) = centre(ball), centre(mine)
        target = y
        if before and x - before[0][0] > 0.2:
            turns = (column - 0.5 - x) / (x - before[0][0])
            target = reflect(y + (y - before[0][1]) * turns, 0, len(rows) - 1)
        aim = row + 0.5 * (row - earlier[0]) if earlier else row
        before[:], earlier[:] = [(x, y)], [row]
        return "UP" if target < aim - 1.4 else "DOWN" if target > aim + 1.4 else "NOOP"

    return act


def breakout() -> Player:
    """Go where the falling ball will land."""
    before: list[tuple[float, float]] = []

    def act(text: str) -> str:
        rows = grid(text)
        mine, ball = cells(rows, "@"), cells(rows, "o")
        if not mine:
            return "NOOP"
        if not ball:
            before.clear()
            return "SERVE"
        (x, y), (column, _) = centre(ball), centre(mine)
        target = x
        if before and y - before[0][1] > 0.1:
            turns = (len(rows) - 1 - y) / (y - before[0][1])
            target = reflect(x + (x - before[0][0]) * turns, 0, len(rows[0]) - 1)
        before[:] = [(x, y)]
        return "RIGHT" if target > column + 1 else "LEFT" if target < column - 1 else "NOOP"

    return act


def freeway() -> Player:
    """Go up unless a car is just above."""

    def act(text: str) -> str:
        rows = grid(text)
        mine = [(x, y) for x, y in cells(rows, "@") if 7 <= x <= 12]
        if not mine:
            return "UP"
        top = min(y for _, y in mine)
        low, high = min(x for x, _ in mine), max(x for x, _ in mine)
        near = "".join(rows[y][low - 1 : high + 2] for y in (top - 1, top - 2) if y >= 0)
        return "NOOP" if "C" in near else "UP"

    return act


def ms_pacman() -> Player:
    """Walk to the nearest pill by a way that no ghost is on or next to."""
    last = "NOOP"

    def act(text: str) -> str:
        nonlocal last
        rows = grid(text)
        mine = cells(rows, "@")
        if not mine:
            return last
        wide, high = len(rows[0]), len(rows)
        start = tuple(round(value) for value in centre(mine))
        feared = {(x + dx, y) for x, y in cells(rows, "G") for dx in range(-3, 4)}
        feared |= {(x, y + dy) for x, y in cells(rows, "G") for dy in (-1, 1)}
        queue: deque[tuple[int, int, str]] = deque([(start[0], start[1], "")])
        seen = {start}
        while queue:
            x, y, first = queue.popleft()
            if rows[y][x] in "oP" and (x, y) != start:
                last = first
                return first
            for name, dx, dy in (("LEFT", -1, 0), ("RIGHT", 1, 0), ("UP", 0, -1), ("DOWN", 0, 1)):
                cell = ((x + dx) % wide, y + dy)
                if 0 <= cell[1] < high and rows[cell[1]][cell[0]] not in "#-" and cell not in feared | seen:
                    seen.add(cell)
                    queue.append((*cell, first or name))
        return last

    return act


def space_invaders() -> Player:
    """Dodge the bombs that the motion line reports, else shoot from under the nearest invader."""

    def act(text: str) -> str:
        rows = grid(text)
        mine = [(x, y) for x, y in cells(rows, "@") if y >= len(rows) - 3]
        if not mine:
            return "FIRE"
        column = centre(mine)[0]
        for x, y in falling(text, "!"):
            if y > len(rows) * 0.55 and abs(x - column) <= 2.2:
                return "RIGHT_FIRE" if (x <= column and column < 32) or column < 9 else "LEFT_FIRE"
        rivals = [x for x, _ in cells(rows, "M")]
        if not rivals:
            return "FIRE"
        target = min(rivals, key=lambda x: abs(x - column))
        return "RIGHT_FIRE" if target > column + 1 else "LEFT_FIRE" if target < column - 1 else "FIRE"

    return act


READERS: dict[str, Callable[[], Player]] = {
    "Pong": pong,
    "Breakout": breakout,
    "Freeway": freeway,
    "MsPacman": ms_pacman,
    "SpaceInvaders": space_invaders,
}
