"""Seaquest: shoot sharks and submarines, pick up divers, and surface with them before the oxygen runs out.

After Activision's game of 1983.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import FLOOR, Cast, controls, sideways
from glyphbench.games.miniatari.kernel import ArcadeGame, World, scoring

GOAL, TANK, ROOM = 16, 60, 4
LANES = (2, 4, 6, 8)
FOES = {"shark": "shark", "sub": "submarine", "torpedo": "torpedo"}


@dataclass
class Sea(World):
    """`oxygen` left, and `divers` on board."""

    oxygen: int = TANK
    divers: int = 0


class Seaquest(ArcadeGame):
    """Four lanes under the surface of a sea of 16x10, three lives."""

    width, height, goal, lives = 16, 10, GOAL, 3
    actions = controls("UP", "DOWN", "LEFT", "RIGHT", FIRE="shoot the way you face")
    cast = Cast(
        {
            "me": sideways("←", "→", "you", "bold yellow", "facing"),
            "shark": sideways("<", ">", "shark", "red"),
            "sub": sideways("{", "}", "enemy submarine", "bold red"),
            "torpedo": sideways("«", "»", "enemy torpedo", "magenta"),
            "diver": sideways("d", "b", "diver", "green"),
            "shot": Glyph("-", "your shot", "cyan"),
            "surface": Glyph("~", "surface", "blue"),
        },
        floor=Glyph(FLOOR.char, "water", "dim"),
    )
    world_type = Sea
    state: Sea
    rules = (
        "Seaquest. Shoot sharks and submarines and rescue divers. They cross in four lanes (rows 2, 4, 6, 8 below "
        "the surface row 0), sharks and submarines one cell every second turn, divers every third (HUD), and leave "
        "at the far side; something new enters a free lane, at either edge, every 4 turns. A submarine in your row "
        "and facing you fires with chance 15% a turn; its torpedo flies 1 cell a turn. Move onto a diver to take it "
        f"on board (at most {ROOM}). Reach the surface with at least one diver to deliver all on board and fill your "
        f"oxygen; without a diver nothing is filled. Oxygen falls by 1 each turn, from {TANK}; at 0 you lose a life. "
        "A shark, submarine or torpedo on your cell costs a life. You come back in the middle with full oxygen, an "
        "empty sea, and without the divers on board. One shot of yours flies at a time, 2 cells a turn; it stops "
        "torpedoes too (no points) and does divers no harm. Each turn you act first."
        f"{scoring(GOAL, 3, point='a shark or submarine shot is 1 point, a diver delivered 2; each point')}"
    )

    def setup(self) -> None:
        """The surface, and you in the middle."""
        for x in range(self.width):
            self.state.tiles[x, 0] = "surface"
        self.respawn()

    def respawn(self) -> None:
        """An empty sea and a full tank."""
        world = self.state
        world.sprites, world.oxygen, world.divers = [], TANK, 0
        world.me.x, world.me.y, world.me.dx = self.width // 2, 5, 1

    def play(self, name: str) -> None:
        """Act, then shots, the lanes, and oxygen."""
        world, me = self.state, self.state.me
        world.oxygen -= 1
        if name == "FIRE":
            self.shoot("shot", me.dx, 0)
        else:
            if name in ("LEFT", "RIGHT"):
                me.dx = 1 if name == "RIGHT" else -1
            self.steer(name)
        self._dock()
        if self.over or self._touch():
            return
        self._strike(2)
        self.drift(*FOES, "diver")
        self._strike(0)
        if self.over or self._touch():
            return
        for sub in self.of("sub"):
            if sub.y == me.y and (me.x - sub.x) * sub.dx > 0 and self.chance(0.15):
                self.add("torpedo", sub.x, sub.y, dx=sub.dx)
        if world.tick % 4 == 0:
            self._enter()
        if not world.oxygen:
            self.lose_life("You run out of oxygen.")

    def status(self) -> str:
        """Oxygen, divers, and the beats."""
        world = self.state
        beats = f"{self.beat('sharks and submarines', 2)}, {self.beat('divers', 3)}"
        return f"oxygen {world.oxygen}/{TANK} | divers on board {world.divers}/{ROOM} | {beats}"

    def _dock(self) -> None:
        world = self.state
        if world.me.y:
            return
        if not world.divers:
            self.message = self.message or "You surface without a diver: no oxygen for you."
            return
        world.oxygen = TANK
        delivered, world.divers = world.divers, 0
        self.score(2 * delivered, f"You deliver {delivered} and fill your oxygen.")

    def _touch(self) -> bool:
        """Take divers on board; True if a foe costs a life."""
        for diver in self.meet("diver"):
            if self.state.divers < ROOM:
                self.remove(diver)
                self.state.divers += 1
                self.message = "A diver comes on board."
            else:
                self.message = "There is no room for another diver."
        if self.meet(*FOES):
            self.lose_life(f"A {FOES[self.meet(*FOES)[0].kind]} hits you.")
            return True
        return False

    def _strike(self, cells: int) -> None:
        for _, target in self.fly("shot", FOES, cells):
            self.remove(target)
            if target.kind == "torpedo":
                self.message = "You shoot a torpedo."
            else:
                self.score(1, f"You shoot a {FOES[target.kind]}.")

    def _enter(self) -> None:
        lanes = [y for y in LANES if not any(one.y == y for one in self.of("shark", "sub", "diver"))]
        if not lanes:
            return
        direction = self.pick((-1, 1))
        kind = self.pick(("shark", "shark", "sub", "diver", "diver"))
        x, y = 0 if direction > 0 else self.width - 1, self.pick(lanes)
        if (x, y) != self.state.me.cell:
            self.add(kind, x, y, dx=direction, every=3 if kind == "diver" else 2)
