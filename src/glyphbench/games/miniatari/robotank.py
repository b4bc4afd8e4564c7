"""Robotank: hunt tanks in the fog from behind your own gun, with a radar that breaks when you are hit.

After Activision's game of 1983: you see only what lies ahead of you, and every hit damages your tank.
"""

from __future__ import annotations

from collections.abc import Iterator

from glyphbench.core.glyphs import UNSEEN, Glyph
from glyphbench.games.miniatari.cast import Cast, controls, four_way
from glyphbench.games.miniatari.grid import FOUR, Cell, sign
from glyphbench.games.miniatari.kernel import Sprite, scoring
from glyphbench.games.miniatari.plain import Plain

GOAL, SIZE, SIGHT, SIDE, REACH = 6, 17, 6, 5, 8
RELOAD, SLOW_RELOAD = 2, 5


class Robotank(Plain):
    """Six tanks, two at a time, on a plain of 17x17 whose edges meet; the view is 11x7. Three lives."""

    width, height, goal, lives = 2 * SIDE + 1, SIGHT + 1, GOAL, 3
    size, seat = SIZE, (SIDE, SIGHT)
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
        self.state.walls = frozenset(self.shuffled(cells)[:28])
        for _ in range(2):
            self._enter()

    def respawn(self) -> None:
        """You stay where you are; shells are gone."""
        self.clear("shell")

    def play(self, name: str) -> None:
        """Act; shots, shells and tanks follow."""
        world, me = self.state, self.state.me
        if name in ("TURN_LEFT", "TURN_RIGHT"):
            self.turn_player(name)
        elif name == "FORWARD":
            ahead = self.beyond(me.cell, (me.dx, me.dy))
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

    def hidden(self) -> Iterator[Cell]:
        """Everything farther to the side than ahead."""
        for row in range(self.height):
            for column in range(self.width):
                if abs(column - SIDE) > SIGHT - row:
                    yield column, row

    def status(self) -> str:
        """Radar, gun, the tanks' beat, and shells that come."""
        world = self.state
        gun = f"gun ready in {world.cooldown}" if world.cooldown else "gun ready"
        coming = sorted({_words(*self.relative(one.x, one.y), False) for one in self.of("shell") if self._comes(one)})
        warning = f" | SHELL from {', '.join(coming)}" if coming else ""
        gaps = [self.relative(one.x, one.y) for one in self.of("tank")]
        near = min(gaps, key=lambda gap: abs(gap[0]) + abs(gap[1]), default=(0, 0))
        radar = _words(*near, world.lives == self.lives) if gaps else "none left"
        return f"radar: tank {radar} | {gun} | {self.beat('tanks', 3)}{warning}"

    def _comes(self, shell: Sprite) -> bool:
        side, ahead = self.relative(shell.x, shell.y)
        right, forward = self.turned((shell.dx, shell.dy))
        return (not side and ahead * forward < 0) or (not ahead and side * right < 0)

    def clear_line(self, tank: Sprite) -> Cell | None:
        """The step from a tank towards the player if they are in line within 6 cells with no hill between."""
        dx, dy = self.gap(tank.cell, self.state.me.cell)
        gap = abs(dx) + abs(dy)
        if (dx and dy) or not 0 < gap <= 6:
            return None
        step = sign(dx), sign(dy)
        between = (self.beyond(tank.cell, step, far) for far in range(1, gap))
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
        dx, dy = self.gap(tank.cell, me.cell)
        step = (sign(dx), 0) if abs(dx) > abs(dy) else (0, sign(dy))
        tank.dx, tank.dy = self.pick(FOUR) if self.chance(0.25) else step
        ahead = self.beyond(tank.cell, (tank.dx, tank.dy))
        if ahead != me.cell and not self.at(*ahead, "tank"):
            self.move(tank)

    def _enter(self) -> None:
        me = self.state.me
        gap = SIZE // 2 - 1
        cells = [(x, y) for x in range(SIZE) for y in range(SIZE) if (x, y) not in self.state.walls]
        far = [cell for cell in cells if max(map(abs, self.gap(me.cell, cell))) >= gap and cell != me.cell]
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


def _words(right: int, ahead: int, numbers: bool) -> str:
    """Where something is: `5 ahead, 2 left`, or without numbers `ahead, left`."""
    parts = []
    for gap, positive, negative in ((ahead, "ahead", "behind"), (right, "right", "left")):
        if gap:
            parts.append(f"{abs(gap)} " * numbers + (positive if gap > 0 else negative))
    return ", ".join(parts)
