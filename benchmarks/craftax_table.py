"""`python -m benchmarks craftax_table`: random, waiting and scripted play on every Craftax task -> docs/craftax.md.

Random play draws the 43 actions uniformly; the scripted players read the whole state. Random and waiting play run
batched, one environment per seed.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable
from pathlib import Path

import numpy as np

from glyphbench import catalogue
from glyphbench.games.craftax.actions import NAMES
from glyphbench.games.craftax.batch import BatchEngine
from glyphbench.games.craftax.env import CraftaxTask, advance, begin_task, score
from glyphbench.games.craftax.pack import View
from glyphbench.games.craftax.tasks import TASKS, Episode
from glyphbench.solvers.craftax import play

OUT = Path(__file__).parents[1] / "docs" / "craftax.md"
INTRODUCTION = Path(__file__).parent / "craftax_introduction.md"


def returns(env: CraftaxTask, batch: BatchEngine, seeds: range, choose: Callable[[int], np.ndarray]) -> list[float]:
    """Returns of one episode per seed, all stepped together; `choose(turn)` gives the actions of a turn."""
    episodes: list[Episode] = []
    for seed in seeds:
        begin_task(env, env.goal, seed)
        episodes.append(env.state)
    leaves = tuple(np.stack(arrays) for arrays in zip(*(episode.leaves for episode in episodes), strict=True))
    totals, over = [0.0] * len(seeds), [False] * len(seeds)
    for turn in range(env.max_turns):
        actions = choose(turn)
        leaves, packed = batch.step(leaves, actions)
        for index, episode in enumerate(episodes):
            if not over[index]:
                advance(episode, int(actions[index]), (), View(packed[index]), lambda: np.zeros(6, dtype=int))
                outcome = score(env.goal, episode)
                totals[index] += outcome.reward
                over[index] = outcome.terminated
        if all(over):
            break
    return totals


def line(name: str, batch: BatchEngine, seeds: range, scripted: range) -> str:
    """One row of the table."""
    row = catalogue.task(f"Craftax-{name}")
    env = CraftaxTask(task=name, max_turns=row.max_turns)
    rng = np.random.default_rng(0)
    table = rng.integers(len(NAMES), size=(env.max_turns, len(seeds)))
    chance = returns(env, batch, seeds, lambda turn: table[turn])
    waiting = returns(env, batch, seeds, lambda turn: np.zeros(len(seeds), dtype=int))
    players = [play(env, seed) for seed in scripted]
    wins = sum(player.success for player in players)
    length = statistics.median(len(player.names) for player in players)
    mean = statistics.mean(player.total for player in players)
    cells = (
        name,
        env.goal.goal,
        env.goal.given,
        str(env.goal.limit),
        f"{statistics.mean(chance):+.2f}",
        f"{statistics.mean(waiting):+.2f}",
        f"{mean:+.2f}",
        f"{wins}/{len(scripted)}",
        f"{length:g}",
    )
    return "| " + " | ".join(cells) + " |"


def main(argv: list[str]) -> None:
    """Play and write docs/craftax.md."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks craftax_table", description=__doc__)
    parser.add_argument("--seeds", type=int, default=20, help="seeds for random and waiting play")
    parser.add_argument("--scripted", type=int, default=5, help="seeds for the scripted players")
    options = parser.parse_args(argv)
    batch = BatchEngine(options.seeds)
    rows = []
    for name in TASKS:
        rows.append(line(name, batch, range(options.seeds), range(options.scripted)))
        print(rows[-1], flush=True)
    head = [
        INTRODUCTION.read_text(encoding="utf-8").rstrip(),
        "",
        f"Mean return of random and waiting (`NOOP`) play over {options.seeds} seeds, of the scripted players over "
        f"{options.scripted}, with their wins and median length. `python -m benchmarks craftax_table` makes this page.",
        "",
        "| task | goal | start | turns | random | waiting | scripted | wins | length |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    OUT.write_text("\n".join([*head, *rows]) + "\n", encoding="utf-8")
