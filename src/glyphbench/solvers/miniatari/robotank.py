"""Reference policy for Robotank."""

from __future__ import annotations

from glyphbench.games.miniatari.grid import FOUR, Cell, first_step
from glyphbench.games.miniatari.kernel import Sprite
from glyphbench.games.miniatari.robotank import SIZE, Robotank
from glyphbench.solvers.miniatari.common import Lookahead


class RobotankPolicy(Lookahead[Robotank]):
    """Drives to where a tank is in line, faces it and shoots; looks ahead for shells. It sees through the fog."""

    depth, samples = 7, 1

    def lean(self, game: Robotank) -> str:
        """Shoot what is in line, else drive into line with the nearest tank."""
        me = game.state.me
        tanks = game.of("tank")
        if not tanks:
            return "NOOP"
        tank = min(tanks, key=lambda one: sum(map(abs, game.relative(one.x, one.y))))
        line = game.clear_line(tank)
        step: Cell | None = (-line[0], -line[1]) if line else self._way(game, tank)
        if step is None:
            return "TURN_RIGHT"
        if step == (me.dx, me.dy):
            if not line:
                return "FORWARD"
            return "NOOP" if game.state.cooldown or game.of("shot") else "FIRE"
        return "TURN_LEFT" if step == (me.dy, -me.dx) else "TURN_RIGHT"

    def value(self, game: Robotank) -> float:
        """Facing a tank in line is good, a shell in line is not."""
        gaps = [game.relative(one.x, one.y) for one in game.of("tank")]
        near = min((abs(ahead) + abs(right) for right, ahead in gaps), default=0)
        facing = any(ahead > 0 and not right for right, ahead in gaps)
        coming = sum(not game.relative(one.x, one.y)[0] for one in game.of("shell"))
        return 0.01 * facing - 0.002 * near - 0.01 * coming

    def _way(self, game: Robotank, tank: Sprite) -> Cell | None:
        """The first step to a cell in line with a tank; cells are counted from the player, not round the edges."""
        me = game.state.me
        x, y = game.gap(me.cell, tank.cell)

        def free(cell: Cell) -> bool:
            return max(map(abs, cell)) <= SIZE // 2 and game.free(game.beyond(me.cell, cell))

        goals = []
        for dx, dy in FOUR:
            for far in range(1, 6):
                cell = x + dx * far, y + dy * far
                if not free(cell):
                    break
                if far > 1:
                    goals.append(cell)
        return first_step((0, 0), goals, lambda cell: free(cell) and cell != (x, y))
