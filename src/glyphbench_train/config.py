"""Config: a run as a TOML file, checked, with `section.key=value` overrides."""

from __future__ import annotations

import itertools
import json
import tomllib
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from glyphbench import catalogue
from glyphbench.evaluation.plan import instances_of
from glyphbench.evaluation.records import VIEW_ARGUMENTS
from glyphbench.harness import Format

RECIPES = resources.files("glyphbench_train") / "recipes"


class Section(BaseModel):
    """A table of the file; unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Tiny(Section):
    """A Qwen3 model with random weights, made on the spot with its tokenizer.

    `spread` is the weights' standard deviation. The usual 0.02 is meant for wide models; 1 / sqrt(hidden) lets a
    narrow one tell observations apart from the first step on.
    """

    hidden: int = Field(64, ge=8)
    layers: int = Field(2, ge=1)
    heads: int = Field(4, ge=1)
    spread: float = Field(0.02, gt=0)


class Lora(Section):
    """Train adapters instead of all weights."""

    r: int = Field(32, ge=1)
    alpha: int = Field(64, ge=1)
    dropout: float = Field(0.0, ge=0, lt=1)
    targets: list[str] = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]


class Model(Section):
    """The model: `name` (a hub id or a folder) or `tiny`. `dtype` is of the loaded weights.

    Without LoRA keep float32: bfloat16 weights lose updates as small as those of a learning rate of 1e-6.
    """

    name: str | None = None
    tiny: Tiny | None = None
    dtype: Literal["auto", "float32", "bfloat16"] = "auto"
    lora: Lora | None = None
    template: dict[str, Any] = {}

    @model_validator(mode="after")
    def _one(self) -> Model:
        if (self.name is None) == (self.tiny is None):
            raise ValueError("give exactly one of name and tiny")
        return self


class Tasks(Section):
    """What is played: `ids` (or patterns) or a `split`, with task arguments for all of them.

    A split of fixed instances decides task arguments and training seeds itself; its instances are kept for evaluation.
    """

    ids: list[str] = []
    split: str | None = None
    exclude: list[str] = []
    kwargs: dict[str, Any] = {}
    order: Literal["mixed", "staged"] = "mixed"

    @model_validator(mode="after")
    def _any(self) -> Tasks:
        if not self.ids and self.split is None:
            raise ValueError("give ids or a split")
        clash = sorted(self.kwargs.keys() - VIEW_ARGUMENTS) if self.fixed is not None else []
        if clash:
            raise ValueError(f"the split {self.split} has task arguments of its own: leave out kwargs.{clash[0]}")
        return self

    @property
    def fixed(self) -> catalogue.Split | None:
        """The split, where it fixes instances."""
        found = catalogue.named_split(self.split) if self.split is not None else None
        return found if found is not None and found.fixed else None

    @property
    def arguments(self) -> dict[str, Any]:
        """Task arguments beside the catalogue's."""
        return {**self.fixed.kwargs, **self.kwargs} if self.fixed is not None else self.kwargs

    @property
    def seeds(self) -> tuple[int, int]:
        """Training seeds: from the first up to, not including, the second."""
        everything = catalogue.TRAINING_SEEDS.start, catalogue.TRAINING_SEEDS.stop
        return (self.fixed.training or everything) if self.fixed is not None else everything

    def resolve(self) -> list[str]:
        """Full ids of the tasks.

        Raises:
            UnknownTask: a name matches nothing.
            ValueError: a task is not built in this version, or none is left.
        """
        rows = catalogue.tasks(ids=self.ids or None, split=self.split, exclude=self.exclude or None)
        absent = [row.name for row in rows if not row.built]
        if absent and self.ids:
            raise ValueError(f"tasks: not built in this version: {', '.join(absent[:5])}")
        rows = [row for row in rows if row.built]  # a split may name tasks that this version lacks
        if not rows:
            raise ValueError("tasks: the selection is empty")
        if not self.ids:
            return [row.id for row in rows]
        # The user's order matters to a curriculum.
        order = [row.id for name in self.ids for row in catalogue.tasks(ids=name)]
        return list(dict.fromkeys(name for name in order if name in {row.id for row in rows}))


