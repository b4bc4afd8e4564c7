"""Riverraid: fly up a winding river, shoot what floats and hovers, and refuel on the way.

After Activision's game of 1982: fuel depots help if you fly over them and are lost if you shoot them.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import FLOOR, Cast, controls, sideways
from glyphbench.games.miniatari.kernel import ArcadeGame, World, scoring

GOAL, TANK, DEPOT, BRIDGE = 15, 60, 25, 45
FOES = ("ship", "helicopter", "bridge")


@dataclass
class River(World):
    """`fuel` left; `banks` holds middle and half width of every row from the top; `flown` counts rows."""

    fuel: int = TANK
    banks: tuple[tuple[int, int], ...] = ()
    flown: int = 0


class Riverraid(ArcadeGame):
    """A river on a field of 13x14 that scrolls down one row a turn, three lives."""

    width, height, goal, lives = 13, 14, GOAL, 3
    actions = controls("LEFT", "RIGHT", FIRE="shoot straight ahead (up)")
    cast = Cast(
        {
            "me": Glyph("↑", "your jet", "bold yellow"),
            "ship": Glyph("S", "ship", "red"),
            "helicopter": sideways("{", "}", "helicopter", "bold red"),
            "bridge": Glyph("=", "bridge", "magenta"),
            "fuel": Glyph("F", "fuel depot", "green"),
            "shot": Glyph("'", "your shot", "cyan"),
        },
        floor=Glyph(FLOOR.char, "river", "dim"),
        wall=Glyph("#", "river bank", "white"),
    )
    world_type = River
    state: River
    rules = (
        "Riverraid. You fly up a river: each turn you move sideways or shoot, your shots fly 2 cells up (2 at a time), "
        "and then the river with everything on it comes down one row, and helicopters move one cell sideways every "
        "second turn (HUD), turning at the banks. Touching a bank, ship, helicopter or bridge costs a life. A bridge "
        f"spans the river every {BRIDGE} rows: one shot opens all of it. Each turn burns 1 fuel of {TANK}; an empty "
        f"tank costs a life. Flying over a depot adds {DEPOT} fuel; shooting it destroys it for nothing. After a lost "
        f"life the river starts empty, wide and with a full tank."
        f"{scoring(GOAL, 3, point='a ship, helicopter or bridge shot')}"
    )

    def setup(self) -> None:
        """A straight, empty river."""
        self.state.me.y = self.height - 2
        self.respawn()

    def respawn(self) -> None:
        """As at the start."""
        world = self.state
        world.sprites, world.fuel = [], TANK
        world.banks = ((self.width // 2, 4),) * self.height
        world.me.x = self.width // 2
        self._shore()

    def play(self, name: str) -> None:
        """Act, shoot, scroll."""
        world, me = self.state, self.state.me
        if name == "FIRE":
            self.shoot("shot", 0, -1, at_most=2)
        elif not self.steer(name) and name != "NOOP":
            self.lose_life("You fly into the bank.")
            return
        self._strike(2)
        if self.over or self._crash():
            return
        self._scroll()
        self._strike(0)
        if self.over or self._crash():
            return
        world.fuel -= 1
        for depot in self.meet("fuel"):
            self.remove(depot)
            world.fuel = min(TANK, world.fuel + DEPOT)
            self.message = f"You refuel: {world.fuel}."
        if me.cell in world.walls:
            self.lose_life("You fly into the bank.")
        elif not world.fuel:
            self.lose_life("Your tank is empty.")

    def status(self) -> str:
        """Fuel and the helicopters' beat."""
        return f"fuel {self.state.fuel}/{TANK} | {self.beat('helicopters', 2)} sideways"

    def _shore(self) -> None:
        rows = enumerate(self.state.banks)
        self.set_walls((x, y) for y, (middle, half) in rows for x in range(self.width) if abs(x - middle) > half)

    def _scroll(self) -> None:
        world = self.state
        middle, half = world.banks[0]
        world.flown += 1
        half = max(2, min(4, half + self.pick((-1, 0, 0, 1))))
        middle = max(half + 1, min(self.width - 2 - half, middle + self.pick((-1, 0, 0, 1))))
        world.banks = ((middle, half), *world.banks[:-1])
        self._shore()
        for one in list(world.sprites):
            if one.kind == "shot":
                continue
            one.y += 1
            if one.y >= self.height:
                self.remove(one)
            elif one.kind == "helicopter":
                ahead = (one.x + one.dx, one.y)
                if not self.free(ahead):
                    one.dx = -one.dx
                elif world.tick % 2 == 0:
                    one.x += one.dx
        if world.flown % BRIDGE == 0:
            for x in range(middle - half, middle + half + 1):
                self.add("bridge", x, 0)
        elif self.chance(0.36):
            kind = self.pick(("ship", "ship", "ship", "helicopter", "helicopter", "fuel", "fuel"))
            self.add(kind, self.between(middle - half, middle + half), 0, dx=self.pick((-1, 1)))

    def _strike(self, cells: int) -> None:
        for _, target in self.fly("shot", (*FOES, "fuel"), cells):
            self.remove(target)
            if target.kind == "fuel":
                self.message = "You shoot a fuel depot: a pity."
                continue
            if target.kind == "bridge":
                for part in self.of("bridge"):
                    if part.y == target.y:
                        self.remove(part)
            self.score(1, f"You shoot a {target.kind}.")

    def _crash(self) -> bool:
        foes = self.meet(*FOES)
        if foes:
            self.lose_life(f"You crash into a {foes[0].kind}.")
        return bool(foes)
