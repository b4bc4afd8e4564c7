"""Reference policy for Amidar."""

from __future__ import annotations

from glyphbench.games.miniatari.amidar import Amidar
from glyphbench.games.miniatari.grid import FOUR
from glyphbench.solvers.miniatari.common import Policy, act

LOOK = 40


class AmidarPolicy(Policy[Amidar]):
    """Searches cells over time, as the patrols' rounds are known, for the nearest bare path; jumps where trapped."""

    def choose(self, game: Amidar) -> str:
        """The first step of the shortest safe way to bare path."""
        world = game.state
        taken: list[set[tuple[int, int]]] = [
            {cells[(one.data + turn) % len(cells)] for one, cells in zip(world.sprites, world.circuits, strict=True)}
            for turn in range(LOOK + 1)
        ]
        layer: dict[tuple[int, int], str] = {world.me.cell: ""}
        for turn in range(LOOK):
            following: dict[tuple[int, int], str] = {}
            for (x, y), first in layer.items():
                for dx, dy in (*FOUR, (0, 0)):
                    cell = (x + dx, y + dy)
                    clear = turn + 1 < world.air or (cell not in taken[turn] and cell not in taken[turn + 1])
                    if game.free(cell) and clear:
                        following.setdefault(cell, first or act(dx, dy))
            for cell, first in following.items():
                # Bare path where the next patrol is not at the door.
                if cell not in world.tiles and (cell not in taken[min(turn + 2, LOOK)] or world.air > turn + 2):
                    return first
            if not following:
                return "JUMP" if world.jumps and not world.air else next(iter(layer.values()), "") or "NOOP"
            layer = following
        return next(iter(layer.values())) or "NOOP"
