"""Figures of a rollout: sums over episodes that ranks can add up, and the means to log."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from glyphbench.harness import StopReason
from glyphbench_train.episodes import Episode

#: Stop reasons that training can meet.
STOPS = (
    StopReason.SUCCESS,
    StopReason.FAILURE,
    StopReason.HORIZON,
    StopReason.TOKEN_BUDGET,
    StopReason.CONTEXT_OVERFLOW,
)


def tally(episodes: Iterable[Episode]) -> Counter[str]:
    """Sums over episodes and their turns."""
    sums: Counter[str] = Counter()
    for episode in episodes:
        sums.update(
            {
                "episodes": 1,
                "reward": episode.total,
                "squares": episode.total**2,
                "success": int(episode.success),
                "sampled": episode.sampled,
                "turns": len(episode.turns),
                "valid": sum(turn.valid for turn in episode.turns),
                "cut": sum(turn.cut for turn in episode.turns),
                "prompted": sum(len(turn.prompt_ids) for turn in episode.turns),
                f"stop/{episode.stop}": 1,
            }
        )
    return sums


def figures(sums: Counter[str]) -> dict[str, float]:
    """Means over the episodes of a tally."""
    count, turns = max(sums["episodes"], 1), max(sums["turns"], 1)
    mean = sums["reward"] / count
    found = {
        "reward": mean,
        "reward_std": math.sqrt(max(sums["squares"] / count - mean**2, 0.0)),
        "game/success": sums["success"] / count,
        "game/turns": sums["turns"] / count,
        "game/valid_turns": sums["valid"] / turns,
        "game/cut_turns": sums["cut"] / turns,
        "game/tokens": sums["sampled"] / count,
    }
    return found | {f"stop/{stop}": sums[f"stop/{stop}"] / count for stop in STOPS}
