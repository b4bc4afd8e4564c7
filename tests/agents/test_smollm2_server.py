"""One transformers model, asked in this process (`hf/`) and behind `transformers serve` (`openai/`): the same games."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from glyphbench.agents import ChatOptions
from glyphbench.evaluation import RunFolder, RunOptions, read_records, run
from glyphbench.registration import make
from scripts import smollm2
from tests.transformers_server import TransformersServer

pytest.importorskip("torch")
pytest.importorskip("trl", reason="the tiny model is made by the training package")
pytest.importorskip("fastapi", reason="transformers serve needs it")

MAZE = {"tasks": ("GlyphBench/MazeEasy-v0",), "kwargs": {"size": 5, "max_turns": 6}}


def played(out: Path, options: RunOptions, server: str | None) -> tuple[list[dict[str, Any]], list[Any]]:
    """Play, greedily and one prompt at a time; returns the records and what was said, turn by turn."""
    chat = ChatOptions(base_url=server, temperature=0.0, max_tokens=options.max_tokens)
    with RunFolder.open(out, options) as folder:
        asyncio.run(run(options, folder, chat=chat, workers=1))
    records = [record.model_dump(exclude={"model", "seconds"}) for record in read_records(out / "episodes.jsonl")]
    told = []
    for path in sorted((out / "transcripts").iterdir()):
        for line in path.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            entry.pop("model", None)
            told.append(entry)
    return records, told


def compare(folder: Path, out: Path, **options: Any) -> tuple[list[dict[str, Any]], list[Any]]:
    """Play through both and hold them against each other; returns what the model did in this process."""
    common = {"temperature": 0.0, **options}
    here = played(out / "hf", RunOptions(model=f"hf/{folder}", **common), None)
    with TransformersServer(folder, out / "server.log") as server:
        there = played(out / "chat", RunOptions(model=f"openai/{folder}", base_url=server.url, **common), server.url)
    # The prompts' and replies' lengths in tokens are in the records, as each side counts them.
    assert here[0] == there[0]
    assert here[1] == there[1]
    return here


def test_a_tiny_model_plays_alike_in_process_and_behind_a_server(tmp_path: Path) -> None:
    from glyphbench_train import build
    from glyphbench_train.config import WarmStart, read
    from glyphbench_train.warmup import demonstrations, warm_start

    overrides = ['tasks.ids=["MazeEasy"]', "tasks.kwargs={size=5, max_turns=6}", "model.tiny={hidden=32}"]
    config = read("cpu_demo", overrides)[0]
    words = build.tokenizer(config)
    model = build.model(config, words)
    shown = demonstrations(build.run_starts(config)[:40], 1.0, config.rollout.parser, 0)
    warm_start(model, build.Chat(words), shown, WarmStart(steps=40), 0)
    model.eval().save_pretrained(tmp_path / "model")
    words.save_pretrained(tmp_path / "model")
    records, told = compare(tmp_path / "model", tmp_path, episodes=3, max_tokens=4, **MAZE)
    assert len({action for record in records for action in record["actions"]}) > 1
    assert all(record["tokens_in"] > 100 for record in records) and len(told) > 10


@pytest.mark.sweep
def test_smollm2_plays_alike_in_process_and_behind_a_server(smollm2_folder: Path, tmp_path: Path) -> None:
    records, told = compare(
        smollm2_folder,
        tmp_path,
        episodes=1,
        max_tokens=24,
        tasks=("GlyphBench/SokobanEasy-v0",),
        kwargs={"max_turns": 3},
        retries=0,
        history=1,
    )
    (record,) = records
    game = make("GlyphBench/SokobanEasy-v0")
    assert record["length"] == 3 and set(record["actions"]) <= {None, *game.actions.names}
    said = [attempt["text"] for entry in told for attempt in entry.get("attempts", ())]
    assert len(said) == 3 and all(any(letter.isalpha() for letter in text) for text in said)


def test_where_the_model_comes_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [])
    assert smollm2.package_file() is None
