"""Frostbite: jump over drifting floes, each fresh row gives a block for the igloo, and get in before you freeze.

After Activision's game of 1983.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls
from glyphbench.games.miniatari.grid import Cell
from glyphbench.games.miniatari.kernel import ArcadeGame, World

BLOCKS, LIVES, COLD, DOOR = 14, 3, 60, 13
#: Rows of floes; the shore is row 1.
FLOES = (3, 5, 7, 9)
SHORE = 1


@dataclass
class Arctic(World):
    """`floes` holds each row's drift (-1 or 1); `fresh` whether it has not been used."""

    drift: dict[int, int] = field(default_factory=dict)
    fresh: dict[int, bool] = field(default_factory=dict)
    ice: dict[int, tuple[int, ...]] = field(default_factory=dict)
    warmth: int = COLD


class Frostbite(ArcadeGame):
    """Four rows of floes below the shore, a field of 16x10."""

    width, height, goal, lives = 16, 10, BLOCKS + 2, LIVES
    counts = False
    actions = controls(UP="jump up a row", DOWN="jump down a row", LEFT="one cell left", RIGHT="one cell right")
    cast = Cast(
        {
            "me": Glyph("@", "you", "bold yellow"),
            "door": Glyph("★", "igloo door", "bold green"),
            "igloo": Glyph("n", "igloo, not finished", "white"),
            "fresh right": Glyph(">", "fresh floe, drifting right", "bold white"),
            "fresh left": Glyph("<", "fresh floe, drifting left", "bold white"),
            "used right": Glyph(")", "used floe, drifting right", "blue"),
            "used left": Glyph("(", "used floe, drifting left", "blue"),
            "shore": Glyph("=", "shore", "white"),
            "snow": Glyph(".", "snow", "dim"),
        },
        floor=Glyph("~", "water", "blue"),
    )
    world_type = Arctic
    state: Arctic
    rules = (
        "Frostbite. Jump onto floes to gather blocks for the igloo, then go in by its door on the shore. UP and DOWN "
        "jump between the shore (row 1) and the floe rows 3, 5, 7 and 9; LEFT and RIGHT walk. Landing by a jump on a "
        "row whose floes are fresh gives a block and makes that row used; when all four rows are used, all become "
        f"fresh again. {BLOCKS} blocks finish the igloo. Each turn you act, then every second turn all floes drift one "
        "cell and carry you along; floes that leave on one side come back on the other, but you cannot cross the "
        "edge: you stay at it. In the water, after your move (before any drift) or after the drift, you lose a life. "
        f"You also lose one when {COLD} turns have passed since your last start or your last block (warmth in the "
        "HUD). You start again on the shore, at a random column; blocks and used rows stay.\n"
        f"Score: each block is worth +1/{BLOCKS + 2}, entering the finished igloo +2/{BLOCKS + 2} and ends the game. "
        f"You have {LIVES} lives; each one lost costs 1/{LIVES}, and losing the last ends the game."
    )

    def setup(self) -> None:
        """Floes."""
        world = self.state
        direction = self.pick((-1, 1))
        for number, y in enumerate(FLOES):
            world.drift[y] = direction * (-1) ** number
            world.fresh[y] = True
            first = self.below(self.width)
            world.ice[y] = tuple(
                sorted((first + part + offset) % self.width for part in (0, 5, 10) for offset in range(3))
            )
        self.respawn()
        self._lay()

    def respawn(self) -> None:
        """Back to the shore."""
        self.state.me.x, self.state.me.y, self.state.warmth = self.below(10), SHORE, COLD

    def play(self, name: str) -> None:
        """Act, then the floes drift."""
        world, me = self.state, self.state.me
        world.warmth -= 1
        if name in ("UP", "DOWN"):
            to = me.y + (2 if name == "DOWN" else -2)
            if not SHORE <= to < self.height:
                self.message = "There is nothing to jump to."
            else:
                me.y = to
                self._landed()
        else:
            self.steer(name)
        if self.over:
            return
        if me.y == SHORE and me.x == DOOR:
            if world.points == BLOCKS:
                self.score(2, "You are in the igloo.")
                return
            self.message = "The igloo is not finished."
        wet = me.y in world.ice and me.x not in world.ice[me.y]
        if world.tick % 2 == 0 and not wet:
            for y, drift in world.drift.items():
                world.ice[y] = tuple(sorted((x + drift) % self.width for x in world.ice[y]))
            if me.y in world.drift:
                me.x = min(max(me.x + world.drift[me.y], 0), self.width - 1)
                wet = me.x not in world.ice[me.y]
        self._lay()
        if wet:
            self.lose_life("You fall into the water.")
        elif world.warmth <= 0:
            self.lose_life("You freeze.")

    def status(self) -> str:
        """Blocks, warmth, beat."""
        world = self.state
        blocks = f"blocks {min(world.points, BLOCKS)}/{BLOCKS}"
        return f"{blocks} | lives {world.lives} | warmth {world.warmth} | {self.beat('floes', 2)}"

    def _landed(self) -> None:
        world, me = self.state, self.state.me
        if me.y not in world.ice or me.x not in world.ice[me.y] or not world.fresh[me.y]:
            return
        world.fresh[me.y] = False
        if not any(world.fresh.values()):
            world.fresh = dict.fromkeys(FLOES, True)
        if world.points < BLOCKS:
            self.score(1, "A block for the igloo.")
            world.warmth = COLD

    def _lay(self) -> None:
        """Draw shore, igloo and floes as tiles."""
        world = self.state
        tiles: dict[Cell, str] = {(x, y): ("snow", "shore")[y] for x in range(self.width) for y in (0, SHORE)}
        tiles[DOOR, SHORE] = "door" if world.points >= BLOCKS else "igloo"
        for y in FLOES:
            look = f"{'fresh' if world.fresh[y] else 'used'} {'right' if world.drift[y] > 0 else 'left'}"
            tiles |= {(x, y): look for x in world.ice[y]}
        world.tiles = tiles
