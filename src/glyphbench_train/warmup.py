"""Warm start: supervised steps that give a model with random weights the format and a weak policy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from glyphbench.harness import system_prompt
from glyphbench.harness.parsing import Format
from glyphbench.registration import make
from glyphbench.solvers import solver_for
from glyphbench_train.chat import Chat
from glyphbench_train.config import WarmStart
from glyphbench_train.episodes import Start

_REPLY = {
    Format.ACTION: "<action>{}</action>",
    Format.ANSWER: "<answer>{}</answer>",
    Format.FENCE: "```\n{}\n```",
}


def reply(name: str, form: Format) -> str:
    """The shortest reply that names an action."""
    return _REPLY[form].format(name)


def demonstrations(starts: Sequence[Start], skill: float, form: Format, seed: int) -> list[tuple[str, str, str]]:
    """Play each start with the weak player; returns (system prompt, observation, reply) per turn.

    Raises:
        ValueError: a task has no teacher.
    """
    rng = np.random.default_rng(seed)
    found = []
    games: dict[Any, Any] = {}
    for start in starts:
        key = start.task, start.kwargs
        if key not in games:
            game = make(start.task, **dict(start.kwargs))
            games[key] = game, solver_for(game), system_prompt(game, form)
        game, teacher, system = games[key]
        if teacher is None:
            raise ValueError(f"warm_start: {start.task} has no teacher")
        text, _ = game.reset(seed=start.seed)
        over = False
        while not over:
            best = teacher.best_action(game) if rng.random() < skill else None
            chance = int(rng.integers(len(game.actions)))
            found.append((system, text, reply(game.actions.names[chance if best is None else best], form)))
            # Half of the moves are random, so that states off the teacher's way are seen too.
            text, _, terminated, truncated, _ = game.step(chance if best is None or rng.random() < 0.5 else best)
            over = terminated or truncated
    return found


def warm_start(model: Any, chat: Chat, shown: Sequence[tuple[str, str, str]], options: WarmStart, seed: int) -> float:
    """Train `model` on the replies shown, and return the last loss; every rank does the same."""
    import torch

    rows = []
    for system, observation, answer in shown:
        head = chat.head(system, observation)
        rows.append((head, [*chat.tokenizer.encode(answer, add_special_tokens=False), chat.eos]))
    rng = np.random.default_rng(seed)
    optimiser = torch.optim.AdamW(model.parameters(), lr=options.learning_rate)
    pad = chat.tokenizer.pad_token_id
    model.train()
    value = float("nan")
    for _ in range(options.steps):
        chosen = [rows[int(index)] for index in rng.integers(len(rows), size=options.batch)]
        width = max(len(head) + len(said) for head, said in chosen)
        ids = torch.full((len(chosen), width), pad)
        labels = torch.full_like(ids, -100)
        for i, (head, said) in enumerate(chosen):
            ids[i, width - len(head) - len(said) :] = torch.tensor(head + said)
            labels[i, width - len(said) :] = torch.tensor(said)
        mask = torch.zeros_like(ids)
        for i, (head, said) in enumerate(chosen):
            mask[i, width - len(head) - len(said) :] = 1
        loss = model(input_ids=ids, attention_mask=mask, labels=labels).loss
        loss.backward()
        optimiser.step()
        optimiser.zero_grad()
        value = float(loss.detach())
        if options.until_loss is not None and value <= options.until_loss:
            break
    return value
