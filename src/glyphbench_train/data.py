"""Data: which starts a run plays, in which order. Decided by the configuration alone, so that a resumed run agrees."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from glyphbench import catalogue
from glyphbench_train.episodes import Start, frozen

#: Training seeds: from the first up to, not including, the second; evaluation begins there.
SEEDS = (catalogue.TRAINING_SEEDS.start, catalogue.TRAINING_SEEDS.stop)

Order = Literal["mixed", "staged"]


def starts(
    tasks: Sequence[str],
    count: int,
    *,
    kwargs: dict[str, Any] | None = None,
    order: Order = "mixed",
    seed: int = 0,
    seeds: tuple[int, int] = SEEDS,
) -> list[Start]:
    """Draw `count` starts, in equal numbers per task (the first ones get the remainder).

    `mixed` deals rounds of all tasks, each round in an order of its own; `staged` is a curriculum that goes through
    the tasks one after the other. A task's environment seeds do not repeat before all of `seeds` are used.

    Raises:
        ValueError: there is no task or no seed.
        UnknownTask: a task does not exist.
    """
    ids = [catalogue.task(name).id for name in tasks]
    if not ids:
        raise ValueError("no task to train on")
    if seeds[1] <= seeds[0]:
        raise ValueError(f"no seeds from {seeds[0]} up to {seeds[1]}")
    fixed = frozen(kwargs or {})
    rng = np.random.default_rng(seed)
    rounds = -(-count // len(ids))
    if order == "staged":
        names = [name for name in ids for _ in range(rounds)][:count]
    else:
        names = [ids[index] for _ in range(rounds) for index in rng.permutation(len(ids))][:count]
    width = seeds[1] - seeds[0]
    drawn = {name: _seeds(np.random.default_rng([seed, index]), width) for index, name in enumerate(ids)}
    return [Start(name, seeds[0] + next(drawn[name]), fixed) for name in names]


def _seeds(rng: np.random.Generator, width: int) -> Any:
    while True:
        yield from (int(x) for x in rng.permutation(width))


def row_of(start: Start) -> dict[str, Any]:
    """A dataset row; TRL wants a prompt in it, but the real one comes from the game."""
    about = json.dumps({"task": start.task, "seed": start.seed, "kwargs": dict(start.kwargs)})
    return {"prompt": [{"role": "user", "content": about}], "start": about}


def start_of(row: dict[str, Any]) -> Start:
    """The start in a dataset row."""
    about = json.loads(row["start"])
    return Start(about["task"], about["seed"], frozen(about["kwargs"]))


def dataset(chosen: Sequence[Start]) -> Any:
    """The starts as a `datasets.Dataset`."""
    from datasets import Dataset

    return Dataset.from_list([row_of(start) for start in chosen])
