"""Players that do not read: uniformly random, one constant action, and the task's own teacher."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from glyphbench.agents.base import Message, Model, Player, Reply
from glyphbench.core.env import GlyphEnv
from glyphbench.solvers import solver_for

# Keeps a random player's stream apart from the game's own, which starts from the bare seed.
_STREAM = 0x676C7970


#: Chooses the next action of one episode.
Chooser = Callable[[], int]


def random_chooser(game: GlyphEnv, seed: int, attempt: int = 0) -> Chooser:
    """Uniformly random actions that depend on `seed`, `attempt` and the number of actions alone."""
    rng = np.random.default_rng([_STREAM, seed, attempt] if attempt else [_STREAM, seed])
    count = len(game.actions)
    return lambda: int(rng.integers(count))


def solver_chooser(game: GlyphEnv, seed: int, attempt: int = 0) -> Chooser:
    """The teacher's actions; a random one where the teacher knows none.

    Raises:
        ValueError: the task has no teacher.
    """
    solver = solver_for(game)
    if solver is None:
        raise ValueError(f"{_task_id(game)} has no solver; `glyphbench list` shows the tasks that have one")
    fallback = random_chooser(game, seed, attempt)

    def choose() -> int:
        action = solver.best_action(game)
        return fallback() if action is None else int(action)

    return choose


class RandomModel(Model):
    """Every action with the same probability, drawn from a generator of its own that the episode's seed starts."""

    def player(self, game: GlyphEnv, seed: int, attempt: int = 0) -> Player:
        """Return a player whose actions depend on `seed`, `attempt` and the number of actions alone."""
        return _player(random_chooser(game, seed, attempt))


class ConstantModel(Model):
    """The same action every turn: the floor that a task must not reward."""

    def __init__(self, action: str) -> None:
        self.action = action

    def player(self, game: GlyphEnv, seed: int, attempt: int = 0) -> Player:
        """Return a player that repeats the action.

        Raises:
            ValueError: the task has no such action.
        """
        index = game.actions.parse(self.action)
        if index is None:
            some = game.actions.nearest(self.action) or game.actions.names[:8]
            raise ValueError(f"{_task_id(game)} has no action {self.action!r}; for example {', '.join(some)}")
        return _player(lambda: index)


class SolverModel(Model):
    """The task's teacher; a random action (as `RandomModel` draws it) where the teacher knows none."""

    def player(self, game: GlyphEnv, seed: int, attempt: int = 0) -> Player:
        """Return a player that asks the teacher.

        Raises:
            ValueError: the task has no teacher.
        """
        return _player(solver_chooser(game, seed, attempt))


def _player(choose: Chooser) -> Player:
    async def play(messages: Sequence[Message]) -> Reply:
        return Reply(action=choose())

    return play


def _task_id(game: GlyphEnv) -> str:
    row = getattr(game, "task", None)
    return row.id if row is not None else type(game).__name__
