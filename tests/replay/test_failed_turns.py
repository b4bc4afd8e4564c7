"""Episodes that end in the middle of a turn: what was said in it is in the transcript, and the record verifies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from glyphbench.agents import ChatOptions
from glyphbench.evaluation import RunOptions, read_records
from glyphbench.harness import StopReason
from glyphbench.replay import verify_run
from tests.chat_server import Answer, ChatServer, error
from tests.runs import carry_out

LEFT, LOST = Answer("<action>LEFT</action>"), Answer("I am lost.")
LONG = Answer("<action>LEFT</action>", usage={"prompt_tokens": 4000, "completion_tokens": 10})
TOO_LONG = error(400, "This model's maximum context length is 8192 tokens.")


@pytest.mark.parametrize(
    ("answers", "options", "stop", "replies", "tokens"),
    [
        ([LEFT, LOST, TOO_LONG], {}, StopReason.CONTEXT_OVERFLOW, 2, 220),
        ([LEFT, LOST, error(400, "bad words")], {}, StopReason.MODEL_ERROR, 2, 220),
        ([LEFT, LONG], {"context": 3500, "max_tokens": 20}, StopReason.CONTEXT_OVERFLOW, 1, 4120),
        ([LEFT, LOST, LONG], {"context": 3500, "max_tokens": 20}, StopReason.CONTEXT_OVERFLOW, 2, 4230),
    ],
)
def test_a_turn_that_fails(
    tmp_path: Path, answers: list[Answer], options: dict[str, Any], stop: StopReason, replies: int, tokens: int
) -> None:
    with ChatServer(answers) as server:
        chosen = RunOptions(model="chat:m", tasks=("GlyphBench/SokobanEasy-v0",), base_url=server.url, **options)
        carry_out(tmp_path / "run", chosen, chat=ChatOptions(base_url=server.url, tries=1, **options))
    (record,) = read_records(tmp_path / "run" / "episodes.jsonl")
    assert (record.stop, record.actions, record.replies) == (stop, ["LEFT"], replies)
    assert (record.tokens_in or 0) + (record.tokens_out or 0) == tokens
    assert verify_run(tmp_path / "run").findings == []
