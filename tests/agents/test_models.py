"""Baselines, the scripted model, and model names."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from glyphbench.agents import ChatOptions, Model, ModelError, Reply, model_from
from glyphbench.harness import Harness, StopReason, play
from glyphbench.registration import make

SOKOBAN = "GlyphBench/Sokoban-v0"


def actions(spec: str, seed: int, task: str = SOKOBAN, **kwargs: Any) -> list[str | None]:
    game = make(task, **kwargs)
    return asyncio.run(play(game, model_from(spec).player(game, seed), seed, Harness())).actions


def replies(model: Model, count: int) -> list[Reply]:
    async def ask() -> list[Reply]:
        player = model.player(make(SOKOBAN), 0)
        return [await player([]) for _ in range(count)]

    return asyncio.run(ask())


def test_random_repeats_with_its_seed_and_differs_between_seeds() -> None:
    assert actions("random", 5) == actions("random", 5) != actions("random", 6)


def test_random_plays_every_action_about_equally_often() -> None:
    played = [name for seed in range(20) for name in actions("random", seed)]
    assert len(played) > 1000
    for name in ("UP", "DOWN", "LEFT", "RIGHT"):
        assert 0.2 < played.count(name) / len(played) < 0.3


def test_random_is_independent_of_the_game() -> None:
    short, long = actions("random", 5, max_turns=10), actions("random", 5, max_turns=20, size=8)
    assert long[:10] == short


def test_constant() -> None:
    assert set(actions("constant:move up", 1)) == {"UP"}
    with pytest.raises(ValueError, match="Sokoban-v0 has no action 'DOWM'; for example DOWN"):
        actions("constant:DOWM", 1)


def test_solver_solves() -> None:
    game = make(SOKOBAN)
    episode = asyncio.run(play(game, model_from("solver").player(game, 3), 3, Harness()))
    assert episode.stop is StopReason.SUCCESS
    assert episode.total == pytest.approx(1.0)


def test_solver_without_a_teacher() -> None:
    game = make(SOKOBAN)
    game.task = None
    with pytest.raises(ValueError, match="has no solver"):
        model_from("solver").player(game, 0)


def test_script_of_text_lines_and_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "script"
    path.write_text(
        "I go <action>UP</action>\n\n"
        '{"text": "<action>DOWN</action>", "reasoning": "hm", "tokens_in": 7, "tokens_out": 2, "finish": "length"}\n'
        "{curly} <action>LEFT</action>\n",
        encoding="utf-8",
    )
    assert replies(model_from(f"scripted:{path}"), 3) == [
        Reply("I go <action>UP</action>"),
        Reply("<action>DOWN</action>", "hm", 7, 2, "length"),
        Reply("{curly} <action>LEFT</action>"),
    ]
    with pytest.raises(ModelError, match="no reply left after 3"):
        replies(model_from(f"scripted:{path}"), 4)
    path.write_text('{"error": "broken"}', encoding="utf-8")
    with pytest.raises(ModelError, match="broken"):
        replies(model_from(f"scripted:{path}"), 1)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\n \n", "holds no reply"),
        (b'{"txt": "x"}', "unknown field 'txt'"),
        (b'{"tokens_in": "7"}', "tokens_in must be int"),
        (b"\xff\xfe", "not UTF-8"),
    ],
)
def test_bad_scripts(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "script"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=message):
        model_from(f"scripted:{path}")


def test_a_script_that_never_ends_is_not_read() -> None:
    with pytest.raises(ValueError, match="/dev/zero is no regular file"):
        model_from("scripted:/dev/zero")
    with pytest.raises(ValueError, match="is a folder"):
        model_from("scripted:/dev")


def test_a_script_that_is_too_long(tmp_path: Path) -> None:
    path = tmp_path / "script"
    with path.open("wb") as file:
        file.truncate(10**9)  # takes no room on the disk
    with pytest.raises(ValueError, match="longer than 64 MiB"):
        model_from(f"scripted:{path}")


def test_a_script_from_a_pipe_is_read_once_and_played_again() -> None:
    out, into = os.pipe()
    os.write(into, b"<action>UP</action>\n")
    os.close(into)
    spec = f"scripted:/dev/fd/{out}"
    assert replies(model_from(spec), 1) == replies(model_from(spec), 1) == [Reply("<action>UP</action>")]
    os.close(out)


@pytest.mark.parametrize("spec", ["", "x", "randm", "constant:", "scripted:", "chat:", "chat: "])
def test_unknown_models(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(ValueError, match="model"):
        model_from(spec)


def test_any_name_is_a_chat_model_where_a_server_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    model: Any = model_from("org/qwen:7b", ChatOptions("http://127.0.0.1:1/v1"))
    assert model.name == "org/qwen:7b"
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:2/v1")
    model = model_from("qwen", ChatOptions())
    assert (model.name, model.server) == ("qwen", "http://127.0.0.1:2/v1")
