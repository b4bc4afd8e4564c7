"""Faults of evaluations that others have reported in public, and how ours behave. The report stands with each test."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from glyphbench.agents import ChatOptions, Message, Reply
from glyphbench.evaluation import Record, RunOptions, read_records, summarise
from glyphbench.evaluation.worker import RunStopped
from glyphbench.harness import Episode, Event, Harness, play
from glyphbench.registration import make
from glyphbench.replay.runs import verify_run
from tests.chat_server import Answer, ChatServer, by_content
from tests.runs import carry_out, transcripts

TASKS = ("GlyphBench/SokobanEasy-v0", "GlyphBench/Sokoban-v0")


def options(**changes: Any) -> RunOptions:
    return RunOptions(**{"model": "random", "tasks": TASKS, "episodes": 3, "kwargs": {"max_turns": 8}, **changes})


def told(*replies: Reply | str, **harness: Any) -> tuple[Episode, list[list[Message]]]:
    """Play Sokoban with these replies, then with RIGHT; returns the episode and the prompts."""
    queue, prompts = list(replies), []

    async def answer(messages: Sequence[Message]) -> Reply:
        prompts.append(list(messages))
        reply = queue.pop(0) if queue else "<action>RIGHT</action>"
        return Reply(reply) if isinstance(reply, str) else reply

    game = make("GlyphBench/SokobanEasy-v0", max_turns=5)
    return asyncio.run(play(game, answer, 0, Harness(**harness))), prompts


def test_a_recording_holds_the_first_frame_every_action_and_no_turn_too_many(tmp_path: Path) -> None:
    """arcprize/ARC-AGI-3-Agents#91, #92, #93: recorded actions were always RESET, the first frame was missing, 81
    actions stood for a limit of 80; and a playback of it seemed to work."""
    carry_out(tmp_path, options())
    for record in read_records(tmp_path / "episodes.jsonl"):
        game = make(record.task, max_turns=8)
        first, _ = game.reset(seed=record.seed)
        name = f"{record.task.removeprefix('GlyphBench/')}-{record.seed}.jsonl"
        turns = [json.loads(line) for line in transcripts(tmp_path)[name].splitlines()]
        turns = [turn for turn in turns if "attempts" in turn]
        assert turns[0]["attempts"][0]["prompt"] == first
        assert [turn["action"] for turn in turns] == record.actions
        assert len(record.actions) <= 8
        assert set(record.actions) <= set(game.actions.names)
    assert not verify_run(tmp_path).findings


def test_a_playback_of_other_actions_fails_loudly(tmp_path: Path) -> None:
    """arcprize/ARC-AGI-3-Agents#93: wrong actions were played back without a word."""
    carry_out(tmp_path, options())
    file = tmp_path / "episodes.jsonl"
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    lines[1]["actions"][3] = "UP" if lines[1]["actions"][3] != "UP" else "DOWN"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    found = verify_run(tmp_path).findings
    assert {finding.line for finding in found} == {2}


def test_an_unknown_action_is_counted_and_the_game_goes_on() -> None:
    """lmgame-org/GamingAgent#72: a reply that was no move ended the run."""
    episode, _ = told("<action>FLY</action>", retries=0)
    assert episode.actions == [None, "RIGHT", "RIGHT", "RIGHT", "RIGHT"]
    assert dict(episode.events) == {Event.UNPARSEABLE: 1}


def test_feedback_never_echoes_the_reply_and_can_be_turned_off() -> None:
    """balrog-ai/BALROG#29, #13: the feedback quoted the model's own words, which confused models that reason."""
    words = "Perhaps <action>FROBNICATE</action> helps?"
    episode, prompts = told(words, retries=1)
    assert prompts[1][-1].role == "user" and "FROBNICATE" not in prompts[1][-1].text
    assert len(prompts[1][-1].text) < 400
    assert episode.actions[0] == "RIGHT"
    _, prompts = told(words, retries=0)
    assert len(prompts) == 5  # one per turn: nothing was asked again


def test_reasoning_that_eats_the_budget_is_an_event_of_its_own_and_not_retried() -> None:
    """EleutherAI/lm-evaluation-harness#3244, UKGovernmentBEIS/inspect_ai#5467: no content and `finish_reason=length`
    was asked again for ever, or scored as a wrong answer."""
    episode, prompts = told(Reply("", "hm", 30, 20, "length"), retries=3)
    assert dict(episode.events) == {Event.REASONING_ONLY: 1}
    assert episode.actions == [None, "RIGHT", "RIGHT", "RIGHT", "RIGHT"]
    assert len(prompts) == 5


class Trouble(RunStopped):
    pass


def stop_after(count: int) -> Any:
    """A report that ends the run with the given record."""
    seen: list[Record] = []

    def report(record: Record) -> None:
        seen.append(record)
        if len(seen) == count:
            raise Trouble

    return report


@pytest.mark.parametrize("count", [1, 4, 6])
def test_a_long_run_that_dies_goes_on_and_ends_as_if_it_had_not(tmp_path: Path, count: int) -> None:
    """PrimeIntellect-ai/verifiers#579, #803: an evaluation of hours died and everything was lost."""
    with pytest.raises(Trouble):
        carry_out(tmp_path / "r", options(), report=stop_after(count))
    assert len(read_records(tmp_path / "r" / "episodes.jsonl")) == count
    replayed: list[Record] = []
    assert carry_out(tmp_path / "r", options(), report=replayed.append) == carry_out(tmp_path / "whole", options())
    assert len(replayed) == 6 - count
    assert transcripts(tmp_path / "r") == transcripts(tmp_path / "whole")


def test_token_totals_after_a_resume_count_all_episodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """UKGovernmentBEIS/inspect_ai#2836: after a retry the totals counted the new samples alone."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")

    def counting(request: dict[str, Any], number: int) -> Answer:
        answer = by_content(request, number)
        size = sum(len(message["content"]) for message in request["messages"])
        answer.usage = {"prompt_tokens": size // 4, "completion_tokens": 7}
        return answer

    with ChatServer(counting) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        chosen = options(model="chat:m", base_url=server.url)
        with pytest.raises(Trouble):
            carry_out(tmp_path / "r", chosen, chat=ChatOptions(), report=stop_after(3))
        carry_out(tmp_path / "r", chosen, chat=ChatOptions())
        carry_out(tmp_path / "whole", chosen, chat=ChatOptions())
    resumed, whole = (read_records(tmp_path / name / "episodes.jsonl") for name in ("r", "whole"))
    replies = sum(record.replies for record in whole)
    assert sum(record.tokens_out or 0 for record in resumed) == 7 * replies
    assert summarise("all", resumed) == summarise("all", whole)
