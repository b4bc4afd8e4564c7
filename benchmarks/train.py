"""Training's own costs: collation of 1,024 episodes of 20 turns, and the teacher's time per turn.

The CAST paper reports its teachers at 8.4% of an environment step and 73 millionths of a training step.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from pathlib import Path

from glyphbench_train.chat import Memory
from glyphbench_train.collate import collate, split
from glyphbench_train.episodes import Episode, Start, Turn
from glyphbench_train.worker import Shard

PAGE = Path(__file__).parent / "results" / "train.md"
TASKS: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = (
    ("GlyphBench/Sokoban-v0", (("max_turns", 30),)),
    ("GlyphBench/SokobanHard-v0", (("max_turns", 30),)),
    ("GlyphBench/Minesweeper-v0", (("cols", 6), ("max_turns", 30), ("mines", 7), ("rows", 6))),
    ("GlyphBench/RushHour-v0", (("max_turns", 20),)),
    ("GlyphBench/RushHourHard-v0", (("max_turns", 20),)),
)


def made_up(episodes: int, turns: int, memory: Memory) -> list[Episode]:
    """Episodes of 100 new prompt tokens and 30 sampled tokens a turn."""
    rng = random.Random(0)
    found = []
    for number in range(episodes):
        one = Episode(Start("T", number // 8), number // 8)
        ids: list[int] = [rng.randrange(150_000) for _ in range(400)]
        for _ in range(turns):
            prompt = ids + [rng.randrange(150_000) for _ in range(100)]
            reply = [rng.randrange(150_000) for _ in range(30)]
            one.turns.append(Turn(prompt, reply, [-0.1] * 30))
            ids = prompt + reply if memory.turns is None else ids
        found.append(one)
    return found


def collation(episodes: int, turns: int) -> list[str]:
    """Rows of the table: seconds of `collate` and of TRL's layout, best of three."""
    rows = []
    for name in ("full", "none"):
        batch = made_up(episodes, turns, Memory.named(name))
        values = [[0.5] * turns] * episodes
        spent = []
        for _ in range(3):
            start = time.process_time()
            out = collate(batch, values, pad_id=0)
            middle = time.process_time()
            split(out, 0)
            spent.append((middle - start, time.process_time() - middle))
        best = min(spent)
        shape = f"{out.input_ids.shape[0]:,} x {out.input_ids.shape[1]:,}"
        rows.append(f"| {name} | {shape} | {best[0]:.2f} | {best[1]:.2f} |")
    return rows


def teacher(task: str, kwargs: tuple[tuple[str, int], ...], episodes: int) -> str:
    """A row: random play, the teacher asked after every turn."""
    shard = Shard(teach=True)
    rng = random.Random(0)
    solver, env = [], []
    for seed in range(episodes):
        (first,) = shard.reset([(0, Start(task, 1_000_000 + seed, kwargs))])
        game = shard.game(0)
        search = first.solver_seconds
        while True:
            (step,) = shard.act([(0, f"<action>{rng.choice(game.actions.names)}</action>", False)])
            solver.append(step.solver_seconds + search)
            search = 0.0
            env.append(step.env_seconds)
            if step.stop is not None:
                break
    shard.close()
    share = sum(solver) / (sum(solver) + sum(env))
    name = task.removeprefix("GlyphBench/")
    return (
        f"| {name} | {len(solver)} | {1000 * statistics.mean(solver):.3f} | {1000 * max(solver):.1f} | "
        f"{1000 * statistics.mean(env):.3f} | {share:.1%} |"
    )


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks train", description=__doc__)
    parser.add_argument("--episodes", type=int, default=1024)
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--games", type=int, default=20, help="episodes per task for the teacher's time")
    args = parser.parse_args(argv)
    lines = [
        "# Training: collation and teachers\n",
        "Written by `python -m benchmarks train`; do not edit. Processor seconds on one core.\n",
        f"## Collation of {args.episodes:,} episodes x {args.turns} turns\n",
        "| history | rows x width | collate, s | TRL layout, s |",
        "|--|--|--|--|",
        *collation(args.episodes, args.turns),
        "\n## Teacher's time per turn of random play, the search at the start included\n",
        "The share is of an environment step with the teacher in it; the CAST paper reports 8.4% for its own teachers. "
        "The share of a training step is logged by every run as `cast/solver_ppm_of_step`.\n",
        "| task | turns | mean, ms | longest, ms | environment step, ms | share |",
        "|--|--|--|--|--|--|",
        *(teacher(task, kwargs, args.games) for task, kwargs in TASKS),
    ]
    text = "\n".join(lines) + "\n"
    print(text)
    PAGE.write_text(text, encoding="utf-8")
