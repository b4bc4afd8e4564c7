"""Collation: finished episodes -> padded arrays. A pure function on numpy; nothing is re-tokenised.

An episode is one or more rows. A turn is appended to the row when its prompt ids extend the row's ids, else it
starts a new row; so a growing conversation is one row, a rebuilt prompt is one row a turn, and every token is
trained in exactly the context it was sampled in.

Every per-token field speaks of the token in the same column. The shift by one (the logits of column j predict the
token of column j + 1) is done in one place only: TRL's `_get_per_token_logps_and_entropies`.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Literal

import numpy as np

from glyphbench_train.episodes import Episode, Turn

Rewards = Literal["episode", "turn"]


@dataclass(frozen=True)
class Batch:
    """N rows of at most L tokens, padded on the right.

    Attributes:
        input_ids: (N, L) int64; `pad_id` in the padding.
        attention_mask: (N, L) int64; 1 on every token of the row, 0 in the padding.
        response_mask: (N, L) int64; 1 on the sampled tokens that are trained, the end-of-turn token included.
        turn_index: (N, L) int64; the turn within its episode on every sampled token, -1 elsewhere.
        rewards: (N, L) float32; the return on the episode's last sampled token, or each turn's reward on the last
            token of its reply.
        advantages: (N, L) float32; the turn's advantage on its trained tokens, 0 elsewhere.
        sampled_logprobs: (N, L) float32; at sampling time, 0 outside replies and where unknown.
        prompt_length: (N,) int64; tokens before the row's first sampled token.
        length: (N,) int64; tokens of the row.
        group_index: (N,) int64; -1 for rows that only fill up.
        episode_index: (N,) int64; position of the episode in the input; -1 for rows that only fill up.
        trained: tokens that carry loss, rows that were dropped for zero advantages included.
        has_logprobs: whether every turn came with log-probabilities.
    """

    input_ids: np.ndarray
    attention_mask: np.ndarray
    response_mask: np.ndarray
    turn_index: np.ndarray
    rewards: np.ndarray
    advantages: np.ndarray
    sampled_logprobs: np.ndarray
    prompt_length: np.ndarray
    length: np.ndarray
    group_index: np.ndarray
    episode_index: np.ndarray
    trained: int
    has_logprobs: bool

    def __len__(self) -> int:
        return len(self.input_ids)


@dataclass(slots=True)
class Row:
    """A row under construction: its ids, and (turn, first column) of each reply in it."""

    episode: int
    ids: list[int]
    replies: list[tuple[int, int]] = field(default_factory=list)


def rows_of(index: int, episode: Episode) -> list[Row]:
    """Chain an episode's turns into rows.

    Raises:
        ValueError: a turn has an empty prompt or an empty reply.
    """
    rows: list[Row] = []
    for number, turn in enumerate(episode.turns):
        if not turn.prompt_ids or not turn.output_ids:
            raise ValueError(f"{episode.start.task}, seed {episode.start.seed}, turn {number}: no prompt or no reply")
        held = rows[-1].ids if rows else []
        # The slice comes first: it is cheap, and ids that are the same objects compare fast.
        if rows and turn.prompt_ids[: len(held)] == held:
            held += turn.prompt_ids[len(held) :]
        else:
            rows.append(Row(index, list(turn.prompt_ids)))
        row = rows[-1]
        row.replies.append((number, len(row.ids)))
        row.ids += turn.output_ids
    return rows


def collate(
    episodes: Sequence[Episode],
    advantages: Sequence[Sequence[float]] | None = None,
    *,
    pad_id: int,
    rewards: Rewards = "episode",
    keep_cut: bool = False,
    drop_zero: bool = False,
    at_least: int = 0,
    multiple: int = 1,
) -> Batch:
    """Collate episodes into one batch.

    Args:
        episodes: finished episodes; those without turns give no row.
        advantages: per episode, one value per turn; None leaves the advantages at 0.
        pad_id: id of the padding.
        rewards: where rewards stand, see `Batch.rewards`.
        keep_cut: train also the tokens of replies that the token limit cut.
        drop_zero: leave out rows in which every trained token has advantage 0 (they move nothing without a KL term or
            an entropy bonus); their tokens stay counted in `trained`.
        at_least: fill up with rows without loss to this many.
        multiple: fill up to a multiple of this.

    Raises:
        ValueError: a turn has an empty prompt or reply, or `advantages` does not fit the turns.
    """
    rows = [row for index, episode in enumerate(episodes) for row in rows_of(index, episode)]
    if advantages is not None:
        lengths = [len(values) for values in advantages]
        if lengths != [len(episode.turns) for episode in episodes]:
            raise ValueError("advantages must hold one value per turn of every episode")

    def trains(turn: Turn) -> bool:
        return keep_cut or not turn.cut

    trained = sum(len(turn.output_ids) for episode in episodes for turn in episode.turns if trains(turn))
    if drop_zero and advantages is not None:
        rows = [
            row
            for row in rows
            if any(
                advantages[row.episode][turn] != 0.0 and trains(episodes[row.episode].turns[turn])
                for turn, _ in row.replies
            )
        ]
    count = max(len(rows), at_least)
    count += -count % multiple
    width = max([len(row.ids) for row in rows], default=2)
    batch = _empty(count, width, pad_id, trained, all(t.logprobs is not None for e in episodes for t in e.turns))
    for i, row in enumerate(rows):
        episode = episodes[row.episode]
        size = len(row.ids)
        batch.input_ids[i, :size] = row.ids
        batch.attention_mask[i, :size] = 1
        batch.prompt_length[i], batch.length[i] = row.replies[0][1], size
        batch.group_index[i], batch.episode_index[i] = episode.group, row.episode
        for number, first in row.replies:
            turn = episode.turns[number]
            reply = slice(first, first + len(turn.output_ids))
            batch.turn_index[i, reply] = number
            if turn.logprobs is not None:
                batch.sampled_logprobs[i, reply] = turn.logprobs
            if trains(turn):
                batch.response_mask[i, reply] = 1
                if advantages is not None:
                    batch.advantages[i, reply] = advantages[row.episode][number]
            if rewards == "turn":
                batch.rewards[i, reply.stop - 1] = turn.reward
            elif number == len(episode.turns) - 1:
                batch.rewards[i, reply.stop - 1] = episode.total
    # A row that only fills up is one token of prompt and one of reply, without loss.
    batch.attention_mask[len(rows) :, :2] = 1
    batch.prompt_length[len(rows) :], batch.length[len(rows) :] = 1, 2
    return batch


def _empty(count: int, width: int, pad_id: int, trained: int, has_logprobs: bool) -> Batch:
    def ints(fill: int, *shape: int) -> np.ndarray:
        return np.full(shape, fill, dtype=np.int64)

    def floats() -> np.ndarray:
        return np.zeros((count, width), dtype=np.float32)

    return Batch(
        input_ids=ints(pad_id, count, width),
        attention_mask=ints(0, count, width),
        response_mask=ints(0, count, width),
        turn_index=ints(-1, count, width),
        rewards=floats(),
        advantages=floats(),
        sampled_logprobs=floats(),
        prompt_length=ints(0, count),
        length=ints(0, count),
        group_index=ints(-1, count),
        episode_index=ints(-1, count),
        trained=trained,
        has_logprobs=has_logprobs,
    )


def replies_in(batch: Batch) -> dict[tuple[int, int], tuple[list[int], list[int], list[float]]]:
    """Read the turns back from a batch: (episode, turn) -> (prompt ids, sampled ids, log-probabilities).

    Raises:
        ValueError: a turn stands in two places.
    """
    found: dict[tuple[int, int], tuple[list[int], list[int], list[float]]] = {}
    for i in range(len(batch)):
        turns = batch.turn_index[i]
        edges = np.flatnonzero(np.diff(turns, prepend=-1, append=-1))
        for first, stop in itertools.pairwise(edges):
            if turns[first] < 0:
                continue
            key = int(batch.episode_index[i]), int(turns[first])
            if key in found:
                raise ValueError(f"episode {key[0]}, turn {key[1]} stands in two places")
            ids, logprobs = batch.input_ids[i], batch.sampled_logprobs[i]
            found[key] = ids[:first].tolist(), ids[first:stop].tolist(), logprobs[first:stop].tolist()
    return found


def split(batch: Batch, pad_id: int) -> dict[str, np.ndarray]:
    """The batch in TRL's layout: prompts padded on the left, what follows (completions) padded on the right.

    Returns `prompt_ids`, `prompt_mask` of shape (N, P) and `completion_ids`, `completion_mask`, `response_mask`,
    `turn_index`, `rewards`, `advantages`, `sampled_logprobs` of shape (N, C). Column j of every completion field
    speaks of completion token j.
    """
    prompts = int(batch.prompt_length.max())
    replies = int((batch.length - batch.prompt_length).max())
    rows = np.arange(len(batch))[:, None]
    left = np.arange(prompts)[None] - (prompts - batch.prompt_length)[:, None]
    right = np.arange(replies)[None] + batch.prompt_length[:, None]
    inside = right < batch.length[:, None]
    right = np.minimum(right, batch.input_ids.shape[1] - 1)

    def completion(name: str, fill: int) -> np.ndarray:
        values: np.ndarray = getattr(batch, name)
        return np.where(inside, values[rows, right], np.array(fill, values.dtype))

    out = {
        "prompt_ids": np.where(left >= 0, batch.input_ids[rows, np.maximum(left, 0)], pad_id),
        "prompt_mask": (left >= 0).astype(np.int64),
        "completion_ids": completion("input_ids", pad_id),
        "completion_mask": inside.astype(np.int64),
        "turn_index": completion("turn_index", -1),
    }
    for name in ("response_mask", "rewards", "advantages", "sampled_logprobs"):
        out[name] = completion(name, 0)
    return out


#: Fields with one value per token.
TOKEN_FIELDS = tuple(
    item.name
    for item in fields(Batch)
    if item.name not in ("prompt_length", "length", "group_index", "episode_index", "trained", "has_logprobs")
)
