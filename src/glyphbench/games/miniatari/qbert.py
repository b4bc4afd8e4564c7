"""Qbert: hop over a pyramid of cubes until every one has changed its colour, away from balls and a snake.

After Gottlieb's game of 1982: two discs beside the pyramid lift you to the top and lure the snake to its death.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import FLOOR, Cast, controls
from glyphbench.games.miniatari.grid import Cell
from glyphbench.games.miniatari.kernel import ArcadeGame, Sprite, World, scoring

ROWS, TOP = 5, (7, 1)
GOAL = ROWS * (ROWS + 1) // 2
HOPS: dict[str, Cell] = {"UP_LEFT": (-1, -2), "UP_RIGHT": (1, -2), "DOWN_LEFT": (-1, 2), "DOWN_RIGHT": (1, 2)}
#: The cubes, and the cells beside the third row from which a disc is boarded.
CUBES: frozenset[Cell] = frozenset(
    (7 - row + 2 * place, 1 + 2 * row) for row in range(ROWS) for place in range(row + 1)
)
DISCS: tuple[Cell, ...] = ((3, 5), (11, 5))


@dataclass
class Pyramid(World):
    """`nest` counts down to the snake's coming."""

    nest: int = 14


class Qbert(ArcadeGame):
    """15 cubes, two discs, falling balls and a snake; three lives."""

    width, height, goal, lives = 15, 11, GOAL, 3
    actions = controls(
        UP_LEFT="hop to the cube up and left",
        UP_RIGHT="hop to the cube up and right",
        DOWN_LEFT="hop to the cube down and left",
        DOWN_RIGHT="hop to the cube down and right",
    )
    cast = Cast(
        {
            "me": Glyph("@", "you", "bold yellow"),
            "snake": Glyph("S", "snake", "bold magenta"),
            "ball": Glyph("*", "bouncing ball", "red"),
            "disc": Glyph("=", "flying disc", "cyan"),
            "raw": Glyph("O", "cube to change", "blue"),
            "done": Glyph("o", "changed cube", "green"),
        },
        floor=Glyph(FLOOR.char, "nothing: a fall", "dim"),
    )
    world_type = Pyramid
    state: Pyramid
    rules = (
        "Qbert. Change every cube of the pyramid by hopping onto it, the top one, where you start, too. A hop moves "
        "you one column sideways and two rows up or down, to the next cube; off the pyramid you fall and lose a "
        "life, unless a disc is there (UP_LEFT or UP_RIGHT from an outer cube of the fourth row): it carries you to "
        "the top cube, once, and a snake within 2 hops then jumps after you and is gone. Each turn you hop first; "
        "every second turn (HUD) balls hop down, left or right at random, and the snake hops nearer to you (not onto "
        "discs); a new ball appears in the second row every 8 turns. The snake comes after 14 turns in the bottom "
        "row, or at the top if you are in the lower two rows; when it is gone, a new one needs 14 turns. A ball or "
        "the snake on your cube, after your hop or theirs, costs a life; you come back on the top cube without balls "
        "and snake."
        f"{scoring(GOAL, 3, point='each cube changed')}"
    )

    def setup(self) -> None:
        """All cubes unchanged, you on the top one."""
        self.state.tiles = dict.fromkeys(sorted(CUBES), "raw") | dict.fromkeys(DISCS, "disc")
        self.respawn()

    def respawn(self) -> None:
        """The top cube, nobody else."""
        world = self.state
        world.sprites, world.nest = [], 14
        world.me.x, world.me.y = TOP

    def play(self, name: str) -> None:
        """Hop, then balls and snake."""
        world, me = self.state, self.state.me
        if name in HOPS:
            dx, dy = HOPS[name]
            me.x, me.y = me.x + dx, me.y + dy
            if world.tiles.get(me.cell) == "disc":
                self._lift()
            elif me.cell not in CUBES:
                self.lose_life("You fall off the pyramid.")
                return
            if world.tiles[me.cell] == "raw":
                world.tiles[me.cell] = "done"
                self.score(1, "The cube changes.")
        if self.over or self._caught():
            return
        if world.tick % 2 == 0:
            self._bounce()
        if not self.of("snake"):
            world.nest -= 1
            if world.nest <= 0:
                self._hatch()
        self._caught()

    def status(self) -> str:
        """The foes' beat and the snake's coming."""
        snake = "" if self.of("snake") else f", snake comes in {self.state.nest}"
        return f"{self.beat('balls and snake', 2)}{snake}"

    def paint(self, grid: list[list[str]]) -> None:
        """The snake again, which a ball on its cube would hide."""
        for snake in self.of("snake"):
            if snake.cell != self.state.me.cell:
                grid[snake.y][snake.x] = self.cast.chars["snake"]

    def _lift(self) -> None:
        world = self.state
        spot = world.me.cell
        del world.tiles[spot]
        world.me.x, world.me.y = TOP
        self.message = "The disc carries you to the top."
        for snake in self.of("snake"):
            if hops(snake.cell, spot) <= 3:
                self.remove(snake)
                world.nest = 14
                self.message = "The disc carries you to the top; the snake falls."

    def _bounce(self) -> None:
        for ball in self.of("ball"):
            ball.x, ball.y = ball.x + self.pick((-1, 1)), ball.y + 2
            if ball.cell not in CUBES:
                self.remove(ball)
        if self.state.tick % 8 == 0:
            self.add("ball", self.pick((6, 8)), 3)
        for snake in self.of("snake"):
            ways = [(snake.x + dx, snake.y + dy) for dx, dy in HOPS.values()]
            me = self.state.me.cell
            snake.x, snake.y = min((cell for cell in ways if cell in CUBES), key=lambda cell: hops(cell, me))

    def _hatch(self) -> None:
        low = self.state.me.y > 5
        x, y = TOP if low else (self.pick((3, 5, 7, 9, 11)), 9)
        self.add("snake", x, y)
        self.message = "A snake appears."

    def _caught(self) -> bool:
        foes: list[Sprite] = self.meet("ball", "snake")
        if foes:
            self.lose_life(f"The {foes[0].kind} gets you.")
        return bool(foes)


def hops(one: Cell, two: Cell) -> int:
    """Hops between two cells of the pyramid's lattice."""
    return max(abs(one[0] - two[0]), abs(one[1] - two[1]) // 2)
