"""Robotank: hunt tanks in the fog from behind your own gun, with a radar that breaks when you are hit.

After Activision's game of 1983: you see only what lies ahead of you, and every hit damages your tank.
"""

from __future__ import annotations

from glyphbench.core.glyphs import UNSEEN, Glyph
from glyphbench.games.miniatari.cast import Cast, controls, four_way
from glyphbench.games.miniatari.grid import FOUR, Cell, sign
from glyphbench.games.miniatari.kernel import ArcadeGame, Sprite, scoring

GOAL, SIZE, SIGHT, SIDE, REACH = 6, 17, 6, 5, 8
RELOAD, SLOW_RELOAD = 2, 5


class Robotank(ArcadeGame):
    """Six tanks, two at a time, on a plain of 17x17 whose edges meet; the view is 11x7. Three lives."""

    width, height, goal, lives, wraps = SIZE, SIZE, GOAL, 3, True
    actions = controls(
        TURN_LEFT="turn left by 90 degrees",
        TURN_RIGHT="turn right by 90 degrees",
        FORWARD="drive one cell ahead (up in the view)",
        FIRE="shoot ahead",
    )
    cast = Cast(
        {
            # The view turns with the player, who therefore always faces up.
            "me": Glyph("↑", "you", "bold yellow"),
            "tank": four_way("^v<>", "enemy tank", "bold red"),
            "shell": Glyph("*", "enemy shell", "magenta"),
            "shot": Glyph("+", "your shot", "cyan"),
            "unseen": Glyph(UNSEEN, "not seen", "dim"),
        },
        wall=Glyph("#", "hill", "white"),
    )
    rules = (
        "Robotank. Destroy 6 tanks, of which two at a time are about. You always face up in the picture, standing "
        f"in the middle of its bottom row: it shows what lies up to {SIGHT} cells ahead and not farther to the side "
        f"than ahead. The radar (HUD) tells where the nearest tank is; the plain's opposite edges meet, every {SIZE} "
        "cells. Hills stop tanks and shots. Each turn you act first; your shot (one at a time) flies 2 cells a "
        f"turn, up to {REACH}, and you reload for {RELOAD} turns; then shells fly 1 cell; then, every third turn "
        "(HUD), each tank acts: in line with you within 6 cells and with no hill between it turns to you, or, if it "
        "faces you already, fires with chance 50% (one shell of its own at a time); else it drives one cell nearer, "
        "or with chance 25% any way. The HUD warns of shells that fly at you in your line. A shell on your cell "
        "costs a life: the first hit also spoils the radar (directions only, no distances), the second the gun "
        f"(reload {SLOW_RELOAD}). Tanks do not drive onto you, nor you onto them."
        f"{scoring(GOAL, 3, point='each tank')}"
    )

    def setup(self) -> None:
        """Hills and the first two tanks."""
        me = self.state.me
        me.x = me.y = SIZE // 2
        me.dx, me.dy = self.pick(FOUR)
        cells = [(x, y) for x in range(SIZE) for y in range(SIZE) if abs(x - me.x) + abs(y - me.y) > 1]
        self.set_walls(self.shuffled(cells)[:28])
        for _ in range(2):
            self._enter()

    def respawn(self) -> None:
        """You stay where you are; shells are gone."""
        self.clear("shell")

    def play(self, name: str) -> None:
        """Act; shots, shells and tanks follow."""
        world, me = self.state, self.state.me
        if name == "TURN_LEFT":
            me.dx, me.dy = me.dy, -me.dx
        elif name == "TURN_RIGHT":
            me.dx, me.dy = -me.dy, me.dx
        elif name == "FORWARD":
            ahead = (me.x + me.dx) % SIZE, (me.y + me.dy) % SIZE
            if self.at(*ahead, "tank") or not self.move(me):
                self.message = "A tank or a hill is in the way."
        elif name == "FIRE":
            reload = SLOW_RELOAD if world.lives == 1 else RELOAD
            self.shoot("shot", me.dx, me.dy, reach=REACH + 1, cooldown=reload)
        if self._hit():
            return
        self._strike(2)
        if self.over:
            return
        self.drift("shell")
        if self._hit():
            return
        if world.tick % 3 == 0:
            for tank in self.of("tank"):
                self._command(tank)
        self._strike(0)

    def seen(self, cell: Cell) -> Cell:
        """How far (ahead, to the right) a cell is from the player, the short way round."""
        me = self.state.me
        dx, dy = ((b - a + SIZE // 2) % SIZE - SIZE // 2 for a, b in zip(me.cell, cell, strict=True))
        return dx * me.dx + dy * me.dy, -dx * me.dy + dy * me.dx

    def draw(self) -> list[list[str]]:
        """The view: the part of the plain ahead, turned so that ahead is up."""
        world, me, chars = self.state, self.state.me, self.cast.chars
        grid = [[chars["unseen"]] * (2 * SIDE + 1) for _ in range(SIGHT + 1)]
        for ahead in range(1, SIGHT + 1):
            for side in range(-min(ahead, SIDE), min(ahead, SIDE) + 1):
                x = (me.x + ahead * me.dx - side * me.dy) % SIZE
                y = (me.y + ahead * me.dy + side * me.dx) % SIZE
                grid[SIGHT - ahead][SIDE + side] = self.cast.wall if (x, y) in world.walls else self.cast.floor
        for one in world.sprites:
            ahead, side = self.seen(one.cell)
            if 1 <= ahead <= SIGHT and abs(side) <= min(ahead, SIDE):
                forward, right = one.dx * me.dx + one.dy * me.dy, -one.dx * me.dy + one.dy * me.dx
                char = chars.get(one.kind) or self.cast.facing[one.kind][right, -forward]
                grid[SIGHT - ahead][SIDE + side] = char
        grid[SIGHT][SIDE] = chars["me"]
        return grid

    def status(self) -> str:
        """Radar, gun, the tanks' beat, and shells that come."""
        world = self.state
        gun = f"gun ready in {world.cooldown}" if world.cooldown else "gun ready"
        coming = sorted({_words(*self.seen(one.cell), False) for one in self.of("shell") if self._comes(one)})
        warning = f" | SHELL from {', '.join(coming)}" if coming else ""
        near = min((self.seen(one.cell) for one in self.of("tank")), key=lambda gap: abs(gap[0]) + abs(gap[1]))
        radar = _words(*near, world.lives == self.lives)
        return f"radar: tank {radar} | {gun} | {self.beat('tanks', 3)}{warning}"

    def _comes(self, shell: Sprite) -> bool:
        ahead, side = self.seen(shell.cell)
        me = self.state.me
        forward, right = shell.dx * me.dx + shell.dy * me.dy, -shell.dx * me.dy + shell.dy * me.dx
        return (not side and ahead * forward < 0) or (not ahead and side * right < 0)

    def clear_line(self, tank: Sprite) -> Cell | None:
        """The step from a tank towards the player if they are in line within 6 cells with no hill between."""
        me = self.state.me
        dx, dy = ((a - b + SIZE // 2) % SIZE - SIZE // 2 for a, b in zip(me.cell, tank.cell, strict=True))
        gap = abs(dx) + abs(dy)
        if (dx and dy) or not 0 < gap <= 6:
            return None
        step = sign(dx), sign(dy)
        between = (((tank.x + step[0] * n) % SIZE, (tank.y + step[1] * n) % SIZE) for n in range(1, gap))
        return None if any(cell in self.state.walls for cell in between) else step

    def _command(self, tank: Sprite) -> None:
        step = self.clear_line(tank)
        if step == (tank.dx, tank.dy):
            if self.chance(0.5) and len(self.of("shell")) < len(self.of("tank")):
                self.add("shell", tank.x, tank.y, dx=tank.dx, dy=tank.dy, life=6)
            return
        if step:
            tank.dx, tank.dy = step
            return
        me = self.state.me
        dx, dy = ((a - b + SIZE // 2) % SIZE - SIZE // 2 for a, b in zip(me.cell, tank.cell, strict=True))
        step = (sign(dx), 0) if abs(dx) > abs(dy) else (0, sign(dy))
        tank.dx, tank.dy = self.pick(FOUR) if self.chance(0.25) else step
        ahead = (tank.x + tank.dx) % SIZE, (tank.y + tank.dy) % SIZE
        if ahead != me.cell and not self.at(*ahead, "tank"):
            self.move(tank)

    def _enter(self) -> None:
        me = self.state.me
        gap = SIZE // 2 - 1
        cells = [(x, y) for x in range(SIZE) for y in range(SIZE) if (x, y) not in self.state.walls]
        far = [cell for cell in cells if max(map(abs, self.seen(cell))) >= gap and cell != me.cell]
        dx, dy = self.pick(FOUR)
        self.add("tank", *self.pick(far), dx=dx, dy=dy)

    def _hit(self) -> bool:
        if self.meet("shell"):
            self.lose_life("A shell hits your tank.")
            return True
        return self.over

    def _strike(self, cells: int) -> None:
        for _, tank in self.fly("shot", ("tank",), cells):
            self.remove(tank)
            self.score(1, "You destroy a tank.")
            if GOAL - self.state.points >= 2:
                self._enter()


def _words(ahead: int, right: int, numbers: bool) -> str:
    """Where something is: `5 ahead, 2 left`, or without numbers `ahead, left`."""
    parts = []
    for gap, positive, negative in ((ahead, "ahead", "behind"), (right, "right", "left")):
        if gap:
            parts.append(f"{abs(gap)} " * numbers + (positive if gap > 0 else negative))
    return ", ".join(parts)
