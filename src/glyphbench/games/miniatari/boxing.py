"""Boxing: step in, punch, step out before the rival's arms are up again.

After Activision's game of 1980.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls
from glyphbench.games.miniatari.grid import STEPS, manhattan, sign
from glyphbench.games.miniatari.kernel import ArcadeGame, Sprite, World

GOAL, MY_REST, HIS_REST = 8, 3, 4


@dataclass
class Ring(World):
    """`rest` is your arm's, `his_rest` the rival's; `lost` counts the rival's hits."""

    rest: int = 0
    his_rest: int = 0
    lost: int = 0


class Boxing(ArcadeGame):
    """A ring of 12x8; first to eight hits."""

    width, height, goal = 12, 8, GOAL
    actions = controls("UP", "DOWN", "LEFT", "RIGHT", PUNCH="hit the rival if he is next to you")
    cast = Cast(
        {
            "me": Glyph("@", "you", "bold yellow"),
            "rival": Glyph("B", "rival, arms up", "bold red"),
            "tired": Glyph("b", "rival, arms down", "magenta"),
        }
    )
    world_type = Ring
    state: Ring
    rules = (
        "Boxing. Hit the rival more often than he hits you. A punch lands if he stands in one of the 4 cells next to "
        f"you, and pushes him back one cell where there is room; after any punch your arm rests for {MY_REST} turns. "
        "After you, the rival acts: next to you with his arms up he usually punches, which always lands, and then his "
        f"arms are down for {HIS_REST} turns; a hit of yours puts them down for 1 turn. Otherwise he moves one cell "
        "every second turn: towards you, or away while his arms are down.\n"
        f"Score: +1/{GOAL} for each hit, -1/{GOAL} for each hit you take; the first to {GOAL} hits ends the bout."
    )

    def setup(self) -> None:
        """Two corners."""
        world = self.state
        world.me.x, world.me.y = 2, self.between(2, 5)
        self.add("rival", 9, self.between(2, 5))

    def play(self, name: str) -> None:
        """Move or punch, then the rival."""
        world, me = self.state, self.state.me
        rival = world.sprites[0]
        world.rest -= world.rest > 0
        world.his_rest -= world.his_rest > 0
        if name == "PUNCH":
            self._punch(rival)
        elif name in STEPS:
            dx, dy = STEPS[name]
            if (me.x + dx, me.y + dy) == rival.cell:
                self.message = "The rival is in the way."
            else:
                self.steer(name)
        if self.over:
            return
        if manhattan(me.cell, rival.cell) == 1 and not world.his_rest and self.chance(0.6):
            world.his_rest = HIS_REST
            world.lost += 1
            self.lose(1 / GOAL, "The rival hits you.")
            if world.lost == GOAL:
                self.end(False)
        elif world.tick % 2 == 0:
            self._dance(rival)
        rival.kind = "tired" if world.his_rest else "rival"

    def status(self) -> str:
        """Hits taken and the arms."""
        world = self.state
        arm = f"resting {world.rest - 1}" if world.rest > 1 else "ready"
        his = f" | his arms down for {world.his_rest - 1} more" if world.his_rest > 1 else ""
        return f"rival {world.lost}/{GOAL} | your arm {arm}{his} | {self.beat('rival', 2, 'moves')}"

    def _punch(self, rival: Sprite) -> None:
        world, me = self.state, self.state.me
        if world.rest:
            self.message = "Your arm is resting."
            return
        world.rest = MY_REST + 1
        if manhattan(me.cell, rival.cell) != 1:
            self.message = "You hit the air."
            return
        self.walk(rival, sign(rival.x - me.x), sign(rival.y - me.y))
        world.his_rest = max(world.his_rest, 1)
        self.score(1, "Your punch lands.")

    def _dance(self, rival: Sprite) -> None:
        me = self.state.me
        ways = [(sign(me.x - rival.x), 0), (0, sign(me.y - rival.y))]
        dx, dy = self.pick([way for way in ways if way != (0, 0)])
        if self.state.his_rest:
            dx, dy = -dx, -dy
        if (rival.x + dx, rival.y + dy) != me.cell:
            self.walk(rival, dx, dy)
