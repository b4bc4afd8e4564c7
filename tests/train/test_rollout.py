"""Rollout on real games: ids in and ids out, limits, skipped turns, equal calls on every rank, worker processes."""

from __future__ import annotations

import random

import pytest

from glyphbench.harness import SKIPPED_TURN, Event, Format, StopReason, chain, system_prompt
from glyphbench.registration import make
from glyphbench.solvers import solver_for
from glyphbench_train import tiny
from glyphbench_train.arena import Arena, WorkerFailed
from glyphbench_train.chat import Chat, Memory
from glyphbench_train.collate import collate
from glyphbench_train.episodes import Episode, Start
from glyphbench_train.ranks import Ranks
from glyphbench_train.rollout import Limits, Rollout
from glyphbench_train.warmup import demonstrations

TASK = "GlyphBench/MazeEasy-v0"
KWARGS = (("max_turns", 6), ("size", 5))
WORDS = ["<action>UP</action>", "<action>DOWN</action>", "<action>LEFT</action>", "<action>RIGHT</action>"]


def observations() -> list[str]:
    game = make(TASK, **dict(KWARGS))
    texts = [system_prompt(game), SKIPPED_TURN, "no idea", "A wall is in the way.", *WORDS]
    shown = demonstrations([Start(TASK, seed, KWARGS) for seed in range(100, 200)], 0, Format.ACTION, 0)
    texts += [observation for _, observation, _ in shown]
    return texts + [f"turn {n}/6" for n in range(7)] + ["[Message]"]


@pytest.fixture(scope="module")
def chat() -> Chat:
    return Chat(tiny.tokenizer(observations()))


class Puppet:
    """Stands for the engine: replies drawn at random, some invalid, some cut."""

    def __init__(self, chat: Chat, seed: int = 0, invalid: float = 0.2, cut: float = 0.1) -> None:
        self.chat, self.rng, self.invalid, self.cut = chat, random.Random(seed), invalid, cut
        self.calls: list[int] = []

    def __call__(self, prompts):
        self.calls.append(len(prompts))
        outputs = []
        for _ in prompts:
            luck = self.rng.random()
            word = "no idea" if luck < self.invalid else self.rng.choice(WORDS)
            ids = self.chat.tokenizer.encode(word, add_special_tokens=False)
            outputs.append(ids if self.invalid <= luck < self.invalid + self.cut else [*ids, self.chat.eos])
        return outputs, [[-0.5] * len(ids) for ids in outputs]


def starts(groups: int = 3, size: int = 4) -> list[Start]:
    return [Start(TASK, 100 + group, KWARGS) for group in range(groups) for _ in range(size)]


def play(chat: Chat, memory: str = "none", generate=None, limits=None, workers: int = 0) -> list[Episode]:
    with Arena(workers) as arena:
        rollout = Rollout(arena, chat, Memory.named(memory), limits or Limits(4))
        return rollout.play(starts(), generate or Puppet(chat))


@pytest.mark.parametrize("memory", ["full", "shorter", "none", 2])
def test_a_row_decodes_to_the_real_conversation(chat, memory):
    episodes = play(chat, memory)
    batch = collate(episodes, pad_id=chat.tokenizer.pad_token_id)
    if memory == "full":
        assert len(batch) == len(episodes)
    row_of = {}
    for i in range(len(batch)):
        for turn in set(batch.turn_index[i].tolist()) - {-1}:
            row_of[int(batch.episode_index[i]), turn] = i
    assert len(row_of) == sum(len(episode.turns) for episode in episodes)
    for e, episode in enumerate(episodes):
        for t, turn in enumerate(episode.turns):
            if memory == "full":
                kept = episode.turns[:t]
            elif memory == "shorter":
                kept = [one for one in episode.turns[max(t - 1, 0) : t] if one.valid]
            else:
                kept = episode.turns[max(t - (memory if isinstance(memory, int) else 0), 0) : t]
            want = f"<|im_start|>system\n{episode.system}<|im_end|>\n"
            for one in kept:
                said = chat.text(one.output_ids)
                want += f"<|im_start|>user\n{one.observation}<|im_end|>\n<|im_start|>assistant\n{said}<|im_end|>\n"
            want += f"<|im_start|>user\n{turn.observation}<|im_end|>\n<|im_start|>assistant\n"
            row = row_of[e, t]
            first = int((batch.turn_index[row] == t).argmax())
            assert chat.tokenizer.decode(batch.input_ids[row, :first].tolist()) == want


