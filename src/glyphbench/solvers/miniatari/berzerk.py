"""Reference policy for Berzerk."""

from __future__ import annotations

from glyphbench.games.miniatari.berzerk import DOOR, RANGE, Berzerk
from glyphbench.games.miniatari.grid import Cell, first_step, manhattan, sign
from glyphbench.solvers.miniatari.common import Lookahead, act


class BerzerkPolicy(Lookahead[Berzerk]):
    """Shoots robots in line, walks into line with the others, leaves an empty room; looks ahead for shots."""

    depth = 5

    def lean(self, game: Berzerk) -> str:
        """Fire, turn to fire, or walk to where a robot is in line."""
        me = game.state.me
        robots = sorted(game.of("robot"), key=lambda one: manhattan(one.cell, me.cell))

        def safe(cell: Cell) -> bool:
            return game.free(cell) and all(manhattan(cell, one.cell) > 2 for one in robots)

        if not robots:
            step = first_step(me.cell, [DOOR], game.free)
            return act(*step) if step else "NOOP"
        for robot in robots:
            if manhattan(robot.cell, me.cell) <= RANGE and game.sees(me.cell, robot.cell):
                way = sign(robot.x - me.x), sign(robot.y - me.y)
                if way == (me.dx, me.dy):
                    return "NOOP" if game.of("shot") else "FIRE"
                if manhattan(robot.cell, me.cell) > 2:
                    return act(*way)
        goals = [
            (x, y)
            for robot in robots
            for x in range(1, game.width - 1)
            for y in range(1, game.height - 1)
            if (x == robot.x) != (y == robot.y)
            and 2 < manhattan((x, y), robot.cell) <= RANGE
            and game.free((x, y))
            and game.sees((x, y), robot.cell)
        ]
        step = first_step(me.cell, goals, safe) or first_step(me.cell, goals, game.free)
        return act(*step) if step else "NOOP"

    def calm(self, game: Berzerk) -> bool:
        """Nothing near, and no shot in flight."""
        me = game.state.me
        return not game.of("zap") and all(manhattan(one.cell, me.cell) > 4 for one in game.of("robot", "ball"))

    def options(self, game: Berzerk) -> list[str]:
        """Everything but walking into walls."""
        me = game.state.me
        steps = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
        return [
            name
            for name in game.actions.names
            if name not in steps or game.free((me.x + steps[name][0], me.y + steps[name][1]))
        ]

    def value(self, game: Berzerk) -> float:
        """Away from robots, and time left before the ball."""
        near = min((manhattan(one.cell, game.state.me.cell) for one in game.of("robot", "ball")), default=9)
        return 0.01 * min(near, 4)
