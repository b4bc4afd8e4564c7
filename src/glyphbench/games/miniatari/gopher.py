"""Gopher: guard three carrots against a gopher that tunnels below you and digs its way up.

After U.S. Games' game of 1982.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, sideways
from glyphbench.games.miniatari.grid import sign
from glyphbench.games.miniatari.kernel import ArcadeGame, World

GOAL, CARROTS = 8, (4, 7, 10)
GROUND, TUNNEL, DIG, PEEK, STUCK = 2, 6, 2, 3, 2


@dataclass
class Garden(World):
    """`goal_x`: where the gopher means to dig; `peek`: turns it has looked round; `stuck`: turns without the spade."""

    goal_x: int = 0
    peek: int = 0
    stuck: int = 0


class Gopher(ArcadeGame):
    """A garden of 14x8; carrots are the player's three lives."""

    width, height, goal, lives, counts = 14, 8, GOAL, len(CARROTS), False
    actions = controls("LEFT", "RIGHT", FILL="fill the hole under you with soil", BONK="hit around you with the spade")
    cast = Cast(
        {
            "me": Glyph("@", "you", "bold yellow"),
            "gopher": sideways("<", ">", "gopher, running", "bold red"),
            "digger": Glyph("^", "gopher, on its way up", "bold red"),
            "head": Glyph("G", "gopher, looking out of its hole", "bold magenta"),
            "carrot": Glyph("!", "carrot", "green"),
            "soil": Glyph("%", "soil", "yellow"),
        },
        wall=Glyph("=", "stone", "white"),
    )
    world_type = Garden
    state: Garden
    rules = (
        "Gopher. Rows and columns count from 0 at the top left. Guard the carrots in columns 4, 7 and 10. You walk "
        f"on the soil (row {GROUND}), over holes too. The gopher runs one cell a turn through its tunnel (row "
        f"{TUNNEL}) to a random column, and digs up: one layer of soil every {DIG} turns, one row a turn where there "
        "is a hole already. With chance 25% before a layer it drops back and goes to another column. From the top "
        f"layer its head comes up into row {GROUND}, looks around for {PEEK} turns, then it runs one cell a turn to "
        f"the nearest carrot, eats it, and is back at an end of the tunnel. BONK hits it if it is in row {GROUND} on "
        "your cell or next to it: it flees to an end of the tunnel; a miss leaves your spade stuck, and you cannot "
        f"act for {STUCK} turns. FILL fills all layers of the column under you; a gopher in there falls back into "
        "the tunnel. Holes stay open and let it climb fast. Each turn you act first. After 4 bonks the gopher digs "
        "a layer every turn.\n"
        f"Score: +1/{GOAL} for each bonk, {GOAL} bonks win and end the game; each carrot eaten costs 1/3, and the "
        "last one ends the game."
    )

    def setup(self) -> None:
        """Carrots, soil, the gopher at one end."""
        world = self.state
        self.set_walls((x, self.height - 1) for x in range(self.width))
        for x in CARROTS:
            world.tiles[x, GROUND] = "carrot"
        for x in range(self.width):
            for y in range(GROUND + 1, TUNNEL):
                world.tiles[x, y] = "soil"
        world.me.x, world.me.y = self.width // 2, GROUND
        self._flee()

    def play(self, name: str) -> None:
        """Act, then the gopher."""
        world, me = self.state, self.state.me
        gopher = world.sprites[0]
        if world.stuck:
            world.stuck -= 1
            self.message = "You pull at your spade."
        elif name == "BONK":
            if gopher.y == GROUND and abs(gopher.x - me.x) <= 1:
                self._flee()
                self.score(1, "You bonk the gopher.")
                return
            world.stuck = STUCK
            self.message = "You hit nothing, and your spade is stuck."
        elif name == "FILL":
            self._fill()
        else:
            self.steer(name)
        if gopher.kind == "gopher":
            self._run()
        elif gopher.kind == "head":
            world.peek += 1
            if world.peek >= PEEK:
                gopher.kind = "gopher"
                gopher.dx = sign(self._carrot() - gopher.x) or 1
        else:
            self._climb()

    def status(self) -> str:
        """Bonks and carrots."""
        world = self.state
        pace = 1 if world.points >= 4 else DIG
        stuck = f" | spade stuck {world.stuck}" if world.stuck else ""
        return f"bonks {world.points}/{GOAL} | carrots {world.lives}{stuck} | digs a layer every {pace} turns"

    def _flee(self) -> None:
        world = self.state
        world.sprites = []
        left = self.chance(0.5)
        self.add("gopher", 0 if left else self.width - 1, TUNNEL, dx=1 if left else -1)
        self._plan()

    def _plan(self) -> None:
        """Choose another column to dig up at; open holes are twice as likely."""
        world = self.state
        gopher = world.sprites[0]
        columns = [x for x in range(self.width) if x != gopher.x]
        holes = [x for x in columns if (x, TUNNEL - 1) not in world.tiles]
        world.goal_x = self.pick(columns + holes)
        gopher.kind, gopher.dx = "gopher", sign(world.goal_x - gopher.x)

    def _carrot(self) -> int:
        gopher = self.state.sprites[0]
        carrots = [x for (x, y), kind in self.state.tiles.items() if kind == "carrot"]
        return min(carrots, key=lambda x: abs(x - gopher.x))

    def _run(self) -> None:
        world = self.state
        gopher = world.sprites[0]
        target = world.goal_x if gopher.y == TUNNEL else self._carrot()
        gopher.dx = sign(target - gopher.x) or gopher.dx
        gopher.x += sign(target - gopher.x)
        if gopher.x != target:
            return
        if gopher.y == TUNNEL:
            gopher.kind, gopher.data = "digger", 0
            return
        del world.tiles[target, GROUND]
        self.lose_life("The gopher eats a carrot.")
        if not self.over:
            self._flee()

    def _climb(self) -> None:
        world = self.state
        gopher = world.sprites[0]
        above = gopher.x, gopher.y - 1
        if above in world.tiles and above[1] > GROUND:
            gopher.data += 1
            if gopher.data < (1 if world.points >= 4 else DIG):
                return
            gopher.data = 0
            if self.chance(0.25):
                gopher.y = TUNNEL
                self._plan()
                return
            del world.tiles[above]
        gopher.y -= 1
        if gopher.y == GROUND:
            gopher.kind, world.peek = "head", 0

    def _fill(self) -> None:
        world = self.state
        x = world.me.x
        layers = [(x, y) for y in range(GROUND + 1, TUNNEL) if (x, y) not in world.tiles]
        if not layers:
            self.message = "There is no hole under you."
            return
        for cell in layers:
            world.tiles[cell] = "soil"
        self.message = "You fill the hole."
        gopher = world.sprites[0]
        if gopher.x == x and GROUND < gopher.y < TUNNEL:
            gopher.y = TUNNEL
            self._plan()
            self.message = "You fill the hole; the gopher falls back."
