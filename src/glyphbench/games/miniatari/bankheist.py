"""BankHeist: rob the banks of a town, shake off the police with dynamite, and drive on to the next town.

After 20th Century Fox's game of 1983: every robbed bank puts a police car on the road, and the tank runs dry.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, four_way
from glyphbench.games.miniatari.grid import Cell, manhattan
from glyphbench.games.miniatari.kernel import ArcadeGame, World, scoring
from glyphbench.games.miniatari.mazes import braided, prowl, rooms

GOAL, TANK, FUSE = 9, 90, 3
GATES = ((0, 5), (14, 5))


@dataclass
class Town(World):
    """`fuel` in turns; `fuses` maps dynamite to the ticks until it goes off."""

    fuel: int = TANK
    fuses: dict[Cell, int] = field(default_factory=dict)


class BankHeist(ArcadeGame):
    """Towns of 15x11 with three banks each; nine banks win."""

    width, height, goal, lives = 15, 11, GOAL, 3
    actions = controls("UP", "DOWN", "LEFT", "RIGHT", DROP="leave lit dynamite on your cell")
    cast = Cast(
        {
            "me": Glyph("@", "your car", "bold yellow"),
            "police": four_way("^v<>", "police car", "bold red"),
            "bank": Glyph("$", "bank", "bold green"),
            "dynamite": Glyph("!", "lit dynamite", "magenta"),
            "gate": Glyph("★", "way out of town", "cyan"),
        }
    )
    world_type = Town
    state: Town
    rules = (
        "BankHeist. Rob a bank by driving onto it; a police car then starts from the bank and hunts you. Police cars "
        "move after you, one cell on two turns of three, and seldom turn back; one on your cell costs a life. DROP "
        f"lights dynamite that goes off {FUSE} turns later and destroys every car on its cell and the 4 cells next to "
        f"it, yours too. Each turn burns 1 of {TANK} units of fuel; an empty tank costs a life. Driving onto a way out "
        "brings you to a new town with three banks, no police and a full tank, even if banks are left behind. After a "
        "lost life the police are gone and the tank is full; robbed banks stay robbed."
        f"{scoring(GOAL, 3, point='each bank')}"
    )

    def setup(self) -> None:
        """The first town."""
        self._town()

    def respawn(self) -> None:
        """Back to the gate with a full tank and no police."""
        world = self.state
        world.me.x, world.me.y = 1, 5
        world.fuel, world.sprites = TANK, []
        for cell in world.fuses:
            del world.tiles[cell]
        world.fuses = {}

    def play(self, name: str) -> None:
        """Drive, then dynamite, then the police."""
        world = self.state
        world.fuel -= 1
        if name == "DROP":
            if world.me.cell in world.tiles:
                self.message = "There is no room for dynamite here."
            else:
                world.tiles[world.me.cell], world.fuses[world.me.cell] = "dynamite", FUSE + 1
        else:
            self.steer(name)
        tile = world.tiles.get(world.me.cell)
        if tile == "gate":
            self._town()
            self.message = "You drive on to the next town."
            return
        if tile == "bank":
            del world.tiles[world.me.cell]
            # It leaves the bank two ticks later, when you are round the corner.
            self.add("police", *world.me.cell, dx=0, dy=1, data=3)
            self.score(1, "You rob a bank; a police car starts.")
        if self.over or self._caught():
            return
        self._burn()
        if self.over:
            return
        for car in self.of("police"):
            if car.data:
                car.data -= 1
            elif world.tick % 3:
                prowl(self, car, world.me.cell, 0.1)
        if not self._caught() and not world.fuel:
            self.lose_life("Your tank is empty.")

    def status(self) -> str:
        """Fuel, fuses, the beat of the police on the road, and how long a new car waits."""
        fuses = "".join(f" | dynamite goes off in {left}" for left in self.state.fuses.values())
        rest = "rest" if self.state.tick % 3 == 2 else "move"
        cars = self.of("police")
        beat = f" | police {rest} this turn" if any(not car.data for car in cars) else ""
        new = "".join(f" | turns that a new police car waits: {car.data}" for car in cars if car.data)
        return f"fuel {self.state.fuel}/{TANK}{fuses}{beat}{new}"

    def _town(self) -> None:
        self.set_walls(braided(self, 6) - set(GATES))
        world = self.state
        world.fuses = {}
        self.respawn()
        far = [cell for cell in rooms(self) if manhattan(cell, (1, 5)) > 4]
        # Only the far gate is open, so that a town has to be crossed.
        world.tiles = dict.fromkeys(self.shuffled(far)[:3], "bank") | {GATES[1]: "gate"}
        self.set_walls(world.walls | {GATES[0]})

    def _caught(self) -> bool:
        if any(not car.data for car in self.meet("police")):
            self.lose_life("The police catch you.")
            return True
        return False

    def _burn(self) -> None:
        world = self.state
        for (x, y), left in list(world.fuses.items()):
            if left > 1:
                world.fuses[x, y] = left - 1
                continue
            del world.fuses[x, y], world.tiles[x, y]
            self.message = "The dynamite goes off."
            for car in self.of("police"):
                if manhattan(car.cell, (x, y)) <= 1:
                    self.remove(car)
                    self.message = "The dynamite destroys a police car."
            if manhattan(world.me.cell, (x, y)) <= 1:
                self.lose_life("Your own dynamite destroys you.")
                return
