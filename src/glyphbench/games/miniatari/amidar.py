"""Amidar: paint every path of a lattice while patrols walk their rounds.

After Konami's game of 1981 (Parker Brothers' cartridge of 1982): the patrols follow fixed circuits, so the paths
are a timetable, and a few jumps let you pass.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, four_way
from glyphbench.games.miniatari.grid import Cell
from glyphbench.games.miniatari.kernel import ArcadeGame, Sprite, World, scoring

COLUMNS, ROWS = (0, 3, 6, 9, 12, 15), (0, 3, 6, 9)
CELLS = 100
JUMPS, AIR = 4, 4


@dataclass
class Lattice(World):
    """`circuits` are the patrols' rounds as cells in walking order; `air` ticks of the jump left."""

    circuits: list[tuple[Cell, ...]] = field(default_factory=list)
    jumps: int = JUMPS
    air: int = 0


class Amidar(ArcadeGame):
    """A lattice of 16x10 with 100 path cells and 4 patrols."""

    width, height, goal, lives = 16, 10, CELLS - 1, 3
    actions = controls("UP", "DOWN", "LEFT", "RIGHT", JUMP="let patrols pass below you for 4 turns; you do not move")
    cast = Cast(
        {
            "me": Glyph("@", "you", "bold yellow"),
            "air": Glyph("J", "you, jumping", "bold yellow"),
            "patrol": four_way("↑↓←→", "patrol", "bold red"),
            "paint": Glyph("+", "painted path", "green"),
        },
        floor=Glyph(".", "bare path", "dim"),
        wall=Glyph("#", "block", "white"),
    )
    world_type = Lattice
    state: Lattice
    rules = (
        "Amidar. Paint the whole lattice by walking over it. Four patrols walk round rectangles of the lattice, one "
        "cell a turn after your move, always the same way round; the HUD gives each one's rectangle as columns and "
        "rows. A patrol on your cell costs a life and puts you back at the top left corner, which no patrol visits; "
        f"paint stays. JUMP makes you "
        f"untouchable for {AIR} turns, in which you may walk; you have {JUMPS} jumps."
        f"{scoring(CELLS - 1, 3, point='each newly painted cell')}"
    )

    def setup(self) -> None:
        """Draw the circuits."""
        self.set_walls((x, y) for x in range(self.width) for y in range(self.height) if x % 3 and y % 3)
        self.state.tiles[0, 0] = "paint"
        # The top left crossing stays clear of patrols: it is where you come back.
        while len(self.state.circuits) < 4:
            left, right = sorted(self.shuffled(COLUMNS)[:2])
            top, bottom = sorted(self.shuffled(ROWS)[:2])
            if (left, top) == (0, 0) or right - left + bottom - top < 9:
                continue
            cells = rectangle(left, top, right, bottom)
            if self.chance(0.5):
                cells = cells[::-1]
            number = len(self.state.circuits)
            self.state.circuits.append(cells)
            self._place(self.add("patrol", 0, 0, data=self.below(len(cells))), number)

    def respawn(self) -> None:
        """Back to the top left corner."""
        self.state.me.x = self.state.me.y = 0

    def play(self, name: str) -> None:
        """Walk and paint; then the patrols walk."""
        world = self.state
        world.air -= world.air > 0
        if name == "JUMP":
            if world.air:
                self.message = "You are in the air already."
            elif not world.jumps:
                self.message = "No jumps are left."
            else:
                world.jumps, world.air = world.jumps - 1, AIR
        elif self.steer(name) and world.me.cell not in world.tiles:
            world.tiles[world.me.cell] = "paint"
            self.score()
        caught = bool(self.meet("patrol"))
        for number, patrol in enumerate(world.sprites):
            patrol.data += 1
            self._place(patrol, number)
        if (caught or self.meet("patrol")) and not world.air:
            self.lose_life("A patrol catches you.")
        world.me.kind = "air" if world.air else "me"

    def status(self) -> str:
        """Jumps and circuits."""
        rounds = ", ".join(f"{c[0][0]}-{c[-1][0]}/{c[0][1]}-{c[-1][1]}" for c in map(corners, self.state.circuits))
        air = f" (in the air {self.state.air})" if self.state.air else ""
        return f"jumps {self.state.jumps}{air} | patrol rectangles {rounds}"

    def _place(self, patrol: Sprite, number: int) -> None:
        cells = self.state.circuits[number]
        at = patrol.data % len(cells)
        (x, y), (to_x, to_y) = cells[at], cells[(at + 1) % len(cells)]
        patrol.x, patrol.y, patrol.dx, patrol.dy = x, y, to_x - x, to_y - y


def rectangle(left: int, top: int, right: int, bottom: int) -> tuple[Cell, ...]:
    """The cells round a rectangle, clockwise from the top left."""
    return (
        *((x, top) for x in range(left, right)),
        *((right, y) for y in range(top, bottom)),
        *((x, bottom) for x in range(right, left, -1)),
        *((left, y) for y in range(bottom, top, -1)),
    )


def corners(cells: tuple[Cell, ...]) -> tuple[Cell, Cell]:
    """The top left and bottom right cells of a circuit."""
    return min(cells), max(cells)
