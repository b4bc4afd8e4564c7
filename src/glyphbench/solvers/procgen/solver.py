"""ProcgenSolver: one policy per game behind the solver interface."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import ClassVar

from glyphbench.games.procgen.engine import Engine
from glyphbench.games.procgen.env import Procgen
from glyphbench.games.procgen.state import State
from glyphbench.solvers.base import Solver
from glyphbench.solvers.procgen import arcade, grids
from glyphbench.solvers.procgen.lookahead import plan
from glyphbench.solvers.procgen.searches import SEARCHES

POLICIES: dict[str, Callable[[State], str]] = {
    "bigfish": arcade.bigfish,
    "bossfight": arcade.bossfight,
    "chaser": grids.chaser,
    "dodgeball": arcade.dodgeball,
    "maze": grids.maze,
    "miner": grids.miner,
    "plunder": arcade.plunder,
    "starpilot": arcade.starpilot,
}


#: Positions per search; the next larger is tried where the one before found nothing.
BUDGETS = (400, 4000)


class ProcgenSolver(Solver[Procgen]):
    """A reference policy for each of the sixteen games: good, not optimal, and without a cost-to-go.

    It reads the engine's state, so it sees more than the player: exact positions and velocities, and what lies outside
    the window. In caveflyer, climber, coinrun, fruitbot, heist, jumper, leaper and ninja it also plays ahead on a copy
    of the engine.
    """

    exact: ClassVar[bool] = False

    def __init__(self) -> None:
        self._scratch: Engine | None = None
        self._turns: deque[tuple[str, State]] = deque()
        # Level and turn at which even the largest search found nothing: no use in repeating it every turn.
        self._stuck: tuple[int, int] | None = None

    def cost_to_go(self, env: Procgen) -> float | None:
        """None: the policies know no distances."""
        return None

    def best_action(self, env: Procgen) -> int | None:
        """What the game's policy plays in the present state; None when looking ahead finds no way on."""
        game = env.game_spec.name
        name = POLICIES[game](env.state) if game in POLICIES else self._planned(env)
        return None if name is None else env.actions.names.index(name)

    def _planned(self, env: Procgen) -> str | None:
        """The next turn of the current plan; a new plan where there is none or the game is not where it says."""
        if not self._turns or not _same(self._turns[0][1], env.state):
            self._turns = deque(self._plan(env))
        return self._turns.popleft()[0] if self._turns else None

    def _plan(self, env: Procgen) -> list[tuple[str, State]]:
        game, mode = env.game_spec.name, env.distribution_mode
        if self._stuck is not None and self._stuck[0] == env.level and self._stuck[1] < env.turn:
            return []
        if self._scratch is None or (self._scratch.game, self._scratch.mode) != (game, mode):
            self._scratch = Engine(game, 0, mode)
        repeat = env.game_spec.repeat
        presses = {name: [code] * repeat for name, (code, _) in env.game_spec.codes.items()}
        start = env.engine_state()
        for budget in BUDGETS:
            if turns := plan(self._scratch, start, presses, SEARCHES[game], budget):
                return turns
        self._stuck = (env.level, env.turn)
        return []


def _same(one: State, other: State) -> bool:
    return one.player == other.player and all(
        one.fields[name] == other.fields[name] for name in ("cur_time", "current_level_seed")
    )
