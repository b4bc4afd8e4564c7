"""Reference policy for Breakout."""

from __future__ import annotations

from glyphbench.games.miniatari.breakout import HEIGHT, WIDTH, Ball, Breakout, fly
from glyphbench.games.miniatari.grid import Cell
from glyphbench.solvers.miniatari.common import Policy, act


class BreakoutPolicy(Policy[Breakout]):
    """Goes where the ball lands, and lets it meet the paddle cell whose next flights fell most bricks."""

    def choose(self, game: Breakout) -> str:
        """One step towards the chosen place."""
        ball = game.state.sprites[0]
        (x, y, _, _), bricks, turns, _ = run((ball.x, ball.y, ball.dx, ball.dy), dict(game.state.tiles))
        me = game.state.me.x
        best = max(
            (place for place in (x - 1, x, x + 1) if 1 <= place < WIDTH - 1),
            key=lambda place: (abs(place - me) <= turns, worth((x, y, x - place, -1), bricks, 3), -abs(place - me)),
        )
        return act(best - me, 0)


def run(ball: Ball, bricks: dict[Cell, str]) -> tuple[Ball, dict[Cell, str], int, int]:
    """Fly until the ball reaches the bottom row: where, what is left, after how many turns, bricks felled."""
    turns = felled = 0
    while True:
        ball, struck = fly(ball, bricks)
        turns += 1
        if struck:
            del bricks[struck]
            felled += 1
        if ball[1] == HEIGHT - 1:
            return (ball[0], HEIGHT - 2, ball[2], -1), bricks, turns, felled


def worth(ball: Ball, bricks: dict[Cell, str], flights: int) -> float:
    """Bricks that this and the best following flights fell, soon ones first."""
    if not bricks:
        return 9
    (x, y, _, _), left, turns, felled = run(ball, dict(bricks))
    later = max((worth((x, y, off, -1), left, flights - 1) for off in (-1, 0, 1)), default=0) if flights > 1 else 0
    return felled - 0.001 * turns + 0.9 * later
