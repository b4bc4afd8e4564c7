"""FishingDerby: hook fish from six depths and bring them up past the shark before your rival has his weight.

After Activision's game of 1980.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, sideways
from glyphbench.games.miniatari.grid import Cell, sign
from glyphbench.games.miniatari.kernel import ArcadeGame, Sprite, World

GOAL, SURFACE, SHARK, FIRST = 15, 1, 2, 4
#: Pounds of the fish in rows 4 to 9.
WEIGHTS = {4: 1, 5: 1, 6: 2, 7: 2, 8: 3, 9: 3}


@dataclass
class Pond(World):
    """`catch` holds what hangs on your line and on the rival's (0 for nothing); `theirs` is the rival's weight."""

    catch: list[int] = field(default_factory=lambda: [0, 0])
    theirs: int = 0
    aim: int = FIRST


class FishingDerby(ArcadeGame):
    """A pond of 16x10; the first to 15 pounds."""

    width, height, goal = 16, 10, GOAL
    counts = False
    actions = controls("UP", "DOWN", "LEFT", "RIGHT", REEL="with a fish on the hook: wind it up one row, else nothing")
    cast = Cast(
        {
            "me": Glyph("J", "your hook", "bold yellow"),
            "full": Glyph("Y", "your hook with a fish", "bold yellow"),
            "rival": Glyph("L", "rival's hook", "magenta"),
            "rival full": Glyph("T", "rival's hook with a fish", "magenta"),
            "shark": sideways("«", "»", "shark", "bold red"),
            "light": sideways("<", ">", "fish of 1 pound", "green"),
            "middle": sideways("(", ")", "fish of 2 pounds", "green"),
            "heavy": sideways("{", "}", "fish of 3 pounds", "green"),
            "surface": Glyph("=", "surface", "white"),
            "sky": Glyph(".", "sky", "dim"),
        },
        floor=Glyph("~", "water", "blue"),
    )
    world_type = Pond
    state: Pond
    rules = (
        "FishingDerby against a rival. Move your hook onto a fish (it bites) and bring it up to the surface (row 1). "
        "Empty hooks move one cell a turn in rows 2 to 9. With a fish on, LEFT and RIGHT still move the hook, REEL "
        "lifts it one row, UP and DOWN do nothing. On the way up it passes row 2, where the shark swims one cell a "
        "turn to and fro, sometimes turning: it eats a hooked fish on its cell or on the cell before its mouth. Each "
        "turn you act, then the rival, then the shark, then every second turn each fish one cell; at the edges they "
        "turn. A caught fish is replaced in its row. The rival fishes from the right side, on two turns of three, for "
        "a random row each time.\n"
        f"Score: +1/{GOAL} for each pound you land, -1/{GOAL} for each pound the rival lands; the first to {GOAL} "
        "pounds ends the game (the pounds above do not count)."
    )

    def setup(self) -> None:
        """Fish, shark, hooks."""
        world = self.state
        for x in range(self.width):
            world.tiles[x, 0], world.tiles[x, SURFACE] = "sky", "surface"
        for y in WEIGHTS:
            self._fish(y)
        self.add("shark", self.between(4, 11), SHARK, dx=self.pick((-1, 1)))
        self.add("rival", self.width - 2, SHARK)
        world.me.x, world.me.y = 1, SHARK

    def free(self, cell: Cell) -> bool:
        """Water below the surface."""
        return 0 <= cell[0] < self.width and SURFACE <= cell[1] < self.height

    def play(self, name: str) -> None:
        """You, the rival, the shark, the fish."""
        world, me = self.state, self.state.me
        rival = self.of("rival", "rival full")[0]
        if name == "REEL":
            if not world.catch[0]:
                self.message = "There is no fish on your hook."
            else:
                me.y -= 1
        elif name in ("UP", "DOWN") and world.catch[0]:
            self.message = "With a fish on, only REEL lifts the hook."
        elif name == "UP" and me.y == SHARK:
            self.message = "An empty hook stays below the surface."
        else:
            self.steer(name)
        self._bite(me, 0)
        self._land(me, 0)
        if self.over:
            return
        if world.tick % 3:
            self._rival(rival)
            self._bite(rival, 1)
            self._land(rival, 1)
        shark = self.of("shark")[0]
        self._eat(shark, me, rival)
        if self.chance(0.1) or not 0 <= shark.x + shark.dx < self.width:
            shark.dx = -shark.dx
        shark.x += shark.dx if 0 <= shark.x + shark.dx < self.width else 0
        self._eat(shark, me, rival)
        if world.tick % 2 == 0:
            for fish in self.of("light", "middle", "heavy"):
                if not self.move(fish):
                    fish.dx = -fish.dx
                    self.move(fish)
            self._bite(me, 0)
            self._bite(rival, 1)

    def status(self) -> str:
        """Weights, lines, beat."""
        world = self.state
        mine = f"{weight(world.catch[0])} on your hook" if world.catch[0] else "your hook is empty"
        return f"you {world.points}, rival {world.theirs}, first to {GOAL} | {mine} | {self.beat('fish', 2)}"

    def _fish(self, y: int) -> None:
        kind = ("light", "middle", "heavy")[WEIGHTS[y] - 1]
        self.add(kind, self.between(3, self.width - 4), y, dx=self.pick((-1, 1)))

    def _bite(self, hook: Sprite, side: int) -> None:
        world = self.state
        if world.catch[side]:
            return
        fish = self.at(*hook.cell, "light", "middle", "heavy")
        if fish:
            self.remove(fish)
            world.catch[side] = WEIGHTS[fish.y]
            self._fish(fish.y)
            if side == 0:
                hook.kind = "full"
                self.message = f"A fish of {weight(world.catch[0])} bites."
            else:
                hook.kind = "rival full"

    def _land(self, hook: Sprite, side: int) -> None:
        world = self.state
        if hook.y > SURFACE:
            return
        pounds = world.catch[side]
        self._let_go(hook, side)
        hook.y = SHARK
        if side == 0:
            self.score(pounds, f"You land {weight(pounds)}.")
            return
        counted = min(pounds, GOAL - world.theirs)
        world.theirs += counted
        self.lose(counted / GOAL, f"The rival lands {weight(pounds)}.")
        world.aim = self.between(FIRST, self.height - 1)
        if world.theirs == GOAL:
            self.end(False)

    def _eat(self, shark: Sprite, me: Sprite, rival: Sprite) -> None:
        for side, hook in enumerate((me, rival)):
            if self.state.catch[side] and hook.y == SHARK and hook.x in (shark.x, shark.x + shark.dx):
                self._let_go(hook, side)
                self.message = "The shark eats your fish." if side == 0 else "The shark eats the rival's fish."

    def _let_go(self, hook: Sprite, side: int) -> None:
        self.state.catch[side] = 0
        hook.kind = "rival" if side else "me"

    def _rival(self, rival: Sprite) -> None:
        """Down to his row, then towards its fish, then up."""
        world = self.state
        if world.catch[1]:
            rival.y -= 1
        elif rival.y != world.aim:
            rival.y += sign(world.aim - rival.y)
        else:
            fish = next(one for one in self.of("light", "middle", "heavy") if one.y == rival.y)
            rival.x = min(max(rival.x + sign(fish.x - rival.x), self.width // 2), self.width - 1)


def weight(pounds: int) -> str:
    """A number of pounds in words."""
    return f"{pounds} pound{'s' * (pounds != 1)}"
