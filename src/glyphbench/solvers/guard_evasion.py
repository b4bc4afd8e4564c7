"""Teacher for GuardEvasion."""

from __future__ import annotations

from math import inf

import numpy as np

from glyphbench.games.classics.guard_evasion import UNREACHED, WAIT, WALL, GuardEvasion, Level, cost_table
from glyphbench.games.classics.moves import STEPS
from glyphbench.solvers.base import Solver


class GuardEvasionSolver(Solver[GuardEvasion]):
    """Fewest turns to the exit in the time-expanded map.

    It reads the patrols' future, which the player can work out: guards walk straight on and turn round at walls.
    """

    def __init__(self) -> None:
        self._level: Level | None = None
        self._costs = np.zeros((0, 0, 0), dtype=np.int32)

    def _table(self, level: Level) -> np.ndarray:
        if level is not self._level:
            self._level, self._costs = level, cost_table(level)
        return self._costs

    def cost_to_go(self, env: GuardEvasion) -> float:
        """Minimum number of actions to the exit, `inf` when caught or trapped."""
        state = env.state
        if state.caught:
            return inf
        cost = int(self._table(state.level)[(state.phase, *state.player)])
        return inf if cost == UNREACHED else float(cost)

    def best_action(self, env: GuardEvasion) -> int | None:
        """The first action that lowers the cost-to-go by one."""
        cost = self.cost_to_go(env)
        if cost in (0, inf):
            return None
        state, costs = env.state, self._costs
        level: Level = state.level
        following = (state.phase + 1) % level.period
        for action in range(WAIT + 1):
            d_row, d_col = STEPS[action] if action != WAIT else (0, 0)
            target = (state.player[0] + d_row, state.player[1] + d_col)
            if target == level.exit:
                return action
            if level.board[target] == WALL or level.manned[(state.phase, *target)]:
                continue
            if costs[(following, *target)] == cost - 1:
                return action
        raise AssertionError("a finite cost has an action that lowers it")
