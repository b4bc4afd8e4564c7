"""A short check on a machine with one GPU: two real training steps in bf16 on a 0.5B-class model with random weights.

Nothing is downloaded: the model is built from a configuration and the tokenizer from code. It runs LoRA and full
weights, each with one growing conversation per episode (`episode`) and with one row per turn (`turn`), and prints
tokens per second and the most memory in use. Run: `python scripts/gpu_check.py [--small]`.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any

TASK = "GlyphBench/SokobanEasy-v0"
KWARGS = (("max_turns", 6),)


def build(small: bool, lora: bool, layout: str, out: Path) -> Any:
    """A trainer of 2 groups of 4 episodes."""
    import torch
    from peft import LoraConfig
    from transformers import Qwen3Config, Qwen3ForCausalLM
    from trl import GRPOConfig

    from glyphbench_train.build import tokenizer
    from glyphbench_train.cast import Cast
    from glyphbench_train.chat import Memory
    from glyphbench_train.config import Config, Model, Tasks, Tiny, Train
    from glyphbench_train.data import dataset
    from glyphbench_train.episodes import Start
    from glyphbench_train.trainer import GlyphTrainer, Play

    words = tokenizer(
        Config(
            output="-",
            model=Model(tiny=Tiny()),
            tasks=Tasks(ids=[TASK], kwargs=dict(KWARGS)),
            train=Train(steps=1),
        )
    )
    size: dict[str, int] = dict(hidden_size=896, intermediate_size=4864, num_hidden_layers=24, num_attention_heads=14)
    if small:
        size = dict(hidden_size=64, intermediate_size=128, num_hidden_layers=2, num_attention_heads=4)
    about = Qwen3Config(
        # As many embeddings as a real vocabulary has: the last layer is where the memory goes.
        vocab_size=len(words) if small else 151_936,
        num_key_value_heads=2,
        head_dim=64 if not small else 16,
        max_position_embeddings=8192,
        tie_word_embeddings=True,
        bos_token_id=None,
        eos_token_id=words.eos_token_id,
        pad_token_id=words.pad_token_id,
        **size,
    )
    torch.manual_seed(0)
    model = Qwen3ForCausalLM(about)
    cuda = torch.cuda.is_available()
    arguments = GRPOConfig(
        output_dir=str(out),
        use_cpu=not cuda,
        bf16=cuda,
        per_device_train_batch_size=8,
        num_generations=4,
        max_completion_length=64 if not small else 8,
        max_steps=2,
        learning_rate=1e-5,
        logging_steps=1,
        report_to=[],
        loss_type="dapo",
        epsilon_high=0.28,
        save_strategy="no",
        shuffle_dataset=False,
        disable_tqdm=True,
    )
    adapters = LoraConfig(r=16, lora_alpha=32, target_modules=["q_proj", "v_proj"], task_type="CAUSAL_LM")
    return GlyphTrainer(
        play=Play(
            memory=Memory(None if layout == "episode" else 0),
            turn_credit=Cast(0.1),
            workers=2,
            keep_cut=True,
            drop_zero=False,
            rows_per_forward=8,
        ),
        model=model,
        args=arguments,
        train_dataset=dataset([Start(TASK, 100 + n, KWARGS) for n in range(8)]),
        processing_class=words,
        peft_config=adapters if lora else None,
    )


def main() -> None:
    """Run all four combinations and print one JSON line for each."""
    import torch

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="a tiny model, to try the script without a GPU")
    small = parser.parse_args().small
    if torch.cuda.is_available():
        print(torch.cuda.get_device_name(), flush=True)
    for lora in (True, False):
        for layout in ("episode", "turn"):
            with tempfile.TemporaryDirectory() as folder:
                if torch.cuda.is_available():
                    torch.cuda.reset_peak_memory_stats()
                trainer = build(small, lora, layout, Path(folder))
                before = next(p.detach().float().sum().item() for p in trainer.model.parameters() if p.requires_grad)
                started = time.perf_counter()
                trainer.train()
                seconds = time.perf_counter() - started
                after = next(p.detach().float().sum().item() for p in trainer.model.parameters() if p.requires_grad)
                losses = [line["loss"] for line in trainer.state.log_history if "loss" in line]
                memory = torch.cuda.max_memory_allocated() / 2**30 if torch.cuda.is_available() else 0.0
                print(
                    json.dumps(
                        {
                            "lora": lora,
                            "layout": layout,
                            "steps": trainer.state.global_step,
                            "losses": losses,
                            "moved": before != after,
                            "tokens": trainer.state.num_input_tokens_seen,
                            "tokens_per_second": round(trainer.state.num_input_tokens_seen / seconds, 1),
                            "seconds": round(seconds, 1),
                            "memory_gib": round(memory, 2),
                            "figures": {
                                key: value
                                for key, value in trainer.state.log_history[0].items()
                                if key.startswith(("game/", "cast/", "rows"))
                            },
                        }
                    ),
                    flush=True,
                )
                trainer.close()
                del trainer


if __name__ == "__main__":
    main()
