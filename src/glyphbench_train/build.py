"""Build: configuration -> trainer."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from glyphbench import catalogue
from glyphbench.evaluation.options import RunOptions
from glyphbench.evaluation.plan import instances_of
from glyphbench.evaluation.records import VIEW_ARGUMENTS
from glyphbench.harness import SKIPPED_TURN, system_prompt
from glyphbench.registration import make
from glyphbench.solvers import solver_for
from glyphbench_train import tiny
from glyphbench_train.cast import Cast
from glyphbench_train.chat import Chat, Memory
from glyphbench_train.config import Config
from glyphbench_train.credit import NoTurnCredit, Outcome, TurnCredit
from glyphbench_train.data import dataset, starts
from glyphbench_train.episodes import Start, frozen
from glyphbench_train.gigpo import Gigpo
from glyphbench_train.warmup import demonstrations, reply, warm_start


def turn_credit(config: Config) -> TurnCredit:
    """The turn credit that a configuration names."""
    options = config.credit
    if options.turn == "cast":
        return Cast(options.alpha, approximate=options.approximate, missing=options.missing)
    if options.turn == "gigpo":
        return Gigpo(options.gamma, options.weight)
    return NoTurnCredit()


def teachers(config: Config) -> dict[str, str]:
    """What the teacher of each task is worth: `exact`, `approximate` or `none`.

    Raises:
        ValueError: the credit refuses a task for its teacher.
    """
    credit = turn_credit(config)
    found = {}
    for task in config.tasks.resolve():
        game = make(task, **config.tasks.arguments)
        teacher = solver_for(game)
        game.close()
        found[task] = "none" if teacher is None else "exact" if teacher.exact else "approximate"
        if isinstance(credit, Cast):
            credit.accepts(task, found[task])
    return found


def run_starts(config: Config) -> list[Start]:
    """All starts of a run, in order."""
    return starts(
        config.tasks.resolve(),
        config.train.length * config.train.groups,
        kwargs=config.tasks.arguments,
        order=config.tasks.order,
        seed=config.train.seed,
        seeds=config.tasks.seeds,
    )


def texts(config: Config) -> list[str]:
    """Texts that hold every piece which the tokenizer of a tiny model must know."""
    form = config.rollout.parser
    found = [SKIPPED_TURN]
    for task in config.tasks.resolve():
        game = make(task, **config.tasks.arguments)
        found.append(system_prompt(game, form))
        found += [reply(name, form) for name in game.actions.names]
        found += [f"turn {turn}/{game.max_turns}" for turn in range(game.max_turns + 1)]
        sample = [Start(task, seed, frozen(config.tasks.arguments)) for seed in range(100, 300)]
        shown = demonstrations(sample, 0, form, 0)
        found += [observation for _, observation, _ in shown]
        game.close()
    return found


def tokenizer(config: Config) -> Any:
    """The tokenizer."""
    if config.model.tiny is not None:
        return tiny.tokenizer(texts(config))
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(config.model.name, padding_side="left")


def model(config: Config, words: Any) -> Any:
    """The model, before any training of ours."""
    import torch

    if config.model.tiny is not None:
        torch.set_num_threads(1)  # on so small a model threads only wait for each other
        size = config.model.tiny
        return tiny.model(words, **size.model_dump(), seed=config.train.seed, context=4096)
    from transformers import AutoModelForCausalLM

    dtype = config.model.dtype
    if dtype == "auto":
        dtype = "bfloat16" if config.model.lora is not None and torch.cuda.is_available() else "float32"
    return AutoModelForCausalLM.from_pretrained(str(config.model.name), dtype=getattr(torch, dtype))


def grpo_config(config: Config) -> Any:
    """TRL's arguments.

    Raises:
        ValueError: the batch does not divide over the processes, or checkpoints would fall inside a batch.
    """
    import torch
    from trl import GRPOConfig

    train, rollout = config.train, config.rollout
    processes = int(os.environ.get("WORLD_SIZE", "1"))
    if train.batch % (processes * train.updates):
        ways = f"{processes} processes x {train.updates} updates"
        raise ValueError(f"train: {train.batch} episodes do not divide over {ways}")
    cuda = torch.cuda.is_available()
    bf16 = (cuda and torch.cuda.is_bf16_supported()) if train.bf16 == "auto" else train.bf16
    options: dict[str, Any] = dict(
        output_dir=config.output,
        use_cpu=not cuda,
        bf16=bf16,
        per_device_train_batch_size=train.batch // processes // train.updates,
        gradient_accumulation_steps=1,
        steps_per_generation=train.updates,
        num_generations=train.group_size,
        max_completion_length=rollout.reply_tokens,
        temperature=rollout.temperature,
        max_steps=train.length * train.updates,
        learning_rate=train.learning_rate,
        lr_scheduler_type=train.schedule,
        warmup_steps=train.warmup_steps,
        loss_type="grpo" if train.loss == "gspo" else train.loss,
        importance_sampling_level="sequence" if train.loss == "gspo" else "token",
        epsilon=train.epsilon,
        epsilon_high=train.epsilon_high,
        beta=train.beta,
        max_grad_norm=train.max_grad_norm,
        seed=train.seed,
        logging_steps=train.log_every,
        report_to=train.report_to,
        save_strategy="no" if train.save_every is None else "steps",
        # Only between rollout batches: the buffered batch is not part of a checkpoint.
        save_steps=(train.save_every or 1) * train.updates,
        gradient_checkpointing=train.gradient_checkpointing,
        shuffle_dataset=False,
        disable_tqdm=True,
    )
    if rollout.vllm is not None:
        options |= {"use_vllm": True, "vllm_importance_sampling_mode": "token_truncate"}
        options |= {f"vllm_{name}": value for name, value in rollout.vllm.items()}
    return GRPOConfig(**(options | train.extra))


def trainer(config: Config, *, warm: bool = True, quiet: bool = False) -> Any:
    """Build the trainer with its callbacks; with `warm`, after the warm start where one is configured.

    Its progress is a line per rollout batch on the output; `quiet` leaves it out.

    Raises:
        ValueError: settings that do not go together.
    """
    from transformers import PrinterCallback

    from glyphbench_train.callbacks import CastCallback, ProgressCallback
    from glyphbench_train.evaluation import EvaluationCallback
    from glyphbench_train.trainer import GlyphTrainer, Play

    teachers(config)
    arguments = grpo_config(config)
    words = tokenizer(config)
    policy = model(config, words)
    rollout, credit = config.rollout, config.credit
    if warm and config.warm_start is not None:
        chosen = run_starts(config)[: config.warm_start.episodes]
        seed = config.train.seed
        shown = demonstrations(chosen, config.warm_start.skill, rollout.parser, seed)
        warm_start(policy, Chat(words, config.model.template), shown, config.warm_start, seed)
    peft = None
    if config.model.lora is not None:
        from peft import LoraConfig

        lora = config.model.lora
        peft = LoraConfig(
            r=lora.r,
            lora_alpha=lora.alpha,
            lora_dropout=lora.dropout,
            target_modules=lora.targets,
            task_type="CAUSAL_LM",
        )
    play = Play(
        memory=Memory.named(rollout.history),
        form=rollout.parser,
        episode_tokens=rollout.episode_tokens,
        context=rollout.context,
        workers=rollout.workers,
        turn_credit=turn_credit(config),
        outcome=Outcome(credit.scale, credit.std_floor, credit.format_penalty, credit.penalty_scope),
        keep_cut=rollout.keep_cut,
        rows_per_forward=config.train.rows_per_forward,
        template=config.model.template,
    )
    built = GlyphTrainer(
        play=play,
        model=policy,
        args=arguments,
        train_dataset=dataset(run_starts(config)),
        processing_class=words,
        peft_config=peft,
    )
    # It prints every figure of every optimiser step; those stand in the log.
    built.remove_callback(PrinterCallback)
    if not quiet:
        built.add_callback(ProgressCallback(config.train.updates))
    if credit.turn == "cast":
        built.add_callback(CastCallback(built, credit.final_alpha))
    if config.evaluation is not None:
        folder = Path(config.output) / "evaluation"
        built.add_callback(
            EvaluationCallback(built, run_options(config), folder, config.evaluation.every, config.train.updates)
        )
    return built


def run_options(config: Config) -> list[RunOptions]:
    """The options of the evaluation runs; a full history is noted as 1000 turns, RAGEN's shorter one as 1.

    Raises:
        ValueError: more instances, or another seed, than a split has.
    """
    assert config.evaluation is not None
    evaluation, tasks = config.evaluation, config.tasks
    splits = evaluation.splits
    if evaluation.ids:
        tasks = tasks.model_copy(update={"ids": evaluation.ids, "split": None})
    elif not splits and tasks.fixed is not None:
        splits = [tasks.fixed.name]
    memory = Memory.named(config.rollout.history)

    def run(ids: list[str], instances: dict[str, Any]) -> RunOptions:
        return RunOptions(
            model=f"train:{Path(config.output).name}",
            tasks=tuple(ids),
            attempts=evaluation.attempts,
            history=1000 if memory.turns is None else memory.turns,
            retries=0,
            parser=config.rollout.parser,
            token_budget=config.rollout.episode_tokens,
            temperature=config.rollout.temperature,
            max_tokens=config.rollout.reply_tokens,
            **instances,
        )

    if not splits:
        instances = instances_of(None, tasks.arguments, evaluation.episodes or 16, evaluation.seed)
        return [run(tasks.resolve(), instances)]
    shown = {name: value for name, value in tasks.kwargs.items() if name in VIEW_ARGUMENTS}
    return [
        run(
            [row.id for row in catalogue.tasks(split=name)],
            instances_of(name, shown, evaluation.episodes, evaluation.seed),
        )
        for name in splits
    ]