def test_the_episode_is_the_one_the_game_plays(chat):
    for episode in play(chat):
        game = make(TASK, **dict(KWARGS))
        teacher = solver_for(game)
        text, _ = game.reset(seed=episode.start.seed)
        trace, total = chain("", text), 0.0
        for turn in episode.turns:
            assert turn.observation == text and turn.cost_before == teacher.cost_to_go(game)
            step = game.skip_turn(SKIPPED_TURN) if turn.action is None else game.step(game.actions.index(turn.action))
            text, reward, terminated, truncated, info = step
            assert turn.reward == reward
            trace, total = chain(trace, text), total + reward
            assert turn.cost_after == (0 if terminated else teacher.cost_to_go(game))
        assert (episode.trace, episode.total) == (trace, total)
        assert terminated or truncated
        assert episode.success == info["success"]
        assert episode.stop is (StopReason.SUCCESS if terminated else StopReason.HORIZON)


def test_invalid_replies_skip_the_turn_and_say_why(chat):
    episodes = play(chat, generate=Puppet(chat, invalid=1.0))
    for episode in episodes:
        assert episode.stop is StopReason.HORIZON and len(episode.turns) == 6
        assert {turn.event for turn in episode.turns} == {Event.UNPARSEABLE}
        assert all(SKIPPED_TURN in turn.observation for turn in episode.turns[1:])
        assert all(turn.cost_before == turn.cost_after for turn in episode.turns)


def test_limits_end_episodes_and_say_so(chat):
    budget = play(chat, generate=Puppet(chat, invalid=1.0), limits=Limits(4, episode=5))
    assert {(one.stop, len(one.turns)) for one in budget} == {(StopReason.TOKEN_BUDGET, 3)}  # 2 tokens a turn
    length = len(budget[0].turns[0].prompt_ids)
    full = play(chat, "full", Puppet(chat, invalid=1.0), Limits(4, context=2 * length))
    assert {one.stop for one in full} == {StopReason.CONTEXT_OVERFLOW}
    assert all(len(turn.prompt_ids) + 4 <= 2 * length for one in full for turn in one.turns)
    nothing = play(chat, limits=Limits(4, context=5))
    assert {(one.stop, len(one.turns)) for one in nothing} == {(StopReason.CONTEXT_OVERFLOW, 0)}


def test_an_engine_that_returns_nothing(chat):
    with Arena() as arena:
        rollout = Rollout(arena, chat, Memory.named("full"), Limits(4))
        episodes = rollout.play(starts(1, 2), lambda prompts: ([[] for _ in prompts], [[] for _ in prompts]))
    batch = collate(episodes, pad_id=chat.tokenizer.pad_token_id)
    assert batch.trained == 0 and {episode.stop for episode in episodes} == {StopReason.HORIZON}


def test_every_rank_makes_the_same_calls(chat):
    class Busy(Ranks):
        """A rank whose partner has 20 live games for 9 turns."""

        count = 2
        turn = 0

        def gather(self, item):
            self.turn += 1
            return [item, 20 if self.turn <= 9 else 0]

    puppet = Puppet(chat)
    with Arena() as arena:
        Rollout(arena, chat, Memory.named("none"), Limits(4), Busy()).play(starts(), puppet)
    assert puppet.calls == [20] * 9


def test_workers_play_the_same_games_and_import_no_torch(chat):
    here = play(chat)
    with Arena(2) as arena:
        there = Rollout(arena, chat, Memory.named("none"), Limits(4)).play(starts(), Puppet(chat))
        again = Rollout(arena, chat, Memory.named("none"), Limits(4)).play(starts(), Puppet(chat))
        modules = arena.modules()
        with pytest.raises(WorkerFailed, match="UnknownTask"):
            arena.reset([Start("Nonsense", 1)])
    for one, two, three in zip(here, there, again, strict=True):
        assert one.trace == two.trace == three.trace
        assert [turn.cost_after for turn in one.turns] == [turn.cost_after for turn in two.turns]
    assert len(modules) == 2
    assert all("glyphbench" in names and not {"torch", "transformers", "trl"} & set(names) for names in modules)


def test_memory_names():
    with pytest.raises(ValueError, match="history"):
        Memory.named("some")
    assert Memory.named(3) == Memory(3)
