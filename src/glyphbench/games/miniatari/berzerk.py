"""Berzerk: rooms of electric walls, robots that shoot when they see you, and a ball that comes when you dawdle.

After Stern's game of 1980.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, four_way
from glyphbench.games.miniatari.grid import Cell, distances, manhattan, sign
from glyphbench.games.miniatari.kernel import ArcadeGame, Sprite, World, scoring

GOAL, ROBOTS, PATIENCE, RANGE = 10, 4, 60, 8
DOOR, ENTRANCE = (14, 5), (1, 5)
PILLARS = ((4, 3), (7, 3), (10, 3), (4, 7), (7, 7), (10, 7))


@dataclass
class Room(World):
    """`clock` counts the ticks spent in this room."""

    clock: int = 0


class Berzerk(ArcadeGame):
    """Rooms of 15x11 with four robots each; ten robots win."""

    width, height, goal, lives = 15, 11, GOAL, 3
    actions = controls("UP", "DOWN", "LEFT", "RIGHT", FIRE="shoot the way you face")
    cast = Cast(
        {
            "me": four_way("↑↓←→", "you", "bold yellow"),
            "robot": Glyph("R", "robot", "bold red"),
            "ball": Glyph("O", "bouncing ball", "bold magenta"),
            "zap": four_way("^v<>", "robot's shot", "red"),
            "shot": Glyph("*", "your shot", "cyan"),
            "door": Glyph("★", "door", "green"),
        },
        wall=Glyph("#", "electric wall", "white"),
    )
    world_type = Room
    state: Room
    rules = (
        "Berzerk. Shoot the robots. Walking into a wall or a robot kills you, and so does a robot's shot. A move also "
        f"turns you. Your shot flies 2 cells a turn, up to {RANGE} cells, one at a time. Then robots' shots fly 1 "
        "cell a turn (at most two at once); then robots, every third turn, step towards you unless a wall or robot is "
        "in the way; on other turns a robot in your row or column with nothing between may shoot. Walls stop shots. "
        f"The door in the east wall leads to a new room with {ROBOTS} robots. After {PATIENCE} turns in a room a ball "
        "comes in that goes through walls, one cell every second turn towards you; it kills and cannot be shot. After "
        f"a lost life you enter a new room.{scoring(GOAL, 3, point='each robot shot')}"
    )

    def setup(self) -> None:
        """The first room."""
        self._room()

    def respawn(self) -> None:
        """A new room."""
        self._room()

    def play(self, name: str) -> None:
        """Act, then your shot, robots' shots, robots, the ball."""
        world, me = self.state, self.state.me
        world.clock += 1
        if name == "FIRE":
            self.shoot("shot", me.dx, me.dy, reach=RANGE)
        elif name != "NOOP" and not self.steer(name, face=True):
            self.lose_life("You walk into the electric wall.")
            return
        if me.cell == DOOR:
            self._room()
            self.message = "You enter the next room."
            return
        if self._dead():
            return
        self._strike(2)
        if self.over:
            return
        self.drift("zap")
        if self._dead():
            return
        for robot in self.of("robot"):
            self._command(robot)
        if world.clock == PATIENCE:
            self.add("ball", *ENTRANCE, every=2)
        for ball in self.of("ball"):
            if self.due(ball):
                ball.x += sign(me.x - ball.x)
                ball.y += sign(me.y - ball.y)
        self._strike(0)
        self._dead()

    def status(self) -> str:
        """The ball's clock and the robots' beat."""
        wait = PATIENCE - self.state.clock
        ball = f"ball comes in {wait}" if wait > 0 else self.beat("ball", 2, "moves")
        return f"{self.beat('robots', 3)} | {ball}"

    def sees(self, one: Cell, other: Cell) -> bool:
        """Whether two cells are in a row or column with no wall between."""
        (x, y), (to_x, to_y) = one, other
        if x != to_x and y != to_y:
            return False
        dx, dy = sign(to_x - x), sign(to_y - y)
        return all((x + dx * step, y + dy * step) not in self.state.walls for step in range(1, manhattan(one, other)))

    def _command(self, robot: Sprite) -> None:
        me = self.state.me
        if self.state.tick % 3 == 0:
            ways = [(sign(me.x - robot.x), 0), (0, sign(me.y - robot.y))]
            dx, dy = self.pick([way for way in ways if way != (0, 0)] or [(0, 0)])
            if not self.at(robot.x + dx, robot.y + dy, "robot") and (robot.x + dx, robot.y + dy) != DOOR:
                self.walk(robot, dx, dy)
        elif len(self.of("zap")) < 2 and self.sees(robot.cell, me.cell) and self.chance(0.08):
            self.add("zap", robot.x, robot.y, dx=sign(me.x - robot.x), dy=sign(me.y - robot.y))

    def _dead(self) -> bool:
        if not self.over and self.meet("robot", "zap", "ball"):
            self.lose_life("You are killed.")
            return True
        return self.over

    def _strike(self, cells: int) -> None:
        for _, robot in self.fly("shot", ("robot",), cells):
            self.remove(robot)
            if not self.over:
                self.score(1, "You shoot a robot.")

    def _room(self) -> None:
        """Draw a room in which every cell can be reached."""
        world = self.state
        border = {(x, y) for x in range(self.width) for y in range(self.height) if x in (0, 14) or y in (0, 10)}
        while True:
            walls = border - {DOOR}
            for x, y in PILLARS:
                dx, dy = self.pick(((1, 0), (-1, 0), (0, 1), (0, -1)))
                walls |= {(x + dx * far, y + dy * far) for far in range(3)}
            walls.discard(ENTRANCE)
            self.set_walls(walls)
            inner = [(x, y) for x in range(1, 14) for y in range(1, 10) if (x, y) not in walls]
            if len(distances([ENTRANCE], self.free)) == len(inner) + 1:
                break
        world.sprites, world.clock = [], 0
        world.tiles = {DOOR: "door"}
        me = world.me
        (me.x, me.y), me.dx, me.dy = ENTRANCE, 1, 0
        places = [cell for cell in inner if cell[0] >= 6 and not self.sees(cell, ENTRANCE)]
        for x, y in self.shuffled(places)[:ROBOTS]:
            self.add("robot", x, y)
