"""Faults of training that others have reported in public, and how ours behaves. The report stands with each test."""

from __future__ import annotations

import pytest

from glyphbench.harness import StopReason, system_prompt
from glyphbench.registration import make
from glyphbench_train import tiny
from glyphbench_train.arena import Arena
from glyphbench_train.chat import Chat, Memory
from glyphbench_train.collate import collate
from glyphbench_train.config import read
from glyphbench_train.credit import normalise
from glyphbench_train.episodes import Episode, Start
from glyphbench_train.rollout import Limits, Rollout
from tests.train.setups import KWARGS, TASK, corpus, starts

REPLIES = ("<think>\nhm\n</think>\n<action>UP</action>", "<action>LEFT</action>")
#: Like Qwen3's: the reasoning of earlier turns is left out, and the last reply begins with an empty block.
FORGETFUL = (
    "{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\\n' }}"
    "{% if m['role'] == 'assistant' %}{{ m['content'].split('</think>')[-1].lstrip('\\n') }}"
    "{% else %}{{ m['content'] }}{% endif %}{{ '<|im_end|>\\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)


@pytest.fixture(scope="module")
def chat() -> Chat:
    tokenizer = tiny.tokenizer([*corpus(), *REPLIES])
    tokenizer.chat_template = FORGETFUL
    return Chat(tokenizer)


def played(
    chat: Chat, memory: Memory, limits: Limits | None = None, groups: list[Start] | None = None
) -> list[Episode]:
    """Episodes whose every other reply reasons."""
    turn = 0

    def generate(prompts):
        nonlocal turn
        reply = REPLIES[turn % 2]
        turn += 1
        ids = [*chat.tokenizer.encode(reply, add_special_tokens=False), chat.eos]
        return [list(ids) for _ in prompts], None

    with Arena() as arena:
        return Rollout(arena, chat, memory, limits or Limits(20)).play(groups or starts(2), generate)


def test_an_unknown_key_of_a_configuration_is_an_error() -> None:
    """PrimeIntellect-ai/prime-rl#1983: a key by another name left the longest sequence unset."""
    with pytest.raises(ValueError, match=r"rollout\.max_seq_len: unknown key"):
        read("cpu_demo", ["rollout.max_seq_len=2048"])


def test_a_prompt_that_does_not_fit_ends_the_episode_and_is_never_cut(chat: Chat) -> None:
    """PrimeIntellect-ai/prime-rl#1983: the engine cut prompts on the left, and the system prompt was gone."""
    short = len(played(chat, Memory(None))[0].turns[0].prompt_ids) + 25
    for episode in played(chat, Memory(None), Limits(20, context=short)):
        assert episode.stop is StopReason.CONTEXT_OVERFLOW
        head = chat.head(episode.system, episode.turns[0].observation)
        assert all(turn.prompt_ids[: len(head)] == head for turn in episode.turns)
        assert all(len(turn.prompt_ids) + 20 <= short for turn in episode.turns)


def test_a_prompt_repeats_the_ids_that_were_sampled(chat: Chat) -> None:
    """huggingface/trl#6361, axon-rl/gem#44, volcengine/verl#6854: templates that leave out earlier reasoning made
    the tokens that were trained differ from those that were sampled."""
    said = [{"role": "system", "content": "-"}, {"role": "user", "content": "-"}]
    rendered = chat.tokenizer.apply_chat_template([*said, {"role": "assistant", "content": REPLIES[0]}], tokenize=False)
    assert "think" not in rendered  # the template is one that forgets
    reasoned = 0
    for episode in played(chat, Memory(None)):
        for turn, following in zip(episode.turns, episode.turns[1:], strict=False):
            sampled = turn.prompt_ids + turn.output_ids
            assert following.prompt_ids[: len(sampled)] == sampled
            reasoned += "<think>" in chat.tokenizer.decode(turn.output_ids)
    assert reasoned


@pytest.mark.parametrize("memory", [Memory(None), Memory(0)])
def test_only_the_sampled_ids_are_trained(chat: Chat, memory: Memory) -> None:
    """RAGEN-AI/RAGEN#71, #62: the loss was taken over the observations and not over the actions."""
    episodes = [episode for episode in played(chat, memory) if len(episode.turns) >= 2]
    assert episodes
    batch = collate(episodes, pad_id=chat.tokenizer.pad_token_id)
    trained = batch.input_ids[batch.turn_index >= 0].tolist()
    assert sorted(trained) == sorted(i for one in episodes for turn in one.turns for i in turn.output_ids)
    for number, episode in enumerate(episodes):
        for index, turn in enumerate(episode.turns):
            rows = batch.input_ids[batch.episode_index == number], batch.turn_index[batch.episode_index == number]
            assert rows[0][rows[1] == index].tolist() == turn.output_ids


def test_a_group_is_one_game_from_one_start(chat: Chat) -> None:
    """microsoft/agent-lightning#489, meta-pytorch/OpenEnv#1078: a baseline was averaged over different prompts."""
    groups = [Start(TASK, seed, KWARGS) for seed in (100, 101, 102) for _ in range(4)]
    episodes = played(chat, Memory(0), groups=groups)
    firsts = {}
    for episode in episodes:
        firsts.setdefault(episode.start, set()).add((episode.system, episode.turns[0].observation))
    assert [len(seen) for seen in firsts.values()] == [1, 1, 1]
    assert len(set.union(*firsts.values())) == 3
    game = make(TASK, **dict(KWARGS))
    assert firsts[groups[0]] == {(system_prompt(game), game.reset(seed=100)[0])}
    returns = [1.0, 0.0, 1.0, 0.0, 5.0, 4.0, 5.0, 4.0]
    keys = [episode.start for episode in episodes[:8]]
    assert normalise(returns, keys)[:4] == pytest.approx(normalise(returns[:4], keys[:4]))
    assert normalise(returns, keys)[4:] == pytest.approx(normalise(returns[:4], keys[:4]))
