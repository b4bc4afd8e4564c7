"""BeamRider: a fighter on five beams shoots saucers that come down from the horizon.

After Activision's game of 1983: everything moves on the beams, and some blockers take only a torpedo.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls
from glyphbench.games.miniatari.kernel import ArcadeGame, Sprite, World, scoring

GOAL, SAUCERS, TORPEDOES, MISS = 15, 24, 3, 8
BEAMS = (1, 3, 5, 7, 9)


@dataclass
class Sector(World):
    """`left` saucers still to come."""

    left: int = SAUCERS
    torpedoes: int = TORPEDOES


class BeamRider(ArcadeGame):
    """Five beams on a field of 11x13."""

    width, height, goal, lives = 11, 13, GOAL, 3
    actions = controls(
        LEFT="to the next beam on the left",
        RIGHT="to the next beam on the right",
        FIRE="shoot up your beam",
        TORPEDO="launch a torpedo up your beam",
    )
    cast = Cast(
        {
            "me": Glyph("A", "you", "bold yellow"),
            "saucer": Glyph("S", "saucer", "bold red"),
            "blocker": Glyph("B", "blocker", "bold magenta"),
            "bolt": Glyph("!", "falling bolt", "red"),
            "shot": Glyph("'", "your shot", "cyan"),
            "torpedo": Glyph("↑", "your torpedo", "bold cyan"),
        },
        wall=Glyph("│", "beam", "blue"),
    )
    world_type = Sector
    state: Sector
    rules = (
        f"BeamRider. Shoot {GOAL} of the {SAUCERS} saucers of the sector. You and everything else are on one of five "
        "beams; you stay in the bottom row. Each turn you act, shots and torpedoes fly 2 cells up, bolts fall 1 cell. "
        "Every second turn (the HUD says when) saucers and blockers move: down one cell or, a saucer, onto the next "
        "beam; and a saucer may drop a bolt. A bolt, saucer or blocker on your cell costs a life and clears the field "
        "(its saucers come again). What passes the bottom row is gone. Blockers absorb shots; only a torpedo destroys "
        f"a blocker (no points), and it flies on through what it hits, saucers too. You have {TORPEDOES} torpedoes. "
        f"One shot flies at a time; one that hits nothing, or a blocker, leaves the gun empty for {MISS} turns."
        f"{scoring(GOAL, 3, point='each saucer shot')}"
    )

    def setup(self) -> None:
        """An empty sector."""
        self.set_walls((x, y) for x in BEAMS for y in range(self.height))
        self.state.walls = frozenset()
        self.respawn()

    def respawn(self) -> None:
        """Clear the field; the saucers on it come again."""
        self.state.left += len(self.of("saucer"))
        self.state.sprites = []
        self.state.me.x, self.state.me.y = BEAMS[2], self.height - 1

    def play(self, name: str) -> None:
        """Act, then shots, bolts, and the enemy."""
        world, me = self.state, self.state.me
        if name in ("LEFT", "RIGHT"):
            to = me.x + (2 if name == "RIGHT" else -2)
            if to in BEAMS:
                me.x = to
            else:
                self.message = "There is no beam further out."
        elif name == "FIRE":
            self.shoot("shot", 0, -1)
        elif name == "TORPEDO":
            if not world.torpedoes:
                self.message = "No torpedoes are left."
            else:
                world.torpedoes -= 1
                self.add("torpedo", me.x, me.y, dy=-1)
        self._strike(2)
        if self.over:
            return
        self.drift("bolt")
        if world.tick % 2 == 0:
            self._advance()
            self._strike(0)
        if not self.over and self.meet("bolt", "saucer", "blocker"):
            self.lose_life("You are hit.")
        elif not self.over and not world.left and not self.of("saucer"):
            self.end(False)

    def status(self) -> str:
        """Torpedoes, saucers to come, the gun, the beat."""
        world = self.state
        return f"torpedoes {world.torpedoes} | saucers to come {world.left} | {self.gun()} | {self.beat('saucers', 2)}"

    def _advance(self) -> None:
        world = self.state
        for one in self.of("saucer", "blocker"):
            if one.kind == "saucer" and self.chance(0.35):
                one.x = self.pick([x for x in (one.x - 2, one.x + 2) if x in BEAMS])
            elif not self.walk(one, 0, 1):
                self.remove(one)
            if one.kind == "saucer" and 0 < one.y < self.height - 4 and self.chance(0.08):
                self.add("bolt", one.x, one.y + 1, dy=1)
        if world.tick % 6 == 0:
            x = self.pick(BEAMS)
            if world.left and len(self.of("saucer")) < 4 and self.chance(0.8):
                self.add("saucer", x, 0)
                world.left -= 1
            elif len(self.of("blocker")) < 2:
                self.add("blocker", x, 0)

    def _strike(self, cells: int) -> None:
        world = self.state
        shots = self.of("shot")
        hit = False
        for _, target in self.fly("shot", ("saucer", "blocker"), cells):
            if target.kind == "saucer":
                hit = True
                self._down(target)
        if shots and not self.of("shot") and not hit:
            world.cooldown = MISS + 1
        for torpedo in self.of("torpedo"):
            for step in range(cells + 1):
                if step and not self.move(torpedo):
                    self.remove(torpedo)
                    break
                for target in [one for one in self.of("saucer", "blocker") if one.cell == torpedo.cell]:
                    self._down(target)

    def _down(self, target: Sprite) -> None:
        self.remove(target)
        if target.kind == "saucer" and not self.over:
            self.score(1, "You shoot a saucer.")
