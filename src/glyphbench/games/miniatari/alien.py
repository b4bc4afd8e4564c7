"""Alien: clear a ship's corridors of eggs while three aliens hunt you.

After 20th Century Fox's game of 1982: a short flame thrower and a pulsar that turns the hunt round.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, four_way
from glyphbench.games.miniatari.kernel import ArcadeGame, World, scoring
from glyphbench.games.miniatari.mazes import braided, prowl, rooms

EGGS, STUN, PULSE, CHARGES = 24, 10, 20, 3
HOMES = ((13, 1), (1, 1), (13, 9))


@dataclass
class Ship(World):
    """`pulse` ticks of the pulsar left, `charges` of the flame thrower left."""

    pulse: int = 0
    charges: int = CHARGES


class Alien(ArcadeGame):
    """A maze of 15x11 with 24 eggs, 2 pulsars, 3 aliens."""

    width, height, goal, lives = 15, 11, EGGS, 2
    actions = controls("UP", "DOWN", "LEFT", "RIGHT", FIRE="flame the two cells ahead of you")
    cast = Cast(
        {
            "me": four_way("↑↓←→", "you", "bold yellow"),
            "alien": four_way("^v<>", "alien", "bold red"),
            "stunned": Glyph("z", "stunned alien", "magenta"),
            "egg": Glyph("o", "egg", "green"),
            "pulsar": Glyph("★", "pulsar", "bold cyan"),
        }
    )
    world_type = Ship
    state: Ship
    rules = (
        f"Alien. Walk the corridors and collect all {EGGS} eggs by stepping on them. Three aliens hunt you: they move "
        "after you, on two turns of three, seldom turn back, and stray now and then. An alien on your cell costs a "
        f"life. FIRE burns the two cells ahead of you and stuns an alien there for {STUN} turns (stunned aliens are "
        f"harmless); you have {CHARGES} charges in all. A pulsar makes the aliens flee for {PULSE} turns; touching "
        "one then sends it back to its corner, and it waits there for 10 turns. After a lost life all return to their "
        f"starts; eggs stay collected.{scoring(EGGS, 2, point='each egg')}"
    )

    def setup(self) -> None:
        """Draw the maze and lay the eggs."""
        self.set_walls(braided(self))
        cells = self.shuffled(cell for cell in rooms(self) if cell not in HOMES and cell != (7, 9))
        self.state.tiles = dict.fromkeys(cells[:2], "pulsar") | dict.fromkeys(sorted(cells[2 : EGGS + 2]), "egg")
        for x, y in HOMES:
            self.add("alien", x, y, dx=0, dy=1)
        self.respawn()

    def respawn(self) -> None:
        """Everyone back to the start."""
        me = self.state.me
        me.x, me.y, me.dx, me.dy = 7, 9, 0, -1
        self.state.pulse = 0
        for alien, (x, y) in zip(self.of("alien", "stunned"), HOMES, strict=True):
            alien.kind, alien.x, alien.y, alien.data = "alien", x, y, 0

    def play(self, name: str) -> None:
        """You act; then the aliens that are due move."""
        world = self.state
        world.pulse -= world.pulse > 0
        if name == "FIRE":
            self._flame()
        else:
            self.steer(name, face=True)
        tile = world.tiles.pop(world.me.cell, None)
        if tile == "egg":
            self.score()
        elif tile == "pulsar":
            world.pulse = PULSE
            self.message = "Pulsar: the aliens flee."
        self._bump()
        for number, alien in enumerate(self.of("alien", "stunned")):
            if alien.data:
                alien.data -= 1
                if not alien.data:
                    alien.kind = "alien"
            elif world.tick % 3 and not self.over:
                prowl(self, alien, world.me.cell, 0.1 + 0.15 * number, away=world.pulse > 0)
        self._bump()

    def status(self) -> str:
        """Charges, pulsar and the aliens' beat."""
        pulse = f" | pulsar {self.state.pulse}" if self.state.pulse else ""
        verb = "rest" if self.state.tick % 3 == 2 or not self.of("alien") else "move"
        return f"charges {self.state.charges}{pulse} | aliens {verb} this turn"

    def _flame(self) -> None:
        world = self.state
        if not world.charges:
            self.message = "No charges are left."
            return
        world.charges -= 1
        self.message = "Your flame hits nothing."
        x, y = world.me.cell
        for _ in range(2):
            x, y = x + world.me.dx, y + world.me.dy
            alien = self.at(x, y, "alien")
            if alien:
                alien.kind, alien.data = "stunned", STUN
                self.message = "An alien is stunned."
            if not self.free((x, y)):
                break

    def _bump(self) -> None:
        if self.over or not self.meet("alien"):
            return
        if not self.state.pulse:
            self.lose_life("An alien catches you.")
            return
        for number, alien in enumerate(self.of("alien", "stunned")):
            if alien.kind == "alien" and alien.cell == self.state.me.cell:
                alien.x, alien.y = HOMES[number]
                alien.kind, alien.data = "stunned", 10
                self.message = "You send an alien back to its corner."
