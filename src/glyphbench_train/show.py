"""Show: one collated batch in colour, the thing to look at when a run does not learn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

if TYPE_CHECKING:
    from glyphbench_train.trainer import GlyphTrainer

#: Styles of tokens by what training does with them.
CONTEXT, UP, DOWN, STILL, MASKED = "dim", "black on green", "black on red", "black on yellow", "strike"


def picture(trainer: GlyphTrainer, rows: int = 3) -> Text:
    """The first rows of the trainer's last batch.

    Context is dim; trained tokens are green (advantage above 0), red (below 0) or yellow (0, they move nothing);
    sampled tokens that are not trained are struck through. Each turn's action, reward, cost-to-go and advantage follow.
    """
    assert trainer.played is not None
    batch = trainer.collated(trainer.played.episodes, trainer.played.credit, drop_zero=False)
    out = Text()
    out.append("context ", CONTEXT)
    for style, what in (
        (UP, "advantage > 0"),
        (DOWN, "advantage < 0"),
        (STILL, "advantage 0"),
        (MASKED, "not trained"),
    ):
        out.append(what, style)
        out.append("  ")
    out.append("\n")
    for i in range(min(rows, len(batch))):
        index = int(batch.episode_index[i])
        if index < 0:
            continue
        episode, outcome = trainer.played.episodes[index], trainer.played.credit.outcome[index]
        out.append(
            f"\n── row {i}: {episode.start.task}, seed {episode.start.seed}, group {episode.group}, "
            f"return {episode.total:+.3f}, {episode.stop}, outcome advantage {outcome:+.3f}\n",
            "bold",
        )
        _row(out, trainer, batch, i)
    return out


def _row(out: Text, trainer: GlyphTrainer, batch: Any, i: int) -> None:
    assert trainer.played is not None
    episode = trainer.played.episodes[int(batch.episode_index[i])]
    advantages = trainer.played.credit.turns[int(batch.episode_index[i])]
    size = int(batch.length[i])
    first = 0
    for j in range(1, size + 1):
        if j < size and batch.turn_index[i, j] == batch.turn_index[i, first]:
            continue
        turn = int(batch.turn_index[i, first])
        text = trainer.chat.tokenizer.decode(batch.input_ids[i, first:j].tolist())
        if turn < 0:
            out.append(text, CONTEXT)
        else:
            value = float(advantages[turn])
            trained = bool(batch.response_mask[i, first])
            style = MASKED if not trained else UP if value > 0 else DOWN if value < 0 else STILL
            out.append(text, style)
            played = episode.turns[turn]
            costs = ""
            if played.cost_before is not None or played.cost_after is not None:
                costs = f", cost-to-go {played.cost_before} -> {played.cost_after}"
            action = played.action or f"no action ({played.event})"
            out.append(
                f"  ◀ turn {turn}: {action}, reward {played.reward:+.3f}{costs}, advantage {value:+.3f}",
                "italic cyan",
            )
        first = j
    out.append("\n")