class RolloutSection(Section):
    """How episodes are played. Token limits are in tokens of the model's tokenizer."""

    history: str | int = "full"
    parser: Format = Format.ACTION
    reply_tokens: int = Field(512, ge=1)
    episode_tokens: int | None = Field(None, ge=1)
    context: int | None = Field(None, ge=16)
    workers: int = Field(4, ge=0)
    temperature: float = Field(1.0, gt=0)
    keep_cut: bool = False
    vllm: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _history(self) -> RolloutSection:
        from glyphbench_train.chat import Memory

        Memory.named(self.history)
        return self


class CreditSection(Section):
    """How returns and turns become advantages; see `glyphbench_train.credit`, `cast` and `gigpo`."""

    turn: Literal["none", "cast", "gigpo"] = "none"
    alpha: float = Field(0.1, ge=0)
    final_alpha: float | None = Field(None, ge=0)
    approximate: Literal["refuse", "use"] = "refuse"
    missing: Literal["refuse", "outcome"] = "refuse"
    gamma: float = Field(0.95, gt=0, le=1)
    weight: float = Field(1.0, ge=0)
    format_penalty: float = Field(0.1, ge=0)
    penalty_scope: Literal["turn", "return"] = "turn"
    scale: Literal["group", "none"] = "group"
    std_floor: float = Field(0.0, ge=0)


class Train(Section):
    """The optimisation. A step is one rollout batch of `groups` x `group_size` episodes and `updates` updates on it.

    Give `steps`, or `rollouts` (episodes in all). `extra` goes to `trl.GRPOConfig` as it is.
    """

    steps: int | None = Field(None, ge=1)
    rollouts: int | None = Field(None, ge=1)
    groups: int = Field(16, ge=1)
    group_size: int = Field(8, ge=2)
    updates: int = Field(1, ge=1)
    rows_per_forward: int | None = Field(None, ge=1)
    learning_rate: float = Field(1e-6, gt=0)
    schedule: str = "constant"
    warmup_steps: int = Field(0, ge=0)
    loss: Literal["dapo", "grpo", "gspo"] = "dapo"
    epsilon: float = Field(0.2, gt=0)
    epsilon_high: float | None = Field(0.28, gt=0)
    beta: float = Field(0.0, ge=0)
    max_grad_norm: float = Field(1.0, gt=0)
    seed: int = Field(0, ge=0)
    save_every: int | None = Field(None, ge=1)
    log_every: int = Field(1, ge=1)
    report_to: list[str] = ["tensorboard"]
    bf16: Literal["auto", True, False] = "auto"
    gradient_checkpointing: bool = True
    extra: dict[str, Any] = {}

    @model_validator(mode="after")
    def _length(self) -> Train:
        if (self.steps is None) == (self.rollouts is None):
            raise ValueError("give exactly one of steps and rollouts")
        if self.rollouts is not None and self.rollouts % (self.groups * self.group_size):
            raise ValueError(
                f"rollouts = {self.rollouts} is no multiple of groups x group_size = {self.groups * self.group_size}"
            )
        if self.groups * self.group_size % self.updates:
            raise ValueError("groups x group_size must be a multiple of updates")
        return self

    @property
    def batch(self) -> int:
        """Episodes of one rollout batch, over all ranks."""
        return self.groups * self.group_size

    @property
    def length(self) -> int:
        """Rollout batches of the run."""
        return self.steps if self.steps is not None else (self.rollouts or 0) // self.batch


class Evaluation(Section):
    """Periodic evaluation on held-out seeds, in the format of `glyphbench eval`.

    `ids` name tasks and `splits` fixed instances; without either it is the training tasks, or the instances of the
    split that is trained on. `episodes` are per task (by default 16), or the first instances of a split (by default
    all). Each is played `attempts` times.
    """

    every: int = Field(10, ge=1)
    ids: list[str] = []
    splits: list[str] = []
    episodes: int | None = Field(None, ge=1)
    attempts: int = Field(1, ge=1)
    seed: int | None = Field(None, ge=catalogue.EVALUATION_SEED)

    @model_validator(mode="after")
    def _instances(self) -> Evaluation:
        if self.ids and self.splits:
            raise ValueError("give ids or splits, not both")
        for name in self.splits:
            if not catalogue.named_split(name).fixed:
                raise ValueError(f"the split {name} fixes no instances: name its tasks in ids")
            instances_of(name, {}, self.episodes, self.seed)
        return self


