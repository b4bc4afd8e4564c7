"""YarsRevenge: eat a shield away, arm the cannon at the core behind it, fire it, and get out of its line.

After Atari's game of 1982.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls
from glyphbench.games.miniatari.grid import sign
from glyphbench.games.miniatari.kernel import ArcadeGame, World, scoring

SHIELD = tuple((x, y) for x in (10, 11, 12) for y in range(3, 8))
HIT, HITS = 5, 3
GOAL = len(SHIELD) + HIT * HITS
STRIP = (5, 6)
#: Turns before a burst missile comes again.
AWAY = 16


@dataclass
class Space(World):
    """Whether the cannon is `armed`; `swirl` counts down to the core's next swirl."""

    armed: bool = False
    swirl: int = 25


class YarsRevenge(ArcadeGame):
    """15 cells of shield and three hits on the core, on a field of 16x11, three lives."""

    width, height, goal, lives = 16, 11, GOAL, 3
    actions = controls(
        "UP", "DOWN", "LEFT", "RIGHT", FIRE="shoot to the right; if the cannon is armed, fire it instead"
    )
    cast = Cast(
        {
            "me": Glyph("@", "you", "bold yellow"),
            "core": Glyph("Q", "core", "bold magenta"),
            "missile": Glyph("*", "homing missile", "bold red"),
            "swirl": Glyph("«", "swirl, flying left", "bold magenta"),
            "cannon": Glyph(">", "cannon, armed", "bold cyan"),
            "blast": Glyph("»", "cannon's blast, flying right", "bold cyan"),
            "shot": Glyph("-", "your shot", "cyan"),
            "shield": Glyph("%", "shield", "red"),
            "strip": Glyph(":", "neutral strip", "blue"),
        }
    )
    world_type = Space
    state: Space
    rules = (
        "YarsRevenge. Rows and columns count from 0 at the top left. Clear the shield and hit the core behind it 3 "
        "times. Touching a shield cell eats it (you stay where you are) and arms the cannon; so does touching the "
        "core. A shot destroys the cell it meets. The armed cannon waits in column 0 of your row and follows you; "
        "FIRE launches its blast along that row, 2 cells a turn. The blast destroys a shield cell or hits the core, "
        "whichever it meets first, and is gone; it costs you a life if it meets you. Each turn you act first, shots "
        "(one at a time) fly 2 cells, then the blast; the core moves one row every third turn (HUD) between rows 3 "
        "and 7; the homing missile comes one cell nearer (diagonally too) every third turn too, but cannot hurt you "
        "in the neutral strip (columns 5-6), where you cannot fire: meeting you there, it bursts and comes anew "
        f"from the top or bottom right corner {AWAY} turns later. About every 25 turns the core launches a swirl in "
        "its row, which flies 2 cells a turn to the left and hurts you anywhere; the HUD counts down. What hurts "
        "you costs a life; you come back at the left, the missile at the right, the cannon unarmed."
        f"{scoring(GOAL, 3, point='a shield cell is 1 point, a core hit 5; each point')}"
    )

    def setup(self) -> None:
        """Shield, strip and core."""
        tiles = self.state.tiles
        for y in range(self.height):
            for x in STRIP:
                tiles[x, y] = "strip"
        for cell in SHIELD:
            tiles[cell] = "shield"
        self.add("core", 14, 5, dy=self.pick((-1, 1)), every=3)
        self.add("missile", 14, 0, every=3)
        self.respawn()

    def respawn(self) -> None:
        """You at the left."""
        world = self.state
        world.me.x, world.me.y = 2, self.between(2, 8)
        world.armed, world.swirl = False, 25
        self.clear("blast", "swirl", "shot", "cannon")
        self._relaunch()

    def play(self, name: str) -> None:
        """Act; shots, blast, core, missile, swirl."""
        world, me = self.state, self.state.me
        if name == "FIRE":
            self._fire()
        else:
            self._go(name)
        self._strike("shot", 2)
        if not self.over:
            self._strike("blast", 2)
        if self.over:
            return
        core, missile = self.of("core")[0], self.of("missile")[0]
        if self.due(core):
            if not 3 <= core.y + core.dy <= 7:
                core.dy = -core.dy
            if (core.x, core.y + core.dy) != me.cell:
                core.y += core.dy
        if missile.data:
            missile.data -= 1
            if not missile.data:
                self._relaunch()
        elif self.due(missile):
            missile.x, missile.y = missile.x + sign(me.x - missile.x), missile.y + sign(me.y - missile.y)
        world.swirl -= 1
        if not world.swirl:
            world.swirl = self.between(20, 30)
            self.add("swirl", core.x, core.y, dx=-1)
        for _ in range(2):
            if self._hurt():
                return
            self.drift("swirl")
        if self._hurt():
            return
        self.clear("cannon")
        if world.armed:
            self.add("cannon", 0, me.y)

    def status(self) -> str:
        """The missile's beat, the swirl, the cannon."""
        world = self.state
        away = self.of("missile")[0].data
        missile = f" | missile comes in {away}" if away else ""
        armed = "armed" if world.armed else "not armed"
        beats = f"{self.beat('missile and core', 3)}"
        return f"{beats}{missile} | next swirl in {world.swirl} | cannon {armed}"

    def _go(self, name: str) -> None:
        world, me = self.state, self.state.me
        start = me.cell
        self.steer(name)
        if world.tiles.get(me.cell) == "shield":
            del world.tiles[me.cell]
            world.armed = True
            self.score(1, "You eat a piece of the shield: the cannon is armed.")
            me.x, me.y = start
        elif self.at(*me.cell, "core"):
            me.x, me.y = start
            self.message = "The cannon is armed." if not world.armed else "The cannon is armed already."
            world.armed = True

    def _fire(self) -> None:
        world, me = self.state, self.state.me
        if me.x in STRIP:
            self.message = "You cannot fire in the neutral strip."
        elif world.armed:
            world.armed = False
            self.add("blast", 0, me.y, dx=1)
            self.message = "You fire the cannon: get out of its row."
        else:
            self.shoot("shot", 1, 0)

    def _strike(self, kind: str, cells: int) -> None:
        """Move shots or the blast, cell by cell."""
        world = self.state
        for one in self.of(kind):
            for _ in range(cells):
                if not self.move(one):
                    self.remove(one)
                    break
                if world.tiles.get(one.cell) == "shield":
                    del world.tiles[one.cell]
                    self.remove(one)
                    self.score(1, "A piece of the shield is gone.")
                    break
                if self.at(*one.cell, "core"):
                    self.remove(one)
                    if kind == "blast":
                        self.score(HIT, "The blast hits the core.")
                    else:
                        self.message = "Your shot does nothing to the core."
                    break
                if kind == "blast" and one.cell == world.me.cell:
                    self.lose_life("The cannon's blast hits you.")
                    return

    def _relaunch(self) -> None:
        missile = self.of("missile")[0]
        missile.x, missile.y, missile.data = 14, self.pick((0, self.height - 1)), 0

    def _hurt(self) -> bool:
        safe = self.state.me.x in STRIP
        if safe and self.meet("missile"):
            missile = self.of("missile")[0]
            missile.x, missile.y, missile.data = -1, -1, AWAY
            self.message = "The missile bursts on the neutral strip."
        foes = self.meet("swirl") if safe else self.meet("swirl", "missile")
        if foes and not self.over:
            self.lose_life(f"The {foes[0].kind} hits you.")
        return bool(foes)
