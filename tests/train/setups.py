"""Small trainers on small mazes, for tests of the trainer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from glyphbench.harness import SKIPPED_TURN, system_prompt
from glyphbench.registration import make
from glyphbench_train import tiny
from glyphbench_train.cast import Cast
from glyphbench_train.chat import Memory
from glyphbench_train.credit import Outcome
from glyphbench_train.episodes import Start

TASK = "GlyphBench/MazeEasy-v0"
KWARGS = (("max_turns", 4), ("size", 5))
WORDS = ["<action>UP</action>", "<action>DOWN</action>", "<action>LEFT</action>", "<action>RIGHT</action>"]


def corpus(task: str = TASK, kwargs: tuple[tuple[str, Any], ...] = KWARGS) -> list[str]:
    """Texts that hold every piece a small tokenizer needs."""
    game = make(task, **dict(kwargs))
    texts = [system_prompt(game), SKIPPED_TURN, "no idea", "A wall is in the way.", "[Message]", *WORDS]
    for seed in range(3):
        texts.append(game.reset(seed=seed)[0])
    return texts + [f"turn {n}/{game.max_turns}" for n in range(game.max_turns + 1)]


def starts(count: int) -> list[Start]:
    return [Start(TASK, 100 + n, KWARGS) for n in range(count)]


def trainer(out: Path, *, play: dict[str, Any] | None = None, **config: Any) -> Any:
    """A GlyphTrainer with 2 groups of 4 games a batch and a random tiny model."""
    from trl import GRPOConfig

    from glyphbench_train.data import dataset
    from glyphbench_train.trainer import GlyphTrainer, Play

    tokenizer = tiny.tokenizer(corpus())
    peft = config.pop("peft_config", None)
    rows = dataset(starts(config.pop("starts", 16)))
    cls = config.pop("cls", GlyphTrainer)
    defaults: dict[str, Any] = dict(
        output_dir=str(out),
        use_cpu=True,
        bf16=False,
        per_device_train_batch_size=8,
        num_generations=4,
        max_completion_length=3,
        max_steps=2,
        learning_rate=1e-3,
        lr_scheduler_type="constant",
        logging_steps=1,
        report_to=[],
        loss_type="dapo",
        epsilon_high=0.28,
        save_strategy="no",
        gradient_checkpointing=False,
        disable_tqdm=True,
        shuffle_dataset=False,
        seed=1,
    )
    settings: dict[str, Any] = dict(memory=Memory(0), turn_credit=Cast(0.1), outcome=Outcome(format_penalty=0.1))
    return cls(
        play=Play(**(settings | (play or {}))),
        model=tiny.model(tokenizer, hidden=32),
        args=GRPOConfig(**(defaults | config)),
        train_dataset=rows,
        processing_class=tokenizer,
        peft_config=peft,
    )


def first_batch(trainer: Any) -> Any:
    """The inputs of the first generation batch, as the trainer's own loader makes them."""
    trainer.model.train()
    return next(iter(trainer.get_train_dataloader()))
