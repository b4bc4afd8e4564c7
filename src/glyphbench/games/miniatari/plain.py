"""A wrapping plain seen from the player's seat: ahead is always up, so that turning turns the picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from glyphbench.games.miniatari.grid import Cell, sign
from glyphbench.games.miniatari.kernel import ArcadeGame, Sprite


class Plain(ArcadeGame):
    """A square plain without edges; `width` and `height` are those of the view. Walls go into `state.walls`."""

    #: Cells along each side of the plain.
    size: ClassVar[int]
    #: The player's place in the view.
    seat: ClassVar[Cell]

    @property
    def span(self) -> int:
        """The plain's width."""
        return self.size

    def free(self, cell: Cell) -> bool:
        """No wall; the plain has no edge."""
        return cell not in self.state.walls

    def walk(self, sprite: Sprite, dx: int, dy: int) -> bool:
        """One step over the wrapping plain."""
        cell = self.beyond(sprite.cell, (dx, dy))
        if cell in self.state.walls:
            return False
        sprite.x, sprite.y = cell
        return True

    def turn_player(self, name: str) -> None:
        """Turn by 90 degrees: TURN_LEFT or TURN_RIGHT."""
        me = self.state.me
        me.dx, me.dy = (me.dy, -me.dx) if name == "TURN_LEFT" else (-me.dy, me.dx)

    def beyond(self, cell: Cell, step: Cell, far: int = 1) -> Cell:
        """The cell so many steps on from another."""
        return (cell[0] + far * step[0]) % self.size, (cell[1] + far * step[1]) % self.size

    def gap(self, start: Cell, end: Cell) -> Cell:
        """Columns and rows from one cell to another, the short way round."""
        size = self.size
        return (end[0] - start[0] + size // 2) % size - size // 2, (end[1] - start[1] + size // 2) % size - size // 2

    def relative(self, x: int, y: int) -> Cell:
        """How far a cell of the plain lies (to your right, ahead of you)."""
        return self.turned(self.gap(self.state.me.cell, (x, y)))

    def turned(self, step: Cell) -> Cell:
        """A step on the plain as you see it: (to your right, ahead)."""
        me, (east, south) = self.state.me, step
        return -me.dy * east + me.dx * south, me.dx * east + me.dy * south

    def hidden(self) -> Iterator[Cell]:
        """Cells of the view, (column, row), that are not seen; drawn as the kind `unseen`."""
        return iter(())

    def draw(self) -> list[list[str]]:
        """The plain from your seat."""
        world, me, (middle, bottom) = self.state, self.state.me, self.seat
        grid = [[self.cast.floor] * self.width for _ in range(self.height)]
        for row in range(self.height):
            for column in range(self.width):
                across, ahead = column - middle, bottom - row
                east, south = ahead * me.dx - across * me.dy, ahead * me.dy + across * me.dx
                if self.beyond(me.cell, (east, south)) in world.walls:
                    grid[row][column] = self.cast.wall
        for one in world.sprites:
            side, ahead = self.relative(one.x, one.y)
            column, row = middle + side, bottom - ahead
            if 0 <= column < self.width and 0 <= row < self.height:
                right, forward = self.turned((one.dx, one.dy))
                char = self.cast.chars.get(one.kind)
                grid[row][column] = char or self.cast.facing[one.kind][sign(right), -sign(forward)]
        for column, row in self.hidden():
            grid[row][column] = self.cast.chars["unseen"]
        grid[bottom][middle] = self.cast.chars["me"]
        return grid
