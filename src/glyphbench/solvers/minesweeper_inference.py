"""What a Minesweeper player can know: exact mine probabilities from the revealed numbers and the number of mines.

Sets of cells are bit masks. Hidden cells with the same numbered neighbours are interchangeable and form one class;
the solver counts arrangements class by class, per connected component, and couples the components by the total.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb

from glyphbench.games.classics.minesweeper import neighbours


class BudgetSpent(Exception):
    """A component has too many arrangements to count."""


@dataclass(frozen=True)
class Field:
    """The shape of a field and its number of mines."""

    rows: int
    cols: int
    mines: int

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.rows * self.cols


@dataclass(frozen=True)
class Knowledge:
    """What follows from the numbers.

    Attributes:
        safe: cells that hold no mine in any arrangement found consistent; never wrong, and complete if `exact`.
        risk: probability of a mine per hidden cell; empty where simple deduction already found safe cells.
        exact: whether the whole enumeration was made.
    """

    safe: int
    risk: dict[int, float]
    exact: bool


@cache
def around_masks(rows: int, cols: int) -> tuple[int, ...]:
    """Per cell, the cells around it as a bit mask."""
    return tuple(sum(1 << near for near in cells) for cells in neighbours(rows, cols))


def cells_of(mask: int) -> list[int]:
    """The members of a bit mask in increasing order."""
    cells = []
    while mask:
        low = mask & -mask
        cells.append(low.bit_length() - 1)
        mask ^= low
    return cells


def deduce(constraints: list[tuple[int, int]]) -> tuple[int, int, list[tuple[int, int]]]:
    """Single-number deductions to the end: (safe, mines, what is left of the constraints)."""
    safe = mines = 0
    changed = True
    while changed:
        changed = False
        left = []
        for mask, need in constraints:
            need -= (mask & mines).bit_count()
            mask &= ~(safe | mines)
            if not mask:
                continue
            if need == 0:
                safe |= mask
                changed = True
            elif need == mask.bit_count():
                mines |= mask
                changed = True
            else:
                left.append((mask, need))
        constraints = left
    return safe, mines, constraints


def know(field: Field, shown: int, counts: list[int], budget: int = 20_000) -> Knowledge:
    """Infer from the revealed cells (`shown`) and their numbers; other entries of `counts` are not read."""
    around = around_masks(field.rows, field.cols)
    hidden = (1 << field.size) - 1 & ~shown
    constraints = [(near, counts[cell]) for cell in cells_of(shown) if counts[cell] and (near := around[cell] & hidden)]
    safe, mines, left = deduce(constraints)
    if safe:
        return Knowledge(safe, {}, False)
    left = sorted(set(left))
    try:
        return _enumerate(field.mines - mines.bit_count(), hidden & ~mines, mines, left, budget)
    except BudgetSpent:
        return _local(field.mines - mines.bit_count(), hidden & ~mines, mines, left)


#: A component: its classes as bit masks, and per number of mines the arrangements and the mines per class in them.
Counted = tuple[list[int], dict[int, tuple[int, list[int]]]]


def _enumerate(left: int, open_cells: int, mines: int, constraints: list[tuple[int, int]], budget: int) -> Knowledge:
    """Exact probabilities; `left` mines lie on `open_cells`."""
    parts = [_count(part, budget) for part in _components(constraints)]
    border = 0
    for mask, _ in constraints:
        border |= mask
    outside = open_cells & ~border
    room = outside.bit_count()
    # Ways to complete a number of mines on the border with the cells outside.
    everything = [{total: ways for total, (ways, _) in counted.items()} for _, counted in parts]
    total = _complete(_product(everything), left, room)
    risk: dict[int, float] = dict.fromkeys(cells_of(mines), 1.0)
    safe = 0
    for index, (classes, counted) in enumerate(parts):
        rest = _product(everything[:index] + everything[index + 1 :])
        for which, mask in enumerate(classes):
            here = _convolve({number: per_class[which] for number, (_, per_class) in counted.items()}, rest)
            weight = _complete(here, left, room)
            if weight == 0:
                safe |= mask
            risk.update(dict.fromkeys(cells_of(mask), weight / (total * mask.bit_count())))
    if room:
        weight = sum(
            ways * comb(room, left - number) * (left - number)
            for number, ways in _product(everything).items()
            if 0 <= left - number <= room
        )
        if weight == 0:
            safe |= outside
        risk.update(dict.fromkeys(cells_of(outside), weight / (total * room)))
    return Knowledge(safe, risk, True)


def _local(left: int, open_cells: int, mines: int, constraints: list[tuple[int, int]]) -> Knowledge:
    """Where counting is too costly: the largest share that any number gives its hidden cells."""
    share = left / max(open_cells.bit_count(), 1)
    risk = dict.fromkeys(cells_of(open_cells), share)
    for mask, need in constraints:
        for cell in cells_of(mask):
            risk[cell] = max(risk[cell], need / mask.bit_count())
    risk.update(dict.fromkeys(cells_of(mines), 1.0))
    return Knowledge(0, risk, False)


def _components(constraints: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Constraints that share cells, together, each next to one it shares cells with."""
    parts = []
    waiting = list(constraints)
    while waiting:
        part = [waiting.pop(0)]
        reach = part[0][0]
        while True:
            linked = next((item for item in waiting if item[0] & reach), None)
            if linked is None:
                break
            waiting.remove(linked)
            part.append(linked)
            reach |= linked[0]
        parts.append(part)
    return parts


