"""Reference policy for Asteroids."""

from __future__ import annotations

from glyphbench.games.miniatari.asteroids import Asteroids
from glyphbench.games.miniatari.grid import HEADINGS
from glyphbench.solvers.miniatari.common import Lookahead


class AsteroidsPolicy(Lookahead[Asteroids]):
    """Turns to the heading in which a shot hits soonest, and fires; looks ahead for rocks."""

    depth = 7

    def lean(self, game: Asteroids) -> str:
        """Fire when it will hit, else turn the shorter way to the best heading; stop drifting first."""
        me = game.state.me
        if game.state.drift != (0, 0) and game.state.drift == (-me.dx, -me.dy):
            return "THRUST"
        now = HEADINGS.index((me.dx, me.dy))
        best = min(
            (
                (abs(turn) + 2 * wait, turn)
                for turn in range(-3, 5)
                if (wait := self._wait(game, now + turn, abs(turn)))
            ),
            default=(0, 9),
        )[1]
        if best == 0:
            return "FIRE" if len(game.of("shot")) < 2 else "NOOP"
        if best == 9:
            return "THRUST" if game.state.drift == (0, 0) else "TURN_RIGHT"
        return "TURN_RIGHT" if best > 0 else "TURN_LEFT"

    def value(self, game: Asteroids) -> float:
        """Shells left."""
        return 0.005 * game.state.shells

    def _wait(self, game: Asteroids, heading: int, delay: int) -> int:
        """Ticks until a shot fired that way after `delay` ticks hits a rock; 0 for never."""
        dx, dy = HEADINGS[heading % 8]
        vx, vy = game.state.drift
        tick, width, height = game.state.tick, game.width, game.height
        x, y = game.state.me.x + vx * delay, game.state.me.y + vy * delay
        rocks = game.of("large", "small")
        for turn in range(1, 5):
            for rock in rocks:
                moves = (tick + delay + turn - 1) // rock.every - tick // rock.every
                at = (rock.x + moves * rock.dx) % width, (rock.y + moves * rock.dy) % height
                if any(at == ((x + dx * far) % width, (y + dy * far) % height) for far in (2 * turn - 1, 2 * turn)):
                    return turn
        return 0
