"""MiniGrid: a step with its full text beside the bare upstream `step`, as a ratio in one run.

Both sides play the same random actions from the same seeds and reset when an episode ends; only the steps are timed,
in CPU time, and the sides alternate in short blocks so that a busy machine slows both alike.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np

import glyphbench  # noqa: F401
from glyphbench import catalogue

RESULTS = Path(__file__).parent / "results" / "minigrid.md"


def timed_steps(env: Any, actions: list[int], seed: int) -> float:
    """CPU seconds of the steps alone; episodes that end are replaced by the next seed's."""
    spent = 0.0
    env.reset(seed=seed)
    index = 0
    while index < len(actions):
        start = time.process_time()
        while index < len(actions):
            _, _, terminated, truncated, _ = env.step(actions[index])
            index += 1
            if terminated or truncated:
                break
        spent += time.process_time() - start
        seed += 1
        env.reset(seed=seed)
    return spent


def measure(row: catalogue.Task, steps: int, blocks: int) -> tuple[float, float]:
    """Steps per CPU second: (with text, bare upstream), each the best of `blocks`."""
    ours: Any = gym.make(row.id, disable_env_checker=True).unwrapped
    bare: Any = gym.make(row.upstream, disable_env_checker=True).unwrapped
    actions = np.random.default_rng(0).integers(len(ours.actions), size=steps).tolist()
    times = [
        (timed_steps(ours, actions, 100 * block), timed_steps(bare, actions, 100 * block)) for block in range(blocks)
    ]
    return steps / min(one for one, _ in times), steps / min(two for _, two in times)


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks minigrid", description=__doc__)
    parser.add_argument("--steps", type=int, default=600, help="steps per block")
    parser.add_argument("--blocks", type=int, default=3)
    args = parser.parse_args(argv)
    lines, ratios = [], []
    for row in catalogue.tasks(family="minigrid"):
        ours, bare = measure(row, args.steps, args.blocks)
        ratios.append(ours / bare)
        lines.append(f"| {row.name} | {ours:,.0f} | {bare:,.0f} | {ours / bare:.1f} |")
    median = statistics.median(ratios)
    summary = f"Median ratio over {len(ratios)} tasks: **{median:.1f}** (lowest {min(ratios):.1f})."
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(
        "# MiniGrid: steps per CPU second\n\n"
        "A step with its full text (legend, HUD, grid, message, action mask) beside the bare upstream `step`, both in\n"
        f"one run: the same seeds and actions, {args.steps} steps, best of {args.blocks} blocks.\n\n"
        f"{summary}\n\n| task | with text | bare upstream | ratio |\n|--|--|--|--|\n" + "\n".join(lines) + "\n",
        encoding="utf-8",
    )
    print(summary)
