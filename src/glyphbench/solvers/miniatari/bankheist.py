"""Reference policy for BankHeist."""

from __future__ import annotations

from glyphbench.games.miniatari.bankheist import BankHeist
from glyphbench.games.miniatari.grid import distances, first_step, manhattan
from glyphbench.solvers.miniatari.common import Lookahead, act


class BankHeistPolicy(Lookahead[BankHeist]):
    """Drives to the nearest bank, then to the way out, round the police; looks ahead for them."""

    depth = 6

    def lean(self, game: BankHeist) -> str:
        """The nearest bank, or the way out where none is left."""
        world = game.state
        banks = [cell for cell, kind in world.tiles.items() if kind == "bank"]
        gates = [cell for cell, kind in world.tiles.items() if kind == "gate"]
        goals = banks if banks and world.fuel > 25 else gates
        police = [car.cell for car in game.of("police")]

        def safe(cell: tuple[int, int]) -> bool:
            blasted = any(manhattan(cell, one) <= 1 for one in world.fuses)
            shut = world.tiles.get(cell) == "gate" and cell not in goals
            return game.free(cell) and not blasted and not shut and all(manhattan(cell, car) > 2 for car in police)

        step = first_step(world.me.cell, goals, safe) or first_step(world.me.cell, goals, game.free)
        return act(*step) if step else "NOOP"

    def calm(self, game: BankHeist) -> bool:
        """No police near, no fuse burning."""
        world = game.state
        return not world.fuses and all(manhattan(car.cell, world.me.cell) > 4 for car in game.of("police"))

    def value(self, game: BankHeist) -> float:
        """Near the next bank, far from the police."""
        world = game.state
        far = distances([world.me.cell], game.free)
        banks = [cell for cell, kind in world.tiles.items() if kind == "bank"]
        goals = banks or [cell for cell, kind in world.tiles.items() if kind == "gate"]
        goal = min((far.get(cell, 99) for cell in goals), default=0)
        police = min((far.get(car.cell, 9) for car in game.of("police")), default=9)
        return -0.003 * goal + 0.008 * min(police, 6) - 0.02 * len(game.of("police")) - 0.03 * len(banks)
