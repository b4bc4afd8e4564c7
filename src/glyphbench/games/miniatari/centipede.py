"""Centipede: a chain of segments winds down between mushrooms; what you hit becomes another mushroom.

After Atari's game of 1981.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, sideways
from glyphbench.games.miniatari.grid import sign
from glyphbench.games.miniatari.kernel import ArcadeGame, Sprite, World, scoring

LENGTH, CHAINS, MUSHROOMS, AREA, MISS = 8, 2, 14, 4, 6
GOAL = LENGTH * CHAINS


@dataclass
class Garden(World):
    """`left` segments are still to come."""

    left: int = GOAL


class Centipede(ArcadeGame):
    """A garden of 15x13; two centipedes of eight segments. A segment's `data` is its vertical direction."""

    width, height, goal, lives = 15, 13, GOAL, 3
    actions = controls("UP", "DOWN", "LEFT", "RIGHT", FIRE="shoot straight up")
    cast = Cast(
        {
            "me": Glyph("A", "you", "bold yellow"),
            "segment": sideways("<", ">", "centipede segment", "bold red"),
            "spider": Glyph("X", "spider", "bold magenta"),
            "shot": Glyph("'", "your shot", "cyan"),
            "mushroom": Glyph("f", "mushroom", "green"),
        }
    )
    world_type = Garden
    state: Garden
    rules = (
        f"Centipede. Shoot {CHAINS} centipedes of {LENGTH} segments each; the second enters at the top when the first "
        f"is gone. You move in the bottom {AREA} rows and cannot enter mushrooms. Each turn you act, then your one "
        "shot flies 2 cells up; mushrooms stop shots and are destroyed. After a shot "
        f"that hits no animal you cannot shoot for {MISS} turns. Then every segment moves one cell, every second "
        "turn, the way it points; at an edge or mushroom it steps down a row instead and turns round (at the bottom it "
        f"climbs again, within the bottom {AREA} rows). A hit segment becomes a mushroom. A spider hops diagonally in "
        "the bottom rows every second turn, at times turning towards you, and may be shot (no points); a new one comes "
        "8 turns later. A segment or spider on your cell costs a life: the segments that are left then start again "
        f"from the top.{scoring(GOAL, 3, point='each segment')}"
    )

    def setup(self) -> None:
        """Mushrooms, then the first centipede."""
        while len(self.state.tiles) < MUSHROOMS:
            self.state.tiles[self.below(self.width), self.between(1, self.height - AREA - 1)] = "mushroom"
        self.respawn()

    def respawn(self) -> None:
        """What is left of this centipede starts again."""
        world = self.state
        world.left += len(self.of("segment"))
        world.sprites = []
        world.me.x, world.me.y = self.width // 2, self.height - 1
        world.tiles.pop(world.me.cell, None)
        self._chain()

    def free(self, cell: tuple[int, int]) -> bool:
        """No mushroom."""
        return self.inside(*cell) and cell not in self.state.tiles

    def play(self, name: str) -> None:
        """Act, then the shot, the segments and the spider."""
        world, me = self.state, self.state.me
        if name == "FIRE":
            self.shoot("shot", 0, -1)
        elif name == "UP" and me.y == self.height - AREA:
            self.message = f"You cannot leave the bottom {AREA} rows."
        elif self.steer(name):
            pass
        elif name != "NOOP" and self.message.startswith("A wall"):
            self.message = "A mushroom is in the way."
        if self._dead():
            return
        self._strike(2)
        if self.over:
            return
        if world.tick % 2 == 0:
            for segment in self.of("segment"):
                self._crawl(segment)
            self._spider()
        self._strike(0)
        if not self.over and not self._dead() and not self.of("segment"):
            self._chain()

    def status(self) -> str:
        """The segments' beat."""
        return f"{self.gun()} | {self.beat('segments and spider', 2)}"

    def _chain(self) -> None:
        """A centipede of at most `LENGTH` segments enters in the top row, side by side."""
        world = self.state
        count = min(LENGTH, (world.left - 1) % LENGTH + 1)
        world.left -= count
        dx = self.pick((-1, 1))
        for number in range(count):
            x = number + 1 if dx > 0 else self.width - 2 - number
            self.add("segment", x, 0, dx=dx, data=1)

    def _crawl(self, segment: Sprite) -> None:
        if self.move(segment):
            return
        segment.dx = -segment.dx
        if not self.inside(segment.x, segment.y + segment.data):
            segment.data = -1
        elif segment.data < 0 and segment.y == self.height - AREA:
            segment.data = 1
        segment.y += segment.data
        # A segment pushes through a mushroom that it steps down onto.
        self.state.tiles.pop(segment.cell, None)

    def _spider(self) -> None:
        spiders = self.of("spider")
        if not spiders:
            if self.state.tick % 8 == 0:
                dx = self.pick((-1, 1))
                y = self.between(self.height - AREA, self.height - 2)
                self.add("spider", 0 if dx > 0 else self.width - 1, y, dx=dx, dy=1)
            return
        spider = spiders[0]
        if self.chance(0.3):
            spider.dx = sign(self.state.me.x - spider.x) or spider.dx
        if not 0 <= spider.x + spider.dx < self.width:
            spider.dx = -spider.dx
        if not self.height - AREA <= spider.y + spider.dy < self.height:
            spider.dy = -spider.dy
        spider.x, spider.y = spider.x + spider.dx, spider.y + spider.dy
        self.state.tiles.pop(spider.cell, None)

    def _dead(self) -> bool:
        if not self.over and self.meet("segment", "spider"):
            self.lose_life("You are caught.")
            return True
        return self.over

    def _strike(self, cells: int) -> None:
        """Fly, cell by cell; a mushroom that stops a shot goes with it."""
        tiles = self.state.tiles
        flying, hit = len(self.of("shot")), 0
        for step in range(cells + 1):
            for shot in self.of("shot") if step else ():
                above = (shot.x, shot.y - 1)
                if tiles.pop(above, None):
                    self.remove(shot)
            for _, target in self.fly("shot", ("segment", "spider"), min(step, 1)):
                self.remove(target)
                hit += 1
                if target.kind == "segment":
                    if target.y < self.height - 1:
                        tiles[target.cell] = "mushroom"
                    self.score(1, "You hit a segment.")
                    if self.over:
                        return
        if flying > len(self.of("shot")) + hit:
            self.state.cooldown = MISS + 1
