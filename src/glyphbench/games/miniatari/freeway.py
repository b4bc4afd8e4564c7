"""Freeway: bring the chicken across eight lanes of traffic, again and again.

After Activision's game of 1981: a hit throws the chicken back instead of killing it, and only crossings count.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, sideways
from glyphbench.games.miniatari.kernel import ArcadeGame, Sprite, World

BACK, STUN = 3, 3


@dataclass
class Road(World):
    """`stun` counts the ticks for which the chicken cannot walk."""

    stun: int = 0


class Freeway(ArcadeGame):
    """Eight lanes with three cars each, at two speeds, that wrap round."""

    width, height, goal = 16, 10, 6
    actions = controls("UP", "DOWN")
    cast = Cast(
        {
            "me": Glyph("@", "you", "bold yellow"),
            "fast": sideways("«", "»", "fast car", "red"),
            "slow": sideways("<", ">", "slow car", "magenta"),
            "kerb": Glyph("=", "kerb", "white"),
        }
    )
    world_type = Road
    state: Road
    rules = (
        "Freeway. Walk from the bottom kerb across eight lanes to the top kerb; you are then put back at the bottom. "
        "Each turn you step first, then the cars: fast ones one cell every turn, slow ones one cell every second turn "
        "(the HUD says when). Cars that leave on one side come back on the other. If a car is on your cell after your "
        f"step or after theirs, you are thrown back {BACK} rows (at most to the bottom kerb) and cannot walk for "
        f"{STUN} turns.\n"
        "Score: +1/6 for each crossing; the sixth ends the game. Only the turn limit presses you."
    )

    def setup(self) -> None:
        """Draw the lanes."""
        self.state.me.x, self.state.me.y = self.width // 2, self.height - 1
        for x in range(self.width):
            self.state.tiles[x, 0] = self.state.tiles[x, self.height - 1] = "kerb"
        # Now and then no gap ever lets you through: draw again.
        while not self.state.sprites or self.way(4 * self.width)[0]:
            self.state.sprites = []
            for y in range(1, self.height - 1):
                direction, every = self.pick((-1, 1)), self.pick((1, 1, 2))
                first, gap = self.below(self.width), self.pick((4, 5))
                for car in range(3):
                    kind = "slow" if every == 2 else "fast"
                    self.add(kind, (first + car * gap) % self.width, y, dx=direction, every=every)

    def way(self, turns: int) -> tuple[int, int, str]:
        """The way that gets highest, soonest, without a hit: its last row, its length, its first action."""
        world = self.state
        lanes: dict[int, list[Sprite]] = {}
        for car in world.sprites:
            lanes.setdefault(car.y, []).append(car)

        def hit(row: int, tick: int) -> bool:
            return any(
                (car.x + car.dx * (tick // car.every - world.tick // car.every)) % self.width == world.me.x
                for car in lanes.get(row, ())
            )

        best = (world.me.y, 0, "NOOP")
        layer = {world.me.y: ""}
        for turn in range(1, turns + 1):
            tick = world.tick + turn
            following: dict[int, str] = {}
            for row, first in layer.items():
                for name, to in (("UP", row - 1), ("NOOP", row), ("DOWN", row + 1)):
                    if to not in following and 0 <= to < self.height and not hit(to, tick - 1) and not hit(to, tick):
                        following[to] = first or name
            layer = following
            if not layer:
                break
            top = min(layer)
            best = min(best, (top, turn, layer[top]))
            if top == 0:
                break
        return best

    def play(self, name: str) -> None:
        """Step, then let the cars drive."""
        world = self.state
        if world.stun:
            world.stun -= 1
            self.message = f"You are stunned: {world.stun} more." if world.stun else "You are on your feet again."
        else:
            self.steer(name)
        if world.me.y == 0:
            world.me.y = self.height - 1
            self.score(1, "You are across.")
            if self.over:
                return
        hit = bool(self.meet("fast", "slow"))
        for car in self.of("fast", "slow"):
            if self.due(car):
                car.x = (car.x + car.dx) % self.width
        if hit or self.meet("fast", "slow"):
            world.me.y = min(world.me.y + BACK, self.height - 1)
            world.stun = STUN
            self.message = f"A car hits you: thrown back {BACK} rows."

    def status(self) -> str:
        """Stun and the slow cars' beat."""
        stun = f"stunned {self.state.stun} | " if self.state.stun else ""
        return f"{stun}{self.beat('slow cars', 2)}"
