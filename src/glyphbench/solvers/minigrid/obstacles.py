"""MiniGrid's Dynamic-Obstacles: the shortest way, turning aside while something stands ahead."""

from __future__ import annotations

from math import inf
from typing import ClassVar

from glyphbench.games.minigrid.adapter import MiniGrid
from glyphbench.games.minigrid.feedback import FORWARD, LEFT, RIGHT, ahead_of, blocks
from glyphbench.solvers.base import Solver
from glyphbench.solvers.minigrid.estimate import Estimate
from glyphbench.solvers.minigrid.rules import Rules
from glyphbench.solvers.minigrid.world import Config, Level, layout_of


class DynamicObstaclesSolver(Solver[MiniGrid]):
    """A reference policy: walk the shortest way, never into something, and turn where that is the next best.

    Only what stands ahead before the action counts as a collision, so walking into free cells is safe whatever the
    balls do. `cost_to_go` is the length of the way without balls, a lower bound. The room is empty and the goal is in
    its corner, so the solver uses nothing that the player does not know.
    """

    exact: ClassVar[bool] = False

    def __init__(self) -> None:
        self._layout: tuple[str | None, ...] = ()
        self._table: list[float] = []
        self._steps: tuple[int, ...] = ()

    def cost_to_go(self, env: MiniGrid) -> float | None:
        """Length of the way to the goal without balls; `inf` after a collision."""
        if env.success is not None:
            return 0.0 if env.success else inf
        return self._read(env)[1]

    def best_action(self, env: MiniGrid) -> int | None:
        """Forward where that is nearer and free, or the turn that leads on."""
        if env.success is not None:
            return None
        agent, cost = self._read(env)
        cell, facing = agent & ~3, agent & 3
        ahead = agent + (self._steps[facing] << 2)
        free = not blocks(ahead_of(env.engine))
        if free and self._table[ahead] < cost:
            return FORWARD
        left, right = self._table[cell | facing - 1 & 3], self._table[cell | facing + 1 & 3]
        return LEFT if left < right else RIGHT

    def _read(self, env: MiniGrid) -> tuple[int, float]:
        """The agent's number and its way's length."""
        engine = env.engine
        layout = layout_of(engine)
        if layout != self._layout:
            self._layout = layout
            goal = frozenset(cell for cell, code in enumerate(layout) if code == "goal")
            level = Level(layout, engine.width, Rules(reach=goal, hands=False))
            self._steps = level.steps
            empty = Config(None, {}, ())
            estimate = Estimate(level, empty)
            self._table = [estimate((empty, agent)) for agent in range(4 * level.size)]
        x, y = engine.agent_pos
        agent = (int(y) * engine.width + int(x)) << 2 | int(engine.agent_dir)
        return agent, self._table[agent]
