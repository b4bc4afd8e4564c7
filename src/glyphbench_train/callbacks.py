"""Callbacks: what CAST does over a run."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from transformers import TrainerCallback

from glyphbench_train.cast import Cast

if TYPE_CHECKING:
    from glyphbench_train.trainer import GlyphTrainer


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
