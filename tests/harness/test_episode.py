"""The episode loop: every stop reason, retries, skipped turns, history, and the trace."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from typing import Any

import pytest

from glyphbench.agents import ContextOverflow, Message, ModelError, ModelUnavailable, PlayerLeft, Reply, model_from
from glyphbench.core.actions import ActionSet
from glyphbench.core.env import GlyphEnv, Outcome
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation
from glyphbench.harness import SKIPPED_TURN, Episode, Event, Format, Harness, StopReason, play
from glyphbench.registration import make

PALETTE = Palette(Glyph("@", "you"), Glyph("★", "goal"), Glyph("o", "pit"), Glyph(".", "floor"))


class Corridor(GlyphEnv):
    """`o.@..★`: two steps to the pit, three to the goal."""

    actions = ActionSet.of(LEFT="one cell west", RIGHT="one cell east")
    rules = "Reach the goal."

    def _start(self, seed: int) -> None:
        self.state = 2

    def _apply(self, action: int) -> Outcome:
        self.state += (-1, 1)[action]
        ended = self.state in (0, 5)
        return Outcome(float(self.state == 5), ended, self.state == 5 if ended else None)

    def _observe(self) -> Observation:
        row = "".join("@" if x == self.state else "o....★"[x] for x in range(6))
        return Observation((row,), PALETTE.legend([row]))


class Script:
    """Answers with the given replies and keeps the prompts."""

    def __init__(self, *replies: Reply | str | Exception) -> None:
        self.replies = list(replies)
        self.prompts: list[list[Message]] = []

    async def __call__(self, messages: Sequence[Message]) -> Reply:
        self.prompts.append(list(messages))
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return Reply(reply) if isinstance(reply, str) else reply


RIGHT, LEFT = "<action>RIGHT</action>", "<action>LEFT</action>"


def run(script: Script, max_turns: int = 10, listener: Any = None, **harness: Any) -> Episode:
    return asyncio.run(play(Corridor(max_turns=max_turns), script, 0, Harness(**harness), listener))


def test_success() -> None:
    episode = run(Script(RIGHT, RIGHT, RIGHT))
    assert episode.stop is StopReason.SUCCESS and episode.success
    assert episode.actions == ["RIGHT"] * 3
    assert episode.rewards == [0.0, 0.0, 1.0]
    assert (episode.total, episode.native) == (1.0, 1.0)


def test_failure() -> None:
    episode = run(Script(LEFT, LEFT))
    assert (episode.stop, episode.success, episode.total) == (StopReason.FAILURE, False, 0.0)


def test_horizon() -> None:
    episode = run(Script(LEFT, RIGHT, LEFT), max_turns=3)
    assert (episode.stop, len(episode.actions)) == (StopReason.HORIZON, 3)


@pytest.mark.parametrize(
    ("error", "stop"),
    [
        (ContextOverflow("too long"), StopReason.CONTEXT_OVERFLOW),
        (ModelError("refused"), StopReason.MODEL_ERROR),
        (PlayerLeft(), StopReason.INTERRUPTED),
    ],
)
def test_what_happened_before_a_failure_counts(error: Exception, stop: StopReason) -> None:
    episode = run(Script(RIGHT, error))
    assert (episode.stop, episode.actions, episode.error) == (stop, ["RIGHT"], str(error))


def test_reasoning_that_used_up_its_limit_is_not_asked_for_again() -> None:
    spent = Reply("", "hm", 30, 20, "length", tokens_reasoning=20)
    episode = run(Script(spent, RIGHT, Reply("hm", "", 1, 1), spent), max_turns=3, retries=2)
    assert episode.actions == [None, "RIGHT", None]
    assert dict(episode.events) == {Event.REASONING_ONLY: 2, Event.UNPARSEABLE: 1}
    assert (episode.replies, episode.tokens_reasoning, episode.tokens_cached) == (4, 40, None)


def test_a_reply_that_showed_the_prompt_to_be_too_long_is_paid_for() -> None:
    first = Reply(RIGHT, "", 30, 20, tokens_cached=8)
    late = ContextOverflow("too long", Reply(RIGHT, "", 500, 5, tokens_cached=16))
    episode = run(Script(first, late))
    assert (episode.stop, episode.actions, episode.error) == (StopReason.CONTEXT_OVERFLOW, ["RIGHT"], "too long")
    assert (episode.tokens_in, episode.tokens_out, episode.tokens_cached) == (530, 25, 24)


def test_an_unavailable_model_ends_more_than_the_episode() -> None:
    with pytest.raises(ModelUnavailable):
        run(Script(RIGHT, ModelUnavailable("dead")))


def test_token_budget_counts_prompt_and_reply_and_plays_the_last_action() -> None:
    replies = [Reply(text, tokens_in=30, tokens_out=20) for text in (RIGHT, LEFT, RIGHT, LEFT)]
    episode = run(Script(*replies), token_budget=100)
    assert episode.stop is StopReason.TOKEN_BUDGET
    assert episode.actions == ["RIGHT", "LEFT"]
    assert (episode.tokens_in, episode.tokens_out) == (60, 40)


def test_token_budget_is_kept_within_a_turn() -> None:
    episode = run(Script(*[Reply("hm", tokens_in=60, tokens_out=40)] * 3), token_budget=100, retries=3)
    assert (episode.stop, episode.actions, episode.replies) == (StopReason.TOKEN_BUDGET, [], 1)


def test_tokens_are_unknown_once_a_reply_does_not_count_them() -> None:
    episode = run(Script(Reply(LEFT, tokens_in=5, tokens_out=1), LEFT))
    assert (episode.tokens_in, episode.tokens_out) == (None, None)


def test_a_retry_says_what_was_wrong_and_costs_no_turn() -> None:
    script = Script("I go left", LEFT, LEFT)
    episode = run(script)
    assert (episode.actions, episode.replies, dict(episode.events)) == (["LEFT", "LEFT"], 3, {Event.UNPARSEABLE: 1})
    asked_again = script.prompts[1]
    assert asked_again[:2] == script.prompts[0]
    assert asked_again[2] == Message("assistant", "I go left")
    assert asked_again[3].role == "user" and "named no action" in asked_again[3].text
    assert "turn 1/10" in script.prompts[2][-1].text


@pytest.mark.parametrize("retries", [0, 1, 2, 3])
def test_after_all_retries_the_turn_passes_and_the_player_is_told(retries: int) -> None:
    script = Script(*["hm"] * (retries + 1), LEFT, LEFT)
    episode = run(script, retries=retries)
    assert episode.actions == [None, "LEFT", "LEFT"]
    assert episode.rewards[0] == 0.0
    assert episode.events[Event.UNPARSEABLE] == retries + 1
    told = script.prompts[retries + 1][-1].text
    assert told.endswith(f"[Message]\n{SKIPPED_TURN}\n")
    assert "turn 1/10" in told


def test_three_events_are_counted_apart() -> None:
    cut, empty = Reply("I think", finish="length"), Reply("", reasoning="hm", finish="length")
    episode = run(Script(cut, empty, "hm", LEFT, LEFT), retries=3)
    assert dict(episode.events) == {Event.CUT: 1, Event.REASONING_ONLY: 1, Event.UNPARSEABLE: 1}


@pytest.mark.parametrize("turns", [0, 1, 2, 5])
def test_history_repeats_previous_turns_without_reasoning(turns: int) -> None:
    script = Script(*[f"<think>secret</think>Plan {n}. {text}" for n, text in enumerate([RIGHT, LEFT, RIGHT, RIGHT])])
    script.replies.append(RIGHT)
    run(script, history=turns)
    last = script.prompts[4]
    assert last[0].role == "system"
    assert last[-1] == Message("user", script.prompts[4][-1].text)
    kept = min(turns, 4)
    assert len(last) == 2 + 2 * kept
    for back, number in enumerate(range(4 - kept, 4)):
        seen, said = last[1 + 2 * back : 3 + 2 * back]
        assert seen == script.prompts[number][-1]
        assert said.role == "assistant" and said.text.startswith(f"Plan {number}. ")


def test_history_holds_the_last_attempt_of_a_turn_and_no_empty_message() -> None:
    script = Script("hm", Reply("", reasoning="x", finish="length"), LEFT, LEFT)
    run(script, history=3)
    assert [message.role for message in script.prompts[2]] == ["system", "user", "assistant", "user"]
    assert all(message.text for prompt in script.prompts for message in prompt)


def test_the_prompt_asks_for_the_format_that_is_parsed() -> None:
    for form, answer in (
        (Format.ACTION, "<action>LEFT</action>"),
        (Format.FENCE, "```\nLEFT\n```"),
        (Format.ANSWER, "<answer>LEFT</answer>"),
    ):
        script = Script(answer, answer)
        assert run(script, form=form).actions == ["LEFT", "LEFT"]
        assert answer.replace("LEFT", "NAME") in script.prompts[0][0].text


def test_transcript_holds_prompts_replies_reasoning_and_events() -> None:
    heard: list[dict[str, Any]] = []
    run(Script(Reply("hm", reasoning="deep"), LEFT, LEFT), listener=heard.append)
    assert heard[0]["system"].startswith("Reach the goal.")
    first, second = heard[1]["attempts"]
    assert (first["text"], first["reasoning"], first["event"]) == ("hm", "deep", "unparseable")
    assert "event" not in second and "named no action" in second["prompt"]
    assert (heard[1]["turn"], heard[1]["action"], heard[2]["turn"]) == (0, "LEFT", 1)
    assert heard[-1]["stop"] == "failure" and "@" in heard[-1]["observation"]


@pytest.mark.parametrize("bad", [{"history": -1}, {"retries": 4}, {"retries": -1}, {"form": "x"}, {"token_budget": 0}])
def test_harness_refuses(bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        Harness(**bad)


def replayed(task: str, seed: int, actions: list[str | None]) -> tuple[str, list[float]]:
    """An independent re-player: rewards and chained hash of every text."""
    game = make(task)
    texts, rewards = [game.reset(seed=seed)[0]], []
    for name in actions:
        step = game.skip_turn(SKIPPED_TURN) if name is None else game.step(game.actions.names.index(name))
        texts.append(step[0])
        rewards.append(step[1])
    digest = ""
    for text in texts:
        digest = hashlib.sha256((digest + "\n" + text).encode()).hexdigest()
    return digest, rewards


@pytest.mark.parametrize("task", ["GlyphBench/Sokoban-v0", "GlyphBench/SokobanHard-v0"])
def test_trace_is_what_a_replay_of_the_actions_gives(task: str) -> None:
    game = make(task)
    chooser = model_from("random").player(game, 7)
    count = 0

    async def sloppy(messages: Sequence[Message]) -> Reply:
        nonlocal count
        count += 1
        return Reply("hm") if count % 5 == 0 else await chooser(messages)

    episode = asyncio.run(play(game, sloppy, 7, Harness(retries=0)))
    assert None in episode.actions
    assert replayed(task, 7, episode.actions) == (episode.trace, episode.rewards)
    changed = list(episode.actions)
    changed[changed.index(None)] = "UP"
    assert replayed(task, 7, changed)[0] != episode.trace
