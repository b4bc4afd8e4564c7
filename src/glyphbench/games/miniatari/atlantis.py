"""Atlantis: three fixed guns defend a city against ships that come lower with every pass.

After Imagic's game of 1982: the two outer guns shoot diagonally, the middle one straight up.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, sideways
from glyphbench.games.miniatari.grid import Cell
from glyphbench.games.miniatari.kernel import ArcadeGame, World, scoring

GOAL, BUILDINGS, COOLDOWN, POWER, CHARGE = 15, 6, 2, 4, 9
ALTITUDES = (0, 2, 4)
GUNS: dict[str, tuple[Cell, Cell]] = {
    "FIRE_LEFT": ((1, 8), (1, -1)),
    "FIRE_CENTER": ((8, 8), (0, -1)),
    "FIRE_RIGHT": ((15, 8), (-1, -1)),
}


@dataclass
class City(World):
    """`standing` holds the columns of the buildings that are left; `power` is the number of shots in store, `wait` "
    "the ticks before the next ship."""

    power: int = POWER
    wait: int = 1
    standing: list[int] = field(default_factory=lambda: [3, 5, 6, 10, 11, 13])


class Atlantis(ArcadeGame):
    """Three altitudes over 17 columns, six buildings."""

    width, height, goal, lives = 17, 10, GOAL, BUILDINGS
    actions = controls(
        FIRE_LEFT="the left gun shoots up to the right",
        FIRE_CENTER="the middle gun shoots straight up",
        FIRE_RIGHT="the right gun shoots up to the left",
    )
    cast = Cast(
        {
            "me": Glyph("^", "gun", "bold yellow"),
            "fast": sideways("«", "»", "fast ship", "bold red"),
            "ship": sideways("<", ">", "slow ship", "red"),
            "shot": Glyph("*", "your shot", "cyan"),
            "house": Glyph("n", "building", "green"),
            "sea": Glyph("~", "sea", "blue"),
        }
    )
    world_type = City
    state: City
    rules = (
        "Atlantis. Three guns: the left one shoots diagonally up to the right, the middle one straight up, the right "
        f"one diagonally up to the left. A shot flies 2 cells a turn and uses 1 unit of power; {POWER} units are "
        f"stored at most, and 1 comes back every {CHARGE} turns. After any shot no gun can fire for {COOLDOWN} turns. "
        "Shots fly first, then ships move: fast ones one cell a turn, slow ones every second turn. A ship that "
        "leaves at one side comes back from the other side one altitude lower (rows 0, 2, 4); when it leaves row 4 it "
        "burns a building (a life) and is gone. A new ship comes after 7 to 12 turns."
        f"{scoring(GOAL, BUILDINGS, point='each ship shot')}"
    )

    def setup(self) -> None:
        """Guns and buildings."""
        world = self.state
        world.me.x, world.me.y = GUNS["FIRE_CENTER"][0]
        for x in range(self.width):
            world.tiles[x, 9] = "sea"
        for cell, _ in GUNS.values():
            world.tiles[cell] = "me"
        for x in world.standing:
            world.tiles[x, 8] = "house"

    def play(self, name: str) -> None:
        """Fire, then shots, then ships."""
        world = self.state
        if world.tick % CHARGE == 0:
            world.power = min(world.power + 1, POWER)
        if name in GUNS and not world.power:
            self.message = "The guns have no power."
        elif name in GUNS:
            shot = self.shoot("shot", *GUNS[name][1], at_most=9, cooldown=COOLDOWN)
            if shot:
                shot.x, shot.y = GUNS[name][0]
                world.power -= 1
        self._strike(2)
        for ship in self.of("fast", "ship"):
            if self.over or not self.due(ship) or self.move(ship):
                continue
            if ship.y == ALTITUDES[-1]:
                self.remove(ship)
                self._burn()
            else:
                ship.y += 2
                ship.x = 0 if ship.dx > 0 else self.width - 1
        self._strike(0)
        world.wait -= 1
        if not self.over and not world.wait:
            world.wait = self.between(7, 12)
            fast, dx = self.chance(0.5), self.pick((-1, 1))
            self.add("fast" if fast else "ship", 0 if dx > 0 else self.width - 1, 0, dx=dx, every=1 if fast else 2)

    def status(self) -> str:
        """The guns' cooldown and the slow ships' beat."""
        power = f"power {self.state.power}/{POWER}, +1 in {CHARGE - self.state.tick % CHARGE}"
        return f"{power} | {self.gun('guns')} | {self.beat('slow ships', 2)}"

    def _burn(self) -> None:
        world = self.state
        world.tiles.pop((world.standing.pop(self.below(len(world.standing))), 8))
        self.lose_life("A ship gets through and burns a building.")

    def _strike(self, cells: int) -> None:
        for _, ship in self.fly("shot", ("fast", "ship"), cells):
            self.remove(ship)
            if not self.over:
                self.score(1, "You shoot a ship.")
