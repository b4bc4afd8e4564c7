"""The collator against a plain reading of its documentation, token by token."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from glyphbench_train.collate import Batch, collate, replies_in, split
from glyphbench_train.episodes import Episode, Start, Turn
from tests.train.makers import EOS, PAD, episode


def contexts(episodes: list[Episode]) -> list[tuple[int, int, list[int], Turn]]:
    return [(e, t, turn.prompt_ids, turn) for e, one in enumerate(episodes) for t, turn in enumerate(one.turns)]


def audit(batch: Batch, episodes: list[Episode], advantages: list[list[float]], rewards: str, keep_cut: bool) -> None:
    """Every token of every row, from the episodes alone: each sampled token once, after exactly its own context."""
    expected = {}
    for e, t, prompt, turn in contexts(episodes):
        for k, token in enumerate(turn.output_ids):
            last_of_turn = k == len(turn.output_ids) - 1
            last = last_of_turn and t == len(episodes[e].turns) - 1
            trained = keep_cut or not turn.cut
            value = turn.reward if rewards == "turn" and last_of_turn else 0.0
            value = episodes[e].total if rewards == "episode" and last else value
            expected[e, t, k] = (
                [*prompt, *turn.output_ids[:k]],
                token,
                int(trained),
                advantages[e][t] if trained else 0.0,
                value,
                turn.logprobs[k] if turn.logprobs else 0.0,
                episodes[e].group,
            )
    seen = set()
    for i in range(len(batch)):
        size = int(batch.attention_mask[i].sum())
        assert batch.attention_mask[i].tolist() == [1] * size + [0] * (batch.input_ids.shape[1] - size)
        assert (batch.input_ids[i, size:] == PAD).all()
        assert batch.length[i] == size
        sampled = np.flatnonzero(batch.turn_index[i] >= 0)
        assert batch.prompt_length[i] == (sampled[0] if len(sampled) else 1)
        within = 0
        for j in range(batch.input_ids.shape[1]):
            t, e = int(batch.turn_index[i, j]), int(batch.episode_index[i])
            got = [batch.response_mask[i, j], batch.advantages[i, j], batch.rewards[i, j], batch.sampled_logprobs[i, j]]
            if t < 0:
                assert got == [0, 0, 0, 0]
                continue
            within = within + 1 if j and batch.turn_index[i, j - 1] == t else 0
            context, token, mask, advantage, reward, logprob, group = expected[e, t, within]
            assert batch.input_ids[i, :j].tolist() == context and batch.input_ids[i, j] == token
            assert got == [mask, np.float32(advantage), np.float32(reward), np.float32(logprob)]
            assert batch.group_index[i] == group
            seen.add((e, t, within))
    assert seen == expected.keys()
    assert batch.trained == sum(value[2] for value in expected.values()) == batch.response_mask.sum()


@st.composite
def cases(draw):  # type: ignore[no-untyped-def]
    rng = random.Random(draw(st.integers(0, 10**6)))
    history = draw(st.sampled_from(["full", "none", "mixed"]))
    sizes = draw(st.lists(st.integers(0, 5), min_size=1, max_size=5))
    episodes = [episode(rng, i, history, size) for i, size in enumerate(sizes)]
    advantages = [[rng.choice([0.0, rng.uniform(-2, 2)]) for _ in one.turns] for one in episodes]
    return episodes, advantages, draw(st.sampled_from(["episode", "turn"])), draw(st.booleans())


@settings(max_examples=150, deadline=None)
@given(cases(), st.integers(0, 8), st.integers(1, 4))
def test_every_token_is_where_its_episode_says(case, at_least, multiple):
    episodes, advantages, rewards, keep_cut = case
    batch = collate(
        episodes, advantages, pad_id=PAD, rewards=rewards, keep_cut=keep_cut, at_least=at_least, multiple=multiple
    )
    audit(batch, episodes, advantages, rewards, keep_cut)
    assert len(batch) >= at_least and len(batch) % multiple == 0


@settings(max_examples=100, deadline=None)
@given(cases())
def test_round_trip(case):
    episodes, advantages, _, _ = case
    found = replies_in(collate(episodes, advantages, pad_id=PAD))
    assert found.keys() == {(e, t) for e, t, _, _ in contexts(episodes)}
    for e, t, prompt, turn in contexts(episodes):
        ids, reply, logprobs = found[e, t]
        assert (ids, reply) == (prompt, turn.output_ids)
        assert logprobs == pytest.approx(turn.logprobs)


MUTABLE = ["attention_mask", "response_mask", "turn_index", "rewards", "advantages", "sampled_logprobs", "input_ids"]


@pytest.mark.parametrize("field", MUTABLE)
@pytest.mark.parametrize("shift", [-1, 1])
@pytest.mark.parametrize("history", ["full", "none"])
def test_a_shift_by_one_does_not_pass_the_audit(field, shift, history):
    rng = random.Random(5)
    episodes = [episode(rng, i, history, 3) for i in range(4)]
    advantages = [[rng.uniform(-2, 2) for _ in one.turns] for one in episodes]
    batch = collate(episodes, advantages, pad_id=PAD, rewards="turn")
    audit(batch, episodes, advantages, "turn", False)
    moved = replace(batch, **{field: np.roll(getattr(batch, field), shift, axis=1)})
    with pytest.raises((AssertionError, KeyError)):
        audit(moved, episodes, advantages, "turn", False)


@pytest.mark.parametrize("field", ["response_mask", "attention_mask", "turn_index"])
def test_one_flipped_cell_does_not_pass_the_audit(field):
    rng = random.Random(6)
    episodes = [episode(rng, i, "full", 2) for i in range(2)]
    advantages = [[rng.uniform(-2, 2) for _ in one.turns] for one in episodes]
    batch = collate(episodes, advantages, pad_id=PAD)
    values = getattr(batch, field)
    for cell in np.ndindex(values.shape):
        changed = values.copy()
        changed[cell] = 1 - changed[cell] if field != "turn_index" else (changed[cell] + 2) % 3 - 1
        with pytest.raises((AssertionError, KeyError)):
            audit(replace(batch, **{field: changed}), episodes, advantages, "episode", False)


def test_growing_conversation_by_hand():
    one = Episode(Start("T", 7), group=3, total=1.0)
    one.turns = [
        Turn([10, 11], [20, EOS], [-0.5, -0.1], reward=0.25, action="A"),
        Turn([10, 11, 20, EOS, 12], [21, EOS], [-0.7, -0.2], reward=0.75, action="B"),
    ]
    batch = collate([one], [[2.0, -1.0]], pad_id=PAD)
    assert batch.input_ids.tolist() == [[10, 11, 20, EOS, 12, 21, EOS]]
    assert batch.response_mask.tolist() == [[0, 0, 1, 1, 0, 1, 1]]
    assert batch.turn_index.tolist() == [[-1, -1, 0, 0, -1, 1, 1]]
    assert batch.advantages.tolist() == [[0, 0, 2, 2, 0, -1, -1]]
    assert batch.rewards.tolist() == [[0, 0, 0, 0, 0, 0, 1]]
    assert (batch.prompt_length.tolist(), batch.group_index.tolist(), batch.trained) == ([2], [3], 4)
    turnwise = collate([one], pad_id=PAD, rewards="turn")
    assert turnwise.rewards.tolist() == [[0, 0, 0, 0.25, 0, 0, 0.75]]


def test_a_cut_reply_loses_its_turn_and_not_the_game():
    one = Episode(Start("T", 0))
    one.turns = [Turn([10], [20, 21], None, cut=True), Turn([10, 20, 21, EOS, 12], [22, EOS], None, action="A")]
    batch = collate([one], [[1.0, 1.0]], pad_id=PAD)
    assert batch.response_mask.tolist() == [[0, 0, 0, 0, 0, 1, 1]]
    assert batch.turn_index.tolist() == [[-1, 0, 0, -1, -1, 1, 1]]
    kept = collate([one], [[1.0, 1.0]], pad_id=PAD, keep_cut=True)
    assert kept.response_mask.tolist() == [[0, 1, 1, 0, 0, 1, 1]]
    assert (batch.trained, kept.trained, batch.has_logprobs) == (2, 4, False)


def test_rows_without_advantage_may_go_and_stay_counted():
    rng = random.Random(1)
    episodes = [episode(rng, i, "none", 2, cut=0.0) for i in range(3)]
    advantages = [[0.0, 0.0], [0.0, 1.0], [0.0, 0.0]]
    whole = collate(episodes, advantages, pad_id=PAD)
    batch = collate(episodes, advantages, pad_id=PAD, drop_zero=True)
    assert (len(whole), len(batch)) == (6, 1)
    assert batch.trained == whole.trained
    assert batch.episode_index.tolist() == [1]


@settings(max_examples=60, deadline=None)
@given(cases())
def test_trl_layout_keeps_every_token_and_its_fields(case):
    episodes, advantages, rewards, keep_cut = case
    batch = collate(episodes, advantages, pad_id=PAD, rewards=rewards, keep_cut=keep_cut, at_least=1)
    parts = split(batch, PAD)
    for i in range(len(batch)):
        mask = np.concatenate([parts["prompt_mask"][i], parts["completion_mask"][i]]).astype(bool)
        ids = np.concatenate([parts["prompt_ids"][i], parts["completion_ids"][i]])
        row = batch.attention_mask[i].astype(bool)
        assert ids[mask].tolist() == batch.input_ids[i][row].tolist()
        assert (ids[~mask] == PAD).all()
        inside = parts["completion_mask"][i].astype(bool)
        first = int(batch.prompt_length[i])
        for name in ("response_mask", "turn_index", "rewards", "advantages", "sampled_logprobs"):
            assert parts[name][i][inside].tolist() == getattr(batch, name)[i][row][first:].tolist()
            assert not (parts[name][i][~inside] > 0).any()


def test_an_empty_prompt_or_a_wrong_count_is_refused():
    one = Episode(Start("T", 0), turns=[Turn([], [1])])
    with pytest.raises(ValueError, match="no prompt or no reply"):
        collate([one], pad_id=PAD)
    one.turns[0].prompt_ids = [5]
    with pytest.raises(ValueError, match="one value per turn"):
        collate([one], [[1.0, 2.0]], pad_id=PAD)
