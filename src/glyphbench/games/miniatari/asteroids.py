"""Asteroids: shoot drifting rocks to pieces from a ship with eight headings and inertia, on a field that wraps.

After Atari's game of 1979.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, eight_way
from glyphbench.games.miniatari.grid import HEADINGS, Cell
from glyphbench.games.miniatari.kernel import ArcadeGame, Sprite, World, scoring

ROCKS, REACH, SHELLS = 4, 8, 30
GOAL = 3 * ROCKS
SHORT = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


@dataclass
class Space(World):
    """`shells` left; `drift` is the ship's velocity."""

    shells: int = SHELLS
    drift: Cell = (0, 0)


class Asteroids(ArcadeGame):
    """Four large rocks on a wrapping field of 15x13, three lives."""

    width, height, goal, lives, wraps = 15, 13, GOAL, 3, True
    actions = controls("TURN_LEFT", "TURN_RIGHT", THRUST="accelerate the way you head", FIRE="shoot the way you head")
    cast = Cast(
        {
            "me": eight_way("you", "bold yellow"),
            "large": Glyph("O", "large rock", "red"),
            "small": Glyph("o", "small rock", "magenta"),
            "shot": Glyph("*", "your shot", "cyan"),
        }
    )
    world_type = Space
    state: Space
    rules = (
        "Asteroids. Shoot all rocks. Opposite edges of the field meet. You drift by your velocity every turn, and keep "
        "it; THRUST adds your heading to it, each part limited to -1..1 (so thrusting backwards stops you). Each turn "
        "you act and drift, shots fly 2 cells, then rocks move: large ones one cell every third turn, small ones every "
        f"second; the HUD lists rocks as column,row:heading. A hit large rock breaks into two small ones with other "
        f"headings; a hit small one is gone. You have {SHELLS} shells; at most 2 fly at a time, up to "
        f"{REACH} cells. A rock on your cell costs a life; you come to rest where you are, and rocks within 3 cells "
        "are put elsewhere."
        f"{scoring(GOAL, 3, point='each rock hit, large or small,')}"
    )

    def setup(self) -> None:
        """Rocks away from the ship."""
        me = self.state.me
        me.x, me.y, me.dx, me.dy = 7, 6, 0, -1
        for _ in range(ROCKS):
            dx, dy = self.pick(HEADINGS)
            self._place(self.add("large", 0, 0, dx=dx, dy=dy, every=3))

    def respawn(self) -> None:
        """The ship rests where it is; near rocks go elsewhere."""
        self.state.drift = (0, 0)
        self.clear("shot")
        for rock in self.of("large", "small"):
            if self.gap(rock.x, rock.y) < 4:
                self._place(rock)

    def play(self, name: str) -> None:
        """Act and drift, then shots, then rocks."""
        me = self.state.me
        heading = HEADINGS.index((me.dx, me.dy))
        vx, vy = self.state.drift
        if name.startswith("TURN"):
            me.dx, me.dy = HEADINGS[(heading + (1 if name == "TURN_RIGHT" else -1)) % 8]
        elif name == "THRUST":
            faster = max(-1, min(1, vx + me.dx)), max(-1, min(1, vy + me.dy))
            if faster == (vx, vy):
                self.message = "You are at full speed this way."
            vx, vy = faster
            self.state.drift = faster
        elif name == "FIRE":
            if not self.state.shells:
                self.message = "No shells are left."
            elif self.shoot("shot", me.dx, me.dy, at_most=2, reach=REACH):
                self.state.shells -= 1
        self.walk(me, vx, vy)
        if self._crash():
            return
        self._strike(2)
        self.drift("large", "small")
        self._strike(0)
        self._crash()

    def status(self) -> str:
        """Velocity, beats and the rocks' headings."""
        moving = SHORT[HEADINGS.index(self.state.drift)] if self.state.drift != (0, 0) else "none"
        rocks = " ".join(
            f"{one.x},{one.y}:{SHORT[HEADINGS.index((one.dx, one.dy))]}" for one in self.of("large", "small")
        )
        beats = f"{self.beat('large', 3)}, {self.beat('small', 2)}"
        return f"shells {self.state.shells} | drift {moving} | {beats} | rocks {rocks}"

    def gap(self, x: int, y: int) -> int:
        """King's moves from the ship to a cell, over the edges."""
        dx, dy = abs(x - self.state.me.x), abs(y - self.state.me.y)
        return max(min(dx, self.width - dx), min(dy, self.height - dy))

    def _place(self, rock: Sprite) -> None:
        """Put a rock somewhere not near the ship."""
        cells = [(x, y) for x in range(self.width) for y in range(self.height) if self.gap(x, y) >= 4]
        rock.x, rock.y = self.pick(cells)

    def _crash(self) -> bool:
        if not self.over and self.meet("large", "small"):
            self.lose_life("A rock hits you.")
            return True
        return self.over

    def _strike(self, cells: int) -> None:
        for _, rock in self.fly("shot", ("large", "small"), cells):
            self.remove(rock)
            if rock.kind == "large":
                first = HEADINGS.index((rock.dx, rock.dy))
                for turn in (-1, 1):
                    dx, dy = HEADINGS[(first + turn * self.between(1, 3)) % 8]
                    self.add("small", rock.x, rock.y, dx=dx, dy=dy, every=2)
            self.score(1, "You hit a rock.")
            if self.over:
                return
