"""The tiers of CAST: fixed evaluation instances of three games, in-domain and unseen.

`python -m benchmarks tiers` writes `tasks/splits/cast-*.toml` and a table of what was left out; `--tier` picks some.
From the first evaluation seed on, a seed is taken unless its first board has been met before, is that of a training
seed, or cannot be solved within the turn cap. Takes about half an hour, most of it for Rush Hour's training boards.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import statistics
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from glyphbench.catalogue import directory
from glyphbench.core.env import GlyphEnv
from glyphbench.games.classics.minesweeper import Minesweeper
from glyphbench.registration import make
from glyphbench.solvers import solver_for

PAGE = Path(__file__).parent / "results" / "tiers.md"
FIRST_SEED = 1_000_000
COUNT = 200
#: As many training instances as in CAST.
TRAINING = (42, 8_042)


@dataclass(frozen=True)
class Tier:
    """What a tier's instances are."""

    name: str
    task: str
    kwargs: dict[str, Any]
    about: str


TIERS = (
    Tier(
        "cast-sokoban-id",
        "Sokoban",
        {"size": 6, "boxes": 2, "min_pushes": 3, "max_turns": 30},
        "CAST, in-domain: Sokoban 6x6 with 2 boxes",
    ),
    Tier(
        "cast-sokoban-unseen",
        "SokobanHard",
        {"size": 7, "boxes": 3, "min_pushes": 3, "max_turns": 40},
        "CAST, unseen: Sokoban 7x7 with 3 boxes",
    ),
    Tier(
        "cast-minesweeper-id",
        "Minesweeper",
        {"rows": 6, "cols": 6, "mines": 7, "max_turns": 30},
        "CAST, in-domain: Minesweeper 6x6 with 7 mines",
    ),
    Tier(
        "cast-minesweeper-unseen",
        "Minesweeper",
        {"rows": 7, "cols": 7, "mines": 10, "max_turns": 40},
        "CAST, unseen: Minesweeper 7x7 with 10 mines",
    ),
    Tier(
        "cast-rushhour-id",
        "RushHour",
        {"vehicles": 7, "min_moves": 6, "max_moves": 8, "max_turns": 20},
        "CAST, in-domain: Rush Hour with 7 vehicles, 6 to 8 moves",
    ),
    Tier(
        "cast-rushhour-unseen",
        "RushHourHard",
        {"vehicles": 9, "min_moves": 7, "max_moves": 9, "max_turns": 20},
        "CAST, unseen: Rush Hour with 9 vehicles, 7 to 9 moves",
    ),
)


def board(game: GlyphEnv) -> str:
    """A hash of the position: of everything that decides the game, hidden mines included, and of nothing else."""
    found = hashlib.sha256("\n".join(game.observation.grid).encode())
    if isinstance(game, Minesweeper):
        found.update(np.packbits(game.state.mines).tobytes())
    return found.hexdigest()


def boards(tier: Tier, seeds: Iterable[int]) -> list[str]:
    """The boards on which the seeds start."""
    game = make(tier.task, **tier.kwargs)
    found = []
    for seed in seeds:
        game.reset(seed=seed)
        found.append(board(game))
    game.close()
    return found


@dataclass
class Chosen:
    """A tier's instances, and why other seeds were left out."""

    seeds: list[int]
    costs: list[float]
    trained: int
    repeated: int = 0
    seen_in_training: int = 0
    too_long: int = 0


def choose(tier: Tier, count: int = COUNT, training: tuple[int, int] = TRAINING) -> Chosen:
    """Choose the instances."""
    trained = set(boards(tier, range(*training)))
    game = make(tier.task, **tier.kwargs)
    teacher = solver_for(game)
    assert teacher is not None
    found, met, seed = Chosen([], [], len(trained)), set(), FIRST_SEED
    while len(found.seeds) < count:
        game.reset(seed=seed)
        here, cost = board(game), teacher.cost_to_go(game)
        if here in trained:
            found.seen_in_training += 1
        elif here in met:
            found.repeated += 1
        # Minesweeper's cost is infinite where its teacher must guess; a player may guess right.
        elif teacher.exact and (cost is None or cost > game.max_turns):
            found.too_long += 1
        else:
            found.seeds.append(seed)
            found.costs.append(math.inf if cost is None else cost)
        met.add(here)
        seed += 1
    game.close()
    return found


def split(tier: Tier, seeds: list[int]) -> str:
    """The split's file."""
    kwargs = ", ".join(f"{name} = {value}" for name, value in tier.kwargs.items())
    listed = textwrap.fill(", ".join(map(str, seeds)), 116, initial_indent="  ", subsequent_indent="  ")
    return (
        "# Written by `python -m benchmarks tiers`; do not edit.\n"
        f'description = "{tier.about}; {len(seeds)} fixed instances"\n'
        f'ids = ["{tier.task}"]\n'
        f"kwargs = {{ {kwargs} }}\n"
        f"training = [{TRAINING[0]}, {TRAINING[1]}]\n"
        f"seeds = [\n{listed},\n]\n"
    )


def line(tier: Tier, found: Chosen) -> str:
    """The tier's line of the table."""
    known = [cost for cost in found.costs if math.isfinite(cost)]
    return (
        f"| {tier.name} | {found.seeds[0]:,} to {found.seeds[-1]:,} | {found.repeated} | {found.seen_in_training} "
        f"| {found.too_long} | {found.trained:,} "
        f"| {min(known):.0f} / {statistics.median(known):.0f} / {max(known):.0f} "
        f"| {len(found.costs) - len(known)} |"
    )


HEAD = f"""# The tiers of CAST

{COUNT} instances each. Left out: seeds whose first board was met before, is one of the boards of the training seeds
{TRAINING[0]} to {TRAINING[1] - 1:,}, or needs more turns than the tier allows. The teacher's cost is exact but for
Minesweeper, where it is that of a fixed player who knows nothing of the mines; there "guess" counts boards on which
that player loses.

| tier | seeds | repeated | in training | too long | training boards | cost: least / median / most | guess |
|--|--|--:|--:|--:|--:|--:|--:|
"""


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks tiers", description=__doc__)
    parser.add_argument("--tier", action="append", choices=[tier.name for tier in TIERS], help="only this (repeatable)")
    arguments = parser.parse_args(argv)
    rows = {}
    if PAGE.exists():  # the lines of tiers that are not made anew stay
        rows = {
            row.split("|")[1].strip(): row for row in PAGE.read_text(encoding="utf-8").splitlines() if "| cast-" in row
        }
    for tier in TIERS:
        if arguments.tier and tier.name not in arguments.tier:
            continue
        found = choose(tier)
        (directory() / "splits" / f"{tier.name}.toml").write_text(split(tier, found.seeds), encoding="utf-8")
        rows[tier.name] = line(tier, found)
        print(rows[tier.name], flush=True)
    PAGE.parent.mkdir(exist_ok=True)
    table = "\n".join(rows[tier.name] for tier in TIERS if tier.name in rows)
    PAGE.write_text(f"{HEAD}{table}\n", encoding="utf-8")
