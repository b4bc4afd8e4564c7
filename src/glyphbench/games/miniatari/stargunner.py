"""StarGunner: fly and turn, shoot ships that weave in from both sides, and mind the bomber above.

After Telesys' game of 1982.
"""

from __future__ import annotations

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, sideways
from glyphbench.games.miniatari.kernel import ArcadeGame, scoring

GOAL = 12
#: Rows that a weaving ship moves by, turn by turn.
WEAVE = (1, 1, -1, -1, -1, -1, 1, 1)


class StarGunner(ArcadeGame):
    """12 ships to shoot on a field of 18x10, three lives. `data` of a ship is its place in the weave."""

    width, height, goal, lives = 18, 10, GOAL, 3
    actions = controls("UP", "DOWN", "LEFT", "RIGHT", FIRE="shoot the way you face")
    cast = Cast(
        {
            "me": sideways("←", "→", "you", "bold yellow", "facing"),
            "ship": sideways("<", ">", "ship", "red"),
            "scout": sideways("«", "»", "fast ship", "bold red"),
            "bomber": sideways("{", "}", "bomber", "bold magenta"),
            "bomb": Glyph("*", "falling bomb", "magenta"),
            "shot": Glyph("-", "your shot", "cyan"),
        }
    )
    rules = (
        "StarGunner. Rows count from 0 at the top. Shoot 12 ships. LEFT and RIGHT also turn you, even at the edge. "
        "Each turn you act first, your shots (at most 2) fly 2 cells, then the others move: fast ships one column "
        "every turn, other ships every second turn (HUD); whenever a ship moves it also goes one row: 2 moves down, "
        "4 up, 2 down, and so on, each beginning somewhere in that pattern. Every 4 turns a ship enters at the left "
        "or right edge (at most 4 at a time); those that leave at the far side are gone. The bomber flies to and "
        "fro in row 0, one cell a turn; no shot reaches it; at most 2 columns from yours it drops a bomb with "
        "chance 30% a turn, which falls one cell a turn. You cannot enter row 0. A ship or bomb on your cell costs "
        "a life; you come back in the middle of an empty field."
        f"{scoring(GOAL, 3, point='each ship shot')}"
    )

    def setup(self) -> None:
        """The bomber and an empty field."""
        self.add("bomber", self.below(self.width), 0, dx=self.pick((-1, 1)))
        self.state.me.dx = 1
        self.respawn()

    def respawn(self) -> None:
        """You in the middle of an empty field."""
        self.clear("ship", "scout", "bomb", "shot")
        self.state.me.x, self.state.me.y = self.width // 2, self.height // 2

    def play(self, name: str) -> None:
        """Act; shots, ships, bomber and bombs follow."""
        world, me = self.state, self.state.me
        if name == "FIRE":
            self.shoot("shot", me.dx, 0, at_most=2)
        elif name == "UP" and me.y == 1:
            self.message = "You cannot fly into the bomber's row."
        else:
            if name in ("LEFT", "RIGHT"):
                me.dx = 1 if name == "RIGHT" else -1
            self.steer(name)
        if self._touch():
            return
        self._strike(2)
        self._weave()
        self._strike(0)
        if self.over:
            return
        self.drift("bomb")
        bomber = self.of("bomber")[0]
        if not self.move(bomber):
            bomber.dx = -bomber.dx
        if abs(bomber.x - me.x) <= 2 and self.chance(0.3):
            self.add("bomb", bomber.x, 1, dy=1)
        if not self._touch() and world.tick % 4 == 0 and len(self.of("ship", "scout")) < 4:
            direction = self.pick((-1, 1))
            x, y = 0 if direction > 0 else self.width - 1, self.between(3, self.height - 3)
            kind, every = self.pick((("ship", 2), ("scout", 1)))
            if (x, y) != me.cell:
                self.add(kind, x, y, dx=direction, every=every, data=self.below(len(WEAVE)))

    def status(self) -> str:
        """The slow ships' beat."""
        return self.beat("slow ships", 2)

    def _weave(self) -> None:
        for ship in self.of("ship", "scout"):
            if not self.due(ship):
                continue
            ship.y = max(1, min(self.height - 1, ship.y + WEAVE[ship.data % len(WEAVE)]))
            ship.data += 1
            if not self.move(ship):
                self.remove(ship)

    def _touch(self) -> bool:
        foes = self.meet("ship", "scout", "bomb")
        if foes and not self.over:
            self.lose_life(f"A {'bomb' if foes[0].kind == 'bomb' else 'ship'} hits you.")
        return bool(foes)

    def _strike(self, cells: int) -> None:
        for _, ship in self.fly("shot", ("ship", "scout"), cells):
            self.remove(ship)
            self.score(1, "You shoot a ship.")
