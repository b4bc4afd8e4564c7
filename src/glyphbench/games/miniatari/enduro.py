"""Enduro: overtake more cars than overtake you.

After Activision's game of 1983, seen from above.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls
from glyphbench.games.miniatari.kernel import ArcadeGame, World

GOAL, TOP, STUN, DENT = 40, 4, 4, 5
#: Cells that the road moves towards you over three turns, by your speed; other cars drive at speed 1.
MOVES = ((-1, -1, -1), (0, 0, 0), (1, 0, 1), (1, 1, 1), (2, 1, 2))


@dataclass
class Race(World):
    """Your `speed`, turns of `stun` after a crash, `net` cars passed, `gap` cells since the last new car."""

    speed: int = 0
    stun: int = 0
    net: int = 0
    gap: int = 0


class Enduro(ArcadeGame):
    """A road of seven lanes, twelve rows ahead and behind."""

    width, height, goal = 9, 12, GOAL
    counts = False
    actions = controls(LEFT="one lane left", RIGHT="one lane right", GAS="one faster", BRAKE="one slower")
    cast = Cast(
        {
            "me": Glyph("A", "your car", "bold yellow"),
            "car": Glyph("c", "other car, slower at speed 2 to 4", "bold red"),
        },
        floor=Glyph(".", "road", "dim"),
        wall=Glyph("#", "verge", "green"),
    )
    world_type = Race
    state: Race
    rules = (
        f"Enduro. Overtake cars. Your speed is 0 to {TOP}; all others drive at speed 1. Each turn you act, then cars "
        "move relative to you: at speed 0 one row up (they overtake you), at 1 not at all, at 2 two rows down in three "
        "turns, at 3 one row a turn, at 4 five rows in three turns. A car that leaves at the bottom is overtaken; one "
        "that leaves your row upwards overtakes you. New cars, one to three in a row, appear every third row of the "
        "way. Running into a car (from behind or from the side) is a crash: your speed is 0 and you can do nothing for "
        f"{STUN} turns; the car in your cell is set two rows ahead of you. A crash counts as {DENT} cars that overtake "
        "you.\n"
        f"Score: +1/{GOAL} for each car overtaken, -1/{GOAL} for each car that overtakes you, as a net number "
        f"between -{GOAL} and {GOAL}; {GOAL} ends the game."
    )

    def setup(self) -> None:
        """An empty road with a first row of cars."""
        self.set_walls((x, y) for x in (0, self.width - 1) for y in range(self.height))
        self.state.me.x, self.state.me.y = self.width // 2, self.height - 3
        for y in (0, 3):
            self._cars(y)

    def play(self, name: str) -> None:
        """Steer, then the road moves."""
        world = self.state
        if world.stun:
            world.stun -= 1
            self.message = "You are stuck after the crash."
            name = "NOOP"
        if name in ("LEFT", "RIGHT"):
            self.steer(name)
        elif name == "GAS" and world.speed < TOP:
            world.speed += 1
        elif name == "BRAKE" and world.speed > 0:
            world.speed -= 1
        elif name in ("GAS", "BRAKE"):
            self.message = f"Your speed is {world.speed} already."
        if self.meet("car"):
            self._crash()
            return
        moved = MOVES[world.speed][world.tick % 3]
        for _ in range(abs(moved)):
            self._roll(1 if moved > 0 else -1)
            if self.over or world.stun == STUN:
                return

    def status(self) -> str:
        """Speed and cars."""
        world = self.state
        stuck = f" | stuck {world.stun}" if world.stun else ""
        rows = MOVES[world.speed][(world.tick + 1) % 3]
        way = f"at this speed cars move {rows} rows this turn"
        return f"speed {world.speed}/{TOP}{stuck} | net overtaken {world.net}/{GOAL} | {way}"

    def _roll(self, way: int) -> None:
        """All cars move one row relative to you."""
        world, me = self.state, self.state.me
        for car in self.of("car"):
            car.y += way
            if car.y >= self.height and way > 0:
                self.remove(car)
                self._count(1)
            elif car.y >= self.height or car.y < 0:
                self.remove(car)
            elif way < 0 and car.y == me.y - 1 and car.x != me.x:
                self._count(-1)
        if self.meet("car"):
            self._crash()
        world.gap += 1
        if world.gap == 3:
            world.gap = 0
            self._cars(0 if way > 0 else self.height - 1)

    def _cars(self, y: int) -> None:
        lanes = self.shuffled(range(1, self.width - 1))[: self.between(1, 3)]
        for x in lanes:
            if not self.at(x, y):
                self.add("car", x, y)

    def _count(self, one: int) -> None:
        world = self.state
        net = min(max(world.net + one, -GOAL), GOAL)
        self.lose((world.net - net) / GOAL)
        world.net = net
        if world.net == GOAL:
            self.end(True)

    def _crash(self) -> None:
        world, me = self.state, self.state.me
        world.speed, world.stun = 0, STUN
        self._count(-DENT)
        self.message = "You crash."
        for car in self.meet("car"):
            car.y = me.y - 2
            while any(other is not car and other.cell == car.cell for other in self.of("car")):
                car.y -= 1
