"""Reference policy for BattleZone."""

from __future__ import annotations

from glyphbench.games.miniatari.battlezone import RANGE, SIZE, BattleZone
from glyphbench.solvers.miniatari.common import Lookahead


class BattleZonePolicy(Lookahead[BattleZone]):
    """Gets in line with the nearest tank and fires; looks ahead for shells."""

    depth, samples = 7, 2

    def lean(self, game: BattleZone) -> str:
        """Fire along a clear line, else turn and drive until in line."""
        seen = sorted(
            (abs(side) + abs(ahead), side, ahead)
            for side, ahead in (game.relative(tank.x, tank.y) for tank in game.of("tank"))
        )
        _, side, ahead = seen[0]
        if side == 0 and ahead > 0:
            if ahead <= RANGE + 1 and self._clear(game, ahead):
                return "FIRE" if game.state.cooldown <= 1 else "NOOP"
            return "FORWARD" if ahead > RANGE else "NOOP"
        if side == 0:
            return "TURN_RIGHT"
        if abs(ahead) <= 1 or (ahead < 0 and abs(side) >= -ahead):
            return "TURN_RIGHT" if side > 0 else "TURN_LEFT"
        return "FORWARD" if ahead > 0 else "BACK"

    def value(self, game: BattleZone) -> float:
        """Near the nearest tank."""
        gaps = [sum(map(abs, game.relative(tank.x, tank.y))) for tank in game.of("tank")]
        return -0.003 * min(gaps)

    def _clear(self, game: BattleZone, ahead: int) -> bool:
        me = game.state.me
        cells = (((me.x + me.dx * far) % SIZE, (me.y + me.dy * far) % SIZE) for far in range(1, ahead))
        return all(map(game.free, cells))
