"""BattleZone: hunt tanks over a plain with blocks, seen from your own turret: ahead is always up.

After Atari's game of 1980. The plain wraps round; the radar gives the bearing of what is out of sight.
"""

from __future__ import annotations

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, four_way
from glyphbench.games.miniatari.grid import sign
from glyphbench.games.miniatari.kernel import Sprite, scoring
from glyphbench.games.miniatari.plain import Plain

GOAL, SIZE, TANKS, RELOAD, RANGE = 5, 24, 2, 3, 9


class BattleZone(Plain):
    """A wrapping plain of 24x24, a view of 15x12, two tanks at a time."""

    width, height, goal, lives = 15, 12, GOAL, 3
    size, seat = SIZE, (7, 9)
    actions = controls(
        TURN_LEFT="turn 90 degrees to the left",
        TURN_RIGHT="turn 90 degrees to the right",
        FORWARD="one cell ahead",
        BACK="one cell back",
        FIRE="shoot ahead",
    )
    cast = Cast(
        {
            "me": Glyph("@", "you, facing up", "bold yellow"),
            "tank": four_way("^v<>", "enemy tank", "bold red"),
            "shell": four_way("↑↓←→", "enemy shell", "red"),
            "shot": Glyph("*", "your shot", "cyan"),
        },
        wall=Glyph("#", "block", "white"),
    )
    rules = (
        "BattleZone. You see the plain round your tank; ahead of you is always up, so turning turns the picture. The "
        f"plain is {SIZE}x{SIZE} and wraps round; two enemy tanks are on it, and the radar gives where each is: cells "
        "ahead (or behind) and to your left or right. Tanks and blocks stop you; blocks stop shots. Your shot flies 2 "
        f"cells a turn, {RANGE} cells far, one at a time. After you and your shot, enemy shells fly 1 cell a turn, "
        f"{RANGE} cells far; then, every second turn, each tank turns towards you, or moves a cell, or, if you are in "
        "line with it, in range and not behind a block, mostly fires. A shell on your cell costs a life, and the tanks "
        f"go elsewhere. A shot tank is replaced far away.{scoring(GOAL, 3, point='each tank shot')}"
    )

    def setup(self) -> None:
        """Blocks and tanks."""
        me = self.state.me
        me.x, me.y, me.dx, me.dy = SIZE // 2, SIZE // 2, 0, -1
        cells = [(self.below(SIZE), self.below(SIZE)) for _ in range(36)]
        self.state.walls = frozenset(cell for cell in cells if cell != me.cell)
        for _ in range(TANKS):
            self._place(self.add("tank", 0, 0, dx=0, dy=1))

    def respawn(self) -> None:
        """No shells, and the tanks elsewhere."""
        self.clear("shell", "shot")
        for tank in self.of("tank"):
            self._place(tank)

    def play(self, name: str) -> None:
        """Act, then your shot, then the shells, then the tanks."""
        me = self.state.me
        if name in ("TURN_LEFT", "TURN_RIGHT"):
            self.turn_player(name)
        elif name in ("FORWARD", "BACK"):
            way = 1 if name == "FORWARD" else -1
            to = (me.x + way * me.dx) % SIZE, (me.y + way * me.dy) % SIZE
            if self.at(*to, "tank"):
                self.message = "A tank is in the way."
            elif not self.walk(me, way * me.dx, way * me.dy):
                self.message = "A block is in the way."
        elif name == "FIRE":
            self.shoot("shot", me.dx, me.dy, cooldown=RELOAD, reach=RANGE)
        if self.meet("shell"):
            self.lose_life("You drive into a shell.")
            return
        self._strike(2)
        if self.over:
            return
        for shell in self.of("shell"):
            shell.life -= 1
            if shell.life < 0 or not self.move(shell):
                self.remove(shell)
        if self.meet("shell"):
            self.lose_life("A shell hits you.")
            return
        if self.state.tick % 2 == 0:
            for tank in self.of("tank"):
                self._command(tank)
        self._strike(0)

    def status(self) -> str:
        """Radar and reload."""
        seen = []
        for tank in self.of("tank"):
            side, ahead = self.relative(tank.x, tank.y)
            where = f"{abs(ahead)} {'ahead' if ahead >= 0 else 'behind'}"
            seen.append(where + (f" {abs(side)} {'right' if side > 0 else 'left'}" if side else ""))
        return f"{self.gun()} | {self.beat('tanks', 2)} | radar: {'; '.join(seen)}"

    def _place(self, tank: Sprite) -> None:
        """Somewhere between 8 and 11 cells away."""
        me = self.state.me
        while True:
            side, ahead = self.between(-11, 11), self.between(-11, 11)
            cell = (me.x + side) % SIZE, (me.y + ahead) % SIZE
            if max(abs(side), abs(ahead)) >= 8 and self.free(cell) and not self.at(*cell):
                tank.x, tank.y = cell
                return

    def _command(self, tank: Sprite) -> None:
        """Fire if you are in its sights, else turn or drive towards you."""
        me = self.state.me
        east, south = ((offset + SIZE // 2) % SIZE - SIZE // 2 for offset in (me.x - tank.x, me.y - tank.y))
        if not east or not south:
            want = (sign(east), sign(south))
            if (tank.dx, tank.dy) != want:
                tank.dx, tank.dy = want
                return
            far = abs(east + south)
            clear = all(
                self.free(((tank.x + want[0] * step) % SIZE, (tank.y + want[1] * step) % SIZE))
                for step in range(1, far)
            )
            if far <= RANGE and clear:
                if self.chance(0.7):
                    self.add("shell", tank.x, tank.y, dx=tank.dx, dy=tank.dy, life=RANGE)
                return
            if not clear and self.chance(0.7):
                # Behind a block: out of the line and round it.
                tank.dx, tank.dy = self.pick(((tank.dy, tank.dx), (-tank.dy, -tank.dx)))
        elif not self.chance(0.3):
            want = (sign(east), 0) if abs(east) >= abs(south) else (0, sign(south))
            if (tank.dx, tank.dy) != want:
                tank.dx, tank.dy = want
                return
        to = (tank.x + tank.dx) % SIZE, (tank.y + tank.dy) % SIZE
        if to != me.cell and not self.at(*to, "tank") and not self.move(tank):
            tank.dx, tank.dy = self.pick(((tank.dy, tank.dx), (-tank.dy, -tank.dx)))

    def _strike(self, cells: int) -> None:
        for _, tank in self.fly("shot", ("tank",), cells):
            self._place(tank)
            self.score(1, "You destroy a tank.")
