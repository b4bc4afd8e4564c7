"""Assault: a mothership drops drones that zigzag down at you and then come at you along the ground.

After Bomb's game of 1983: shots upward, to the left and to the right, and a gun that overheats.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, sideways
from glyphbench.games.miniatari.grid import sign
from glyphbench.games.miniatari.kernel import ArcadeGame, Sprite, World, scoring

GOAL, HOT = 14, 9
SHOTS = {"FIRE": (0, -1), "FIRE_LEFT": (-1, 0), "FIRE_RIGHT": (1, 0)}


@dataclass
class Base(World):
    """`heat` of the gun."""

    heat: int = 0


class Assault(ArcadeGame):
    """14 drones to shoot on a field of 14x12, three lives."""

    width, height, goal, lives = 14, 12, GOAL, 3
    actions = controls(
        "LEFT",
        "RIGHT",
        FIRE="shoot straight up",
        FIRE_LEFT="shoot along the ground to the left",
        FIRE_RIGHT="shoot along the ground to the right",
    )
    cast = Cast(
        {
            "me": Glyph("A", "you", "bold yellow"),
            "drone": sideways("<", ">", "drone", "bold red"),
            "runner": sideways("«", "»", "drone on the ground", "bold magenta"),
            "bomb": Glyph("*", "falling bomb", "red"),
            "shot": Glyph("'", "your shot", "cyan"),
            "ship": sideways("[", "]", "mothership", "blue"),
        }
    )
    world_type = Base
    state: Base
    rules = (
        "Assault. You stand on the ground (bottom row). The mothership in the top row moves one cell every second turn "
        "and drops a drone every 6 turns if fewer than 4 are about. Drones move sideways every second turn, turning at "
        "random, and down every fourth; above your row they may drop bombs, which fall one cell a turn. A drone that "
        "reaches the ground becomes a runner: every second turn it comes one cell towards you; only side shots reach "
        "it. A bomb or drone on your cell costs a life and clears drones and bombs. Shots fly 2 cells a turn. Each "
        f"shot heats your gun by 3, each turn cools it by 1; you cannot shoot if the heat would exceed {HOT}."
        f"{scoring(GOAL, 3, point='each drone shot')}"
    )

    def setup(self) -> None:
        """The mothership comes in at a random place."""
        self.add("ship", self.between(2, self.width - 3), 0, dx=self.pick((-1, 1)), every=2)
        self.respawn()

    def respawn(self) -> None:
        """A clear field."""
        self.clear("drone", "runner", "bomb", "shot")
        self.state.me.x, self.state.me.y, self.state.heat = self.width // 2, self.height - 1, 0

    def play(self, name: str) -> None:
        """Act; shots, then bombs, drones and the mothership move."""
        world = self.state
        world.heat -= world.heat > 0
        if name in SHOTS:
            if world.heat + 3 > HOT:
                self.message = "Your gun is too hot."
            else:
                world.heat += 3
                self.shoot("shot", *SHOTS[name], at_most=9)
        else:
            self.steer(name)
        self._strike()
        self.drift("bomb")
        for drone in self.of("drone", "runner"):
            self._fly(drone)
        self._strike(0)
        ship = self.of("ship")[0]
        if self.due(ship) and not self.move(ship):
            ship.dx = -ship.dx
        if world.tick % 6 == 0 and len(self.of("drone", "runner")) < 4:
            self.add("drone", ship.x, 1, dx=self.pick((-1, 1)), every=2)
        if not self.over and self.meet("bomb", "drone", "runner"):
            self.lose_life("You are hit.")

    def status(self) -> str:
        """The gun's heat and the drones' beat."""
        return f"heat {self.state.heat}/{HOT} | {self.beat('drones', 2)}, a row down {self.when(4)}"

    def _fly(self, drone: Sprite) -> None:
        if not self.due(drone):
            return
        if drone.kind == "runner":
            drone.dx = sign(self.state.me.x - drone.x) or drone.dx
            self.move(drone)
            return
        if self.chance(0.25):
            drone.dx = -drone.dx
        if not self.walk(drone, drone.dx, 0):
            drone.dx = -drone.dx
        if self.state.tick % 4 == 0:
            drone.y += 1
            if drone.y == self.height - 1:
                drone.kind = "runner"
                drone.dx = sign(self.state.me.x - drone.x) or 1
        if drone.y < self.height - 4 and self.chance(0.18):
            self.add("bomb", drone.x, drone.y + 1, dy=1)

    def _strike(self, cells: int = 2) -> None:
        for _, drone in self.fly("shot", ("drone", "runner"), cells):
            self.remove(drone)
            self.score(1, "You shoot a drone.")
