"""Credit: what each turn of each episode is worth. Outcome advantages, the format penalty, and turn credit.

Pure functions; ranks meet only in `Ranks.gather`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

import numpy as np

from glyphbench_train.episodes import Episode
from glyphbench_train.ranks import ALONE, Ranks

#: Returns that differ by less are equal.
FLAT = 1e-9


def normalise(
    values: Sequence[float],
    groups: Sequence[Hashable],
    *,
    scale: Literal["group", "none"] = "group",
    std_floor: float = 0.0,
) -> np.ndarray:
    """(x - mean) / max(std, std_floor) within each group; std has Bessel's correction.

    A group of one, or one whose largest and smallest value agree within 1e-9, gives exactly 0: dividing rounding
    errors by a tiny std would make advantages of noise, and AdamW full-size steps of them. `scale="none"` leaves the
    std out.
    """
    x = np.asarray(values, dtype=np.float64)
    out = np.zeros_like(x)
    members: dict[Hashable, list[int]] = {}
    for index, group in enumerate(groups):
        members.setdefault(group, []).append(index)
    for where in members.values():
        group_values = x[where]
        if len(where) < 2 or group_values.max() - group_values.min() < FLAT:
            continue
        centred = group_values - group_values.mean()
        out[where] = centred if scale == "none" else centred / max(float(group_values.std(ddof=1)), std_floor)
    return out


class TurnCredit(ABC):
    """Credit that tells the turns of an episode apart; it is added to the episode's outcome advantage."""

    name: ClassVar[str]

    @abstractmethod
    def __call__(self, episodes: Sequence[Episode], ranks: Ranks = ALONE) -> tuple[list[np.ndarray], dict[str, float]]:
        """Return one array of shape (turns,) per episode, and figures to log (equal on every rank)."""


class NoTurnCredit(TurnCredit):
    """Outcome only: every turn of an episode gets the same advantage."""

    name = "none"

    def __call__(self, episodes: Sequence[Episode], ranks: Ranks = ALONE) -> tuple[list[np.ndarray], dict[str, float]]:
        """Zeros."""
        return [np.zeros(len(episode.turns)) for episode in episodes], {}


@dataclass(frozen=True)
class Outcome:
    """How returns and skipped turns become advantages.

    Attributes:
        scale: `group` divides by the group's std, `none` only subtracts the mean.
        std_floor: least value of the std.
        format_penalty: taken off for each turn without an action.
        penalty_scope: `turn` takes it off that turn's advantage, outside the normalisation; `return` takes it off the
            return before. The second makes a lone penalty the largest advantage of a lost group: use a `std_floor`.
    """

    scale: Literal["group", "none"] = "group"
    std_floor: float = 0.0
    format_penalty: float = 0.0
    penalty_scope: Literal["turn", "return"] = "turn"


@dataclass
class Credit:
    """The result: per episode an array (turns,), and the outcome advantage alone."""

    turns: list[np.ndarray]
    outcome: np.ndarray
    figures: dict[str, float] = field(default_factory=dict)


def assign(
    episodes: Sequence[Episode], turn_credit: TurnCredit, outcome: Outcome | None = None, ranks: Ranks = ALONE
) -> Credit:
    """Outcome advantage + turn credit - format penalty, for this rank's episodes.

    A group is one start (task, arguments, seed) and may straddle ranks: all returns are gathered, then normalised.
    """
    options = outcome or Outcome()
    inside = options.penalty_scope == "return"
    mine = []
    for episode in episodes:
        skipped = sum(not turn.valid for turn in episode.turns)
        mine.append((episode.start, episode.total - (options.format_penalty * skipped if inside else 0.0)))
    parts = ranks.gather(mine)
    flat = [item for part in parts for item in part]
    values = normalise(
        [value for _, value in flat], [start for start, _ in flat], scale=options.scale, std_floor=options.std_floor
    )
    first = sum(len(part) for part in parts[: ranks.index])
    own = values[first : first + len(mine)]
    turns, figures = turn_credit(episodes, ranks)
    result = []
    for episode, advantage, extra in zip(episodes, own, turns, strict=True):
        total = advantage + extra
        if options.format_penalty and not inside:
            total = total - options.format_penalty * np.array([not turn.valid for turn in episode.turns], dtype=float)
        result.append(total)
    return Credit(result, own, figures | _flatness(flat))


def _flatness(flat: list[tuple[Hashable, float]]) -> dict[str, float]:
    groups: dict[Hashable, list[float]] = {}
    for start, value in flat:
        groups.setdefault(start, []).append(value)
    level = sum(max(values) - min(values) < FLAT for values in groups.values())
    return {"groups/flat": level / max(len(groups), 1)}
