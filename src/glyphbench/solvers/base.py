"""Solver: a teacher that knows how far a state is from success and what to do next."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from typing import ClassVar, Generic, TypeVar, cast

import gymnasium as gym

from glyphbench.core.env import GlyphEnv

Game = TypeVar("Game", bound=GlyphEnv)


class Solver(ABC, Generic[Game]):
    """A teacher for one game. It reads the live environment and never changes it.

    A solver sees only what the player can know, unless its docstring says otherwise. Results are memoised over an
    episode, so a turn usually costs a look-up; one instance serves one environment at a time, over any number of
    episodes.
    """

    #: Whether `cost_to_go` is the exact minimum; an approximate one says so here and in its docstring.
    exact: ClassVar[bool] = True

    @abstractmethod
    def cost_to_go(self, env: Game) -> float | None:
        """Minimum number of agent actions from here to success: 0 when solved, `inf` when success is out of reach.

        None when the node budget ran out: never a wrong number.
        """

    @abstractmethod
    def best_action(self, env: Game) -> int | None:
        """An action that the solver holds best here; None when it knows none (lost, solved, or budget spent)."""


def solver_for(env: gym.Env[str, int]) -> Solver[GlyphEnv] | None:
    """Return a fresh solver for an environment that `gym.make` built, or None where its task has none."""
    row = getattr(env.unwrapped, "task", None)
    if row is None or not row.solver:
        return None
    module, _, name = row.solver.partition(":")
    return cast("Solver[GlyphEnv]", getattr(importlib.import_module(module), name)())