def _count(constraints: list[tuple[int, int]], budget: int) -> Counted:
    """Count the arrangements of one component by their number of mines."""
    # Split the cells into classes, in the order in which the constraints reach them.
    classes: list[int] = []
    covered = 0
    for mask, _ in constraints:
        classes = [part for old in classes for part in (old & mask, old & ~mask) if part]
        if mask & ~covered:
            classes.append(mask & ~covered)
        covered |= mask
    members = [[index for index, (mask, _) in enumerate(constraints) if mask & part] for part in classes]
    sizes = [part.bit_count() for part in classes]
    need = [count for _, count in constraints]
    room = [mask.bit_count() for mask, _ in constraints]
    counted: dict[int, tuple[int, list[int]]] = {}
    chosen = [0] * len(classes)
    visited = 0

    def place(index: int, ways: int, total: int) -> None:
        nonlocal visited
        visited += 1
        if visited > budget:
            raise BudgetSpent
        if index == len(classes):
            before, per_class = counted.get(total, (0, [0] * len(classes)))
            counted[total] = before + ways, [old + ways * n for old, n in zip(per_class, chosen, strict=True)]
            return
        size, touched = sizes[index], members[index]
        for item in touched:
            room[item] -= size
        low = max([need[item] - room[item] for item in touched] + [0])
        high = min([need[item] for item in touched] + [size])
        for number in range(low, high + 1):
            chosen[index] = number
            for item in touched:
                need[item] -= number
            place(index + 1, ways * comb(size, number), total + number)
            for item in touched:
                need[item] += number
        for item in touched:
            room[item] += size

    place(0, 1, 0)
    return classes, counted


def _convolve(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    out: dict[int, int] = {}
    for a, ways in one.items():
        for b, more in other.items():
            out[a + b] = out.get(a + b, 0) + ways * more
    return out


def _product(parts: list[dict[int, int]]) -> dict[int, int]:
    out = {0: 1}
    for part in parts:
        out = _convolve(out, part)
    return out


def _complete(border: dict[int, int], left: int, room: int) -> int:
    """Arrangements in all: each number of mines on the border, times the ways to lay the others outside."""
    return sum(ways * comb(room, left - number) for number, ways in border.items() if 0 <= left - number <= room)
