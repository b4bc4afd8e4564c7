"""The trainer on TRL: its contract with `_compute_loss`, losses, LoRA, exact zeros, resume."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest
import torch

from glyphbench_train.callbacks import CastCallback
from glyphbench_train.cast import Cast, turn_delta
from glyphbench_train.chat import Memory
from glyphbench_train.credit import NoTurnCredit, Outcome
from glyphbench_train.gigpo import Gigpo
from tests.train.setups import WORDS, first_batch, trainer


@pytest.fixture(autouse=True)
def quiet(capsys):
    yield


def puppet(of, seed: int = 0, invalid: float = 0.2):
    """Replace the engine of a trainer by random replies, so that games differ and some replies are invalid."""
    rng = random.Random(seed)
    tokenizer = of._tokenizer

    def generate(prompts):
        outputs = []
        for _ in prompts:
            word = "no idea" if rng.random() < invalid else rng.choice(WORDS)
            outputs.append([*tokenizer.encode(word, add_special_tokens=False), tokenizer.eos_token_id])
        return outputs, None

    of.generate = generate
    return of


def loss_and_gradient(of, batch):
    of.model.zero_grad()
    of.current_gradient_accumulation_steps = 1
    loss = of._compute_loss(of.model, batch)
    loss.backward()
    return float(loss.detach()), torch.cat([p.grad.flatten() for p in of.model.parameters() if p.grad is not None])


def weights(of) -> torch.Tensor:
    return torch.cat([p.detach().flatten() for p in of.model.parameters()])


@pytest.mark.parametrize("memory", [Memory(0), Memory(None), Memory(1, True)])
def test_the_batch_holds_each_sampled_token_once_with_its_turns_advantage(tmp_path, memory):
    it = puppet(trainer(tmp_path, play={"memory": memory, "drop_zero": False}))
    batch = it._generate_and_score_completions(first_batch(it))
    mask = (batch["completion_mask"] * batch["tool_mask"]).bool()
    got = sorted(batch["completion_ids"][mask].tolist())
    episodes = it.played.episodes
    assert got == sorted(i for one in episodes for turn in one.turns for i in turn.output_ids)
    assert int(mask.sum()) == int(batch["num_items_in_batch"])
    deltas = [turn_delta(turn) for one in episodes for turn in one.turns]
    rms = math.sqrt(sum(math.asinh(x) ** 2 for x in deltas) / len(deltas))
    returns = torch.tensor([one.total for one in episodes], dtype=torch.float64).view(2, 4)
    want = []
    for index, one in enumerate(episodes):
        group = returns[index // 4]
        base = float((one.total - group.mean()) / group.std()) if group.max() > group.min() else 0.0
        for turn in one.turns:
            value = base + 0.1 * math.asinh(turn_delta(turn)) / rms - 0.1 * (not turn.valid)
            want += [value] * len(turn.output_ids)
    assert sorted(batch["advantages"][mask].tolist()) == pytest.approx(sorted(want), abs=1e-6)
    assert not batch["advantages"][~mask].any()
    assert batch["advantages"].shape == batch["completion_ids"].shape
    it.close()


def test_trl_scores_column_j_as_completion_token_j(tmp_path):
    it = puppet(trainer(tmp_path, play={"memory": Memory(None)}))
    batch = it._generate_and_score_completions(first_batch(it))
    ids = torch.cat([batch["prompt_ids"], batch["completion_ids"]], 1)
    mask = torch.cat([batch["prompt_mask"], batch["completion_mask"]], 1)
    got = it._logps(batch)
    with torch.no_grad():
        logits = it.model(ids, attention_mask=mask, position_ids=(mask.cumsum(1) - 1).clamp(min=0)).logits.float()
    want = torch.log_softmax(logits[:, :-1], -1).gather(2, ids[:, 1:, None])[..., 0][:, -got.size(1) :]
    trained = batch["tool_mask"].bool()
    assert torch.allclose(got[trained], want[trained], atol=1e-4)
    it.close()


@pytest.mark.parametrize(
    "loss", [dict(), dict(loss_type="grpo"), dict(loss_type="grpo", importance_sampling_level="sequence")]
)
def test_rows_may_be_split_into_parts(tmp_path, loss):
    it = puppet(trainer(tmp_path, **loss))
    batch = it._generate_and_score_completions(first_batch(it))
    whole = loss_and_gradient(it, batch)
    it.play.rows_per_forward = 3
    split = loss_and_gradient(it, batch)
    assert split[0] == pytest.approx(whole[0], abs=1e-6)
    assert torch.allclose(split[1], whole[1], atol=1e-6) and whole[1].norm() > 0
    it.close()


def test_dropping_rows_without_advantage_changes_nothing(tmp_path):
    results, counts = [], []
    for drop in (False, True):
        it = puppet(trainer(tmp_path, play={"turn_credit": NoTurnCredit(), "drop_zero": drop}), invalid=0.0)
        batch = it._generate_and_score_completions(first_batch(it))
        counts.append(len(batch["prompt_ids"]))
        results.append(loss_and_gradient(it, batch))
        it.close()
    assert counts[1] < counts[0]
    assert results[0][0] == pytest.approx(results[1][0], abs=1e-6)
    assert torch.allclose(results[0][1], results[1][1], atol=1e-6)


def test_a_batch_of_equal_returns_leaves_the_weights_alone(tmp_path):
    it = puppet(trainer(tmp_path, play={"turn_credit": NoTurnCredit(), "outcome": Outcome()}), invalid=1.0)
    before = weights(it).clone()
    it.train()
    assert torch.equal(before, weights(it))
    logs = [line for line in it.state.log_history if "loss" in line]
    assert all(line["loss"] == 0.0 and line["groups/flat"] == 1.0 for line in logs)
    it.close()


@pytest.mark.parametrize(
    ("credit", "config"),
    [
        (Cast(0.1), dict()),
        (Gigpo(), dict(loss_type="grpo")),
        (NoTurnCredit(), dict(loss_type="grpo", importance_sampling_level="sequence", epsilon=3e-4, epsilon_high=4e-4)),
        (Cast(0.1), dict(steps_per_generation=2, per_device_train_batch_size=4, max_steps=4)),
    ],
    ids=["cast-dapo", "gigpo-grpo", "outcome-gspo", "two-updates"],
)
def test_trains_with_its_own_engine(tmp_path, credit, config):
    it = trainer(tmp_path, play={"turn_credit": credit, "keep_cut": True}, **config)
    if credit.name == "cast":
        it.add_callback(CastCallback(it, final=0.0))
    before = weights(it).clone()
    it.train()
    logs = [line for line in it.state.log_history if "loss" in line]
    assert all(math.isfinite(line["loss"]) and math.isfinite(line["grad_norm"]) for line in logs)
    assert not torch.equal(before, weights(it))
    assert {"game/success", "game/valid_turns", "stop/horizon", "reward"} <= logs[0].keys()
    if credit.name == "cast":
        assert credit.alpha == 0.0
        assert {"cast/progress", "cast/dead", "cast/rms", "cast/solver_ms_per_turn"} <= logs[0].keys()
        assert 0 < logs[0]["cast/solver_ppm_of_step"] < 1e6
    it.close()


def test_lora_trains_adapters_only(tmp_path):
    from peft import LoraConfig

    lora = LoraConfig(r=4, lora_alpha=8, target_modules=["q_proj", "v_proj"], task_type="CAUSAL_LM")
    it = puppet(trainer(tmp_path, peft_config=lora))
    before = {name: p.clone() for name, p in it.model.named_parameters()}
    it.train()
    moved = {name for name, p in it.model.named_parameters() if not torch.equal(before[name], p)}
    assert moved and all("lora" in name for name in moved)
    it.save_model(str(tmp_path / "adapter"))
    assert (tmp_path / "adapter" / "adapter_model.safetensors").exists()
    it.close()


def test_resume_equals_an_uninterrupted_run(tmp_path: Path):
    def run(out: Path, steps: int, resume: str | None = None):
        it = trainer(out, play={"keep_cut": True}, max_steps=steps, save_strategy="steps", save_steps=2)
        it.add_callback(CastCallback(it, final=0.05))
        it.state.max_steps = 4
        it.train(resume_from_checkpoint=resume)
        it.close()
        return it

    straight = run(tmp_path / "a", 4)
    resumed = run(tmp_path / "b", 4, str(tmp_path / "a" / "checkpoint-2"))
    first = [line for line in straight.state.log_history if "loss" in line]
    second = [line for line in resumed.state.log_history if "loss" in line]
    assert [line["loss"] for line in first] == [line["loss"] for line in second]
    assert any(line["loss"] != 0 for line in second[2:])
    assert [line["cast/alpha"] for line in first] == [line["cast/alpha"] for line in second]
    assert torch.equal(weights(straight), weights(resumed))


def test_settings_that_do_not_go_together(tmp_path):
    with pytest.raises(ValueError, match="whole games"):
        trainer(tmp_path, mask_truncated_completions=True)
    it = trainer(tmp_path, play={"turn_credit": NoTurnCredit()}, entropy_coef=0.01)
    assert not it.play.drop_zero
    with pytest.raises(TypeError, match="CAST"):
        CastCallback(it)
    it.close()
