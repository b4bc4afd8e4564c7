"""TimePilot: your plane stays in the middle and the sky moves; shoot planes from all sides, and then an airship.

After Konami's game of 1982.
"""

from __future__ import annotations

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, eight_way
from glyphbench.games.miniatari.grid import HEADINGS, Cell, toward
from glyphbench.games.miniatari.kernel import ArcadeGame, Sprite, scoring

PLANES, BOSS = 9, 3
GOAL, REACH, CROWD = PLANES + BOSS, 8, 3
#: How far outside the picture things are still remembered.
MARGIN = 3


class TimePilot(ArcadeGame):
    """An open sky seen through a window of 15x13 around the player; three lives. Positions are those in the window."""

    width, height, goal, lives = 15, 13, GOAL, 3
    actions = controls("TURN_LEFT", "TURN_RIGHT", FIRE="shoot the way you head")
    cast = Cast(
        {
            "me": eight_way("you", "bold yellow"),
            "plane": eight_way("enemy plane", "bold red", "nabcdefg"),
            "boss": Glyph("O", "airship", "bold magenta"),
            "bullet": Glyph("*", "enemy bullet", "red"),
            "man": Glyph("Y", "parachutist", "green"),
            "shot": Glyph("+", "your shot", "cyan"),
            "cloud": Glyph("~", "cloud", "white"),
        }
    )
    rules = (
        "TimePilot. Your plane stays in the middle of the picture and flies one cell a turn the way it heads, always: "
        "everything else shifts the other way. Each turn you turn 45 degrees or shoot (at most 2 shots, 2 cells a turn "
        f"in the picture, up to {REACH} cells), then the sky shifts, then the others move. Enemy planes fly "
        "one cell on two turns of three (HUD) the way they head, and every third turn turn 45 degrees towards you with "
        "chance 60%; one that heads straight at you within 5 cells fires with chance 8% a turn. Bullets fly 2 "
        f"cells a turn. Up to {CROWD} planes are about; those that are left far behind come back elsewhere. Now and "
        "then a parachutist floats by: fly over him for a point. After 9 points an airship comes: it "
        "drifts one cell every third turn and takes 3 hits, a point each. A plane, airship or bullet on your cell, "
        "after the shift or after their move, costs a life; planes and bullets then disappear."
        f"{scoring(GOAL, 3, point='each plane, parachutist and hit on the airship')}"
    )

    def setup(self) -> None:
        """Clouds, and an empty sky."""
        me = self.state.me
        me.x, me.y = self.width // 2, self.height // 2
        me.dx, me.dy = self.pick(HEADINGS)
        for _ in range(7):
            self.add("cloud", self.below(self.width), self.below(self.height))

    def respawn(self) -> None:
        """Planes and bullets disappear."""
        self.clear("plane", "bullet", "shot")
        for boss in self.of("boss"):
            self._place(boss)

    def play(self, name: str) -> None:
        """Turn or shoot; shots, the sky, the others."""
        me = self.state.me
        if name.startswith("TURN"):
            me.dx, me.dy = turned((me.dx, me.dy), 1 if name == "TURN_RIGHT" else -1)
        elif name == "FIRE":
            self.shoot("shot", me.dx, me.dy, at_most=2, reach=REACH)
        self._strike(2)
        if self.over:
            return
        for one in self.state.sprites:
            if one.kind != "shot":
                one.x, one.y = one.x - me.dx, one.y - me.dy
        self._strike(0)
        if self._touch():
            return
        for _ in range(2):
            for bullet in self.of("bullet"):
                bullet.x, bullet.y = bullet.x + bullet.dx, bullet.y + bullet.dy
            if self._touch():
                return
        for plane in self.of("plane"):
            self._fly(plane)
        for boss in self.of("boss"):
            if self.due(boss):
                boss.x += boss.dx
        self._strike(0)
        if not self._touch():
            self._sky()

    def status(self) -> str:
        """The planes' beat; their headings are in their glyphs."""
        moving = "rest" if self.state.tick % 3 == 2 else "move"
        turning = ", turn" if self.state.tick % 3 == 2 else ""
        return f"planes {moving}{turning} this turn"

    def _fly(self, plane: Sprite) -> None:
        me = self.state.me
        way = toward(plane.cell, me.cell)
        if self.state.tick % 3:
            plane.x, plane.y = plane.x + plane.dx, plane.y + plane.dy
        elif self.chance(0.6) and way in HEADINGS and way != (plane.dx, plane.dy):
            gap = (HEADINGS.index(way) - HEADINGS.index((plane.dx, plane.dy))) % 8
            plane.dx, plane.dy = turned((plane.dx, plane.dy), 1 if gap <= 4 else -1)
        dx, dy = me.x - plane.x, me.y - plane.y
        straight = not dx or not dy or abs(dx) == abs(dy)
        near = 1 < max(abs(dx), abs(dy)) <= 5
        if near and straight and toward(plane.cell, me.cell) == (plane.dx, plane.dy) and self.chance(0.08):
            self.add("bullet", plane.x, plane.y, dx=plane.dx, dy=plane.dy)

    def _sky(self) -> None:
        """Bring back what was left behind, and let newcomers in."""
        world = self.state
        for one in list(world.sprites):
            inside = -MARGIN <= one.x < self.width + MARGIN and -MARGIN <= one.y < self.height + MARGIN
            if inside or one.kind == "shot":
                continue
            if one.kind in ("cloud", "boss", "plane"):
                self._place(one)
            else:
                self.remove(one)
        if world.points >= PLANES:
            if not self.of("boss"):
                self._place(self.add("boss", 0, 0, dx=self.pick((-1, 1)), every=3))
                self.message = "An airship comes."
        elif world.tick % 6 == 0:
            if not self.of("man") and self.chance(0.2):
                self._place(self.add("man", 0, 0))
            elif len(self.of("plane")) < CROWD:
                dx, dy = self.pick(HEADINGS)
                self._place(self.add("plane", 0, 0, dx=dx, dy=dy))

    def _place(self, one: Sprite) -> None:
        """Put something at a random place on the picture's rim, ahead of the player or beside."""
        me = self.state.me
        right, bottom = self.width - 1, self.height - 1
        rim = [(x, y) for x in range(self.width) for y in range(self.height) if x in (0, right) or y in (0, bottom)]
        one.x, one.y = self.pick([(x, y) for x, y in rim if (x - me.x) * me.dx + (y - me.y) * me.dy >= 0])

    def _touch(self) -> bool:
        if self.over:
            return True
        for man in self.meet("man"):
            self.remove(man)
            self.score(1, "You pick up a parachutist.")
        foes = self.meet("plane", "bullet", "boss")
        if foes and not self.over:
            self.lose_life(f"You are hit by a {foes[0].kind.replace('boss', 'n airship')}.".replace("a n", "an"))
        return bool(foes) or self.over

    def _strike(self, cells: int) -> None:
        for _, target in self.fly("shot", ("plane", "boss"), cells):
            if target.kind == "plane":
                self.remove(target)
            self.score(1, f"You hit {'a plane' if target.kind == 'plane' else 'the airship'}.")


def turned(heading: Cell, steps: int) -> Cell:
    """A heading turned clockwise by so many times 45 degrees."""
    return HEADINGS[(HEADINGS.index(heading) + steps) % 8]
