"""A real pretrained chat model, SmolLM2-135M-Instruct, in training on the CPU: all weights, and LoRA adapters."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from glyphbench.harness import system_prompt
from glyphbench.registration import make
from glyphbench_train.build import Chat, trainer
from glyphbench_train.chat import Memory
from glyphbench_train.cli import main
from glyphbench_train.config import read
from glyphbench_train.episodes import Turn

pytestmark = pytest.mark.sweep

#: Two episodes of two turns a step: the model is slow on a CPU.
SHORT = ["train.groups=1", "rollout.reply_tokens=12", "train.report_to=[]"]


def test_prompts_are_what_the_template_renders(smollm2_folder: Path) -> None:
    from transformers import AutoTokenizer

    words = AutoTokenizer.from_pretrained(smollm2_folder)
    chat = Chat(words)
    game = make("GlyphBench/SokobanEasy-v0")
    system, seen = system_prompt(game), [game.reset(seed=seed)[0] for seed in (1, 2, 3)]
    said = ["I think.\n<action>UP</action>", "<action>LEFT</action>"]
    messages = [{"role": "system", "content": system}, {"role": "user", "content": seen[0]}]
    turns: list[Turn] = []
    for reply, following in zip(said, seen[1:], strict=True):
        prompt = chat.prompt(system, turns, seen[len(turns)], Memory(None))
        output = [*words.encode(reply, add_special_tokens=False), words.eos_token_id]
        turns.append(Turn(prompt, output, None, observation=seen[len(turns)]))
        messages += [{"role": "assistant", "content": reply}, {"role": "user", "content": following}]
    ids = chat.prompt(system, turns, seen[2], Memory(None))
    assert words.decode(ids) == words.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
    assert ids[: len(turns[-1].prompt_ids)] == turns[-1].prompt_ids
    assert chat.eos == 2


def test_two_steps_on_all_weights(smollm2_folder: Path, tmp_path: Path) -> None:
    overrides = [f"model.name={smollm2_folder}", f"output={tmp_path}", *SHORT]
    it = trainer(read("smollm2", overrides)[0], quiet=True)
    batches: list[dict[str, Any]] = []
    loss = it._compute_loss

    def watched(model: Any, inputs: dict[str, Any]) -> Any:
        batches.append(inputs)
        return loss(model, inputs)

    it._compute_loss = watched
    before = {name: value.clone() for name, value in it.model.state_dict().items()}
    it.train()
    it.close()
    steps = [line for line in it.state.log_history if "loss" in line]
    assert len(steps) == 2 and all(math.isfinite(line["loss"]) for line in steps)
    assert all(line["grad_norm"] > 0 and line["game/turns"] == 2 for line in steps)
    moved = {name for name, value in it.model.state_dict().items() if not torch.equal(value, before[name])}
    assert moved == before.keys()
    # What the last step trained is what was sampled in its rollout, token by token.
    last = batches[-1]
    trained = last["completion_ids"][(last["completion_mask"] * last["tool_mask"]).bool()].tolist()
    sampled = [token for one in it.played.episodes for turn in one.turns for token in turn.output_ids]
    assert sorted(trained) == sorted(sampled)  # TRL shuffles the rows


def test_two_steps_on_adapters_from_the_command_line(
    smollm2_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    overrides = [f"model.name={smollm2_folder}", f"output={tmp_path}", "model.lora.r=8", *SHORT]
    monkeypatch.setattr("sys.argv", ["glyphbench-train", "run", "smollm2", *overrides])
    with pytest.raises(SystemExit) as done:
        main()
    assert done.value.code in (0, None)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    steps = [line for line in lines if "loss" in line]
    assert len(steps) == 2 and all(math.isfinite(line["loss"]) and line["grad_norm"] > 0 for line in steps)
    assert not (tmp_path / "model" / "model.safetensors").exists()
    adapters = load_file(tmp_path / "model" / "adapter_model.safetensors")
    assert all("lora_" in name for name in adapters)
    # B begins at zero: where it is not, the adapter has learnt.
    assert all(value.any() for name, value in adapters.items() if "lora_B" in name)
