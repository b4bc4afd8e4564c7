"""CAST: turn credit from a teacher's cost-to-go (arXiv 2607.25308).

With N(s) the fewest actions from state s to success, a turn from s to s' earns the shifted solver advantage

    delta = N(s) - N(s')     a step on a shortest way earns 1, a neutral one 0, a detour of one step -1
    delta = -N(s)            when s' is dead (N(s') infinite)
    delta = 0                when s was dead already

and adds alpha * asinh(delta) / RMS to the outcome advantage of that turn's tokens. RMS is the root mean square of
asinh(delta) over all turns of the global batch, zeros included; no mean is subtracted, so that a wrong move stays
negative in a batch of wrong moves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from glyphbench_train.credit import TurnCredit
from glyphbench_train.episodes import Episode, Turn
from glyphbench_train.ranks import ALONE, Ranks

#: Keeps the division finite when no turn of a batch changes the cost-to-go.
EPSILON = 1e-8


def delta(before: float | None, after: float | None) -> float | None:
    """The shifted solver advantage of one turn; None where either cost is unknown."""
    if before is None or after is None:
        return None
    if before == math.inf:
        return 0.0
    if after == math.inf:
        return -float(before)
    return float(before - after)


def turn_delta(turn: Turn) -> float | None:
    """`delta` of a turn; a skipped turn earns 0, it changed nothing."""
    return delta(turn.cost_before, turn.cost_after) if turn.valid else 0.0


def dies(turn: Turn) -> bool:
    """Whether the turn enters a dead state."""
    return turn.cost_after == math.inf and turn.cost_before not in (None, math.inf)


class Cast(TurnCredit):
    """The CAST term, alpha * asinh(delta) / RMS.

    Turns whose cost is unknown (the teacher's budget ran out) earn nothing and do not count in the RMS; their share
    is logged as `cast/unknown`. Episodes of tasks without a teacher are refused, or left to the outcome alone when
    that was declared; approximate teachers likewise.

    Args:
        alpha: weight of the term, at least 0; the callback may change it during a run.
        approximate: `use` or `refuse` teachers whose cost-to-go is an estimate.
        missing: `refuse` tasks without a teacher, or train them on the `outcome` alone.

    Raises:
        ValueError: a value is not one of these.
    """

    name: ClassVar[str] = "cast"

    def __init__(self, alpha: float = 0.1, *, approximate: str = "refuse", missing: str = "refuse") -> None:
        if not 0.0 <= alpha < math.inf:
            raise ValueError(f"alpha must be at least 0, got {alpha!r}")
        if approximate not in ("use", "refuse"):
            raise ValueError(f"approximate must be use or refuse, got {approximate!r}")
        if missing not in ("outcome", "refuse"):
            raise ValueError(f"missing must be outcome or refuse, got {missing!r}")
        self.alpha, self.approximate, self.missing = alpha, approximate, missing

    def accepts(self, task: str, solver: str) -> bool:
        """Whether episodes of a task get turn credit, `solver` being `exact`, `approximate` or `none`.

        Raises:
            ValueError: the task is refused.
        """
        if solver == "none" and self.missing == "refuse":
            raise ValueError(
                f"{task} has no teacher, so CAST cannot credit its turns; credit.missing = 'outcome' allows it"
            )
        if solver == "approximate" and self.approximate == "refuse":
            raise ValueError(f"the teacher of {task} is approximate; credit.approximate = 'use' allows it")
        return solver != "none"

    def __call__(self, episodes: Sequence[Episode], ranks: Ranks = ALONE) -> tuple[list[np.ndarray], dict[str, float]]:
        """See the module; the second value holds the shares of kinds of moves, the RMS and the teacher's times."""
        shaped: list[list[float | None]] = []
        tally = np.zeros(9)
        for episode in episodes:
            teaches = self.accepts(episode.start.task, episode.solver)
            values: list[float | None] = []
            for turn in episode.turns:
                found = turn_delta(turn) if teaches else None
                if found is None:
                    values.append(None)
                    tally += [0, 0, 0, 0, 0, 0, teaches, 0, 0]
                    continue
                value = math.asinh(found)
                values.append(value)
                dead = dies(turn) and turn.valid
                shares = [found > 0, found == 0 and not dead, found < 0 and not dead, dead]
                tally += [value * value, 1, *shares, 0, turn.solver_seconds, turn.env_seconds]
            shaped.append(values)
        total = np.sum(ranks.gather(tally), axis=0)
        squares, count, *kinds, unknown, solver_seconds, env_seconds = (float(x) for x in total)
        rms = math.sqrt(squares / count) if count else 1.0
        result = [
            np.array([0.0 if value is None else self.alpha * value / (rms + EPSILON) for value in values])
            for values in shaped
        ]
        known = max(count, 1.0)
        figures = {f"cast/{name}": share / known for name, share in zip(KINDS, kinds, strict=True)}
        figures |= {
            "cast/rms": rms,
            "cast/alpha": self.alpha,
            "cast/unknown": unknown / max(count + unknown, 1.0),
            "cast/solver_ms_per_turn": 1000 * solver_seconds / known,
            "cast/solver_share_of_env_step": solver_seconds / max(solver_seconds + env_seconds, 1e-12),
            "cast/solver_seconds": solver_seconds,
        }
        return result, figures


#: Kinds of moves, in the order of the tally.
KINDS = ("progress", "neutral", "harmful", "dead")
