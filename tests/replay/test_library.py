"""The list of episodes: what is in it, how one is named, how it is searched."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from glyphbench.evaluation import Job, Record
from glyphbench.replay.library import PLAYING, Entry, choose, entries, matches
from glyphbench.replay.transcripts import read_transcript


def entry(number: int, task: str, seed: int, **fields: Any) -> Entry:
    values: dict[str, Any] = {
        "version": 1, "task": f"GlyphBench/{task}", "kwargs": {}, "seed": seed, "model": "m", "harness": {},
        "prompt": "", "actions": ["UP", None], "rewards": [0.0, 0.0], "return": 0.0, "native_return": 0.0,
        "success": False, "length": 2, "stop": "failure", "error": "", "replies": 2, "events": {}, "tokens_in": 90,
        "tokens_out": 10, "seconds": 0.0, "trace": "", **fields,
    }  # fmt: skip
    record = Record.model_validate(values)
    return Entry(number, Job(record.task, seed), "m", {}, record, Path("none"))


LIST = [
    entry(1, "Sokoban-v0", 1_000_000, **{"return": 1.0, "success": True, "stop": "success", "length": 30}),
    entry(2, "Sokoban-v0", 1_000_001, **{"return": -0.25, "actions": ["UP", "UP"]}),
    entry(3, "NetHack-v0", 1_000_000, **{"return": 0.5, "stop": "horizon", "tokens_in": None}),
    Entry(4, Job("GlyphBench/Snake-v0", 7), "m", {}, None, Path("none")),
]


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("", [1, 2, 3, 4]),
        ("soko", [1, 2]),
        ("SOKO failure", [2]),
        ("return<0.5", [2]),
        ("return<=0.5", [2, 3]),
        ("return>=1", [1]),
        ("return=-0.25", [2]),
        ("length>2", [1]),
        ("seed=1000000", [1, 3]),
        ("skipped>0", [1, 3]),
        ("tokens<100", [3]),
        ("won", [1]),
        ("failed", [2, 3]),
        ("failed return>0", [3]),
        ("horizon", [3]),
        (PLAYING, [4]),
        ("return<", []),
        ("return<1.2.3", []),
        ("1000001", [2]),
    ],
)
def test_search(query: str, numbers: list[int]) -> None:
    assert [item.number for item in LIST if matches(item, query)] == numbers


@pytest.mark.parametrize("name", ["2", "Sokoban-v0-1000001", "GlyphBench/Sokoban-v0-1000001", "Sokoban:1000001"])
def test_names_of_an_episode(name: str) -> None:
    assert choose(LIST, name).number == 2


def test_choosing_in_vain() -> None:
    with pytest.raises(ValueError, match="no episode '9': give a number from 1 to 4, or one like Sokoban-v0-1000000"):
        choose(LIST, "9")
    with pytest.raises(ValueError, match="4 episodes; name one with --episode"):
        choose(LIST, None)
    with pytest.raises(ValueError, match="holds no episode yet"):
        choose([], "1")
    assert choose(LIST[:1], None).number == 1


def test_a_run_that_is_going_on_lists_what_is_being_played(runs: Path) -> None:
    run = runs / "said"
    about = json.loads((run / "run.json").read_text(encoding="utf-8"))
    (run / "run.json").write_text(json.dumps({**about, "ended": None}), encoding="utf-8")
    lines = (run / "episodes.jsonl").read_bytes().splitlines(keepends=True)
    (run / "episodes.jsonl").write_bytes(b"".join(lines[:3]) + lines[3][:50])
    path = run / "transcripts" / "Sokoban-v0-1000001.jsonl"
    said = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(said[:5]) + said[5][:20])  # head, system, three turns, and one half written
    found = entries(run)
    assert [item.stop for item in found] == ["horizon"] * 3 + [PLAYING]
    assert found[3].job == Job("GlyphBench/Sokoban-v0", 1_000_001)
    transcript = found[3].transcript()
    assert transcript is not None
    assert found[3].actions(transcript) == ["RIGHT", "DOWN", "LEFT"]
    assert (transcript.ended, transcript.last) == ("", "")


def test_transcripts_keep_replies_reasoning_and_a_harness_notes(tmp_path: Path) -> None:
    lines = [
        {"task": "GlyphBench/T-v0", "seed": 3, "model": "m"},
        {"system": "rules"},
        {
            "turn": 0,
            "attempts": [
                {"prompt": "p", "text": "hm", "reasoning": "", "tokens_in": 5, "tokens_out": 1, "event": "unparseable"},
                {"prompt": "q", "text": "ok", "reasoning": "why", "tokens_in": 7, "tokens_out": 2},
            ],
            "action": "UP",
            "reward": 0.5,
            "memory": "the key is red",
            "memory_after": "the key is mine",
            "memory_reply": {"prompt": "remember", "text": "x", "tokens_in": 20, "tokens_out": 4},
        },
        {"stop": "horizon", "error": "", "observation": "end"},
    ]
    path = tmp_path / "t.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    found = read_transcript(path)
    assert found is not None
    assert (found.task, found.seed, found.system, found.ended) == ("GlyphBench/T-v0", 3, "rules", "horizon")
    assert [said.text for said in found.turns[0].attempts] == ["hm", "ok"]
    assert found.turns[0].attempts[1].reasoning == "why"
    assert found.turns[0].memory == "the key is red"
    assert found.turns[0].notes == {"memory after": "the key is mine"}
    assert (found.replies, found.memories, found.events) == (2, 1, {"unparseable": 1})
    assert (found.tokens_in, found.tokens_out) == (32, 7)
    assert read_transcript(tmp_path / "none.jsonl") is None
