"""Tennis: reach the place where the ball will land, and place it where the rival is not.

After Activision's game of 1981.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import FLOOR, Cast, controls
from glyphbench.games.miniatari.grid import Cell, sign
from glyphbench.games.miniatari.kernel import ArcadeGame, Sprite, World

GOAL, NET, FLIGHT, LOBBED = 4, 7, 5, 8
PACE, CLEVER = 0.75, 0.5
#: Where each stroke lands on the rival's side: columns and rows, both ends included.
STROKES: dict[str, tuple[Cell, Cell]] = {
    "LEFT": ((1, 2), (2, 3)),
    "RIGHT": ((10, 11), (2, 3)),
    "UP": ((5, 7), (5, 6)),
    "DOWN": ((4, 8), (1, 2)),
    "NOOP": ((4, 8), (1, 2)),
    "LOB": ((3, 9), (1, 1)),
}


@dataclass
class Court(World):
    """`left` turns until the ball lands on `spot`; `incoming` if on the player's side; the rival is in `foe`."""

    foe: Sprite = field(default_factory=lambda: Sprite("foe", 6, 2))
    spot: Cell = (0, 0)
    origin: Cell = (0, 0)
    flight: int = FLIGHT
    left: int = 0
    incoming: bool = True


class Tennis(ArcadeGame):
    """First to four points on a court of 13x15; the rival's points are the player's lost lives."""

    width, height, goal, lives, counts = 13, 15, GOAL, GOAL, False
    actions = controls("UP", "DOWN", "LEFT", "RIGHT", LOB="hit a high, slow ball (only when the ball lands near you)")
    cast = Cast(
        {
            "me": Glyph("@", "you", "bold yellow"),
            "foe": Glyph("R", "rival", "bold red"),
            "ball": Glyph("o", "ball in flight", "cyan"),
            "spot": Glyph("x", "where the ball will land", "cyan"),
        },
        floor=Glyph(FLOOR.char, "court", "dim"),
        wall=Glyph("=", "net", "white"),
    )
    world_type = Court
    state: Court
    rules = (
        "Tennis. Rows and columns count from 0 at the top left. You play below the net (rows 8-14), the rival above "
        "it (rows 0-6). The ball always flies to the marked cell and lands there in the number of turns that the "
        "HUD gives. In the turn in which it lands on your side, your action is your stroke and you do not move: if "
        "you are within 1 cell of it (diagonally too) it flies back, else the rival gets the point. Stroke LEFT "
        "goes to columns 1-2, RIGHT to columns 10-11 (rows 2-3 both), UP drops it short (columns 5-7, rows 5-6), "
        f"DOWN and NOOP send it deep to the middle (columns 4-8, rows 1-2). A ball flies {FLIGHT} turns; LOB goes "
        f"deep to columns 3-9 and flies {LOBBED}. At all other times you move one cell. While the ball flies to its "
        f"side the rival moves one cell towards it (diagonally too) on {PACE:.0%} of the turns, else towards the "
        "middle of its side; it needs to be within 1 cell as well. It hits to your half's other side from you with "
        f"chance {CLEVER:.0%}, else anywhere. Each point begins with the rival's serve, both in the middle.\n"
        f"Score: +1/{GOAL} for each of your points, -1/{GOAL} for each of the rival's; first to {GOAL} ends the game."
    )

    def setup(self) -> None:
        """The net and the first serve."""
        self.set_walls((x, NET) for x in range(self.width))
        self.respawn()

    def respawn(self) -> None:
        """Both in the middle, the rival serves."""
        world = self.state
        world.me.x, world.me.y = 6, 12
        world.foe = Sprite("foe", 6, 2)
        self._reply()
        self._draw()

    def play(self, name: str) -> None:
        """The ball flies on; both move or hit."""
        world, me, foe = self.state, self.state.me, self.state.foe
        world.left -= 1
        points = world.points, world.lives
        if world.incoming and not world.left:
            self._stroke(name)
        elif name == "LOB":
            self.message = "The ball is not landing near you now."
        else:
            self.steer(name)
        if points != (world.points, world.lives):
            return
        if world.incoming:
            self._rival((6, 2))
        elif world.left:
            if self.chance(PACE):
                self._rival(world.spot)
        elif max(abs(foe.x - world.spot[0]), abs(foe.y - world.spot[1])) <= 1:
            self._reply()
            self.message = "The rival returns the ball."
        else:
            self.score(1, "The rival misses: your point.")
            if not self.over:
                self.respawn()
            return
        me.y = max(NET + 1, me.y)
        self._draw()

    def status(self) -> str:
        """Points and the ball."""
        world = self.state
        where = f"column {world.spot[0]}, row {world.spot[1]}"
        when = "next turn" if world.left == 1 else f"in {world.left} turns"
        side = "your" if world.incoming else "the rival's"
        me = world.me
        return (
            f"points: you {world.points}, rival {self.lives - world.lives} | you are at column {me.x}, row {me.y}"
            f" | ball lands on {side} side at {where} {when}"
        )

    def _stroke(self, name: str) -> None:
        world, me = self.state, self.state.me
        x, y = world.spot
        if max(abs(me.x - x), abs(me.y - y)) > 1:
            self.lose_life("You do not reach the ball.")
            return
        columns, rows = STROKES[name]
        self._fly((self.between(*columns), self.between(*rows)), LOBBED if name == "LOB" else FLIGHT, incoming=False)
        self.message = "You hit the ball."

    def _reply(self) -> None:
        """The rival's stroke or serve."""
        me = self.state.me
        columns = (1, self.width - 2)
        if self.chance(CLEVER):
            columns = (1, 4) if me.x > 6 else (8, 11)
        self._fly((self.between(*columns), self.between(9, 13)), FLIGHT + 1, incoming=True)

    def _fly(self, spot: Cell, turns: int, *, incoming: bool) -> None:
        world = self.state
        world.origin = world.me.cell if not incoming else world.foe.cell
        world.spot, world.flight, world.left, world.incoming = spot, turns, turns, incoming

    def _rival(self, target: Cell) -> None:
        foe = self.state.foe
        foe.x += sign(target[0] - foe.x)
        foe.y = min(NET - 1, foe.y + sign(target[1] - foe.y))

    def _draw(self) -> None:
        """Put the ball on its way from `origin` to `spot`."""
        world = self.state
        done = world.flight - world.left
        x, y = (a + round((b - a) * done / world.flight) for a, b in zip(world.origin, world.spot, strict=True))
        world.sprites = [Sprite("spot", *world.spot), world.foe, Sprite("ball", x, y)]
