"""WizardOfWor: hunt six monsters in a maze where you see them only along your own row and column.

After Midway's game of 1981: the fewer there are, the faster they get; a tunnel joins the sides.
"""

from __future__ import annotations

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, four_way
from glyphbench.games.miniatari.grid import Cell, manhattan
from glyphbench.games.miniatari.kernel import ArcadeGame, Sprite, scoring
from glyphbench.games.miniatari.mazes import braided, prowl, rooms

GOAL, STRAY, START = 6, 0.4, (1, 9)
TUNNEL = frozenset({(0, 5), (14, 5)})


class WizardOfWor(ArcadeGame):
    """A fresh maze of 15x11 with six monsters, three lives."""

    width, height, goal, lives, wraps = 15, 11, GOAL, 3, True
    actions = controls("UP", "DOWN", "LEFT", "RIGHT", FIRE="shoot the way you face")
    cast = Cast(
        {
            "me": four_way("↑↓←→", "you", "bold yellow"),
            "monster": four_way("^v<>", "monster", "bold red"),
            "bolt": Glyph("*", "monster's bolt", "magenta"),
            "shot": Glyph("+", "your shot", "cyan"),
        }
    )
    rules = (
        "WizardOfWor. Shoot all 6 monsters. A monster or bolt is drawn only where you see it: in your row or column "
        "with no wall between. The HUD's radar gives the way to the nearest monster. Each turn you act first: a move "
        "also turns you, even against a wall. Your shot (one at a time) flies 2 cells a turn until it meets a wall. "
        "Then bolts fly 1 cell. Then monsters move one cell, every third turn while more than 3 are left, else every "
        f"second (HUD): nearer to you, but {STRAY:.0%} of the time at random, and they seldom turn back. A monster "
        "that faces you with a clear view shoots with chance 20% when it would move, instead of moving; at most one "
        "bolt flies. The openings at the ends of the middle row are joined, for you and shots only. A monster or bolt "
        "on your cell costs a life; you come back in the bottom left corner and monsters near it go elsewhere."
        f"{scoring(GOAL, 3, point='each monster')}"
    )

    def setup(self) -> None:
        """The maze and the monsters."""
        self.set_walls(braided(self, 8) - TUNNEL)
        for _ in range(GOAL):
            self._place(self.add("monster", 0, 0, dx=self.pick((-1, 1))))
        self.respawn()

    def respawn(self) -> None:
        """The corner, with no monster near."""
        me = self.state.me
        me.x, me.y, me.dx, me.dy = *START, 0, 1
        self.clear("bolt", "shot")
        for monster in self.of("monster"):
            if manhattan(monster.cell, START) < 6:
                self._place(monster)

    @property
    def pace(self) -> int:
        """Turns per step of the monsters."""
        return 3 if len(self.of("monster")) > 3 else 2

    def play(self, name: str) -> None:
        """Act; shots, bolts and monsters follow."""
        me = self.state.me
        if name == "FIRE":
            self.shoot("shot", me.dx, me.dy)
        else:
            self.steer(name, face=True)
        if self._caught():
            return
        self._strike(2)
        if self.over:
            return
        self.drift("bolt")
        if self._caught():
            return
        if self.state.tick % self.pace == 0:
            for monster in self.of("monster"):
                if self._faces(monster) and not self.of("bolt") and self.chance(0.2):
                    self.add("bolt", monster.x, monster.y, dx=monster.dx, dy=monster.dy)
                else:
                    prowl(self, monster, me.cell, STRAY)
        self._strike(0)
        self._caught()

    def status(self) -> str:
        """The monsters' beat and the radar."""
        me = self.state.me
        near = min(self.of("monster"), key=lambda one: manhattan(one.cell, me.cell), default=None)
        radar = "nothing"
        if near:
            dx, dy = near.x - me.x, near.y - me.y
            parts = [f"{abs(dx)} {'right' if dx > 0 else 'left'}"] if dx else []
            parts += [f"{abs(dy)} {'down' if dy > 0 else 'up'}"] if dy else []
            radar = " and ".join(parts)
        return f"monsters left {len(self.of('monster'))} | radar {radar} | {self.beat('monsters', self.pace)}"

    def draw(self) -> list[list[str]]:
        """The picture without what cannot be seen."""
        everything = self.state.sprites
        self.state.sprites = [one for one in everything if one.kind == "shot" or self.sees(one.cell)]
        grid = super().draw()
        self.state.sprites = everything
        return grid

    def sees(self, cell: Cell) -> bool:
        """Whether the player sees a cell: the same row or column, and no wall between."""
        me, (x, y) = self.state.me, cell
        if x == me.x:
            return all((x, row) not in self.state.walls for row in range(min(y, me.y) + 1, max(y, me.y)))
        if y == me.y:
            return all((column, y) not in self.state.walls for column in range(min(x, me.x) + 1, max(x, me.x)))
        return False

    def _faces(self, monster: Sprite) -> bool:
        me = self.state.me
        ahead = (me.x - monster.x) * monster.dx + (me.y - monster.y) * monster.dy > 0
        return ahead and self.sees(monster.cell)

    def _place(self, monster: Sprite) -> None:
        monster.x, monster.y = self.pick([cell for cell in rooms(self) if manhattan(cell, START) >= 8])

    def _caught(self) -> bool:
        foes = self.meet("monster", "bolt")
        if foes and not self.over:
            self.lose_life(f"A {foes[0].kind} gets you.")
        return bool(foes) or self.over

    def _strike(self, cells: int) -> None:
        for _, monster in self.fly("shot", ("monster",), cells):
            self.remove(monster)
            self.score(1, "You shoot a monster.")
