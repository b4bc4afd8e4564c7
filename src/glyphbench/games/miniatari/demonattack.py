"""DemonAttack: demons hover over the ice, the lowest one bombs you; later ones split when hit and dive.

After Imagic's game of 1982.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, sideways
from glyphbench.games.miniatari.grid import sign
from glyphbench.games.miniatari.kernel import ArcadeGame, World, scoring

GOAL, WHOLE, ROWS = 16, 6, (1, 3, 5)


@dataclass
class Ice(World):
    """`killed` large demons."""

    killed: int = 0


class DemonAttack(ArcadeGame):
    """A field of 14x12; 16 hits win, three lives."""

    width, height, goal, lives = 14, 12, GOAL, 3
    actions = controls("LEFT", "RIGHT", FIRE="shoot straight up")
    cast = Cast(
        {
            "me": Glyph("A", "you", "bold yellow"),
            "demon": sideways("<", ">", "demon", "bold red"),
            "imp": sideways("{", "}", "small diving demon", "bold magenta"),
            "bomb": Glyph("*", "falling bomb", "red"),
            "shot": Glyph("'", "your shot", "cyan"),
        }
    )
    world_type = Ice
    state: Ice
    rules = (
        "DemonAttack. You slide along the bottom row. Up to three demons hover in rows 1, 3 and 5; a new one comes 6 "
        "turns after one is gone. Each turn you act, then your one shot flies 2 cells up, bombs fall 1 cell, and then, "
        "every second turn, demons move one cell the way they point, often turning. The lowest demon drops bombs. "
        f"From the {WHOLE + 1}th demon on, a hit demon splits into two small ones, which dive: every second turn one "
        "row down and one column towards you (they vanish below the bottom row). A bomb or demon on your cell costs a "
        f"life and clears bombs and small demons.{scoring(GOAL, 3, point='each hit on a demon, large or small,')}"
    )

    def setup(self) -> None:
        """Three demons."""
        self.state.me.x, self.state.me.y = self.width // 2, self.height - 1
        for y in ROWS:
            self._demon(y)

    def respawn(self) -> None:
        """The field is cleared of what falls."""
        self.clear("bomb", "imp", "shot")
        self.state.me.x = self.width // 2

    def play(self, name: str) -> None:
        """Act, then shot, bombs, demons."""
        world = self.state
        if name == "FIRE":
            self.shoot("shot", 0, -1)
        else:
            self.steer(name)
        self._strike(2)
        if self.over:
            return
        self.drift("bomb")
        demons = self.of("demon")
        if world.tick % 2 == 0:
            for demon in demons:
                if self.chance(0.3) or not 0 <= demon.x + demon.dx < self.width:
                    demon.dx = -demon.dx
                self.move(demon)
            for imp in self.of("imp"):
                imp.dx = sign(world.me.x - imp.x) or imp.dx
                imp.x += sign(world.me.x - imp.x)
                imp.y += 1
                if imp.y >= self.height:
                    self.remove(imp)
        if demons and self.chance(0.3):
            lowest = max(demons, key=lambda one: one.y)
            self.add("bomb", lowest.x, lowest.y + 1, dy=1)
        if world.tick % 6 == 0:
            empty = [y for y in ROWS if all(one.y != y for one in self.of("demon"))]
            if empty:
                self._demon(empty[0])
        self._strike(0)
        if not self.over and self.meet("bomb", "imp"):
            self.lose_life("You are hit.")

    def status(self) -> str:
        """Whether demons split, and their beat."""
        split = "demons split" if self.state.killed >= WHOLE else f"demons split after {WHOLE - self.state.killed} more"
        return f"{split} | {self.beat('demons', 2)}"

    def _demon(self, y: int) -> None:
        self.add("demon", self.below(self.width), y, dx=self.pick((-1, 1)))

    def _strike(self, cells: int) -> None:
        for _, target in self.fly("shot", ("demon", "imp"), cells):
            self.remove(target)
            if target.kind == "demon":
                self.state.killed += 1
                if self.state.killed > WHOLE:
                    for dx in (-1, 1):
                        self.add("imp", min(max(target.x + dx, 0), self.width - 1), target.y, dx=dx)
            self.score(1, "You hit a demon.")
            if self.over:
                return
