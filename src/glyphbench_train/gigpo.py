"""GiGPO: turn credit from turns that met the same observation (arXiv 2505.10978).

Within a group, all turns that saw one observation text form a step group. A turn's step return is the discounted
sum of the rewards from it on; its credit is that return normalised within the step group. A turn whose observation
no other turn saw earns 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from glyphbench_train.credit import TurnCredit, normalise
from glyphbench_train.episodes import Episode, Start
from glyphbench_train.ranks import ALONE, Ranks


def discounted(rewards: Sequence[float], gamma: float) -> list[float]:
    """The discounted sum of rewards from each turn on."""
    following, out = 0.0, []
    for reward in reversed(rewards):
        following = reward + gamma * following
        out.append(following)
    return out[::-1]


class Gigpo(TurnCredit):
    """weight * (step return - mean) / std over turns with equal observations.

    The observation is compared without its `turn t/T` clock: the same board is the same state whenever it is met.

    Args:
        gamma: discount per turn.
        weight: of the term.
    """

    name: ClassVar[str] = "gigpo"

    def __init__(self, gamma: float = 0.95, weight: float = 1.0) -> None:
        self.gamma, self.weight = gamma, weight

    def __call__(self, episodes: Sequence[Episode], ranks: Ranks = ALONE) -> tuple[list[np.ndarray], dict[str, float]]:
        """See the module; the second value holds the share of turns that met company."""
        mine: list[tuple[tuple[Start, str], float]] = []
        for episode in episodes:
            returns = discounted([turn.reward for turn in episode.turns], self.gamma)
            mine += [
                ((episode.start, state_of(turn.observation)), value)
                for turn, value in zip(episode.turns, returns, strict=True)
            ]
        parts = ranks.gather(mine)
        flat = [item for part in parts for item in part]
        keys = [key for key, _ in flat]
        values = self.weight * normalise([value for _, value in flat], keys)
        first = sum(len(part) for part in parts[: ranks.index])
        own = values[first : first + len(mine)]
        ends = np.cumsum([len(episode.turns) for episode in episodes])
        met: dict[tuple[Start, str], int] = {}
        for key in keys:
            met[key] = met.get(key, 0) + 1
        shared = sum(met[key] > 1 for key in keys) / max(len(keys), 1)
        return np.split(own, ends)[: len(episodes)], {"gigpo/shared": shared}


def state_of(observation: str) -> str:
    """The observation without the clock in its HUD and without the message on the last action."""
    board, _, _ = observation.partition("\n[Message]\n")
    before, mark, hud = board.partition("[HUD]\nturn ")
    if not mark:
        return board
    line, end, rest = hud.partition("\n")
    _, _, others = line.partition(" | ")
    return before + mark + others + end + rest
