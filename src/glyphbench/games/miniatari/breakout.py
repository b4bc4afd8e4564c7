"""Breakout: knock all bricks out of the wall with a ball that your paddle keeps in play.

After Atari's game of 1976; where the ball meets the paddle decides where it goes.
"""

from __future__ import annotations

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls
from glyphbench.games.miniatari.grid import Cell
from glyphbench.games.miniatari.kernel import ArcadeGame, scoring

WIDTH, HEIGHT, GOAL = 15, 12, 26
ROWS = (2, 3)
#: The row in which a ball starts.
SERVE = 5

Ball = tuple[int, int, int, int]


class Breakout(ArcadeGame):
    """Two rows of 13 bricks, three balls, a paddle of three cells."""

    width, height, goal, lives = WIDTH, HEIGHT, GOAL, 3
    actions = controls("LEFT", "RIGHT")
    cast = Cast(
        {
            "me": Glyph("=", "your paddle", "bold yellow"),
            "ball": Glyph("o", "ball", "bold white"),
            "brick": Glyph("■", "brick", "red"),
        }
    )
    rules = (
        "Breakout. Knock out all bricks. You move the paddle (3 cells, bottom row), then the ball moves one row and up "
        "to one column by its velocity (dx,dy), given in the HUD: dx +1 is right, dy +1 is down. At a side edge dx "
        "turns, at the top dy, and the ball moves on in the same turn. If its next cell, or else the cell straight "
        "above or below the ball, is a brick, that brick goes, dy turns and the ball stays for this turn. When its "
        "next cell is in the bottom row, that cell must be on the paddle: the ball then stops just above it, and goes "
        "on up-left from the paddle's left cell, straight up from the middle one, up-right from the right one. A "
        f"missed ball is a lost life; the next one starts in row {SERVE} (the top is row 0), at a random column, "
        "downwards."
        f"{scoring(GOAL, 3, point='each brick')}"
    )

    def setup(self) -> None:
        """Bricks, paddle, ball."""
        self.state.tiles = {(x, y): "brick" for y in ROWS for x in range(1, WIDTH - 1)}
        self.state.me.x, self.state.me.y = WIDTH // 2, HEIGHT - 1
        self.add("ball", 0, 0)
        self.respawn()

    def respawn(self) -> None:
        """A new ball."""
        ball = self.state.sprites[0]
        ball.x, ball.y, ball.dx, ball.dy = self.between(3, WIDTH - 4), SERVE, self.pick((-1, 1)), 1

    def play(self, name: str) -> None:
        """Paddle, then ball."""
        me, ball = self.state.me, self.state.sprites[0]
        step = {"LEFT": -1, "RIGHT": 1}.get(name, 0)
        if step and not 1 <= me.x + step < WIDTH - 1:
            self.message = "The edge of the field is in the way."
        elif step:
            me.x += step
        now, struck = fly((ball.x, ball.y, ball.dx, ball.dy), self.state.tiles)
        ball.x, ball.y, ball.dx, ball.dy = now
        if struck:
            del self.state.tiles[struck]
            self.score(1)
        if not self.over and ball.y == HEIGHT - 1:
            off = ball.x - me.x
            if abs(off) > 1:
                self.lose_life("You miss the ball.")
            else:
                ball.y, ball.dx, ball.dy = HEIGHT - 2, off, -1

    def status(self) -> str:
        """The ball's velocity."""
        ball = self.state.sprites[0]
        return f"ball moves ({ball.dx:+d},{ball.dy:+d})"

    def paint(self, grid: list[list[str]]) -> None:
        """The paddle's other two cells."""
        for x in (-1, 1):
            grid[HEIGHT - 1][self.state.me.x + x] = self.cast.chars["me"]


def fly(ball: Ball, bricks: dict[Cell, str]) -> tuple[Ball, Cell | None]:
    """One move of a ball (x, y, dx, dy), and the brick that it knocks out."""
    x, y, dx, dy = ball
    if not 0 <= x + dx < WIDTH:
        dx = -dx
    if y + dy < 0:
        dy = 1
    for cell in ((x + dx, y + dy), (x, y + dy)):
        if cell in bricks:
            # It turns back before it enters the brick.
            return (x, y, dx, -dy), cell
    return (x + dx, y + dy, dx, dy), None
