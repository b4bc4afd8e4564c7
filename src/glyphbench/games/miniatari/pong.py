"""Pong: two paddles, one ball, and an angle that depends on where the paddle meets the ball.

After Atari's game of 1972, as on its console of 1977.
"""

from __future__ import annotations

from dataclasses import dataclass

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls
from glyphbench.games.miniatari.grid import sign
from glyphbench.games.miniatari.kernel import ArcadeGame, World

GOAL, STEEPEST, PACE = 3, 2, 0.8


@dataclass
class Table(World):
    """The rows of the paddles' middles, and the ball's position and motion."""

    mine: int = 5
    theirs: int = 5
    x: int = 0
    y: int = 0
    dx: int = 1
    dy: int = 0


class Pong(ArcadeGame):
    """First to three points on a table of 16x11. The rival's points are the player's lost lives."""

    width, height, goal, lives, counts = 16, 11, GOAL, GOAL, False
    actions = controls("UP", "DOWN")
    cast = Cast(
        {
            "me": Glyph("]", "your paddle", "bold yellow"),
            "foe": Glyph("[", "rival's paddle", "bold red"),
            "ball": Glyph("o", "ball", "cyan"),
        }
    )
    world_type = Table
    state: Table
    rules = (
        "Pong. Your paddle is the 3 cells in the last column, the rival's the 3 cells in the first. Each turn you move "
        f"first, then the rival (towards the ball's row, one cell, on {PACE:.0%} of the turns while the ball comes its "
        "way; else towards the middle), then the ball: one column, and as many rows as the HUD says. It bounces off "
        "the top and bottom walls. Where it arrives in a paddle's column on the paddle, it stays in front of it and "
        "goes back: a hit on the paddle's top cell adds -1 to its rows per turn, on the middle cell 0, on the bottom "
        f"cell +1, limited to -{STEEPEST}..+{STEEPEST} (minus is up). A ball that flies straight is also deflected by "
        "a random -1 or +1 when the middle of a paddle returns it. Where it misses the paddle, a point is scored and "
        "the ball is served from the middle to the side that lost it.\n"
        f"Score: +1/{GOAL} for each of your points, -1/{GOAL} for each of the rival's; first to {GOAL} ends the game."
    )

    def setup(self) -> None:
        """Walls and the first serve."""
        self.set_walls((x, y) for x in range(self.width) for y in (0, self.height - 1))
        self.serve(1)

    def serve(self, direction: int) -> None:
        """Put the ball into the middle, flying to the right (1) or left (-1)."""
        world = self.state
        world.x, world.y = self.width // 2, self.between(3, self.height - 4)
        world.dx, world.dy = direction, self.pick((-1, 1))
        self._place()

    def respawn(self) -> None:
        """Serve to the player after a point of the rival's."""
        self.serve(1)

    def play(self, name: str) -> None:
        """Move the paddles, then the ball."""
        world = self.state
        step = {"UP": -1, "DOWN": 1}.get(name, 0)
        if step and self._clamped(world.mine + step) == world.mine:
            self.message = "Your paddle is at the wall."
        world.mine = self._clamped(world.mine + step)
        target = world.y if world.dx < 0 else self.height // 2
        if world.dx > 0 or self.chance(PACE):
            world.theirs = self._clamped(world.theirs + sign(target - world.theirs))
        self._roll()
        if not self.over:
            self._place()

    def status(self) -> str:
        """The points and the ball's motion."""
        world = self.state
        side = "right" if world.dx > 0 else "left"
        points = f"you {world.points}, rival {self.lives - world.lives}"
        return f"{points} | ball moves {side} 1, rows {world.dy:+d} per turn"

    def _clamped(self, row: int) -> int:
        return max(2, min(self.height - 3, row))

    def _roll(self) -> None:
        """Move the ball by one column, row by row, with bounces."""
        world = self.state
        for _ in range(abs(world.dy)):
            step = sign(world.dy)
            if not 1 <= world.y + step <= self.height - 2:
                world.dy, step = -world.dy, -step
            world.y += step
        world.x += world.dx
        if world.x not in (0, self.width - 1):
            return
        paddle = world.mine if world.dx > 0 else world.theirs
        offset = world.y - paddle
        if abs(offset) <= 1:
            world.x -= world.dx
            world.dx = -world.dx
            if not offset and not world.dy:
                offset = self.pick((-1, 1))
            world.dy = max(-STEEPEST, min(STEEPEST, world.dy + offset))
        elif world.dx > 0:
            self.lose_life("The rival scores.")
        else:
            self.score(1, "You score.")
            if not self.over:
                self.serve(-1)

    def _place(self) -> None:
        """Put the sprites where the paddles and the ball are."""
        world = self.state
        world.sprites = []
        for offset in (-1, 0, 1):
            self.add("foe", 0, world.theirs + offset)
            self.add("me", self.width - 1, world.mine + offset)
        self.add("ball", world.x, world.y)
        world.me.x, world.me.y = self.width - 1, world.mine
