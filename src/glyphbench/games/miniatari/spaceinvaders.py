"""SpaceInvaders: twelve invaders march from side to side, lower and faster, and bomb you through your shields.

After Taito's game of 1978.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, sideways
from glyphbench.games.miniatari.kernel import ArcadeGame, Sprite, World, scoring

GOAL, SHIELD = 12, 3


@dataclass
class March(World):
    """`side` is the way the invaders march."""

    side: int = 1


class SpaceInvaders(ArcadeGame):
    """Three rows of four invaders on a field of 15x13, three lives."""

    width, height, goal, lives = 15, 13, GOAL, 3
    actions = controls("LEFT", "RIGHT", FIRE="shoot straight up")
    cast = Cast(
        {
            "me": Glyph("A", "your cannon", "bold yellow"),
            "invader": sideways("m", "w", "invader", "bold red"),
            "bomb": Glyph("*", "falling bomb", "red"),
            "shot": Glyph("'", "your shot", "cyan"),
            "shield": Glyph("=", "shield", "green"),
        }
    )
    world_type = March
    state: March
    rules = (
        "SpaceInvaders. Shoot all 12 invaders. They march sideways together, one cell every few turns: every n/3 turns "
        "with n left (rounded up; the HUD says when), and where the edge stops one, all go down one row instead and "
        "turn round. Each turn you move or shoot first (only one shot in flight, 2 cells a turn), then the invaders "
        "march, then bombs fall one cell. Each turn an invader that is the lowest of its column and above your column "
        "or next to it bombs with chance 30%; else any lowest one with chance 10%; at most 3 bombs fall at a time. A "
        f"bomb on you costs a life and clears bombs and shots. A shield cell takes {SHIELD} hits by bombs or by your "
        "own shots. A shot and a bomb that meet destroy each other. Invaders that reach the row of the shields have "
        f"landed: that ends the game and costs all lives you have left.{scoring(GOAL, 3, point='each invader')}"
    )

    def setup(self) -> None:
        """Invaders at the top, shields above the cannon's row."""
        world = self.state
        world.side = self.pick((-1, 1))
        left = self.between(0, self.width - 7)
        for row in range(3):
            for column in range(4):
                self.add("invader", left + 2 * column, row, dx=world.side)
        for x in (3, 7, 11):
            self.add("shield", x, self.height - 3, hp=SHIELD)
        self.respawn()

    def respawn(self) -> None:
        """The cannon in the middle, no bombs."""
        self.clear("bomb", "shot")
        self.state.me.x, self.state.me.y = self.width // 2, self.height - 1

    @property
    def pace(self) -> int:
        """Turns per step of the march."""
        return max(1, -(-len(self.of("invader")) // 3))

    def play(self, name: str) -> None:
        """Act; shots, the march and bombs follow."""
        if name == "FIRE":
            self.shoot("shot", 0, -1)
        else:
            self.steer(name)
        self._strike(2)
        if self.over:
            return
        if self.state.tick % self.pace == 0:
            self._march()
        self._strike(0)
        if self.over:
            return
        self.drift("bomb")
        self._strike(0)
        for bomb, shield in self.touching("bomb", "shield"):
            self.remove(bomb)
            self._dent(shield)
        if self.meet("bomb"):
            self.lose_life("A bomb hits you.")
        elif any(one.y >= self.height - 3 for one in self.of("invader")):
            self.lose(self.state.lives / self.lives, "The invaders have landed.")
            self.end(False)
        else:
            self._bomb()

    def status(self) -> str:
        """The march."""
        return self.beat("invaders", self.pace)

    def _march(self) -> None:
        world = self.state
        invaders = self.of("invader")
        if all(0 <= one.x + world.side < self.width for one in invaders):
            for one in invaders:
                one.x += world.side
            return
        world.side = -world.side
        for one in invaders:
            one.y, one.dx = one.y + 1, world.side

    def _bomb(self) -> None:
        if self.over or len(self.of("bomb")) >= 3:
            return
        lowest: dict[int, Sprite] = {}
        for one in self.of("invader"):
            if one.x not in lowest or one.y > lowest[one.x].y:
                lowest[one.x] = one
        above = [one for one in lowest.values() if abs(one.x - self.state.me.x) <= 1]
        if above and self.chance(0.3):
            bomber = self.pick(above)
        elif not above and self.chance(0.1):
            bomber = self.pick(list(lowest.values()))
        else:
            return
        self.add("bomb", bomber.x, bomber.y + 1, dy=1)

    def _dent(self, shield: Sprite) -> None:
        shield.hp -= 1
        if not shield.hp:
            self.remove(shield)

    def _strike(self, cells: int) -> None:
        for _, target in self.fly("shot", ("invader", "bomb", "shield"), cells):
            if target.kind == "shield":
                self._dent(target)
                self.message = "Your shot hits a shield."
                continue
            self.remove(target)
            if target.kind == "invader":
                self.score(1, "You shoot an invader.")
