"""Phoenix: birds swoop down on you one by one, and behind them comes a mothership with a core in its hull.

After Amstar's game of 1980: a shield saves you for a moment, and then needs time.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, sideways
from glyphbench.games.miniatari.grid import sign
from glyphbench.games.miniatari.kernel import ArcadeGame, Sprite, World, scoring

BIRDS, CORE = 8, 3
GOAL, SHIELD, RELOAD = BIRDS + CORE, 3, 12
FOES = ("bird", "diver", "core", "hull")


@dataclass
class Nest(World):
    """`side` is the way the flock drifts; `shield` turns left of it and `reload` turns until the next."""

    side: int = 1
    shield: int = 0
    reload: int = 0


class Phoenix(ArcadeGame):
    """Two rows of four birds, then the mothership, on a field of 14x12, three lives."""

    width, height, goal, lives = 14, 12, GOAL, 3
    actions = controls("LEFT", "RIGHT", FIRE="shoot straight up", SHIELD=f"be safe for {SHIELD} turns")
    cast = Cast(
        {
            "me": Glyph("A", "you", "bold yellow"),
            "safe": Glyph("Ä", "you, shielded", "bold cyan"),
            "bird": sideways("<", ">", "bird in the flock", "red"),
            "diver": sideways("«", "»", "diving bird", "bold red"),
            "core": Glyph("$", "mothership's core", "bold magenta"),
            "hull": Glyph("=", "mothership's hull", "blue"),
            "bomb": Glyph("*", "falling bomb", "red"),
            "shot": Glyph("'", "your shot", "cyan"),
        }
    )
    world_type = Nest
    state: Nest
    rules = (
        "Phoenix. Shoot 8 birds, then hit the mothership's core 3 times. Each turn you act first; your shot (one in "
        "flight) flies 2 cells. The flock drifts one cell every second turn (HUD), turning at the edges. Every 7 turns "
        "a bird of the flock dives: one row down a turn, and with chance 60% one column towards you; below the bottom "
        "row it comes back to the flock at the top. Birds not more than 2 columns from you drop a bomb with chance 8% "
        "a turn, the core with chance 25% (any distance); at most 3 bombs fall, one cell a turn. A bomb or bird on "
        f"your cell costs a life, unless you are shielded: SHIELD covers this turn and {SHIELD - 1} more, in which you "
        f"cannot move or shoot, and is ready again {RELOAD} turns after its start; what touches a shield is destroyed "
        "(for nothing; a bird goes back to the flock). The mothership, 5 cells wide, drifts like the flock; its two "
        f"rows of hull must be shot away cell by cell to reach the core."
        f"{scoring(GOAL, 3, point='each bird and core hit')}"
    )

    def setup(self) -> None:
        """The flock at the top."""
        world = self.state
        world.side = self.pick((-1, 1))
        left = self.between(1, 4)
        for number in range(BIRDS):
            self.add("bird", left + 2 * (number % 4) + number // 4, number // 4, dx=world.side)
        self.respawn()

    def respawn(self) -> None:
        """You in the middle, divers back in the flock, no bombs."""
        world = self.state
        self.clear("bomb", "shot")
        world.me.x, world.me.y, world.me.kind = self.width // 2, self.height - 1, "me"
        world.shield = world.reload = 0
        for bird in self.of("diver"):
            self._home(bird)

    def play(self, name: str) -> None:
        """Act; shots, the flock, divers and bombs follow."""
        world, me = self.state, self.state.me
        world.shield -= world.shield > 0
        world.reload -= world.reload > 0
        if name == "SHIELD":
            if world.reload:
                self.message = f"Your shield is not ready: {world.reload} more."
            else:
                world.shield, world.reload = SHIELD, RELOAD
        elif name != "NOOP" and world.shield:
            self.message = "You cannot do that behind your shield."
        elif name == "FIRE":
            self.shoot("shot", 0, -1)
        else:
            self.steer(name)
        me.kind = "safe" if world.shield else "me"
        self._strike(2)
        if self.over:
            return
        if world.tick % 2 == 0:
            self._drift_flock()
        for bird in self.of("diver"):
            self._dive(bird)
        if world.tick % 7 == 0 and self.of("bird"):
            self.pick(self.of("bird")).kind = "diver"
        self._strike(0)
        self.drift("bomb")
        self._bomb()
        if not self.over:
            self._touch()

    def status(self) -> str:
        """The flock's beat and the shield."""
        world = self.state
        if world.shield:
            shield = f"shield {world.shield}"
        else:
            shield = f"shield ready in {world.reload}" if world.reload else "shield ready"
        return f"{self.beat('flock', 2)} | {shield}"

    def _drift_flock(self) -> None:
        world = self.state
        flock = self.of("bird", "core", "hull")
        if any(not 0 <= one.x + world.side < self.width for one in flock):
            world.side = -world.side
        for one in flock:
            one.dx = world.side
            one.x = max(0, min(self.width - 1, one.x + world.side))

    def _dive(self, bird: Sprite) -> None:
        bird.y += 1
        if bird.y >= self.height:
            self._home(bird)
            return
        if self.chance(0.6):
            bird.dx = sign(self.state.me.x - bird.x) or bird.dx
            bird.x += sign(self.state.me.x - bird.x)

    def _home(self, bird: Sprite) -> None:
        bird.kind, bird.y, bird.dx = "bird", self.between(0, 1), self.state.side

    def _bomb(self) -> None:
        me = self.state.me
        for one in self.of("bird", "diver", "core"):
            near = abs(one.x - me.x) <= 2 and one.y < self.height - 4
            if len(self.of("bomb")) < 3 and self.chance(0.25 if one.kind == "core" else 0.08 * near):
                self.add("bomb", one.x, one.y + 1, dy=1)

    def _touch(self) -> None:
        for one in self.meet("bomb", "diver"):
            if not self.state.shield:
                self.lose_life(f"A {'bomb' if one.kind == 'bomb' else 'bird'} hits you.")
                return
            self.message = "Your shield holds."
            if one.kind == "bomb":
                self.remove(one)
            else:
                self._home(one)

    def _strike(self, cells: int) -> None:
        for _, target in self.fly("shot", FOES, cells):
            if target.kind == "hull":
                self.remove(target)
                self.message = "You shoot a piece off the hull."
                continue
            if target.kind == "core":
                self.score(1, "You hit the core.")
                continue
            self.remove(target)
            self.score(1, "You shoot a bird.")
            if not self.of("bird", "diver"):
                self._mothership()

    def _mothership(self) -> None:
        left = self.between(1, self.width - 6)
        self.add("core", left + 2, 0, dx=self.state.side)
        for x in range(left, left + 5):
            for y in (1, 2):
                self.add("hull", x, y, dx=self.state.side)
        self.message = "You shoot the last bird: the mothership comes."
