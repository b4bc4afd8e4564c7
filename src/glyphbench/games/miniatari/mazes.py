"""Mazes without dead ends, and the foes that prowl in them."""

from __future__ import annotations

from glyphbench.games.miniatari.grid import FOUR, Cell, manhattan
from glyphbench.games.miniatari.kernel import ArcadeGame, Sprite


def braided(game: ArcadeGame, extra: int = 3) -> frozenset[Cell]:
    """Draw the walls of a maze that fills the field: rooms on odd cells, all joined, without dead ends.

    Args:
        game: gives the field (odd width and height) and the dice.
        extra: how many more walls between rooms are opened.
    """
    width, height = game.width, game.height
    start = (1 + 2 * game.below(width // 2), 1 + 2 * game.below(height // 2))
    opened, stack = {start}, [start]

    def ahead(cell: Cell, step: Cell) -> Cell:
        return cell[0] + 2 * step[0], cell[1] + 2 * step[1]

    def within(cell: Cell) -> bool:
        return 0 < cell[0] < width and 0 < cell[1] < height

    while stack:
        x, y = cell = stack[-1]
        ways = [step for step in FOUR if within(ahead(cell, step)) and ahead(cell, step) not in opened]
        if not ways:
            stack.pop()
            continue
        step = game.pick(ways)
        opened |= {(x + step[0], y + step[1]), ahead(cell, step)}
        stack.append(ahead(cell, step))
    rooms = [(x, y) for y in range(1, height, 2) for x in range(1, width, 2)]
    # A room with one door gets a second one; some more walls fall for shorter ways round.
    for x, y in [*rooms, *(game.pick(rooms) for _ in range(extra))]:
        closed = [(dx, dy) for dx, dy in FOUR if (x + dx, y + dy) not in opened and within(ahead((x, y), (dx, dy)))]
        doors = sum((x + dx, y + dy) in opened for dx, dy in FOUR)
        if closed and (doors == 1 or (doors == 2 and len(closed) == 2 and game.chance(0.2))):
            dx, dy = game.pick(closed)
            opened.add((x + dx, y + dy))
    return frozenset((x, y) for x in range(width) for y in range(height) if (x, y) not in opened)


def rooms(game: ArcadeGame) -> list[Cell]:
    """The rooms of a `braided` maze, row by row."""
    return [(x, y) for y in range(1, game.height, 2) for x in range(1, game.width, 2)]


def prowl(game: ArcadeGame, foe: Sprite, target: Cell, stray: float = 0.0, away: bool = False) -> None:
    """Let a foe take one step through the maze, nearer to `target` (or further away), and face that way.

    A foe turns back only where it can do nothing else; with probability `stray` it goes any other way.
    """
    ways = [step for step in FOUR if game.free((foe.x + step[0], foe.y + step[1]))]
    onward = [step for step in ways if step != (-foe.dx, -foe.dy)] or ways
    if not onward:
        return
    if game.chance(stray):
        step = game.pick(onward)
    else:
        step = min(onward, key=lambda way: manhattan((foe.x + way[0], foe.y + way[1]), target) * (-1 if away else 1))
    foe.dx, foe.dy = step
    foe.x, foe.y = foe.x + step[0], foe.y + step[1]
