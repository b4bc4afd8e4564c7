"""Callbacks: what is printed during a run, and what CAST does over it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from transformers import TrainerCallback

from glyphbench_train.cast import Cast

if TYPE_CHECKING:
    from glyphbench_train.trainer import GlyphTrainer


#: Figures of the optimiser at the end of a line: the name in the log, digits, what to call it.
_MORE = (("loss", 3, "loss"), ("entropy", 2, "entropy"), ("step_time", 1, "s"))


class ProgressCallback(TrainerCallback):
    """Prints one line per rollout batch: how its games went, and what it took. All figures are in the log.

    Args:
        updates: optimiser steps of one rollout batch.
    """

    def __init__(self, updates: int = 1) -> None:
        self._updates = updates

    def on_log(self, args: Any, state: Any, control: Any, logs: dict[str, Any] | None = None, **kwargs: Any) -> None:
        """Print the figures of a rollout; later optimiser steps on the same batch bring none."""
        if not state.is_world_process_zero or logs is None or "reward" not in logs:
            return
        step, steps = -(-state.global_step // self._updates), state.max_steps // self._updates
        parts = [
            f"return {logs['reward']:+.3f}",
            f"success {logs['game/success']:.3f}",
            f"{logs['game/turns']:.1f} turns, {logs['game/valid_turns']:.0%} valid",
        ]
        if "cast/progress" in logs:
            parts.append(f"{logs['cast/progress']:.0%} progress")
        parts += [f"{logs[name]:.{digits}f} {unit}" for name, digits, unit in _MORE if name in logs]
        print(f"step {step} of {steps}: {', '.join(parts)}", flush=True)


class CastCallback(TrainerCallback):
    """Lets alpha decay and logs the teacher's share of each training step.

    The shares of progress, neutral, harmful and dead moves, the RMS and the teacher's time per turn and per
    environment step are in every log line under `cast/`; this adds `cast/solver_ppm_of_step`.

    Args:
        trainer: whose turn credit is `Cast`.
        final: alpha goes linearly from its first value to this one over the run; None keeps it.

    Raises:
        TypeError: the trainer's turn credit is not CAST.
    """

    def __init__(self, trainer: GlyphTrainer, final: float | None = None) -> None:
        credit = trainer.play.turn_credit
        if not isinstance(credit, Cast):
            raise TypeError(f"CastCallback needs CAST credit, not {credit.name!r}")
        self._trainer, self._cast, self._first, self._final = trainer, credit, credit.alpha, final
        self._started = 0.0
        self._seen: object = None

    def on_step_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Set alpha from the step alone, so that a resumed run continues the decay."""
        self._started = time.perf_counter()
        if self._final is not None:
            part = state.global_step / max(state.max_steps - 1, 1)
            self._cast.alpha = self._first + (self._final - self._first) * min(part, 1.0)

    def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Log the teacher's share of the step that ended; it worked only in steps that began with a rollout."""
        played = self._trainer.played
        if played is not None and played is not self._seen:
            self._seen = played
            spent = time.perf_counter() - self._started
            share = played.credit.figures["cast/solver_seconds"] / self._trainer.ranks.count / spent
            # Environment workers answer in parallel: this is processor time, an upper bound on the delay.
            self._trainer.note("cast/solver_ppm_of_step", 1e6 * share)
