"""Periodic evaluation on held-out seeds, written as a run folder that `glyphbench report` and `replay` open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from transformers import TrainerCallback

from glyphbench.evaluation.folder import RunFolder, missing_jobs
from glyphbench.evaluation.options import RunOptions
from glyphbench.evaluation.plan import plan
from glyphbench.evaluation.records import Record
from glyphbench.evaluation.worker import recorded
from glyphbench.harness import Episode as Outcome
from glyphbench_train.episodes import Episode, Start, frozen

if TYPE_CHECKING:
    from glyphbench_train.trainer import GlyphTrainer


def outcome_of(episode: Episode) -> Outcome:
    """A training episode as the harness describes one."""
    import hashlib

    return Outcome(
        actions=[turn.action for turn in episode.turns],
        rewards=[turn.reward for turn in episode.turns],
        total=episode.total,
        native=episode.native,
        success=episode.success,
        stop=episode.stop,
        replies=len(episode.turns),
        events=Counter(turn.event for turn in episode.turns if turn.event is not None),
        tokens_in=sum(len(turn.prompt_ids) for turn in episode.turns),
        tokens_out=episode.sampled,
        seconds=sum(turn.env_seconds for turn in episode.turns),
        trace=episode.trace,
        prompt=hashlib.sha256(episode.system.encode()).hexdigest(),
    )


def evaluate(trainer: GlyphTrainer, options: RunOptions, path: Path) -> list[Record]:
    """Play the episodes of `options` that the folder lacks with the present weights; all ranks call it together.

    Replies are sampled as in training. The random state of training is untouched.
    """
    ranks = trainer.ranks
    kwargs = frozen(options.kwargs)
    jobs = plan(options)
    # One attempt at all instances at a time, as large a batch as without attempts; on every rank equally many.
    parts = [
        [job for job in jobs if job.attempt == attempt][ranks.index :: ranks.count]
        for attempt in range(options.attempts)
    ]
    mine = [job for part in parts for job in part]
    episodes: list[Episode] = []
    training = trainer.model.training
    trainer.model.eval()
    devices = [trainer.accelerator.device] if trainer.accelerator.device.type == "cuda" else []
    try:
        with torch.random.fork_rng(devices=devices):
            torch.manual_seed(options.seed + ranks.index)
            for part in parts:
                starts = [Start(job.task, job.seed, kwargs) for job in part]
                episodes += trainer.rollout.play(starts, trainer.generate)
    finally:
        trainer.model.train(training)
    records = [recorded(outcome_of(episode), job, options) for job, episode in zip(mine, episodes, strict=True)]
    everything = [record for part in ranks.gather(records) for record in part]
    if ranks.index == 0:
        with RunFolder.open(path, options) as folder:
            lacking = {job.key for job in missing_jobs(jobs, folder.done)}
            for record in everything:
                if record.key in lacking:
                    folder.append(record)
            folder.finish(options)
    return everything


class EvaluationCallback(TrainerCallback):
    """Evaluates before the first step, after every so many rollout batches, and at the end.

    Args:
        trainer: to evaluate.
        runs: options of the runs; the model's name gets the step.
        folder: where the run folders go: `step-000010`, with splits of fixed instances `step-000010/SPLIT`.
        every: rollout batches between evaluations.
        updates: optimiser steps of one rollout batch.
    """

    def __init__(
        self, trainer: GlyphTrainer, runs: Sequence[RunOptions], folder: Path, every: int, updates: int = 1
    ) -> None:
        self._trainer, self._runs, self._folder = trainer, runs, folder
        self._every, self._updates = every * updates, updates
        self._last = -1

    def on_train_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Evaluate the untrained model; a resumed run has done so."""
        if state.global_step == 0:
            self._evaluate(state)

    def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Evaluate where it is due."""
        if state.global_step % self._every == 0:
            self._evaluate(state)

    def on_train_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Evaluate the last weights."""
        if state.global_step != self._last:
            self._evaluate(state)

    def _evaluate(self, state: Any) -> None:
        self._last = state.global_step
        step = state.global_step // self._updates
        for run in self._runs:
            options = run.model_copy(update={"model": f"{run.model}@{step}"})
            path, name = self._folder / f"step-{step:06d}", "heldout"
            if run.split is not None:
                path, name = path / run.split, f"heldout/{run.split}"
            records = evaluate(self._trainer, options, path)
            # Every instance has equally many attempts, so this is also the mean over instances (Avg@k).
            success = sum(record.success for record in records) / len(records)
            total = sum(record.total for record in records) / len(records)
            if self._trainer.ranks.index == 0:
                which = f" on {run.split} (Avg@{run.attempts})" if run.split is not None else ""
                print(f"step {step}: held-out success {success:.3f}, return {total:+.3f}{which}", flush=True)
            self._trainer.note(f"{name}/success", success)
            self._trainer.note(f"{name}/return", total)
