"""Reference policy for YarsRevenge."""

from __future__ import annotations

from glyphbench.games.miniatari.yarsrevenge import HITS, STRIP, YarsRevenge
from glyphbench.solvers.miniatari.common import Lookahead, act


class YarsRevengePolicy(Lookahead[YarsRevenge]):
    """Shoots the shield away, arms the cannon, fires it in the core's row; looks ahead for what hurts."""

    depth, samples = 8, 1

    def lean(self, game: YarsRevenge) -> str:
        """Shield first, then the core."""
        world, me = game.state, game.state.me
        core = game.of("core")[0]
        blast = game.of("blast")
        if blast and blast[0].y == me.y and blast[0].x < me.x:
            return "UP" if me.y > 5 else "DOWN"
        missile = game.of("missile")[0]
        if not missile.data and max(abs(missile.x - me.x), abs(missile.y - me.y)) <= 1 + abs(me.x - 6) // 3:
            return act((5 if me.x < 5 else 6) - me.x, 0) if me.x not in STRIP else "NOOP"
        shield = [cell for cell, kind in world.tiles.items() if kind == "shield"]
        if world.armed:
            if me.x != 7:
                return act(7 - me.x, 0)
            if any(y == me.y for _, y in shield):
                return act(0, core.y - me.y) if not any(y == core.y for _, y in shield) else "FIRE"
            return "FIRE" if self._meets(core.y, core.dy, me.y, game) else act(0, core.y - me.y)
        if shield:
            row = min((y for _, y in shield), key=lambda y: abs(y - me.y))
            if row != me.y:
                return act(0, row - me.y)
            if len(shield) <= HITS and missile.data:
                return "RIGHT"
            if len(shield) <= HITS or me.x != 7:
                return act(7 - me.x, 0)
            return "FIRE" if not game.of("shot") else "NOOP"
        if not missile.data:
            return act(6 - me.x, 0)
        if me.x < core.x - 1:
            return "RIGHT"
        return act(0, core.y - me.y) if core.y != me.y else act(core.x - me.x, 0)

    def value(self, game: YarsRevenge) -> float:
        """The missile far away, the cannon armed, a way to go short."""
        world, me = game.state, game.state.me
        missile, core = game.of("missile")[0], game.of("core")[0]
        gap = max(abs(missile.x - me.x), abs(missile.y - me.y))
        worth = 0.01 * min(gap, 4) if me.x not in STRIP and not missile.data else 0.035
        if world.armed:
            return worth + 0.1 - 0.003 * abs(core.y - me.y) - 0.002 * abs(me.x - 7)
        if "shield" in world.tiles.values():
            return worth + 0.1 * bool(game.of("blast"))
        return worth + 0.1 * bool(game.of("blast")) - 0.005 * (abs(core.x - me.x) + abs(core.y - me.y))

    def _meets(self, row: int, step: int, target: int, game: YarsRevenge) -> bool:
        """Whether the core will be in row `target` when a blast fired now gets there."""
        tick = game.state.tick
        for ahead in range(1, 8):
            if (tick + ahead) % 3 == 0 and ahead < 7:
                if not 3 <= row + step <= 7:
                    step = -step
                row += step
        return row == target
