"""Preview: what a run would do, without training: configuration, token budget, memory, first prompt."""

from __future__ import annotations

import json
from typing import Any

from glyphbench.harness import system_prompt
from glyphbench.registration import make
from glyphbench_train import build
from glyphbench_train.config import Config

GIB = 2**30


def preview(config: Config) -> str:
    """The whole text.

    Raises:
        ValueError: the configuration does not work.
    """
    parts = [json.dumps(config.model_dump(mode="json", exclude_defaults=True), indent=1, ensure_ascii=False)]
    found = build.teachers(config)
    kinds = {kind: sum(value == kind for value in found.values()) for kind in ("exact", "approximate", "none")}
    parts.append(f"tasks: {len(found)}; teachers: " + ", ".join(f"{count} {kind}" for kind, count in kinds.items()))
    first = build.run_starts(config)[0]
    game = make(first.task, **dict(first.kwargs))
    system, horizon = system_prompt(game, config.rollout.parser), game.max_turns
    text, _ = game.reset(seed=first.seed)
    game.close()
    head = None
    try:
        from glyphbench_train.chat import Chat

        chat = Chat(build.tokenizer(config), config.model.template)
        head = len(chat.head(system, text))
    except OSError:
        parts.append(f"the tokenizer of {config.model.name} is not at hand: no token counts of prompts")
    parts.append(budget(config, head, horizon))
    parts.append(memory(config, head, horizon))
    parts.append(f"first prompt ({first.task}, seed {first.seed}):\n--- system\n{system}\n--- user\n{text}")
    return "\n\n".join(parts)


def budget(config: Config, head: int | None, horizon: int) -> str:
    """Tokens of a rollout batch, at most."""
    train, rollout = config.train, config.rollout
    episode = min(horizon * rollout.reply_tokens, rollout.episode_tokens or 10**12)
    lines = [
        f"steps: {train.length} of {train.groups} groups x {train.group_size} episodes = {train.batch} episodes, "
        f"{train.length * train.batch:,} in all; {train.updates} update(s) a step",
        f"sampled tokens: at most {episode:,} an episode, {episode * train.batch:,} a step",
    ]
    if head is not None:
        lines.append(f"first prompt: {head} tokens, with the reply at most {head + rollout.reply_tokens}")
    return "\n".join(lines)


def memory(config: Config, head: int | None, horizon: int) -> str:
    """A rough estimate for one device that holds the whole model, training by transformers."""
    size = _size(config)
    if size is None:
        return f"memory: unknown, the configuration of {config.model.name} is not at hand"
    parameters, hidden, layers, vocabulary = size
    train, rollout = config.train, config.rollout
    if config.model.lora is None:
        weights, what = 16 * parameters, "float32 weights, gradients and Adam"
    else:
        weights, what = 2 * parameters, "bfloat16 weights; adapters and their optimiser are small"
    longest = rollout.context
    if longest is None:
        turn = (head or 500) + rollout.reply_tokens
        whole = min(horizon * turn, turn + (rollout.episode_tokens or 10**12))
        longest = whole if rollout.history == "full" else 2 * turn
    rows = train.batch // train.updates * (1 if rollout.history == "full" else horizon)
    rows = min(rows, train.rows_per_forward or rows)
    tokens = rows * longest
    saved = 2 * tokens * hidden * (layers if train.gradient_checkpointing else 16 * layers)
    logits = 4 * tokens * min(vocabulary, 32_768)
    return (
        f"memory: {parameters / 1e6:,.1f}M parameters; {weights / GIB:.1f} GiB ({what}); activations of {rows:,} rows "
        f"of at most {longest:,} tokens: up to {(saved + logits) / GIB:.1f} GiB (train.rows_per_forward lowers it)"
    )


def _size(config: Config) -> tuple[int, int, int, int] | None:
    """Parameters, hidden size, layers, vocabulary."""
    import torch
    from transformers import AutoConfig, AutoModelForCausalLM

    if config.model.tiny is not None:
        model: Any = build.model(config, build.tokenizer(config))
        about = model.config
    else:
        try:
            about = AutoConfig.from_pretrained(str(config.model.name))
        except OSError:
            return None
        with torch.device("meta"):
            model = AutoModelForCausalLM.from_config(about)
    count = sum(parameter.numel() for parameter in model.parameters())
    return count, about.hidden_size, about.num_hidden_layers, about.vocab_size
