"""Measure: play the baselines of tasks and keep the data file up to date, task by task."""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import numpy as np

from glyphbench import catalogue
from glyphbench.agents.baselines import Chooser, random_chooser, solver_chooser
from glyphbench.core.env import GlyphEnv
from glyphbench.evaluation.baselines import Baseline, Baselines, Constant, Made, Score, read_baselines
from glyphbench.evaluation.folder import changed_versions, read_manifest, replace, versions_here
from glyphbench.evaluation.options import FIRST_SEED
from glyphbench.evaluation.processes import processes, undisturbed
from glyphbench.evaluation.records import read_records
from glyphbench.evaluation.worker import RunStopped
from glyphbench.registration import make

#: Random play must not score more than this.
MOST_RANDOM = 0.5
#: A constant action that scores no more than this is no news.
_LEAST = 0.1
#: So many of the constant actions that did best on the first seed play the other seeds too.
_FINALISTS = 5


@dataclass(frozen=True, slots=True)
class Played:
    """What one episode came to."""

    total: float
    native: float
    success: bool
    length: int


#: Episodes that need not be played: by (model, task), one per seed.
Known = Mapping[tuple[str, str], Sequence[Played]]


def made_here(command: str, seeds: int, constants: int) -> Made:
    """What measures now, with this command."""
    return Made(
        command=command,
        seeds=seeds,
        constants=constants,
        first_seed=FIRST_SEED,
        versions=versions_here(),
        python=platform.python_version(),
    )


def played_in(folders: Sequence[Path], made: Made) -> Known:
    """The episodes of runs of `random` and `solver` that `measure` would play again.

    Tasks of which a run lacks an episode are left out.

    Raises:
        ValueError: a folder holds no such run of these versions, or is damaged.
        OSError: it cannot be read.
    """
    known: dict[tuple[str, str], dict[int, Played]] = {}
    for folder in folders:
        about = read_manifest(folder)
        options = about["options"]
        if options.get("model") not in ("random", "solver") or options.get("kwargs"):
            raise ValueError(f"{folder} is no run of random or solver over tasks as they are")
        if moved := changed_versions(about, options["tasks"]):
            raise ValueError(f"{folder} was made with other versions: {'; '.join(moved)}")
        for record in read_records(folder / "episodes.jsonl"):
            if made.first_seed <= record.seed < made.first_seed + made.seeds and not record.attempt:
                row = Played(record.total, record.native_return, record.success, record.length)
                known.setdefault((record.model, record.task), {})[record.seed] = row
    return {key: list(rows.values()) for key, rows in known.items() if len(rows) == made.seeds}


def measure(task: str, made: Made, known: Known = MappingProxyType({})) -> Baseline:
    """Play random, the teacher and every constant action in one task, but for the episodes that are `known`.

    Episodes are those of `glyphbench eval` with the same model and seeds.
    """
    game = make(task)
    seeds = range(made.first_seed, made.first_seed + made.seeds)

    def played(model: str, chooser: Callable[[GlyphEnv, int], Chooser]) -> Sequence[Played]:
        return known.get((model, task)) or [episode(game, seed, chooser(game, seed)) for seed in seeds]

    try:
        lucky = played("random", random_chooser)
        taught = played("solver", solver_chooser) if catalogue.task(task).solver else []
        constant = best_constant(game, range(made.first_seed, made.first_seed + made.constants))
    finally:
        game.close()
    return Baseline(random=_score(lucky), solver=_score(taught) if taught else None, constant=constant)


def episode(game: GlyphEnv, seed: int, choose: Chooser) -> Played:
    """Play one episode without drawing the observations that nobody reads."""
    game.reset(seed=seed)
    while True:
        _, terminated, truncated, info = game.advance(choose())
        if terminated or truncated:
            return Played(
                float(info["return_so_far"]), float(info["native_return"]), bool(info["success"]), info["turn"]
            )


def best_constant(game: GlyphEnv, seeds: Sequence[int]) -> Constant | None:
    """The constant action with the highest mean return; None without seeds.

    Every action plays the first seed; those that did best, and scored at all, play the others too.
    """
    if not seeds:
        return None
    returns = {action: [_constant(game, seeds[0], action)] for action in range(len(game.actions))}
    ranked = sorted(returns, key=lambda action: -returns[action][0])
    for action in ranked[:_FINALISTS]:
        if returns[action][0] > _LEAST:
            returns[action] += [_constant(game, seed, action) for seed in seeds[1:]]
    means = {action: float(np.mean(values)) for action, values in returns.items()}
    entered = [action for action in ranked[:_FINALISTS] if returns[action][0] > _LEAST] or ranked[:1]
    best = max(entered, key=lambda action: means[action])
    return Constant(action=game.actions.names[best], mean=round(means[best], 6), episodes=len(returns[best]))


