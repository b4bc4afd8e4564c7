"""UpNDown: drive two winding roads, pick up flags, and jump over other cars or onto them.

After Sega's game of 1983.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import FLOOR, Cast, controls
from glyphbench.games.miniatari.kernel import ArcadeGame, World, scoring

GOAL, WIDE, AIR = 12, 3, 4
ROWS_PER_TURN = {"FAST": 2, "BRAKE": 0}
CARS = ("oncoming", "slow")


@dataclass
class Roads(World):
    """`left` and `right` are the roads' first columns in every row from the top; `air` counts down a jump."""

    left: tuple[int, ...] = ()
    right: tuple[int, ...] = ()
    air: int = 0


class UpNDown(ArcadeGame):
    """Two roads, three cells wide, on a field of 13x14 that scrolls; three lives."""

    width, height, goal, lives = 13, 14, GOAL, 3
    actions = controls(
        "LEFT",
        "RIGHT",
        FAST="drive two rows instead of one",
        BRAKE="stand still",
        JUMP=f"be in the air for {AIR} turns",
    )
    cast = Cast(
        {
            "me": Glyph("A", "you", "bold yellow"),
            "flying": Glyph("Å", "you, in the air", "bold cyan"),
            "oncoming": Glyph("v", "oncoming car", "bold red"),
            "slow": Glyph("^", "slow car ahead of you", "red"),
            "flag": Glyph("★", "flag", "bold green"),
        },
        floor=Glyph(FLOOR.char, "road", "dim"),
        wall=Glyph("#", "no road", "white"),
    )
    world_type = Roads
    state: Roads
    rules = (
        "UpNDown. You drive up the picture. Each turn you act: LEFT and RIGHT move one column (and the road comes one "
        "row down), JUMP, FAST (two rows down), BRAKE (none), NOOP (one row). Then oncoming cars come one row down, "
        "and slow cars go one row up every second turn (HUD); cars follow their road. On the ground: a car on your "
        f"cell or no road under you costs a life. JUMP takes you into the air for {AIR} turns, this one included; you "
        "can steer, and nothing touches you; at the end of the last one you land: on a car, you crush it for a point; "
        "off the road you crash. You pick up flags when you drive or land on them, not in the air. The two roads, 3 "
        "cells wide, wind by at most one column every second row, and sometimes touch. After a lost life the roads are "
        f"straight and empty.{scoring(GOAL, 3, point='each flag picked up or car crushed')}"
    )

    def setup(self) -> None:
        """Straight roads."""
        self.state.me.y = self.height - 3
        self.respawn()

    def respawn(self) -> None:
        """Straight, empty roads, you on the left one."""
        world = self.state
        world.left, world.right = (2,) * self.height, (8,) * self.height
        world.sprites, world.air = [], 0
        world.me.x, world.me.kind = 3, "me"
        self._pave()

    def play(self, name: str) -> None:
        """Act, scroll, let the cars drive, land."""
        world, me = self.state, self.state.me
        if name == "JUMP":
            if world.air:
                self.message = "You are in the air already."
            else:
                world.air = AIR + 1
                me.kind = "flying"
        elif name in ("LEFT", "RIGHT"):
            me.x = max(0, min(self.width - 1, me.x + (1 if name == "RIGHT" else -1)))
        for _ in range(ROWS_PER_TURN.get(name, 1)):
            if self._ground():
                return
            self._scroll()
        if self._ground():
            return
        self._traffic()
        if world.air:
            world.air -= 1
            # The turn of the jump counts too: one more than AIR was put on the clock.
            if world.air == 1:
                world.air = 0
                me.kind = "me"
                self._land()
                if self.over:
                    return
        self._ground()

    def status(self) -> str:
        """Turns in the air, the slow cars' beat."""
        air = f"in the air, landing in {self.state.air - 1} | " if self.state.air else ""
        return f"{air}{self.beat('slow cars', 2)}"

    def _pave(self) -> None:
        world = self.state
        road = {
            (x + step, y) for y in range(self.height) for x in (world.left[y], world.right[y]) for step in range(WIDE)
        }
        self.set_walls((x, y) for x in range(self.width) for y in range(self.height) if (x, y) not in road)

    def _scroll(self) -> None:
        world = self.state
        for one in world.sprites:
            one.y += 1
        left, right = world.left[0], world.right[0]
        # A road that has just wound goes straight for a row.
        if left == world.left[1]:
            left = max(0, min(right - WIDE, left + self.pick((-1, 0, 1))))
        if right == world.right[1]:
            right = max(left + WIDE, min(self.width - WIDE, right + self.pick((-1, 0, 1))))
        world.left, world.right = (left, *world.left[:-1]), (right, *world.right[:-1])
        self._pave()
        world.sprites = [one for one in world.sprites if one.y < self.height]
        if self.chance(0.4):
            kind = self.pick(("flag", "flag", "oncoming", "slow", "slow"))
            road = self.below(2)
            self.add(kind, (left, right)[road] + self.below(WIDE), 0, data=road, every=2 if kind == "slow" else 1)

    def _traffic(self) -> None:
        world = self.state
        for car in self.of(*CARS):
            if not self.due(car):
                continue
            car.y += 1 if car.kind == "oncoming" else -1
            if not 0 <= car.y < self.height:
                self.remove(car)
                continue
            first = (world.left, world.right)[car.data][car.y]
            car.x = max(first, min(first + WIDE - 1, car.x))

    def _land(self) -> None:
        cars = self.meet(*CARS)
        for car in cars:
            self.remove(car)
            self.score(1, "You crush a car.")
        if not cars and self.state.me.cell not in self.state.walls:
            self.message = "You land on the road."

    def _ground(self) -> bool:
        """Flags, cars and the road under a car that is not in the air; True if that ends the turn."""
        world, me = self.state, self.state.me
        if world.air:
            return False
        for flag in self.meet("flag"):
            self.remove(flag)
            self.score(1, "You pick up a flag.")
        if self.over:
            return True
        if me.cell in world.walls:
            self.lose_life("You are off the road.")
            return True
        if self.meet(*CARS):
            self.lose_life("You run into a car.")
            return True
        return False
