"""Skiing: a slalom through ten gates, between trees, on skis that keep their heading.

After Activision's game of 1980.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import FLOOR, Cast, controls
from glyphbench.games.miniatari.grid import Cell
from glyphbench.games.miniatari.kernel import ArcadeGame, World

GATES, GAP, STUN = 10, 7, 4
#: Headings from hard left to hard right: columns and rows per turn.
SKIS: tuple[Cell, ...] = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0))


@dataclass
class Slope(World):
    """`run` rows skied so far, `turned` the heading in `SKIS`, `stun` turns in the snow, gates set and missed."""

    run: int = 0
    turned: int = 2
    stun: int = 0
    placed: int = 0
    missed: int = 0


class Skiing(ArcadeGame):
    """Ten gates, one every seven rows, on a slope of 15x13 that scrolls."""

    width, height, goal, counts = 15, 13, GATES, False
    actions = controls(LEFT="turn your skis one notch to the left", RIGHT="turn your skis one notch to the right")
    cast = Cast(
        {
            "me": {
                step: Glyph(char, f"you, skiing {word}", "bold yellow")
                for step, char, word in zip(
                    SKIS, "←↙↓↘→", ("left", "down and left", "down", "down and right", "right"), strict=True
                )
            },
            "pole": Glyph("I", "gate pole", "cyan"),
            "tree": Glyph("T", "tree", "green"),
        },
        floor=Glyph(FLOOR.char, "snow", "dim"),
    )
    world_type = Slope
    state: Slope
    rules = (
        "Skiing. Pass between the two poles of each of the 10 gates, one every 7 rows, whose poles are 4 columns "
        "apart. Your skis keep one of five headings: left, down-left, down, down-right, right; LEFT and RIGHT turn "
        "them by one notch, then you ski one cell that way, every turn. The picture scrolls with you: you stay in the "
        "third row, and skiing down moves everything else up one row. Straight left or right you lose no height, and "
        "the edge stops you. A tree or pole on your cell topples you: you lie still for "
        f"{STUN} turns, then your skis point down.\n"
        f"Score: +1/{GATES} for each gate passed between its poles, -1/{GATES} for each gate missed; after gate "
        f"{GATES} the run ends."
    )

    def setup(self) -> None:
        """Trees on the slope below, the first gate soon."""
        me = self.state.me
        me.x, me.y, me.dx, me.dy = self.width // 2, 2, 0, 1
        for row in range(self.height - 7, self.height):
            self._fill(row)

    def play(self, name: str) -> None:
        """Turn, ski, and see what is there."""
        world, me = self.state, self.state.me
        if world.stun:
            world.stun -= 1
            if world.stun:
                self.message = f"You lie in the snow: {world.stun} more."
            return
        turned = world.turned + {"LEFT": -1, "RIGHT": 1}.get(name, 0)
        if not 0 <= turned < len(SKIS):
            self.message = "Your skis point that way already."
        world.turned = max(0, min(len(SKIS) - 1, turned))
        me.dx, me.dy = SKIS[world.turned]
        if 0 <= me.x + me.dx < self.width:
            me.x += me.dx
        else:
            self.message = "The edge of the slope stops you."
        if me.dy:
            self._scroll()
        bumped = self.meet("tree", "pole")
        if bumped and not self.over:
            self.remove(bumped[0])
            world.stun, world.turned, me.dx, me.dy = STUN, 2, 0, 1
            self.message = f"You run into a {bumped[0].kind} and fall."

    def status(self) -> str:
        """Gates, and turns in the snow."""
        world = self.state
        stun = f" | lying in the snow {world.stun}" if world.stun else ""
        return f"gates passed {world.points}, missed {world.missed} of {GATES}{stun}"

    def _scroll(self) -> None:
        """Ski down by one row."""
        world = self.state
        for one in world.sprites:
            one.y -= 1
        poles = [one.x for one in self.of("pole") if one.y == world.me.y]
        world.sprites = [one for one in world.sprites if one.y >= 0]
        self._fill(self.height - 1)
        if not poles:
            return
        if min(poles) < world.me.x < max(poles):
            self.score(1, "You pass a gate.")
        else:
            world.missed += 1
            self.lose(1 / GATES, "You miss a gate.")
        if world.points + world.missed == GATES:
            self.end(world.points == GATES)

    def _fill(self, row: int) -> None:
        """Put a gate or trees into a fresh row."""
        world = self.state
        world.run += 1
        if world.run % GAP == 0:
            if world.placed < GATES:
                world.placed += 1
                x = self.below(self.width - 4)
                self.add("pole", x, row)
                self.add("pole", x + 4, row)
        elif world.run % GAP in (2, 3, 5):
            self.add("tree", self.below(self.width), row)
