"""ChopperCommand: keep enemy planes off a convoy of trucks that is wider than your screen.

After Activision's game of 1982.
"""

from __future__ import annotations

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, sideways
from glyphbench.games.miniatari.kernel import Sprite
from glyphbench.games.miniatari.ring import REACH, RING, RingGame

GOAL, TRUCKS, PLANES = 10, 6, 3


class ChopperCommand(RingGame):
    """A view of 20x10 on a world of 32 columns that wraps; six trucks."""

    width, height, goal, lives = 20, 10, GOAL, TRUCKS
    counts = False
    actions = controls("UP", "DOWN", "LEFT", "RIGHT", FIRE="shoot the way you face")
    cast = Cast(
        {
            "me": sideways("←", "→", "your helicopter", "bold yellow", "facing"),
            "plane": sideways("<", ">", "enemy plane", "bold red"),
            "bullet": sideways("«", "»", "enemy bullet", "red"),
            "bomb": Glyph("*", "falling bomb", "red"),
            "shot": Glyph("-", "your shot", "cyan"),
            "truck": Glyph("T", "truck", "green"),
            "wreck": Glyph("x", "burnt truck", "dim"),
        }
    )
    rules = (
        f"ChopperCommand. Guard {TRUCKS} trucks on the ground of a world of {RING} columns whose ends meet; you see "
        f"20 columns with yourself in the middle, and the HUD lists planes out of sight. {PLANES} planes are always "
        "about. LEFT and RIGHT also turn you; you stay above the ground. "
        f"One shot flies at a time, 3 cells a turn, {REACH} cells far, and hits planes, bullets and bombs. Then "
        "bullets and bombs move 1 cell a turn, and planes 1 cell every second turn; now and then a plane turns or "
        "changes row. A plane over a truck may drop a bomb; a plane that faces you in your row may fire a bullet. A "
        "bomb burns the truck it falls on. A bullet or plane on your cell shoots you down: a truck burns then as well, "
        f"and you start again.\nScore: +1/{GOAL} for each plane shot; {GOAL} win and end the game. Each truck burnt "
        f"costs 1/{TRUCKS}; losing all ends the game."
    )

    def setup(self) -> None:
        """Trucks spread over the world."""
        world = self.state
        first = self.below(RING)
        for number in range(TRUCKS):
            x = (first + number * RING // TRUCKS + self.below(3)) % RING
            world.tiles[x, self.height - 1] = "truck"
        world.me.x = first
        self.respawn()

    def respawn(self) -> None:
        """New planes, far from you."""
        me = self.state.me
        me.y, me.dx = 4, me.dx or 1
        self.state.sprites = []
        for _ in range(PLANES):
            self._plane()

    def inside(self, x: int, y: int) -> bool:
        """The ground row is only for bombs."""
        return 0 <= y < self.height

    def play(self, name: str) -> None:
        """Act, then your shot, bullets and bombs, planes."""
        self.fly_or_fire(name)
        if self._down():
            return
        self._strike(3)
        if self.over:
            return
        self.spend_bullets()
        self.drift("bullet", "bomb")
        for bomb in self.of("bomb"):
            if bomb.y == self.height - 1:
                self.remove(bomb)
                if self.state.tiles.get(bomb.cell) == "truck":
                    self._burn(bomb.x, "A truck is bombed.")
                if self.over:
                    return
        if self._down():
            return
        if self.state.tick % 2 == 0:
            for plane in self.of("plane"):
                self._pilot(plane)
        self._strike(0)
        self._down()

    def status(self) -> str:
        """Score, trucks, and planes out of sight."""
        score = f"score {self.state.points}/{GOAL} | trucks {self.state.lives}/{TRUCKS}"
        return f"{score} | {self.beat('planes', 2)}{self.out_of_sight('plane')}"

    def _plane(self) -> None:
        x = (self.state.me.x + self.pick((-1, 1)) * self.between(11, 16)) % RING
        self.add("plane", x, self.between(0, 6), dx=self.pick((-1, 1)))

    def _pilot(self, plane: Sprite) -> None:
        if self.chance(0.04):
            plane.dx = -plane.dx
        elif self.chance(0.1):
            plane.y = min(max(plane.y + self.pick((-1, 1)), 0), 6)
        self.move(plane)
        gap = self.gap(plane.x)
        if self.state.tiles.get((plane.x, self.height - 1)) == "truck" and self.chance(0.07):
            self.add("bomb", plane.x, plane.y, dy=1)
        elif plane.y == self.state.me.y and gap * plane.dx < 0 and abs(gap) <= 8 and self.chance(0.2):
            self.add("bullet", plane.x, plane.y, dx=plane.dx, life=12)

    def _strike(self, cells: int) -> None:
        for _, target in self.fly("shot", ("plane", "bullet", "bomb"), cells):
            self.remove(target)
            if target.kind == "plane":
                self._plane()
                self.score(1, "You shoot a plane.")

    def _down(self) -> bool:
        if self.over or not self.meet("plane", "bullet", "bomb"):
            return self.over
        trucks = sorted(cell for cell, kind in self.state.tiles.items() if kind == "truck")
        self._burn(self.pick(trucks)[0], "You are shot down, and a truck burns.")
        if not self.over:
            self.respawn()
        return True

    def _burn(self, x: int, why: str) -> None:
        self.state.tiles[x, self.height - 1] = "wreck"
        self.state.lives -= 1
        self.lose(1 / TRUCKS, why)
        if not self.state.lives:
            self.end(False)
