"""What a rollout leaves behind: episodes made of turns, with the token ids that were sampled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from glyphbench.harness import Event, StopReason


@dataclass(frozen=True, slots=True)
class Start:
    """Where an episode begins; episodes with equal starts form a group.

    Attributes:
        task: full task id.
        seed: of the environment.
        kwargs: task arguments beside the catalogue's, as sorted pairs (hashable).
    """

    task: str
    seed: int
    kwargs: tuple[tuple[str, Any], ...] = ()


def frozen(kwargs: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Task arguments as sorted pairs; lists become tuples."""
    return tuple((name, _hashable(kwargs[name])) for name in sorted(kwargs))


def _hashable(value: Any) -> Any:
    return tuple(map(_hashable, value)) if isinstance(value, (list, tuple)) else value


@dataclass(slots=True)
class Turn:
    """One turn: what the model was given, what it sampled, and what the game made of it.

    Attributes:
        prompt_ids: the whole prompt, ids.
        output_ids: the sampled ids, the end-of-turn token included where it was sampled.
        logprobs: log-probability of each sampled id at sampling time; None where the engine does not return them.
        cut: the token limit ended the reply.
        observation: the observation text that the prompt ends with.
        action: name of the action; None for a skipped turn.
        event: why there is no action.
        reward: scaled reward of the turn.
        cost_before: the teacher's cost-to-go before the turn; None where unknown (no teacher, or its budget ran out).
        cost_after: the same after the turn.
        env_seconds: time of the environment step.
        solver_seconds: time of the teacher's answer, the one before the first turn included.
    """

    prompt_ids: list[int]
    output_ids: list[int]
    logprobs: list[float] | None = None
    cut: bool = False
    observation: str = ""
    action: str | None = None
    event: Event | None = None
    reward: float = 0.0
    cost_before: float | None = None
    cost_after: float | None = None
    env_seconds: float = 0.0
    solver_seconds: float = 0.0

    @property
    def valid(self) -> bool:
        """Whether the reply named an action."""
        return self.action is not None


@dataclass(slots=True)
class Episode:
    """One episode.

    Attributes:
        start: task and seed.
        group: index of the group within the batch, counted over all ranks.
        turns: in order.
        total: cumulative scaled reward.
        native: cumulative reward in the engine's own units.
        success: whether the game says that the player succeeded.
        stop: why it ended.
        solver: `exact`, `approximate` or `none`: what the costs of its turns are worth.
        system: the system prompt.
        trace: SHA-256 chained over every observation text (`glyphbench.harness.chain`).
    """

    start: Start
    group: int = 0
    turns: list[Turn] = field(default_factory=list)
    total: float = 0.0
    native: float = 0.0
    success: bool = False
    stop: StopReason = StopReason.INTERRUPTED
    solver: str = "none"
    system: str = ""
    trace: str = ""

    @property
    def sampled(self) -> int:
        """Tokens that the model sampled."""
        return sum(len(turn.output_ids) for turn in self.turns)
