"""Defender: landers come down on your people and carry them off; shoot the carrier and catch who falls.

After Williams' game of 1981 (Atari's cartridge of 1982), on a world wider than the screen.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, sideways
from glyphbench.games.miniatari.grid import sign
from glyphbench.games.miniatari.kernel import Sprite, World
from glyphbench.games.miniatari.ring import REACH, RING, RingGame

GOAL, HUMANS, SHIPS, LANDERS = 10, 5, 3, 3
SHIP_COST, HUMAN_COST = 1 / 6, 1 / 10


@dataclass
class Planet(World):
    """`paid` is what lost ships and people have cost so far."""

    paid: float = 0.0


class Defender(RingGame):
    """A view of 20x11 on a world of 32 columns that wraps; five people on the ground."""

    width, height, goal, lives = 20, 11, GOAL, SHIPS
    actions = controls("UP", "DOWN", "LEFT", "RIGHT", FIRE="shoot the way you face")
    cast = Cast(
        {
            "me": sideways("←", "→", "your ship", "bold yellow", "facing"),
            "lander": Glyph("V", "lander", "bold red"),
            "carrier": Glyph("W", "lander carrying a human up", "bold magenta"),
            "faller": Glyph("!", "falling human", "bold green"),
            "human": Glyph("h", "human", "green"),
            "bullet": Glyph("*", "enemy bullet", "red"),
            "shot": Glyph("-", "your shot", "cyan"),
        },
        floor=Glyph(".", "sky", "dim"),
    )
    world_type = Planet
    state: Planet
    rules = (
        f"Defender. Shoot {GOAL} landers. The world has {RING} columns and its ends meet; you see 20 with yourself in "
        "the middle, and the HUD lists landers out of sight. LEFT and RIGHT also turn you. One shot flies at a time, 3 "
        f"cells a turn, {REACH} cells far. Then bullets fly 1 cell a turn; then, every second turn, landers move a "
        "cell: across to above a human, then down onto it, then up with it; at the top row both are gone. A lander in "
        "your row or column within 7 cells may fire a bullet. If you shoot a carrier the human falls a row every "
        "second turn and is saved if you touch it or if it falls 3 rows or less, else lost. A bullet or lander on your "
        f"cell destroys your ship; you have {SHIPS}. {LANDERS} landers are always about.\n"
        f"Score: +1/{GOAL} for each lander shot (carrying or not); {GOAL} win and end the game. A lost human costs "
        "1/10, a ship 1/6. When all ships or all humans are lost the game ends, and losses are counted as 1 in all."
    )

    def setup(self) -> None:
        """People on the ground, landers on top."""
        first = self.below(RING)
        self.state.me.x = first
        for number in range(HUMANS):
            self.add("human", (first + number * RING // HUMANS + self.below(4)) % RING, self.height - 1)
        self.respawn()
        for _ in range(LANDERS):
            self._lander()

    def respawn(self) -> None:
        """A new ship in the middle of the sky; landers near it go back to the top."""
        me = self.state.me
        me.y, me.dx = 5, 1
        self.clear("bullet", "shot")
        for lander in self.of("lander"):
            if abs(self.gap(lander.x)) < 4:
                lander.y = 0

    def play(self, name: str) -> None:
        """Act, then your shot, bullets, fallers, landers."""
        self.fly_or_fire(name)
        self._catch()
        if self._crash():
            return
        self._strike(3)
        if self.over:
            return
        self.spend_bullets()
        self.drift("bullet")
        self._fall()
        if self.state.tick % 2 == 0:
            for lander in self.of("lander", "carrier"):
                if not self.over:
                    self._command(lander)
        self._strike(0)
        self._crash()

    def status(self) -> str:
        """People, and landers out of sight."""
        people = len(self.of("human", "carrier", "faller"))
        return f"humans {people}/{HUMANS} | {self.beat('landers', 2)}{self.out_of_sight('lander', 'carrier')}"

    def _lander(self) -> None:
        x = (self.state.me.x + self.pick((-1, 1)) * self.between(8, 16)) % RING
        self.add("lander", x, 0)

    def _command(self, lander: Sprite) -> None:
        if lander.kind == "carrier":
            if not self.walk(lander, 0, -1):
                self.remove(lander)
                self._lander()
                self._lost("A human is carried off.")
            return
        humans = self.of("human")
        if humans:
            far = [(self.gap(one.x, lander.x), one) for one in humans]
            gap, human = min(far, key=lambda pair: abs(pair[0]))
            self.walk(lander, sign(gap), 0 if gap else 1)
            if lander.cell == human.cell:
                self.remove(human)
                lander.kind = "carrier"
        me, gap = self.state.me, self.gap(lander.x)
        near = (lander.y == me.y and 0 < abs(gap) <= 7) or (gap == 0 and abs(lander.y - me.y) <= 7)
        if near and self.chance(0.2):
            self.add("bullet", lander.x, lander.y, dx=-sign(gap), dy=sign(me.y - lander.y), life=9)

    def _fall(self) -> None:
        for human in self.of("faller") if self.state.tick % 2 else ():
            human.y += 1
            human.data += 1
            if human.y >= self.height - 1:
                if human.data <= 3:
                    human.kind, human.y = "human", self.height - 1
                else:
                    self.remove(human)
                    self._lost("A human falls to death.")
        self._catch()

    def _catch(self) -> None:
        for human in self.meet("faller"):
            human.kind, human.y = "human", self.height - 1
            self.message = "You catch a human and set it down."

    def _strike(self, cells: int) -> None:
        for _, target in self.fly("shot", ("lander", "carrier"), cells):
            self.remove(target)
            if target.kind == "carrier":
                self.add("faller", target.x, target.y)
            self._lander()
            self.score(1, "You shoot a lander.")
            if self.over:
                return

    def _crash(self) -> bool:
        if not self.over and self.meet("bullet", "lander", "carrier"):
            for carrier in self.meet("carrier", "lander"):
                self.remove(carrier)
                self._lander()
                if carrier.kind == "carrier":
                    self.add("faller", carrier.x, carrier.y)
            self.state.lives -= 1
            self._pay(SHIP_COST, "Your ship is destroyed.", self.state.lives == 0)
            if not self.over:
                self.respawn()
            return True
        return self.over

    def _lost(self, why: str) -> None:
        self._pay(HUMAN_COST, why, not self.of("human", "carrier", "faller"))

    def _pay(self, cost: float, why: str, last: bool) -> None:
        """Lose a ship's or a human's share, or all that is left of 1 with the last."""
        if self.over:
            return
        cost = 1 - self.state.paid if last else cost
        self.state.paid += cost
        self.lose(cost, why)
        if last:
            self.end(False)
