"""Plan: which tasks a user's selection means, and the episodes to play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gymnasium.error import DependencyNotInstalled

from glyphbench import catalogue
from glyphbench.catalogue import Task
from glyphbench.engines.status import ENGINES, version
from glyphbench.evaluation.options import FIRST_SEED, RunOptions
from glyphbench.evaluation.records import VIEW_ARGUMENTS, Key
from glyphbench.registration import make


@dataclass(frozen=True, slots=True)
class Job:
    """One episode to play."""

    task: str
    seed: int
    attempt: int = 0

    @property
    def start(self) -> str:
        """The seed as text, and from the second attempt on its number."""
        return f"{self.seed}" + f" attempt {self.attempt}" * (self.attempt > 0)

    @property
    def key(self) -> Key:
        """What its record has for a key."""
        return self.task, self.seed, self.attempt

    @property
    def name(self) -> str:
        """A file name for this episode."""
        return f"{self.task.removeprefix(catalogue.NAMESPACE)}-{self.seed}" + f"-{self.attempt}" * (self.attempt > 0)


@dataclass(frozen=True, slots=True)
class Selection:
    """Chosen tasks, and one phrase per family that was left out."""

    tasks: list[Task]
    skipped: list[str]


def plan(options: RunOptions) -> list[Job]:
    """All episodes of a run, task by task.

    Raises:
        ValueError: they are too many.
    """
    options.check_count()
    return [
        Job(task, seed, attempt)
        for task in options.tasks
        for seed in options.instances
        for attempt in range(options.attempts)
    ]


def episodes_of(options: RunOptions) -> int:
    """How many episodes a run has."""
    return len(options.tasks) * options.episodes * options.attempts


def instances_of(split: str | None, kwargs: dict[str, Any], episodes: int | None, seed: int | None) -> dict[str, Any]:
    """The options that say on which instances the selected tasks are played, from what the user asked for.

    A split of fixed instances decides task arguments and seeds; `episodes` then limits it to its first instances.

    Raises:
        UnknownTask: there is no such split.
        ValueError: a seed, task argument or number was asked for that the split does not leave open.
    """
    fixed = catalogue.named_split(split) if split is not None else None
    if fixed is None or not fixed.fixed:
        return {
            "kwargs": kwargs,
            "episodes": 1 if episodes is None else episodes,
            "seed": FIRST_SEED if seed is None else seed,
        }
    if seed is not None:
        raise ValueError(f"the split {split} has seeds of its own: leave out --seed")
    clash = sorted(kwargs.keys() - VIEW_ARGUMENTS)
    if clash:
        raise ValueError(f"the split {split} has task arguments of its own: leave out --option {clash[0]}")
    if episodes is not None and episodes > len(fixed.seeds):
        raise ValueError(f"the split {split} has {len(fixed.seeds)} instances: --episodes {episodes} is too many")
    return {"split": split, "kwargs": {**fixed.kwargs, **kwargs}, "seeds": fixed.seeds[:episodes]}


def select(
    *,
    ids: Sequence[str] = (),
    family: Sequence[str] = (),
    split: str | None = None,
    tag: Sequence[str] = (),
    exclude: Sequence[str] = (),
) -> Selection:
    """Resolve a selection; without ids, families and split it is the standard track.

    Ids and families add up; split, tags and exclusions narrow what they name.

    What this version lacks, or whose engine is not installed, is left out with a note, unless the user named it:
    a task by its id, or an engine's tasks by pattern or family.

    Raises:
        UnknownTask: a name matches nothing.
        NotImplementedError: a named task is not built, or nothing that was chosen is.
        DependencyNotInstalled: a named task's engine is missing, or that of all that was chosen.
        ValueError: the conditions leave no task.
    """
    track = None if ids or family or split else "standard"
    chosen = catalogue.tasks(track=track, tag=tag or None, split=split, exclude=exclude or None)
    if ids or family:
        named = catalogue.tasks(ids=ids) + catalogue.tasks(family=family)
        chosen = [row for row in chosen if row in named]
    if not chosen:
        raise ValueError("the selection holds no task: no task meets all conditions")
    exact = {catalogue.task(name).id for name in ids if not any(mark in name for mark in "*?[")}
    for row in chosen:
        if row.id in exact and not row.built:
            make(row.id)  # raises, naming the family
    built = [row for row in chosen if row.built]
    if not built:
        names = ", ".join(dict.fromkeys(row.family for row in chosen))
        raise NotImplementedError(f"nothing of the selection is built yet in this version of glyphbench ({names})")
    absent = {name: engine for engine in ENGINES if not version(engine) for name in engine.families}
    tasks = [row for row in built if row.family not in absent]
    lost = [row for row in built if row.family in absent]
    if lost and (ids or family or not tasks):
        engine = absent[lost[0].family]
        raise DependencyNotInstalled(f"{lost[0].id} needs the {engine.name} engine; install it with: {engine.remedy}")
    return Selection(tasks, _notes(chosen, built, {row.family for row in lost}))


def _notes(chosen: list[Task], built: list[Task], missing: set[str]) -> list[str]:
    """Why families, or parts of them, are left out."""
    notes = []
    for family in dict.fromkeys(row.family for row in chosen):
        lacking = sum(row.family == family and not row.built for row in chosen)
        if lacking:
            some = any(row.family == family for row in built)
            count = f"{lacking} task{'s' * (lacking > 1)} " if some else ""
            notes.append(f"{family} ({count}not built in this version)")
        if family in missing:
            notes.append(f"{family} (engine not installed)")
    return notes
