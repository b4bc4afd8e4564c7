"""Reference policy for TimePilot."""

from __future__ import annotations

from glyphbench.games.miniatari.grid import HEADINGS, toward
from glyphbench.games.miniatari.timepilot import TimePilot
from glyphbench.solvers.miniatari.common import Lookahead


class TimePilotPolicy(Lookahead[TimePilot]):
    """Turns to the nearest target and shoots when it is ahead; looks ahead for collisions."""

    depth, samples = 7, 2

    def lean(self, game: TimePilot) -> str:
        """Turn or shoot."""
        me = game.state.me
        targets = game.of("plane", "boss", "man")
        if not targets:
            return "NOOP"
        target = min(targets, key=lambda one: max(abs(one.x - me.x), abs(one.y - me.y)))
        way = toward(me.cell, target.cell)
        if way not in HEADINGS:
            return "NOOP"
        gap = (HEADINGS.index(way) - HEADINGS.index((me.dx, me.dy))) % 8
        if gap == 0:
            return "FIRE" if target.kind != "man" and len(game.of("shot")) < 2 else "NOOP"
        return "TURN_RIGHT" if gap <= 4 else "TURN_LEFT"

    def value(self, game: TimePilot) -> float:
        """A target ahead, none too near."""
        me = game.state.me
        gaps = [max(abs(one.x - me.x), abs(one.y - me.y)) for one in game.of("plane", "boss")]
        near = min(gaps, default=6)
        return 0.01 * min(near, 3) - 0.002 * near
