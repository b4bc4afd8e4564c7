"""Record files: round trip, torn and damaged lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from glyphbench.evaluation import Record, read_records
from glyphbench.harness import StopReason

PLAIN: dict[str, Any] = {
    "version": 1,
    "task": "GlyphBench/Sokoban-v0",
    "kwargs": {"boxes": 1},
    "seed": 1_000_000,
    "model": "m",
    "harness": {"history": 0},
    "prompt": "ab",
    "actions": ["UP", None],
    "rewards": [0.1, 0.0],
    "return": 0.1,
    "native_return": 0.1,
    "success": False,
    "length": 2,
    "stop": "horizon",
    "error": "",
    "replies": 3,
    "events": {"cut": 1, "unparseable": 1},
    "tokens_in": 12,
    "tokens_out": None,
    "seconds": 0.5,
    "trace": "cd",
    "memories": 0,
    "tokens_cached": 5,
    "tokens_reasoning": None,
}


def write(path: Path, *lines: str) -> Path:
    path.write_text("".join(lines), encoding="utf-8")
    return path


def line(**changes: Any) -> str:
    return json.dumps({**PLAIN, **changes}) + "\n"


def test_a_record_is_read_and_written_as_the_same_json(tmp_path: Path) -> None:
    (record,) = read_records(write(tmp_path / "e", line()))
    assert isinstance(record, Record)
    assert (record.total, record.stop) == (0.1, StopReason.HORIZON)
    assert json.loads(record.line()) == PLAIN
    assert list(json.loads(record.line())) == list(PLAIN)


def test_a_record_from_before_memories_and_kinds_of_tokens_were_counted(tmp_path: Path) -> None:
    later = ("memories", "tokens_cached", "tokens_reasoning")
    old = {name: value for name, value in PLAIN.items() if name not in later}
    (record,) = read_records(write(tmp_path / "e", json.dumps(old) + "\n"))
    assert (record.memories, record.tokens_cached, record.tokens_reasoning) == (0, None, None)


def test_what_to_do_about_damage(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="line 2 is damaged: not JSON; delete that line"):
        read_records(write(tmp_path / "e", line(), "{\n", line(seed=9)))
    with pytest.raises(ValueError, match=r"line 2 repeats the episode .*; delete one of the two lines"):
        read_records(write(tmp_path / "e", line(), line()))


def test_no_file_is_no_record(tmp_path: Path) -> None:
    assert read_records(tmp_path / "none") == []


@pytest.mark.parametrize("cut", [1, 20, 2000])
def test_a_torn_last_line_is_left_out_and_repaired_on_request(tmp_path: Path, cut: int) -> None:
    torn = line(seed=8)[:-1][:cut]
    path = write(tmp_path / "e", line(seed=7), torn)
    before = path.read_bytes()
    assert [record.seed for record in read_records(path)] == [7]
    assert path.read_bytes() == before
    assert [record.seed for record in read_records(path, repair=True)] == [7]
    assert path.read_text(encoding="utf-8") == line(seed=7)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("{not json\n", "line 2 is damaged"),
        ("[]\n", "line 2 is not an episode record"),
        (line(version=2), "line 2 is not an episode record: version"),
        (line(seed="x"), "seed"),
        (line(more=1), "more"),
        (line(stop="tired"), "stop"),
        (line(), "line 2 repeats the episode GlyphBench/Sokoban-v0 seed 1000000"),
    ],
)
def test_a_damaged_line_is_named_and_nothing_is_changed(tmp_path: Path, bad: str, message: str) -> None:
    path = write(tmp_path / "e", line(), bad, line(seed=9))
    before = path.read_bytes()
    with pytest.raises(ValueError, match=message):
        read_records(path, repair=True)
    assert path.read_bytes() == before
