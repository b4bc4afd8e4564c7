"""Baselines: what random play and the teachers score, measured by `glyphbench baseline` and shipped."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from glyphbench import catalogue
from glyphbench.evaluation.records import VIEW_ARGUMENTS, Record

#: The file that normalisation reads and `glyphbench baseline` writes.
BASELINES = Path(__file__).parent / "data" / "baselines.json"

#: A return that is less than this above random's cannot carry a scale.
LEAST_SPAN = 0.05


class Score(BaseModel):
    """What one policy scored on one task.

    Attributes:
        mean, std: of the return over episodes (population standard deviation).
        best: the highest return of an episode.
        success: share of episodes that succeeded.
        length: mean turns.
        native: mean cumulative reward in the engine's own units.
        episodes: how many were played.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    mean: float
    std: float
    best: float
    success: float
    length: float
    native: float
    episodes: int


class Constant(BaseModel):
    """The constant action with the highest mean return."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    action: str
    mean: float
    episodes: int


class Baseline(BaseModel):
    """One task's baselines; None for what was not measured or does not exist.

    Attributes:
        random: uniformly random actions.
        solver: the task's teacher.
        constant: the best constant action.
        made: which of the file's `made` it comes from.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    random: Score
    solver: Score | None = None
    constant: Constant | None = None
    made: int = 0


class Made(BaseModel):
    """What made a measurement.

    Attributes:
        command: as it was typed.
        seeds: episodes per task of random and solver.
        constants: episodes per constant action.
        first_seed: of each task's episodes.
        versions: of everything that an outcome may depend on.
        python: its version.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    command: str
    seeds: int
    constants: int
    first_seed: int
    versions: dict[str, str]
    python: str

    def same(self, other: Made) -> bool:
        """Whether the other would measure the same, whatever the command."""
        return self.model_copy(update={"command": other.command}) == other


class Baselines(BaseModel):
    """The data file: the numbers, and what made them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1] = 1
    made: list[Made] = Field(default_factory=list)
    tasks: dict[str, Baseline] = Field(default_factory=dict)


class Anchors(NamedTuple):
    """The two returns that a normalised score calls 0 and 1, and what the upper one is."""

    low: float
    high: float
    source: Literal["solver", "full score"]

    def normalise(self, total: float) -> float:
        """The return on that scale; not cut off at either end."""
        return (total - self.low) / (self.high - self.low)


def read_baselines(path: Path = BASELINES) -> Baselines:
    """Read a data file; one that does not exist holds nothing.

    Raises:
        ValueError: it is damaged.
    """
    if not path.exists():
        return Baselines()
    try:
        return Baselines.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except ValueError as error:
        raise ValueError(f"{path} does not hold baselines: {str(error).splitlines()[0]}") from None


@cache
def shipped() -> Baselines:
    """The baselines that come with this version."""
    return read_baselines()


def anchors(task: str, known: Baselines | None = None) -> Anchors | None:
    """The scale of a task, or None where it has none.

    0 is random's mean return. 1 is the teacher's, or the full score of a standard task (+1) without a teacher.
    """
    found = (shipped() if known is None else known).tasks.get(task)
    if found is None:
        return None
    if found.solver is not None:
        result = Anchors(found.random.mean, found.solver.mean, "solver")
    elif catalogue.task(task).track == "standard":
        result = Anchors(found.random.mean, 1.0, "full score")
    else:
        return None
    return result if result.high - result.low >= LEAST_SPAN else None


def normalised(record: Record, known: Baselines | None = None) -> float | None:
    """An episode's return between random and the best known; None where the task has no scale or was changed.

    Any task argument but those of the view makes another task.
    """
    scale = anchors(record.task, known)
    return None if scale is None or record.kwargs.keys() - VIEW_ARGUMENTS else scale.normalise(record.total)
