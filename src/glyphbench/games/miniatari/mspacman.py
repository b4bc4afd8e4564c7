"""MsPacman: eat every dot of a maze, chased by three ghosts that four power pills turn into prey.

After Midway's game of 1982, with its tunnel.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls
from glyphbench.games.miniatari.kernel import ArcadeGame, World, scoring
from glyphbench.games.miniatari.mazes import prowl

MAZE = (
    "###############",
    "#,,,,,,,,,,,,,#",
    "#,##,##,##,##,#",
    "#o#,,#,,,#,,#o#",
    "#,#,##,#,##,#,#",
    ",,,,,,,#,,,,,,,",
    "#,#,##,#,##,#,#",
    "#o#,,#,,,#,,#o#",
    "#,##,##,##,##,#",
    "#,,,,,,,,,,,,,#",
    "###############",
)
HOME, START, POWER = (7, 3), (7, 9), 20
#: Turns for which ghosts stand still at a start, and one that was eaten at its home.
WAIT, REST = 6, 4
#: Every cell but the one you start on holds a dot or a pill.
GOAL = sum(row.count(",") + row.count("o") for row in MAZE) - 1


@dataclass
class Maze(World):
    """`power` counts the turns for which ghosts can be eaten."""

    power: int = 0


class MsPacman(ArcadeGame):
    """A fixed maze of 15x11 with dots, four power pills and three ghosts, three lives."""

    width, height, goal, lives, wraps = 15, 11, GOAL, 3, True
    actions = controls("UP", "DOWN", "LEFT", "RIGHT")
    cast = Cast(
        {
            "me": Glyph("@", "you", "bold yellow"),
            "ghost": Glyph("G", "ghost", "bold red"),
            "prey": Glyph("g", "ghost that you can eat", "blue"),
            "pill": Glyph("O", "power pill", "magenta"),
            "dot": Glyph(":", "dot", "white"),
        }
    )
    world_type = Maze
    state: Maze
    rules = (
        "MsPacman. Eat all dots and power pills. The middle row's ends are joined by a tunnel. You move first, then "
        "the three ghosts (some may share a cell): one cell on two turns of three (HUD), to you by the nearest way as "
        "the crow flies, but 25% of the time at random; they seldom turn back. A power pill makes them prey for "
        f"{POWER - 1} more turns: they flee, one cell every second turn, and one you touch goes back to its home near "
        f"the top, where it waits for {REST} turns, a dangerous ghost again. A ghost on your cell, after your move or "
        "theirs, costs a life; you and the ghosts then start from your places, eaten dots stay eaten. Ghosts wait for "
        f"{WAIT} turns at each start."
        f"{scoring(GOAL, 3, point='each dot or pill')}"
    )

    def setup(self) -> None:
        """Walls and dots."""
        self.set_walls((x, y) for y, row in enumerate(MAZE) for x, char in enumerate(row) if char == "#")
        for y, row in enumerate(MAZE):
            for x, char in enumerate(row):
                if char != "#" and (x, y) != START:
                    self.state.tiles[x, y] = "pill" if char == "o" else "dot"
        self.respawn()

    def respawn(self) -> None:
        """Everybody at their places."""
        world = self.state
        world.me.x, world.me.y = START
        world.sprites, world.power = [], 0
        for x in (6, 7, 8):
            self.add("ghost", x, HOME[1], dx=self.pick((-1, 1)), data=WAIT)

    def play(self, name: str) -> None:
        """Move, eat, then the ghosts."""
        world = self.state
        if world.power:
            world.power -= 1
            if not world.power:
                self.message = "The power is gone."
                for ghost in self.of("prey"):
                    ghost.kind = "ghost"
        self.steer(name)
        tile = world.tiles.pop(world.me.cell, None)
        if tile:
            self.score()
        if tile == "pill":
            self.message = "A power pill: eat the ghosts."
            world.power = POWER
            for ghost in self.of("ghost"):
                ghost.kind = "prey"
        if self.over or self._touch():
            return
        for ghost in self.of("ghost", "prey"):
            prey = ghost.kind == "prey"
            if ghost.data:
                ghost.data -= 1
            elif world.tick % 2 if prey else world.tick % 3:
                prowl(self, ghost, world.me.cell, 0.25, away=prey)
        self._touch()

    def status(self) -> str:
        """What each sort of ghosts does in the turn to come, and for how many turns they can still be eaten."""
        world = self.state
        # A turn takes its power before you move, so that the last one leaves the ghosts dangerous.
        power = max(0, world.power - 1)
        waits = sorted({one.data for one in world.sprites if one.data})
        parts = [f"turns that ghosts at home wait: {', '.join(map(str, waits))}"] if waits else []
        awake = [one for one in world.sprites if not one.data]
        hunting = [one for one in awake if one.kind == "ghost" or not power]
        if hunting:
            parts.append(f"ghosts {'move' if (world.tick + 1) % 3 else 'rest'} this turn")
        if len(hunting) < len(awake):
            parts.append(f"fleeing ghosts {'move' if (world.tick + 1) % 2 else 'rest'} this turn")
        if power:
            parts.append(f"turns of power left: {power}")
        return " | ".join(parts)

    def paint(self, grid: list[list[str]]) -> None:
        """Prey whose time ends before your next move, as the dangerous ghosts that they will be."""
        if self.state.power == 1:
            for ghost in self.of("prey"):
                if ghost.cell != self.state.me.cell:
                    grid[ghost.y][ghost.x] = self.cast.chars["ghost"]

    def _touch(self) -> bool:
        for ghost in self.meet("prey"):
            ghost.kind, ghost.data = "ghost", REST
            ghost.x, ghost.y = HOME
            self.message = "You eat a ghost."
        if self.meet("ghost"):
            self.lose_life("A ghost catches you.")
            return True
        return False
