"""Model names as users write them: which server, which model, and no credentials in what is written."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyphbench.agents import ChatOptions, model_from
from glyphbench.agents.chat import ChatModel
from glyphbench.agents.spec import bare_name, public_url, resolve
from glyphbench.evaluation.options import RunOptions, slugged

SOKOBAN = ("GlyphBench/Sokoban-v0",)


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def asked(spec: str, **options: Any) -> tuple[str, str]:
    """The name that is sent, and the server that is asked."""
    model = model_from(spec, ChatOptions(**options))
    assert isinstance(model, ChatModel)
    return model.name, model.server


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("openai/gpt-x", "gpt-x"),
        ("openai/openai/gpt-oss-20b", "openai/gpt-oss-20b"),
        ("chat:openai/gpt-x", "openai/gpt-x"),
        ("org/qwen:7b", "org/qwen:7b"),
    ],
)
def test_the_server_from_the_options(spec: str, name: str) -> None:
    assert asked(spec, base_url="http://h:1/v1") == (name, "http://h:1/v1")


def test_where_openai_models_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="OPENAI_API_KEY"):
        model_from("openai/gpt-x")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
    assert asked("openai/gpt-x") == ("gpt-x", "https://api.openai.com/v1")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://env:2/v1")
    assert asked("openai/gpt-x") == ("gpt-x", "http://env:2/v1")
    assert asked("openai/gpt-x", base_url="http://h:1/v1") == ("gpt-x", "http://h:1/v1")
    with pytest.raises(ValueError, match="OPENAI_API_KEY"):
        monkeypatch.delenv("OPENAI_API_KEY")
        model_from("openai/gpt-x", ChatOptions("https://api.openai.com/v1"))
    assert asked("https://url:3/v1#a/b") == ("a/b", "https://url:3/v1")


def test_a_url_is_a_server_and_a_model() -> None:
    name, chat = resolve("HTTP://me:pw@host:8000/v1/#org/qwen3:8b")
    assert name == "chat:org/qwen3:8b"
    assert public_url(chat.base_url or "") == "http://host:8000/v1"
    assert asked("http://me:pw@host:8000/v1#random") == ("random", "http://host:8000/v1")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("http://me:secret@host/v1", "write http://host/v1#NAME"),
        ("http://me:secret@host/v1#", "lacks the model's name"),
        ("http://me:secret@host/v1# ", "lacks the model's name"),
        ("http://#name", "names a host"),
        ("http://me:secret@host:port/v1#x", "not a URL"),
        ("openai/", "lacks what follows 'openai/'"),
        ("openai/ ", "lacks what follows"),
    ],
)
def test_mistakes_are_told_without_credentials(spec: str, words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        model_from(spec)
    assert "secret" not in str(caught.value)


def test_two_servers_are_a_mistake() -> None:
    with pytest.raises(ValueError, match=r"two servers: http://a/v1 .* http://b/v1"):
        resolve("http://x:pw@a/v1#m", ChatOptions("http://y:pw@b/v1"))


def test_another_variable_holds_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
    with pytest.raises(ValueError, match="set MY_KEY"):
        asked("openai/m", key_env="MY_KEY")
    monkeypatch.setenv("MY_KEY", "sk-“2”")
    with pytest.raises(ValueError, match="MY_KEY holds characters"):
        asked("openai/m", key_env="MY_KEY")
    monkeypatch.setenv("MY_KEY", "sk-2")
    assert asked("openai/m", key_env="MY_KEY") == ("m", "https://api.openai.com/v1")


def test_options_of_a_run_hold_no_credentials_and_the_server_does_not_matter() -> None:
    first = RunOptions(model="http://me:pw@h:1/v1#m", tasks=SOKOBAN)
    second = RunOptions(model="chat:m", tasks=SOKOBAN, base_url="http://h:2/v1")
    assert (first.model, first.base_url) == ("chat:m", "http://h:1/v1")
    assert first.slug == second.slug
    assert first.differences(second.model_dump(mode="json")) == []
    with_effort = RunOptions(model="chat:m", tasks=SOKOBAN, reasoning_effort="low")
    assert with_effort.slug != first.slug
    assert with_effort.differences(first.model_dump(mode="json")) == ["reasoning_effort (None there, 'low' now)"]


def test_options_that_came_later_do_not_rename_older_folders() -> None:
    """The name is the one that the first version of the options gave to this run."""
    options = RunOptions(model="random", tasks=("GlyphBench/SokobanEasy-v0",), seed=1_000_000)
    assert options.slug == "random-5233b292"


def test_bare_names() -> None:
    assert [bare_name(spec) for spec in ("openai/a/b", "chat:a/b", "hf/a/b", "a/b", "random")] == [
        *["a/b"] * 4,
        "random",
    ]


@given(st.text(max_size=200))
def test_any_name_makes_a_folder_name(text: str) -> None:
    name = slugged(text)
    assert 1 <= len(name) <= 60
    assert name.isascii() and "/" not in name and name[0] not in ".-"


userinfo = st.text(st.characters(codec="ascii", exclude_characters="#/?@[]:\\ \t\r\n", min_codepoint=33), min_size=1)


@given(userinfo, userinfo, st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip))
def test_any_url_with_credentials(user: str, password: str, name: str) -> None:
    model, chat = resolve(f"http://{user}:{password}@host:8000/v1#{name}")
    assert model == f"chat:{name.strip()}"
    assert public_url(chat.base_url or "") == "http://host:8000/v1"
