"""Reference policy for Centipede."""

from __future__ import annotations

from glyphbench.games.miniatari.centipede import Centipede
from glyphbench.games.miniatari.kernel import Sprite
from glyphbench.solvers.miniatari.common import Lookahead, act


class CentipedePolicy(Lookahead[Centipede]):
    """Stands where the lowest segment will be overhead and shoots; looks ahead for spider and segments."""

    depth = 7

    def lean(self, game: Centipede) -> str:
        """Below the lowest segment, leading it by its flight time."""
        me = game.state.me
        segments = [one for one in game.of("segment") if one.y < me.y]
        if not segments:
            return "NOOP"
        best = min(segments, key=lambda one: self._turns(me.y, one.y) + 3 * abs(self._where(me.y, one) - me.x))
        to = min(max(self._where(me.y, best), 0), game.width - 1)
        if to == me.x:
            return "FIRE" if not game.of("shot") and game.state.cooldown <= 1 else "NOOP"
        return act(to - me.x, 0)

    def calm(self, game: Centipede) -> bool:
        """Neither spider nor segment near."""
        me = game.state.me
        return all(abs(one.x - me.x) + abs(one.y - me.y) > 5 for one in game.of("spider", "segment"))

    def value(self, game: Centipede) -> float:
        """Away from the spider; low segments are a threat."""
        me = game.state.me
        near = min((abs(one.x - me.x) + abs(one.y - me.y) for one in game.of("spider")), default=6)
        return 0.01 * min(near, 4)

    def _turns(self, row: int, other: int) -> int:
        return (row - other + 1) // 2

    def _where(self, row: int, one: Sprite) -> int:
        return one.x + one.dx * (self._turns(row, one.y) // 2)
