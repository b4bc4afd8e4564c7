"""Catalogue rows -> Gymnasium specs, and the entry points that build a task."""

from __future__ import annotations

import importlib
import inspect
from typing import TYPE_CHECKING, Any, cast

import gymnasium as gym
from gymnasium.error import DependencyNotInstalled

from glyphbench import catalogue

if TYPE_CHECKING:
    from glyphbench.core.env import GlyphEnv


def register() -> None:
    """Register every task of the catalogue with Gymnasium; calling it again changes nothing."""
    for row in catalogue.tasks():
        if row.id not in gym.registry:
            gym.register(
                id=row.id,
                entry_point="glyphbench.registration:make",
                vector_entry_point="glyphbench.registration:make_vector",
                kwargs={"task": row.id},
            )


def make(task: str, **kwargs: Any) -> GlyphEnv:
    """Build the environment of a task; `kwargs` override the catalogue row's.

    Raises:
        UnknownTask: there is no such task.
        NotImplementedError: this version does not contain the task's game.
        DependencyNotInstalled: the task's engine is missing; the message names the command that installs it.
        TypeError: the game has no such argument; the message names those it has.
        ValueError: an argument is out of range.
    """
    row = catalogue.task(task)
    if not row.built:
        raise NotImplementedError(f"{row.id}: the {row.family} family is not built yet in this version of glyphbench")
    game = _load(row.entry_point, row)
    accepted = parameters(game)
    for name in kwargs:
        if name not in accepted:
            raise TypeError(f"{row.id} has no argument {name!r}; it takes {', '.join(sorted(accepted))}")
    try:
        env: Any = game(**{"max_turns": row.max_turns, **row.kwargs, **kwargs})
    except ImportError as error:  # Craftax loads its engine with the first environment
        _explain(error, row)
        raise
    env.task = row
    return cast("GlyphEnv", env)


def make_vector(num_envs: int, task: str, **kwargs: Any) -> gym.vector.AsyncVectorEnv:
    """Run `num_envs` copies of a task in worker processes; what `gym.make_vec(id, num_envs=N)` calls.

    Texts are exactly those of single environments with the same seeds. Workers are spawned, not forked, because
    engines with threads of their own (JAX) hang in a forked child.

    Raises:
        ValueError: `num_envs` is not a positive integer.
        TypeError, ValueError, NotImplementedError, DependencyNotInstalled: as `make` does.
    """
    if isinstance(num_envs, bool) or not isinstance(num_envs, int) or num_envs < 1:
        raise ValueError(f"num_envs must be a positive integer, got {num_envs!r}")

    def one() -> gym.Env[str, int]:
        import gymnasium

        import glyphbench  # noqa: F401  (registers the tasks in the worker)

        return gymnasium.make(task, **kwargs)

    return gym.vector.AsyncVectorEnv([one] * num_envs, shared_memory=False, context="spawn")


def parameters(game: type) -> dict[str, inspect.Parameter]:
    """The constructor arguments of a game class, its bases' included."""
    found: dict[str, inspect.Parameter] = {}
    for base in game.__mro__:
        init = base.__dict__.get("__init__")
        if init is None or not inspect.isfunction(init):
            continue
        signature = inspect.signature(init).parameters
        for name, parameter in signature.items():
            if name != "self" and parameter.kind not in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
                found.setdefault(name, parameter)
        if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in signature.values()):
            break
    return found


def _load(entry_point: str, row: catalogue.Task) -> Any:
    module, _, attribute = entry_point.partition(":")
    try:
        return getattr(importlib.import_module(module), attribute)
    except ImportError as error:
        _explain(error, row)
        raise


def _explain(error: ImportError, row: catalogue.Task) -> None:
    """Name the command that installs a missing engine; any other error is left as it is.

    Raises:
        DependencyNotInstalled: the engine is missing.
    """
    missing = getattr(error, "name", None) or ""
    if not missing.startswith("glyphbench") and row.extra:
        raise DependencyNotInstalled(
            f"{row.id} needs the {row.extra} engine ({error}); install it with: pip install 'glyphbench[{row.extra}]'"
        ) from error
