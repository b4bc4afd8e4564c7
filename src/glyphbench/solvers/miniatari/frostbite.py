"""Reference policy for Frostbite."""

from __future__ import annotations

from glyphbench.games.miniatari.frostbite import BLOCKS, DOOR, FLOES, SHORE, Frostbite
from glyphbench.solvers.miniatari.common import Policy, act

LOOK = 30

#: Row and column.
Place = tuple[int, int]


class FrostbitePolicy(Policy[Frostbite]):
    """Searches places over time, as the drift is known, for the next fresh row, or for the door at the end."""

    def choose(self, game: Frostbite) -> str:
        """The first step of the quickest safe way."""
        world = game.state
        done = world.points >= BLOCKS
        layer: dict[Place, str] = {(world.me.y, world.me.x): ""}
        for turn in range(LOOK):
            following: dict[Place, str] = {}
            for (y, x), first in layer.items():
                for name, dy, dx in (
                    ("NOOP", 0, 0),
                    ("UP", -2, 0),
                    ("DOWN", 2, 0),
                    ("LEFT", 0, -1),
                    ("RIGHT", 0, 1),
                ):
                    to_y, to_x = y + dy, x + dx
                    if not SHORE <= to_y < game.height or not 0 <= to_x < game.width:
                        continue
                    if done and (to_y, to_x) == (SHORE, DOOR):
                        return first or name
                    place = self._after(game, turn, to_y, to_x)
                    if place is None:
                        continue
                    if not done and dy and to_y in FLOES and world.fresh[to_y]:
                        return first or name
                    following.setdefault(place, first or name)
            if not following:
                break
            layer = following
        return next(iter(layer.values())) or act(0, -1)

    def _after(self, game: Frostbite, turn: int, y: int, x: int) -> Place | None:
        """Where one is after the floes' drift in that turn; None in the water."""
        world = game.state
        if y == SHORE:
            return y, x
        moved = (world.tick + turn) // 2 - world.tick // 2
        drift = world.drift[y]
        if (x - drift * moved) % game.width not in world.ice[y]:
            return None
        if (world.tick + turn + 1) % 2 == 0:
            x = min(max(x + drift, 0), game.width - 1)
            if (x - drift * (moved + 1)) % game.width not in world.ice[y]:
                return None
        return y, x
