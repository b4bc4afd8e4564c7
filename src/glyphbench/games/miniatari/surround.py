"""Surround: both players leave a wall behind them; who runs into anything first loses the round.

After Atari's game of 1977.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, four_way
from glyphbench.games.miniatari.grid import FOUR, STEPS, Cell, distances
from glyphbench.games.miniatari.kernel import ArcadeGame, World

GOAL, CARE = 3, 0.7


@dataclass
class Arena(World):
    """`rounds` played so far."""

    rounds: int = 0


class Surround(ArcadeGame):
    """First to three rounds in an arena of 16x12; the rival's rounds are the player's lost lives."""

    width, height, goal, lives, counts = 16, 12, GOAL, GOAL, False
    actions = controls(NOOP="go straight on", UP="turn up", DOWN="turn down", LEFT="turn left", RIGHT="turn right")
    cast = Cast(
        {
            "me": four_way("↑↓←→", "you", "bold yellow"),
            "foe": four_way("^v<>", "rival", "bold red"),
            "mine": Glyph("o", "your trail", "yellow"),
            "theirs": Glyph("x", "rival's trail", "red"),
        }
    )
    world_type = Arena
    state: Arena
    rules = (
        "Surround. You and the rival both move one cell every turn and leave a trail that stays. Walls, trails, and "
        "each other's cell are deadly. You keep your direction unless you turn; turning straight back does nothing. "
        "Each turn you choose first without seeing the rival's choice; then both move at once. The rival chooses: with "
        f"chance {CARE:.0%} the way with the most cells within 6 steps, else straight on if that is free, else any "
        "free way. Who moves into a wall, a trail or the other's new cell loses the round; if both do, nobody gets the "
        "point. The arena is then cleared and both start at their ends, facing each other, in new rows.\n"
        f"Score: +1/{GOAL} for each round you win, -1/{GOAL} for each round you lose; first to {GOAL} ends the game."
    )

    def setup(self) -> None:
        """The arena's frame and the first round."""
        right, bottom = self.width - 1, self.height - 1
        self.set_walls(
            (x, y) for x in range(self.width) for y in range(self.height) if x in (0, right) or y in (0, bottom)
        )
        self.respawn()

    def respawn(self) -> None:
        """A new round."""
        world = self.state
        world.tiles, world.sprites = {}, []
        world.me.x, world.me.y, world.me.dx, world.me.dy = 3, self.between(3, self.height - 4), 1, 0
        self.add("foe", self.width - 4, self.between(3, self.height - 4), dx=-1)
        world.rounds += 1

    def play(self, name: str) -> None:
        """Both choose, both move."""
        world, me, foe = self.state, self.state.me, self.state.sprites[0]
        dx, dy = STEPS.get(name, (me.dx, me.dy))
        if (dx, dy) == (-me.dx, -me.dy):
            self.message = "You cannot turn straight back."
            dx, dy = me.dx, me.dy
        foe.dx, foe.dy = self._choice()
        me.dx, me.dy = dx, dy
        world.tiles[me.cell], world.tiles[foe.cell] = "mine", "theirs"
        mine, theirs = (me.x + dx, me.y + dy), (foe.x + foe.dx, foe.y + foe.dy)
        meeting = mine == theirs
        lost, won = meeting or not self.open(mine), meeting or not self.open(theirs)
        if lost and won:
            self.respawn()
            self.message = "You both crash: no point."
        elif lost:
            self.lose_life("You crash: the rival's round.")
        elif won:
            self.score(1, "The rival crashes: your round.")
            if not self.over:
                self.respawn()
        else:
            (me.x, me.y), (foe.x, foe.y) = mine, theirs

    def status(self) -> str:
        """The rounds."""
        world = self.state
        return f"round {world.rounds} | won: you {world.points}, rival {self.lives - world.lives}"

    def open(self, cell: Cell) -> bool:
        """Whether a cell is neither wall nor trail."""
        return self.free(cell) and cell not in self.state.tiles

    def room(self, start: Cell, reach: int) -> int:
        """The open cells within `reach` steps of an open cell, itself included."""
        if not self.open(start):
            return 0
        x, y = start
        taken = {self.state.me.cell, self.state.sprites[0].cell}

        def near(cell: Cell) -> bool:
            return abs(cell[0] - x) + abs(cell[1] - y) < reach and self.open(cell) and cell not in taken

        return len(distances([start], near))

    def _choice(self) -> Cell:
        foe = self.state.sprites[0]
        ways = [step for step in FOUR if self.open((foe.x + step[0], foe.y + step[1]))]
        ways = [step for step in ways if step != (-foe.dx, -foe.dy)]
        ahead = (foe.dx, foe.dy)
        if not ways:
            return ahead
        if self.chance(CARE):
            return max(ways, key=lambda step: self.room((foe.x + step[0], foe.y + step[1]), 6) + 0.5 * (step == ahead))
        return ahead if ahead in ways else self.pick(ways)