class WarmStart(Section):
    """Supervised steps on a weak player, for models that start from random weights.

    The replies shown name the teacher's action with probability `skill` and a random one otherwise. Few steps leave
    the model with the format and a weak policy, as a pretrained model brings them; many would teach the game. With
    `until_loss` they end as soon as the loss of a batch (nats per token) is no greater: perfect format and a uniform
    choice among n actions is ln(n) divided by the tokens of a reply.
    """

    steps: int = Field(80, ge=1)
    until_loss: float | None = Field(None, gt=0)
    skill: float = Field(1.0, ge=0, le=1)
    batch: int = Field(32, ge=1)
    learning_rate: float = Field(3e-3, gt=0)
    episodes: int = Field(200, ge=1)


class Config(Section):
    """A run. `sweep` maps dotted keys to lists of values; `points` spells out their product."""

    output: str
    model: Model
    tasks: Tasks
    rollout: RolloutSection = Field(default_factory=lambda: RolloutSection.model_validate({}))
    credit: CreditSection = Field(default_factory=lambda: CreditSection.model_validate({}))
    train: Train
    evaluation: Evaluation | None = None
    warm_start: WarmStart | None = None
    sweep: dict[str, list[Any]] = {}

    @model_validator(mode="after")
    def _fits(self) -> Config:
        if self.credit.final_alpha is not None and self.credit.turn != "cast":
            raise ValueError("credit.final_alpha needs credit.turn = 'cast'")
        if self.warm_start is not None and self.model.tiny is None:
            raise ValueError("warm_start is for models made with model.tiny")
        return self


def recipes() -> list[str]:
    """Names of the recipes that come with the package."""
    return sorted(item.name.removesuffix(".toml") for item in RECIPES.iterdir() if item.name.endswith(".toml"))


def read(source: str, overrides: Sequence[str] = ()) -> list[Config]:
    """Read a file, or a recipe by its name, apply overrides, and spell out the sweep (one config without one).

    Raises:
        ValueError: it is not TOML, or a key or value is wrong; the message names the key.
        OSError: it cannot be read.
    """
    path = Path(source)
    if path.suffix != ".toml" and not path.exists():
        if source not in recipes():
            raise ValueError(f"no file or recipe {source!r}; recipes: {', '.join(recipes())}")
        text = (RECIPES / f"{source}.toml").read_text(encoding="utf-8")
    else:
        text = path.read_text(encoding="utf-8")
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{source} is not TOML: {error}") from None
    for override in overrides:
        key, equals, value = override.partition("=")
        if not equals:
            raise ValueError(f"{override!r} is not KEY=VALUE")
        _put(table, key, _value(value))
    sweep = table.get("sweep", {})
    if not isinstance(sweep, dict) or not all(isinstance(values, list) and values for values in sweep.values()):
        raise ValueError("sweep: give each dotted key a list of values")
    if not sweep:
        return [_checked(table)]
    configs = []
    for number, values in enumerate(itertools.product(*sweep.values())):
        point = json.loads(json.dumps({**table, "sweep": {}}))
        for key, value in zip(sweep, values, strict=True):
            _put(point, key, value)
        point["output"] = f"{table.get('output', 'runs')}/{number:03d}"
        configs.append(_checked(point))
    return configs


def _checked(table: dict[str, Any]) -> Config:
    try:
        return Config.model_validate(table)
    except ValidationError as error:
        lines = []
        for item in error.errors():
            where = ".".join(map(str, item["loc"])) or "config"
            what = "unknown key" if item["type"] == "extra_forbidden" else item["msg"].removeprefix("Value error, ")
            lines.append(f"{where}: {what}")
        raise ValueError("; ".join(lines)) from None


def _put(table: dict[str, Any], key: str, value: Any) -> None:
    *path, last = key.split(".")
    for name in path:
        table = table.setdefault(name, {})
        if not isinstance(table, dict):
            raise ValueError(f"{key}: {name} is not a section")
    table[last] = value


def _value(text: str) -> Any:
    """A TOML value; what is none is a string."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
