"""DoubleDunk: one against one on a half court; shoot from near and free, defend from near.

After Atari's game of 1989, reduced to one player a side.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls
from glyphbench.games.miniatari.grid import STEPS, Cell, manhattan, sign
from glyphbench.games.miniatari.kernel import ArcadeGame, Sprite, World

GOAL, CLOCK = 5, 24
BASKET: Cell = (6, 0)


@dataclass
class Court(World):
    """Whether the ball is `mine`, the shot `clock`, the rival's `theirs` baskets, and `stun` after a failed steal."""

    mine: bool = True
    clock: int = CLOCK
    theirs: int = 0
    stun: int = 0


class DoubleDunk(ArcadeGame):
    """A half court of 13x10; first to five baskets."""

    width, height, goal = 13, 10, GOAL
    counts = False
    actions = controls(
        "UP", "DOWN", "LEFT", "RIGHT", SHOOT="throw at the basket", STEAL="grab the ball from a rival next to you"
    )
    cast = Cast(
        {
            "me": Glyph("@", "you", "bold yellow"),
            "ball": Glyph("Q", "you with the ball", "bold yellow"),
            "rival": Glyph("R", "rival", "bold red"),
            "holder": Glyph("B", "rival with the ball", "bold red"),
            "basket": Glyph("★", "basket", "bold green"),
        }
    )
    world_type = Court
    state: Court
    rules = (
        "DoubleDunk, one against one. SHOOT with the ball hits with a chance of 100% - 12% for each cell of distance "
        "(king's moves) beyond the first; it is halved while the defender is within one king's move (the HUD gives the "
        "present chance). Hit or miss, the other side then has the ball at the bottom and the defender starts before "
        f"the basket. So it is after {CLOCK} turns without a shot. Players cannot share a cell. You act first, then "
        "the rival. As defender he moves on three turns of four to the cell between you and the basket, and next to "
        "you he steals the ball with a chance of 8% a turn. With the ball he runs at the basket, on two turns of "
        "three, round you if he can, and shoots when his chance is 60% or more, or when his time is up. STEAL works "
        "with a chance of 45%, in the 4 cells next to him; when it fails you stand still for one turn. A stolen ball "
        f"is played on from the bottom.\nScore: +1/{GOAL} for your basket, -1/{GOAL} for his; the first to {GOAL} ends "
        "the game."
    )

    def setup(self) -> None:
        """Your ball."""
        self.state.tiles[BASKET] = "basket"
        self.add("rival", 0, 0)
        self._restart(True)

    def play(self, name: str) -> None:
        """You, then the rival, then the clock."""
        world, me = self.state, self.state.me
        rival = world.sprites[0]
        if world.stun:
            world.stun -= 1
            self.message = "You stand still."
        elif name in STEPS:
            dx, dy = STEPS[name]
            if (me.x + dx, me.y + dy) in (rival.cell, BASKET):
                self.message = "The way is blocked."
            else:
                self.steer(name)
        elif name == "SHOOT":
            if not world.mine:
                self.message = "You have no ball."
            else:
                self._throw(True)
                return
        elif name == "STEAL":
            if world.mine:
                self.message = "The ball is yours."
            elif manhattan(me.cell, rival.cell) > 1:
                self.message = "The rival is too far away."
            elif self.chance(0.45):
                self._restart(True)
                self.message = "You steal the ball."
                return
            else:
                world.stun = 1
                self.message = "You miss the ball."
        world.clock -= 1
        if world.mine:
            self._defend(rival)
        elif self._attack(rival):
            return
        if world.clock <= 0 and not self.over:
            if world.mine:
                self._restart(False)
                self.message = "Your time is up: his ball."
            else:
                self._throw(False)

    def status(self) -> str:
        """Baskets, whose ball, chances, clock."""
        world = self.state
        who, mark = ("your", world.me) if world.mine else ("his", world.sprites[0])
        other = world.sprites[0] if world.mine else world.me
        chance = f"{who} ball, chance {self.odds(mark.cell, other.cell):.0%}, {world.clock} turns left"
        return f"you {world.points}, rival {world.theirs}, first to {GOAL} | {chance}" + (
            " | you stand still next turn" if world.stun else ""
        )

    def odds(self, shooter: Cell, defender: Cell) -> float:
        """The chance of a shot."""
        far = max(abs(shooter[0] - BASKET[0]), abs(shooter[1] - BASKET[1]))
        chance = max(0.0, 1 - 0.12 * (far - 1))
        close = max(abs(shooter[0] - defender[0]), abs(shooter[1] - defender[1])) <= 1
        return chance / 2 if close else chance

    def _throw(self, mine: bool) -> None:
        world = self.state
        one, other = (world.me, world.sprites[0]) if mine else (world.sprites[0], world.me)
        if not self.chance(self.odds(one.cell, other.cell)):
            self._restart(not mine)
            self.message = "You miss: his ball." if mine else "He misses: your ball."
            return
        self._restart(not mine)
        if mine:
            self.score(1, "You score.")
            return
        world.theirs += 1
        self.lose(1 / GOAL, "The rival scores.")
        if world.theirs == GOAL:
            self.end(False)

    def _defend(self, rival: Sprite) -> None:
        world, me = self.state, self.state.me
        if manhattan(me.cell, rival.cell) == 1 and self.chance(0.08):
            self._restart(False)
            self.message = "The rival steals the ball."
        elif world.tick % 4:
            spot = me.x + sign(BASKET[0] - me.x), max(me.y - 1, 1)
            dx, dy = sign(spot[0] - rival.x), sign(spot[1] - rival.y)
            self._step(
                rival, [(dx, 0), (0, dy)] if abs(spot[0] - rival.x) > abs(spot[1] - rival.y) else [(0, dy), (dx, 0)]
            )

    def _attack(self, rival: Sprite) -> bool:
        """His move; True if he shot."""
        if self.odds(rival.cell, self.state.me.cell) >= 0.6:
            self._throw(False)
            return True
        if self.state.tick % 3:
            dx, dy = sign(BASKET[0] - rival.x), sign(BASKET[1] + 1 - rival.y)
            side = self.pick((-1, 1))
            self._step(rival, [(0, dy), (dx, 0), (side, 0), (-side, 0)])
        return False

    def _step(self, rival: Sprite, ways: list[Cell]) -> None:
        """The first of these steps that is open."""
        for dx, dy in ways:
            to = (rival.x + dx, rival.y + dy)
            if (dx or dy) and to not in (self.state.me.cell, BASKET) and self.walk(rival, dx, dy):
                return

    def _restart(self, mine: bool) -> None:
        """The ball at the bottom, the defender before the basket."""
        world = self.state
        rival = world.sprites[0]
        world.mine, world.clock, world.stun = mine, CLOCK, 0
        holder, other = (world.me, rival) if mine else (rival, world.me)
        holder.x, holder.y = self.between(2, self.width - 3), self.height - 1
        other.x, other.y = BASKET[0], 3
        world.me.kind = "ball" if mine else "me"
        rival.kind = "rival" if mine else "holder"