def warnings(task: str, found: Baseline) -> list[str]:
    """What is wrong with a standard task whose baselines look like this."""
    if catalogue.task(task).track != "standard":
        return []
    name = task.removeprefix(catalogue.NAMESPACE)
    lines = []
    if found.random.mean > MOST_RANDOM:
        lines.append(f"{name}: random play returns {found.random.mean:.2f} on average")
    constant = found.constant
    if constant is None or constant.mean <= _LEAST:
        return lines
    score = f"{name}: {constant.action} alone returns {constant.mean:.2f}"
    if found.solver is not None and constant.mean >= found.solver.mean - 0.01:
        lines.append(f"{score}, the solver {found.solver.mean:.2f}")
    elif constant.mean > MOST_RANDOM:
        lines.append(score)
    elif constant.mean >= found.random.best:
        lines.append(f"{score}, random's best episode {found.random.best:.2f}")
    return lines


def bring_up_to_date(
    path: Path,
    tasks: Sequence[str],
    made: Made,
    *,
    workers: int = 1,
    again: bool = False,
    known: Known = MappingProxyType({}),
) -> Iterator[tuple[str, Baseline, float | None]]:
    """Measure what the file lacks and write each task's result at once, so that a stopped run goes on.

    Args:
        path: the data file; what it holds of other tasks stays.
        tasks: full ids.
        made: how to measure; a task that was measured in the same way is not measured again.
        workers: processes.
        again: measure everything anew.
        known: episodes that are taken as they are.

    Yields:
        each task, its baseline, and the seconds that it took (None: it was there already).

    Raises:
        RunStopped: a worker process died; what is measured is safe.
        ValueError: the file is damaged, or a game failed.
        OSError: the file cannot be written.
    """
    held = read_baselines(path)
    mine = [number for number, other in enumerate(held.made) if made.same(other)]
    rows = dict(held.tasks)
    there = [] if again else [task for task in tasks if task in rows and rows[task].made in mine]
    for task in there:
        yield task, rows[task], None
    missing = [task for task in tasks if task not in there]
    if not missing:
        return
    history = [*held.made, made]

    def keep(task: str, found: Baseline) -> Baseline:
        rows[task] = found.model_copy(update={"made": len(history) - 1})
        path.parent.mkdir(parents=True, exist_ok=True)
        replace(path, _text(history, rows))
        return rows[task]

    if workers == 1:
        for task in missing:
            found, seconds = _work(task, made, known)
            yield task, keep(task, found), seconds
        return
    try:
        with processes(workers) as pool:
            with undisturbed():
                futures = {pool.submit(_work, task, made, _of(task, known)): task for task in missing}
            for future in as_completed(futures):
                found, seconds = future.result()
                yield futures[future], keep(futures[future], found), seconds
    except BrokenProcessPool:
        raise RunStopped("a worker process died, perhaps of memory; try fewer --workers") from None


def _of(task: str, known: Known) -> Known:
    """What is known of one task: the rest need not travel to a worker."""
    return {key: rows for key, rows in known.items() if key[1] == task}


def _work(task: str, made: Made, known: Known) -> tuple[Baseline, float]:
    started = time.perf_counter()
    try:
        return measure(task, made, known), time.perf_counter() - started
    except Exception as error:
        error.add_note(f"in {task}")
        raise


def _constant(game: GlyphEnv, seed: int, action: int) -> float:
    return episode(game, seed, lambda: action).total


def _score(played: Sequence[Played]) -> Score:
    def average(value: Callable[[Played], float]) -> float:
        return round(float(np.mean([value(one) for one in played])), 6)

    return Score(
        mean=average(lambda one: one.total),
        std=round(float(np.std([one.total for one in played])), 6),
        best=round(max(one.total for one in played), 6),
        success=average(lambda one: one.success),
        length=average(lambda one: one.length),
        native=average(lambda one: one.native),
        episodes=len(played),
    )


def _text(made: list[Made], rows: dict[str, Baseline]) -> str:
    """The data file: one line per task, in the catalogue's order, and only those makers that some task names."""
    order = {row.id: number for number, row in enumerate(catalogue.tasks())}
    used = sorted({row.made for row in rows.values()})
    place = {old: new for new, old in enumerate(used)}
    rows = {task: rows[task] for task in sorted(rows, key=lambda task: (order.get(task, len(order)), task))}
    lines = [
        f"{json.dumps(task)}: {row.model_copy(update={'made': place[row.made]}).model_dump_json()}"
        for task, row in rows.items()
    ]
    makers = ",\n".join(made[old].model_dump_json() for old in used)
    return f'{{"version": {Baselines().version},\n"made": [\n{makers}\n],\n"tasks": {{\n' + ",\n".join(lines) + "\n}}\n"
