"""Zaxxon: fly over a fortress at two heights: low to hit what stands on the ground, high or low to pass its walls.

After Sega's game of 1982.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import FLOOR, Cast, controls
from glyphbench.games.miniatari.kernel import ArcadeGame, World, scoring

GOAL, TANK, CAN, WALL_EVERY = 15, 80, 20, 14
SHOTS = {"low": "low shot", "high": "high shot"}
TARGETS = {
    "low shot": ("turret", "fuel", "low plane", "wall", "high gap"),
    "high shot": ("high plane", "wall", "low gap"),
}
FOES = {"low": ("turret", "fuel", "low plane", "shell", "wall", "high gap"), "high": ("high plane", "wall", "low gap")}


@dataclass
class Fortress(World):
    """`fuel` left, and the rows flown."""

    fuel: int = TANK
    flown: int = 0


class Zaxxon(ArcadeGame):
    """A fortress 13 wide that scrolls down one row a turn, three lives. The player's kind is the height."""

    width, height, goal, lives = 13, 14, GOAL, 3
    actions = controls(
        "LEFT", "RIGHT", HIGH="climb to the high level", LOW="dive to the low level", FIRE="shoot ahead at your level"
    )
    cast = Cast(
        {
            "high": Glyph("W", "you, high", "bold yellow"),
            "low": Glyph("w", "you, low", "bold yellow"),
            "high plane": Glyph("P", "enemy plane, high", "bold red"),
            "low plane": Glyph("p", "enemy plane, low", "bold red"),
            "turret": Glyph("t", "turret, low", "red"),
            "shell": Glyph("*", "turret's shell, low", "magenta"),
            "fuel": Glyph("f", "fuel tank, low", "green"),
            "high gap": Glyph("^", "wall that is open high", "cyan"),
            "low gap": Glyph("v", "wall that is open low", "blue"),
            "wall": Glyph("#", "wall, high and low", "white"),
            "low shot": Glyph(",", "your low shot", "cyan"),
            "high shot": Glyph("'", "your high shot", "cyan"),
        },
        floor=Glyph(FLOOR.char, "ground", "dim"),
        wall=Glyph("=", "edge", "white"),
    )
    world_type = Fortress
    state: Fortress
    rules = (
        "Zaxxon. You fly up the picture at one of two levels, high or low. Each turn you act first: move sideways, "
        "change level, or shoot; shots (at most 2) fly 2 cells up at the level they were fired at. Then everything "
        "comes down one row; shells and enemy planes come down one more (planes over walls too). Turrets, fuel "
        "tanks and shells are low only; planes are at the level that their glyph shows. What is on your cell at "
        f"your level, after your act or after theirs, costs a life. Every {WALL_EVERY} rows a wall crosses the "
        "fortress, part of it open high and part open low: you and your shots pass only there and at that level. A "
        "turret in your column, 3 rows or more ahead, fires with chance 15% a turn while you are low. Each turn "
        f"burns 1 fuel of {TANK}; every fuel tank shot gives {CAN}; with none left you lose a life. You come back "
        "low in the middle, fuel full, the ground empty."
        f"{scoring(GOAL, 3, point='each turret, fuel tank and plane shot')}"
    )

    def setup(self) -> None:
        """An empty fortress ahead."""
        self.state.me.y = self.height - 2
        self.respawn()

    def respawn(self) -> None:
        """As at the start."""
        world = self.state
        world.sprites, world.fuel = [], TANK
        world.me.x, world.me.kind = self.width // 2, "low"

    def play(self, name: str) -> None:
        """Act, shoot, scroll."""
        world, me = self.state, self.state.me
        if name in ("HIGH", "LOW"):
            if me.kind == name.lower():
                self.message = f"You are {me.kind} already."
            me.kind = name.lower()
        elif name == "FIRE":
            self.shoot(SHOTS[me.kind], 0, -1, at_most=2)
        else:
            self.steer(name)
        if self._crash():
            return
        self._strike(2)
        if self.over:
            return
        self._scroll()
        self._strike(0)
        if self._crash():
            return
        world.fuel -= 1
        if world.fuel <= 0:
            self.lose_life("Your fuel is gone.")

    def status(self) -> str:
        """Level and fuel."""
        return f"level {self.state.me.kind} | fuel {self.state.fuel}/{TANK}"

    def _scroll(self) -> None:
        world, me = self.state, self.state.me
        world.flown += 1
        for one in list(world.sprites):
            if one.kind in TARGETS:
                continue
            one.y += 1
            # Quick things pass over every row, so that nothing jumps over the player.
            if one.kind in ("shell", "high plane", "low plane") and one.cell != me.cell:
                one.y += 1
            if one.y >= self.height:
                self.remove(one)
            elif (
                one.kind == "turret" and me.kind == "low" and one.x == me.x and me.y - one.y >= 3 and self.chance(0.15)
            ):
                self.add("shell", one.x, one.y + 1)
        if world.flown % WALL_EVERY == 0:
            high, low = self.between(0, self.width - 6), self.between(0, self.width - 6)
            for x in range(self.width):
                kind = "low gap" if low <= x < low + 6 else "high gap" if high <= x < high + 6 else "wall"
                self.add(kind, x, 0)
        elif self.chance(0.4):
            kind = self.pick(("turret", "turret", "fuel", "fuel", "low plane", "high plane"))
            self.add(kind, self.below(self.width), 0)

    def _strike(self, cells: int) -> None:
        for shot, stops in TARGETS.items():
            for _, target in self.fly(shot, stops, cells):
                if target.kind in ("wall", "high gap", "low gap"):
                    self.message = "Your shot hits a wall."
                    continue
                self.remove(target)
                if target.kind == "fuel":
                    self.state.fuel = min(TANK, self.state.fuel + CAN)
                self.score(1, f"You shoot a {target.kind}{' tank' if target.kind == 'fuel' else ''}.")

    def _crash(self) -> bool:
        foes = self.meet(*FOES[self.state.me.kind])
        if foes and not self.over:
            self.lose_life(f"You fly into a {foes[0].kind.replace('high gap', 'wall').replace('low gap', 'wall')}.")
        return bool(foes)
