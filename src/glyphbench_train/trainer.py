"""GlyphTrainer: TRL's GRPOTrainer with our own rollout, batch and credit.

TRL keeps the sampler, the loss, the optimiser and the generation engines. One method is replaced,
`_generate_and_score_completions`, which returns the batch that `_compute_loss` reads; its advantages have one value
per token.
"""

from __future__ import annotations

import inspect
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
from accelerate.utils import gather_object
from trl import GRPOTrainer

from glyphbench.harness import Format
from glyphbench_train.arena import Arena
from glyphbench_train.chat import Chat, Memory
from glyphbench_train.collate import Batch, collate, split
from glyphbench_train.credit import Credit, NoTurnCredit, Outcome, TurnCredit, assign
from glyphbench_train.data import start_of
from glyphbench_train.episodes import Episode
from glyphbench_train.figures import figures, tally
from glyphbench_train.ranks import Ranks
from glyphbench_train.rollout import Limits, Rollout

#: Losses whose value is a sum over tokens by a number fixed for the whole batch: rows may be split as one likes.
TOKEN_MEAN = ("dapo",)


class ProcessRanks(Ranks):
    """The processes of an accelerate run."""

    def __init__(self, accelerator: Any) -> None:
        self.index, self.count = accelerator.process_index, accelerator.num_processes

    def gather(self, item: Any) -> list[Any]:
        """Return the items of all ranks, in rank order."""
        return list(gather_object([item])) if self.count > 1 else [item]


@dataclass
class Play:
    """How episodes are played and credited.

    Attributes:
        memory: which earlier turns a prompt repeats.
        form: how replies name actions.
        episode_tokens: an episode that sampled this many tokens ends; None for no limit.
        context: most tokens of a prompt with the longest reply; None for no limit.
        workers: environment processes of each rank; 0 plays in the trainer's process.
        turn_credit: what tells the turns of an episode apart.
        outcome: how returns become advantages.
        keep_cut: train also the tokens of replies that the token limit cut.
        drop_zero: leave out rows whose advantages are all 0; refused with a KL term or an entropy bonus.
        rows_per_forward: most rows of one forward and backward pass; None takes all rows of an update at once.
        template: further arguments of the chat template.
    """

    memory: Memory = field(default_factory=Memory)
    form: Format = Format.ACTION
    episode_tokens: int | None = None
    context: int | None = None
    workers: int = 0
    turn_credit: TurnCredit = field(default_factory=NoTurnCredit)
    outcome: Outcome = field(default_factory=Outcome)
    keep_cut: bool = False
    drop_zero: bool = True
    rows_per_forward: int | None = None
    template: dict[str, Any] = field(default_factory=dict)


@dataclass
class Played:
    """The last rollout of this rank, kept for callbacks and inspection."""

    episodes: list[Episode]
    credit: Credit
    seconds: float


