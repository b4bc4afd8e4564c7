"""What the reference policies share: a base class, and looking a few ticks ahead on a copy of the game.

A copy draws its chance from a generator of its own, so that a policy never learns what the real one will bring.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar, TypeVar, cast

import numpy as np

from glyphbench.games.miniatari.kernel import ArcadeGame
from glyphbench.solvers.base import Solver

Game = TypeVar("Game", bound=ArcadeGame)


class Policy(Solver[Game]):
    """A reference policy: it names an action at every turn and claims no cost to go."""

    exact = False

    def cost_to_go(self, env: Game) -> float | None:
        """None: a reference policy does not know."""
        return None

    def best_action(self, env: Game) -> int | None:
        """The index of the action that `choose` names."""
        return env.actions.index(self.choose(env))

    @abstractmethod
    def choose(self, game: Game) -> str:
        """The name of the action to take now."""


class Lookahead(Policy[Game]):
    """Tries every action on copies of the game, goes on with `lean`, and takes the action with the best outcome.

    The outcome is the return gained over `depth` ticks plus `value` of where they end, averaged over `samples` copies.
    Ties go to `lean`'s own choice.
    """

    #: Ticks to look ahead, the first action included.
    depth: ClassVar[int] = 6
    #: Copies per action, each with other dice.
    samples: ClassVar[int] = 1
    #: Ticks that the first action is held while looking ahead.
    hold: ClassVar[int] = 1

    def choose(self, game: Game) -> str:
        """The best first action of the trials."""
        favourite = self.lean(game)
        if self.calm(game):
            return favourite
        names = [favourite, *(name for name in self.options(game) if name != favourite)]
        return max(names, key=lambda name: self._trial(game, name) + 1e-6 * (name == favourite))

    def calm(self, game: Game) -> bool:
        """Whether `lean` may be trusted without looking ahead, which is much cheaper."""
        return False

    def options(self, game: Game) -> Iterable[str]:
        """The actions worth trying."""
        return game.actions.names

    @abstractmethod
    def lean(self, game: Game) -> str:
        """The heuristic's action, without looking ahead."""

    def value(self, game: Game) -> float:
        """How good a position is, in units of the return; small beside a life."""
        return 0.0

    def _trial(self, game: Game, first: str) -> float:
        total = 0.0
        for number in range(self.samples):
            other = cast(Game, game.twin(np.random.default_rng([number, game.state.tick])))
            for turn in range(min(self.depth, game.max_turns - game.turn)):
                name = first if turn < self.hold else self.lean(other)
                reward, terminated, truncated, _ = other.advance(other.actions.index(name))
                total += reward
                if terminated or truncated:
                    break
            # Also where the game has ended: a win must not look worse than going on.
            total += self.value(other)
        return total / self.samples


def act(dx: int, dy: int) -> str:
    """The four-way action for a step, horizontal first where both parts are given; NOOP for none."""
    if dx:
        return "LEFT" if dx < 0 else "RIGHT"
    if dy:
        return "UP" if dy < 0 else "DOWN"
    return "NOOP"
