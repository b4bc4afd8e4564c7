"""IceHockey: one skater and one goalie each, a puck that slides and bounces, and sticks that knock it loose.

After Activision's game of 1981.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import FLOOR, Cast, controls
from glyphbench.games.miniatari.grid import STEPS, manhattan, sign
from glyphbench.games.miniatari.kernel import ArcadeGame, Sprite, World

GOAL, SLIDE = 3, 14
MOUTH = (4, 5, 6)
STEAL, KNOCK, SHOT = 0.15, 0.75, 0.25


@dataclass
class Rink(World):
    """Who is on the ice; `holder` has the puck (empty, `me` or `foe`); `aim` is the slant of the player's next shot."""

    foe: Sprite = field(default_factory=lambda: Sprite("foe", 0, 0))
    puck: Sprite = field(default_factory=lambda: Sprite("puck", 0, 0))
    holder: str = ""
    aim: int = 0


class IceHockey(ArcadeGame):
    """First to three goals on a rink of 16x11; the rival's goals are the player's lost lives."""

    width, height, goal, lives, counts = 16, 11, GOAL, GOAL, False
    actions = controls(
        "UP",
        "DOWN",
        "LEFT",
        "RIGHT",
        SHOOT="shoot the puck to the right, or without it hit the stick of a rival next to you",
    )
    cast = Cast(
        {
            "me": Glyph("@", "you", "bold yellow"),
            "mine": Glyph("&", "you with the puck", "bold yellow"),
            "foe": Glyph("R", "rival", "bold red"),
            "theirs": Glyph("%", "rival with the puck", "bold red"),
            "puck": Glyph("o", "puck", "cyan"),
            "keeper": Glyph("K", "your goalie", "yellow"),
            "foe keeper": Glyph("k", "rival's goalie", "red"),
            "goal": Glyph("★", "goal mouth", "green"),
        },
        floor=Glyph(FLOOR.char, "ice", "dim"),
        wall=Glyph("#", "board", "white"),
    )
    world_type = Rink
    state: Rink
    rules = (
        "IceHockey. Rows and columns count from 0 at the top left. Shoot the puck into the goal mouth at the right; "
        "the rival shoots at the left one. Each turn: you act, the loose puck slides 2 cells, the rival acts (not "
        "on every fourth turn), the goalies move. Touching the loose puck takes it; it then moves with you. SHOOT "
        "sends it one column right per cell, straight if your last move was LEFT or RIGHT, slanting up after UP and "
        f"down after DOWN (the HUD shows your aim). It bounces off boards and goalies and stops after {SLIDE} cells. "
        "Goalies (columns 1 and 14) go towards the puck's row, one cell every second turn, within the mouth's rows "
        f"4-6. If the rival has the puck and is next to you, SHOOT knocks it to you with chance {KNOCK:.0%}. The "
        f"rival goes for the puck or for you; next to you it takes your puck with chance {STEAL:.0%}; with the puck "
        f"it skates left and from column 6 on shoots with chance {SHOT:.0%}, with random slant. After a goal there "
        "is a face-off in the middle.\n"
        f"Score: +1/{GOAL} for each of your goals, -1/{GOAL} for each of the rival's; first to {GOAL} ends the game."
    )

    def setup(self) -> None:
        """Boards, goals and the face-off."""
        right, bottom = self.width - 1, self.height - 1
        edge = {(x, y) for x in range(self.width) for y in range(self.height) if x in (0, right) or y in (0, bottom)}
        self.state.tiles = {(x, y): "goal" for x in (0, right) for y in MOUTH}
        self.set_walls(edge - set(self.state.tiles))
        self.respawn()

    def respawn(self) -> None:
        """Face-off."""
        world = self.state
        world.holder, world.aim = "", 0
        world.me.x, world.me.y, world.me.kind = 5, self.between(4, 6), "me"
        world.foe = self.add("foe", 10, self.between(4, 6))
        world.puck = Sprite("puck", self.between(7, 8), 5)
        world.sprites = [world.puck, world.foe, Sprite("keeper", 1, 5), Sprite("foe keeper", 14, 5)]

    def play(self, name: str) -> None:
        """You, the puck, the rival, the goalies."""
        world = self.state
        goals = world.points, world.lives
        self._act(name)
        self._slide()
        if goals != (world.points, world.lives):
            return
        if world.tick % 4:
            self._rival()
        if world.tick % 2 == 0:
            for keeper in self.of("keeper", "foe keeper"):
                keeper.y = max(MOUTH[0], min(MOUTH[-1], keeper.y + sign(world.puck.y - keeper.y)))
        self._dress()

    def status(self) -> str:
        """Goals, aim, the puck's motion, the rest beats."""
        world = self.state
        aim = {-1: "slanting up", 0: "straight", 1: "slanting down"}[world.aim]
        puck = world.puck
        slide = ""
        if not world.holder and puck.life > 0:
            slide = f" | puck slides {'right' if puck.dx > 0 else 'left'}, rows {puck.dy:+d} per cell"
        rest = "rests" if world.tick % 4 == 3 else "acts"
        return f"you {world.points}, rival {self.lives - world.lives} | aim {aim}{slide} | rival {rest} this turn"

    def _act(self, name: str) -> None:
        world, me = self.state, self.state.me
        if name in STEPS:
            dx, dy = STEPS[name]
            world.aim = dy
            if self._blocked(me.x + dx, me.y + dy):
                self.message = "Something is in your way."
                return
            me.x, me.y = me.x + dx, me.y + dy
        elif name == "SHOOT":
            if world.holder == "me":
                self._release(me, 1, world.aim)
            elif world.holder == "foe" and manhattan(me.cell, world.foe.cell) == 1:
                world.holder = "me" if self.chance(KNOCK) else "foe"
                self.message = "You get the puck." if world.holder == "me" else "The rival keeps the puck."
            else:
                self.message = "There is nothing to hit."
        self._take()

    def _blocked(self, x: int, y: int) -> bool:
        """Whether a skater cannot enter a cell: boards, mouths, goalies and the other skater."""
        if not 1 <= x <= self.width - 2 or not 1 <= y <= self.height - 2:
            return True
        return (x, y) == self.state.me.cell or self.at(x, y, "foe", "theirs", "keeper", "foe keeper") is not None

    def _release(self, skater: Sprite, dx: int, dy: int) -> None:
        puck = self.state.puck
        self.state.holder = ""
        puck.x, puck.y, puck.dx, puck.dy, puck.life = skater.x, skater.y, dx, dy, SLIDE

    def _take(self) -> None:
        """Let a skater on the puck's cell take it, unless it has just left that stick."""
        world, puck = self.state, self.state.puck
        if world.holder or puck.life == SLIDE:
            return
        for holder, skater in (("me", world.me), ("foe", world.foe)):
            if skater.cell == puck.cell:
                world.holder, puck.life = holder, 0
                return

    def _slide(self) -> None:
        world, puck = self.state, self.state.puck
        for _ in range(2):
            if world.holder or puck.life <= 0:
                return
            if not 1 <= puck.y + puck.dy <= self.height - 2:
                puck.dy = -puck.dy
            x, y = puck.x + puck.dx, puck.y + puck.dy
            puck.life -= 1
            if (x in (0, self.width - 1) and y not in MOUTH) or self.at(x, y, "keeper", "foe keeper"):
                puck.dx = -puck.dx
                continue
            puck.x, puck.y = x, y
            if x == self.width - 1:
                self.score(1, "You score a goal.")
                if not self.over:
                    self.respawn()
                return
            if x == 0:
                self.lose_life("The rival scores a goal.")
                return
            self._take()

    def _rival(self) -> None:
        world, me, foe = self.state, self.state.me, self.state.foe
        if world.holder == "foe":
            if foe.x <= 6 and self.chance(SHOT):
                self._release(foe, -1, self.pick((-1, 0, 1)))
                return
            step = (-1, 0) if foe.x > 3 and self.chance(0.7) else (0, self.pick((-1, 1)))
        else:
            if world.holder == "me" and manhattan(me.cell, foe.cell) == 1:
                if self.chance(STEAL):
                    world.holder = "foe"
                    self.message = "The rival takes the puck."
                return
            target = me if world.holder else world.puck
            dx, dy = target.x - foe.x, target.y - foe.y
            step = (sign(dx), 0) if abs(dx) > abs(dy) else (0, sign(dy))
        if not self._blocked(foe.x + step[0], foe.y + step[1]):
            foe.x, foe.y = foe.x + step[0], foe.y + step[1]
        self._take()

    def _dress(self) -> None:
        """Draw the puck on whoever carries it."""
        world = self.state
        world.me.kind = "mine" if world.holder == "me" else "me"
        world.foe.kind = "theirs" if world.holder == "foe" else "foe"
        carrier = {"me": world.me, "foe": world.foe}.get(world.holder)
        if carrier:
            world.puck.x, world.puck.y = carrier.cell