class GlyphTrainer(GRPOTrainer):
    """GRPO on GlyphBench tasks. The dataset's rows are those of `glyphbench_train.data.dataset`.

    Args:
        play: how episodes are played and credited.
        kwargs: as `GRPOTrainer` takes them, without reward functions.

    Raises:
        ValueError: settings that do not go together.
    """

    def __init__(self, *, play: Play, **kwargs: Any) -> None:
        args = kwargs["args"]
        if args.mask_truncated_completions:
            raise ValueError("mask_truncated_completions would lose whole games; cut turns are masked one by one")
        if args.use_vllm and args.vllm_importance_sampling_mode != "token_truncate":
            raise ValueError("vllm_importance_sampling_mode must be token_truncate: sums over whole games overflow")
        if play.rows_per_forward is not None and args.deepspeed:
            raise ValueError("rows_per_forward does not work with DeepSpeed, whose engine steps at every backward pass")
        super().__init__(reward_funcs=[_no_reward], **kwargs)
        self.play = play
        if play.drop_zero and (self.beta != 0.0 or self._entropy_bonus_enabled):
            play.drop_zero = False  # such rows then have a gradient
        self.chat = Chat(self._tokenizer, play.template)
        self.ranks = ProcessRanks(self.accelerator)
        self.arena = Arena(play.workers, form=play.form, teach=play.turn_credit.name == "cast")
        limits = Limits(self.max_completion_length, play.episode_tokens, play.context)
        self.rollout = Rollout(self.arena, self.chat, play.memory, limits, self.ranks)
        self.played: Played | None = None

    # ---- rollout -----------------------------------------------------------------------------------------------

    def generate(self, prompts: list[list[int]]) -> tuple[list[list[int]], list[list[float]] | None]:
        """One call of TRL's generation engine, whatever its signature is in this version."""
        known: dict[str, Any] = {
            "prompt_ids": prompts,
            "prompts": prompts,
            "images": None,
            "multimodal_fields": {},
            "num_generations": 1,
            "has_tool_images": False,
        }
        wanted = inspect.signature(self._generate_single_turn).parameters
        outputs, logprobs = self._generate_single_turn(**{name: known[name] for name in wanted if name in known})
        return outputs, logprobs

    def _generate_and_score_completions(self, inputs: list[dict[str, Any]]) -> dict[str, torch.Tensor]:
        """Play one episode per input and return the batch that `_compute_loss` reads."""
        started = time.perf_counter()
        training = self.model.training
        starts = [start_of(row) for row in inputs]
        episodes = self.rollout.play(starts, self.generate)
        self._number_groups(episodes)
        credit = assign(episodes, self.play.turn_credit, self.play.outcome, self.ranks)
        batch = self._batch(episodes, credit, training)
        self.played = Played(episodes, credit, time.perf_counter() - started)
        self._log_rollout("train" if training else "eval", len(batch["prompt_ids"]))
        return batch

    def _number_groups(self, episodes: list[Episode]) -> None:
        """Number the groups of the global batch, and refuse one that is not whole."""
        size = self.num_generations if self.model.training else self.num_generations_eval
        starts = [start for part in self.ranks.gather([one.start for one in episodes]) for start in part]
        number = {start: index for index, start in enumerate(dict.fromkeys(starts))}
        uneven = [start for start in number if starts.count(start) % size]
        if uneven:
            raise RuntimeError(f"a group is not whole: {starts.count(uneven[0])} episodes of {uneven[0]}, not {size}")
        for episode in episodes:
            episode.group = number[episode.start]

    def generate_batch(self, inputs: list[dict[str, Any]]) -> dict[str, torch.Tensor]:
        """One rollout batch as the loss reads it; `played` then holds its episodes and credit."""
        return self._generate_and_score_completions(inputs)

    def collated(self, episodes: list[Episode], credit: Credit, **options: Any) -> Batch:
        """Collate episodes with the trainer's settings; `options` go to `collate`."""
        values = [turns.tolist() for turns in credit.turns]
        pad_id = self._tokenizer.pad_token_id
        return collate(episodes, values, pad_id=pad_id, keep_cut=self.play.keep_cut, **options)

    def _batch(self, episodes: list[Episode], credit: Credit, training: bool) -> dict[str, torch.Tensor]:
        """Collate, with as many rows on every rank, and add what the loss needs."""
        pad_id = self._tokenizer.pad_token_id
        steps = self.args.steps_per_generation if training else 1
        drop = self.play.drop_zero and training
        batch = self.collated(episodes, credit, drop_zero=drop, at_least=1, multiple=steps)
        most = self.ranks.most(len(batch))  # TRL gathers one figure a row, so ranks must agree on their number
        if most > len(batch):
            batch = self.collated(episodes, credit, drop_zero=drop, at_least=most, multiple=steps)
        trained = sum(self.ranks.gather(batch.trained))
        device = self.accelerator.device
        out = {name: torch.from_numpy(values).to(device) for name, values in split(batch, pad_id).items()}
        out["tool_mask"] = out.pop("response_mask")
        out["num_items_in_batch"] = torch.tensor(trained, device=device)
        sampled = out.pop("sampled_logprobs")
        every = self.args.steps_per_generation * self.num_iterations
        correct = self.use_vllm and self.vllm_importance_sampling_correction
        if training and (self.args.gradient_accumulation_steps % every != 0 or correct):
            out["old_per_token_logps"] = self._logps(out)
        if correct and training:
            # One ratio a token: a sum over a whole game passes any bound. Unknown log-probabilities count as equal.
            gap = torch.nan_to_num((out["old_per_token_logps"] - sampled) * out["tool_mask"], nan=0.0)
            out["importance_sampling_ratio"] = gap.exp().clamp(max=self.vllm_importance_sampling_clip_max)
        return out

    def _logps(self, batch: dict[str, torch.Tensor]) -> torch.Tensor:
        """Log-probabilities of the batch under the present weights, (N, C)."""
        with torch.no_grad():
            logps, *_ = self._get_per_token_logps_and_entropies(
                self.model,
                torch.cat([batch["prompt_ids"], batch["completion_ids"]], dim=1),
                torch.cat([batch["prompt_mask"], batch["completion_mask"]], dim=1),
                batch["completion_ids"].size(1),
                batch_size=self.play.rows_per_forward or self.args.per_device_train_batch_size,
            )
        result: torch.Tensor = logps
        return result

    # ---- loss --------------------------------------------------------------------------------------------------

    def _prepare_inputs(self, generation_batch: Any) -> dict[str, Any]:
        return trim(super()._prepare_inputs(generation_batch))

    def _compute_loss(self, model: Any, inputs: dict[str, Any]) -> torch.Tensor:
        """TRL's loss, over a few rows at a time: all but the last part go backward here."""
        size = self.play.rows_per_forward
        count = len(inputs["prompt_ids"])
        if size is None or count <= size or not torch.is_grad_enabled():
            whole: torch.Tensor = super()._compute_loss(model, inputs)
            return whole
        loss, done = None, 0.0
        for part in parts(inputs, size):
            if loss is not None:
                self.accelerator.backward(loss)
                done += loss.detach()
            weight = 1.0 if self.loss_type in TOKEN_MEAN else len(part["prompt_ids"]) / count
            loss = super()._compute_loss(model, part) * weight
        assert loss is not None
        return loss + done

    # ---- figures -----------------------------------------------------------------------------------------------

    def note(self, name: str, value: float, mode: str = "train") -> None:
        """Log a figure with the next log line; several values are averaged."""
        self._metrics[mode][name].append(float(value))

    def _log_rollout(self, mode: str, rows: int) -> None:
        """Log figures over the global batch."""
        assert self.played is not None
        sums: Counter[str] = sum(self.ranks.gather(tally(self.played.episodes)), Counter())
        extra = {"rows": rows, "rollout_seconds": self.played.seconds}
        for name, value in (figures(sums) | extra | self.played.credit.figures).items():
            self.note(name, value, mode)
        if mode == "train":
            self.state.num_input_tokens_seen += int(sums["prompted"] + sums["sampled"])

    def close(self) -> None:
        """End the environment workers."""
        self.arena.close()


def _no_reward(**kwargs: Any) -> list[float]:
    """Stands where TRL wants a reward function; returns come from the games."""
    raise AssertionError("rewards come from the episodes")


def parts(batch: dict[str, Any], size: int) -> Iterator[dict[str, Any]]:
    """Cut a batch into parts of at most `size` rows, each trimmed to its own longest row."""
    count = len(batch["prompt_ids"])
    for first in range(0, count, size):
        yield trim(
            {
                name: value[first : first + size] if torch.is_tensor(value) and value.dim() > 0 else value
                for name, value in batch.items()
            }
        )


def trim(batch: dict[str, Any]) -> dict[str, Any]:
    """Cut the padding that all rows share; TRL pads to the longest row of the whole generation batch."""
    width = batch["completion_mask"].size(1)
    last = int(batch["completion_mask"].any(0).nonzero().max()) + 1
    first = int(batch["prompt_mask"].any(0).nonzero().min())

    def cut(name: str, value: Any) -> Any:
        if not torch.is_tensor(value) or value.dim() < 2:
            return value
        if name in ("prompt_ids", "prompt_mask"):
            return value[:, first:]
        return value[:, :last] if value.size(1) == width else value

    return {name: cut(name, value) for name, value in batch.items()}
