"""MiniHack and NetHack: cost per step with text over the bare engine, memory over resets, random play.

`python -m benchmarks minihack [--resets N] [--episodes N]`; random play takes a few minutes.
"""

from __future__ import annotations

import argparse
import resource
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium as gym
import minihack  # noqa: F401  (registers the upstream ids)
import numpy as np
from nle.env.tasks import NetHackScore

import glyphbench  # noqa: F401  (registers the tasks)
from glyphbench import catalogue

_TIMED = ("Room-Ultimate-15x15", "Corridor-R5", "Eat-Distr", "MazeWalk-45x19", "Sokoban4a", "KeyRoom-S15")
_STEPS, _ROUNDS = 1500, 5


def main(argv: list[str]) -> None:
    """Run the bench and write its table."""
    parser = argparse.ArgumentParser(prog="benchmarks minihack")
    parser.add_argument("--resets", type=int, default=2000)
    parser.add_argument("--episodes", type=int, default=20)
    options = parser.parse_args(argv)
    warnings.simplefilter("ignore")
    lines = ["# MiniHack and NetHack", "", *overhead(), "", *memory(options.resets), "", *random_play(options.episodes)]
    text = "\n".join(lines) + "\n"
    path = Path(__file__).parent / "results" / "minihack.md"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(text)


def overhead() -> list[str]:
    """CPU time per step, ours with text against the bare environment, taken in turns in this process."""
    rows = [
        "## Cost per step",
        "",
        "CPU microseconds per random step; the bare environment is upstream's with its default observations, stepped "
        f"in turns with ours ({_ROUNDS} rounds of {_STEPS} steps, medians; resets are not counted).",
        "",
        "| task | bare | with text | ratio |",
        "|--|--|--|--|",
    ]
    for name in _TIMED:
        task = catalogue.task(f"MiniHack-{name}")
        bare = gym.make(task.upstream, disable_env_checker=True, fix_moon_phase=True).unwrapped
        rows.append(_row(task, bare))
    bare = NetHackScore(
        actions=gym.make("GlyphBench/NetHack-v0").unwrapped.engine.env.actions,  # type: ignore[attr-defined]
        character="@",
        allow_all_yn_questions=True,
        allow_all_modes=True,
        penalty_step=0.0,
        fix_moon_phase=True,
    )
    rows.append(_row(catalogue.task("NetHack"), bare))
    return rows


def _row(task: catalogue.Task, bare: Any) -> str:
    ours = gym.make(task.id).unwrapped
    moves = [index for index, name in enumerate(ours.actions.names) if name.startswith("MOVE_")]  # type: ignore[attr-defined]

    def begin_bare(seed: int) -> None:
        bare.seed(seed, seed, reseed=False)
        bare.reset()

    keys = [int(key) for key in bare.actions]
    upstream = [keys.index(int(ours.engine.env.actions[move])) for move in moves]  # type: ignore[attr-defined]
    times: tuple[list[float], list[float]] = ([], [])
    for turn in range(_ROUNDS):
        times[0].append(_time(bare.step, begin_bare, upstream, turn))
        times[1].append(_time(ours.step, lambda seed: ours.reset(seed=seed), moves, turn))
    bare.close()
    ours.close()
    one, two = (float(np.median(each)) for each in times)
    return f"| {task.name} | {one:.0f} | {two:.0f} | {two / one:.2f} |"


def _time(step: Callable[[int], Any], begin: Callable[[int], Any], moves: list[int], seed: int) -> float:
    rng = np.random.default_rng(seed)
    begin(seed)
    spent = 0.0
    done = 0
    while done < _STEPS:
        action = moves[int(rng.integers(len(moves)))]
        start = time.process_time()
        _, _, terminated, truncated, _ = step(action)
        spent += time.process_time() - start
        done += 1
        if terminated or truncated:
            seed += 1000
            begin(seed)
    return spent / _STEPS * 1e6


def memory(resets: int) -> list[str]:
    """Resident memory over many resets of one environment."""
    env = gym.make("GlyphBench/MiniHack-Room-15x15-v0")
    rows = ["## Memory", "", "| resets | resident MB |", "|--|--|"]
    for count in range(resets + 1):
        env.reset(seed=count)
        env.step(0)
        if count % max(resets // 4, 1) == 0:
            rows.append(f"| {count} | {_resident():.1f} |")
    env.close()
    return rows


def _resident() -> float:
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * resource.getpagesize() / 2**20


def random_play(episodes: int) -> list[str]:
    """Mean return and success rate of uniformly random actions over the task's whole horizon."""
    rows = [
        "## Random play",
        "",
        f"Uniform over the task's actions, whole horizon, {episodes} seeds.",
        "",
        "| task | actions | horizon | mean return | lowest | highest | success |",
        "|--|--|--|--|--|--|--|",
    ]
    for task in catalogue.tasks(family="minihack"):
        env = gym.make(task.id)
        game: Any = env.unwrapped
        totals, wins = [], 0
        for seed in range(episodes):
            rng = np.random.default_rng(seed)
            game.reset(seed=seed)
            info: dict[str, Any] = {}
            terminated = truncated = False
            while not (terminated or truncated):
                _, terminated, truncated, info = game.advance(int(rng.integers(len(game.actions))))
            totals.append(float(info["return_so_far"]))
            wins += bool(info["success"])
        env.close()
        rows.append(
            f"| {task.name} | {len(game.actions)} | {task.max_turns} | {np.mean(totals):+.3f} | {min(totals):+.3f} "
            f"| {max(totals):+.3f} | {wins}/{episodes} |"
        )
    return rows
