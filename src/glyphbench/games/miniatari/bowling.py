"""Bowling: find the line to the pocket on oiled lanes.

After Atari's game of 1979: you choose where the ball starts and may curve it once while it rolls.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls
from glyphbench.games.miniatari.grid import Cell
from glyphbench.games.miniatari.kernel import ArcadeGame, World

FRAMES, STRIKE, SPARE, OPEN = 5, 0.2, 0.1, 0.02
PINS: tuple[Cell, ...] = ((6, 3), (4, 2), (8, 2), (2, 1), (6, 1), (10, 1), (0, 0), (4, 0), (8, 0), (12, 0))
START_ROW = 12


@dataclass
class Lane(World):
    """The frame and ball (from 1), whether it rolls and has been curved, and the strikes so far."""

    frame: int = 1
    ball: int = 1
    rolling: bool = False
    curved: bool = False
    strikes: int = 0


class Bowling(ArcadeGame):
    """Five frames of two balls on a lane of 13x13."""

    width, height, goal = 13, 13, FRAMES
    counts = False
    actions = controls(
        LEFT="move the waiting ball one column left",
        RIGHT="move the waiting ball one column right",
        ROLL="let the waiting ball go",
        CURVE_LEFT="push the rolling ball one column left, once per ball",
        CURVE_RIGHT="push the rolling ball one column right, once per ball",
    )
    cast = Cast(
        {
            "me": Glyph("O", "ball", "bold yellow"),
            "pin": Glyph("!", "pin", "bold white"),
            "right": Glyph("→", "oil, shifts the ball one column right", "cyan"),
            "left": Glyph("←", "oil, shifts the ball one column left", "cyan"),
        },
        floor=Glyph(".", "lane", "dim"),
    )
    world_type = Lane
    state: Lane
    rules = (
        f"Bowling, {FRAMES} frames of two balls. Place the waiting ball, then ROLL. It rolls up one row a turn (also "
        "in the turn of ROLL); on an oiled row it is shifted one column the way of the arrows. CURVE shifts it one "
        "column before it rolls on. A ball pushed off the lane is gone. Passing a pin in its own column fells that pin "
        "only. Passing one column beside a pin fells it away from the ball: a pin felled to the left also fells the "
        "pin two columns further left in the row behind (above), and so on; to the right likewise. So the ball "
        "reaching the pins in column 5 or 7 (the leftmost is 0) fells all ten. Pins that stand after the first ball "
        "stay for the second. Oil and starting place change every frame.\n"
        f"Score: ten pins with the first ball +{STRIKE}; with both balls +{SPARE}; otherwise -{OPEN} for each pin that "
        "stands after the second ball. The fifth frame ends the game."
    )

    def setup(self) -> None:
        """The first frame."""
        self._frame()

    def play(self, name: str) -> None:
        """Place, or roll one row."""
        world, me = self.state, self.state.me
        if not world.rolling:
            if name == "ROLL":
                world.rolling = True
            elif name.startswith("CURVE"):
                self.message = "The ball is not rolling yet."
                return
            else:
                self.steer(name)
                return
        elif name.startswith("CURVE"):
            if world.curved:
                self.message = "You have curved this ball already."
            else:
                world.curved = True
                me.x += 1 if name == "CURVE_RIGHT" else -1
        elif name != "NOOP":
            self.message = "The ball is rolling: only CURVE_LEFT and CURVE_RIGHT act on it."
        me.y -= 1
        oil = world.tiles.get((min(max(me.x, 0), 12), me.y))
        me.x += {"right": 1, "left": -1}.get(oil or "", 0)
        on_lane = 0 <= me.x < self.width
        if on_lane:
            for pin in [one for one in self.of("pin") if one.y == me.y and abs(one.x - me.x) <= 1]:
                self._fell(pin.x, pin.y, pin.x - me.x)
        if not on_lane or me.y == 0:
            self._ball_done(on_lane)

    def status(self) -> str:
        """Frame, ball, and what it may still do."""
        world = self.state
        now = f"rolling, column {world.me.x}" if world.rolling else f"waiting, column {world.me.x}"
        curve = "curve used" if world.curved else "curve ready"
        return f"frame {world.frame}/{FRAMES} | ball {world.ball}/2 {now} | {curve} | strikes {world.strikes}"

    def _fell(self, x: int, y: int, way: int) -> None:
        """Fell a pin; one that falls sideways takes those behind with it."""
        pin = self.at(x, y, "pin")
        while pin:
            self.remove(pin)
            if not way:
                return
            x, y = x + 2 * way, y - 1
            pin = self.at(x, y, "pin")

    def _ball_done(self, on_lane: bool) -> None:
        world = self.state
        standing = len(self.of("pin"))
        said = f"{len(PINS) - standing} pins are down." if on_lane else "The ball falls off the lane."
        if standing and world.ball == 1:
            world.ball = 2
            self._wait()
            self.message = said
            return
        if standing:
            self.lose(OPEN * standing, f"{said} The frame is open.")
        else:
            self.lose(-STRIKE if world.ball == 1 else -SPARE, "A strike!" if world.ball == 1 else "A spare.")
            world.strikes += world.ball == 1
        if world.frame == FRAMES:
            self.end(world.strikes == FRAMES)
            return
        world.frame += 1
        world.ball = 1
        message = self.message
        self._frame()
        self.message = message

    def _wait(self) -> None:
        world = self.state
        world.me.y = START_ROW
        world.me.x = self.below(self.width)
        world.rolling = world.curved = False

    def _frame(self) -> None:
        """New pins and new oil."""
        world = self.state
        world.sprites, world.tiles = [], {}
        for x, y in PINS:
            self.add("pin", x, y)
        for y in self.shuffled(range(5, 11))[: self.between(1, 4)]:
            kind = self.pick(("left", "right"))
            world.tiles |= {(x, y): kind for x in range(self.width)}
        self._wait()
