"""Files of models: what a table means, what it leaves to the command's options, and mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyphbench.agents import ChatOptions
from glyphbench.evaluation.contenders import Contender, read_models

USUAL = ChatOptions("http://usual:1/v1", temperature=0.5, max_tokens=100)


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


def read(tmp_path: Path, text: str, workers: int | None = None) -> list[Contender]:
    path = tmp_path / "models.toml"
    path.write_text(text, encoding="utf-8")
    return read_models(path, USUAL, workers)


def test_every_key(tmp_path: Path) -> None:
    text = """
    [[model]]
    model = "openai/m"
    name = "M, low / 2"
    base_url = "http://me:pw@own:2/v1"
    temperature = 1
    max_tokens = 5
    thinking = false
    reasoning_effort = "low"
    context = 4096
    timeout = 30
    tries = 2
    key_env = "MY_KEY"
    workers = 3
    [[model]]
    model = "qwen"
    [[model]]
    model = "https://url:3/v1#q"
    temperature = 0.0
    [[model]]
    model = "random"
    """
    own, usual, url, random = read(tmp_path, text)
    assert own == Contender(
        "openai/m",
        ChatOptions("http://me:pw@own:2/v1", 1, 5, 30, 2, False, "low", 4096, "MY_KEY"),
        "http://own:2/v1",
        3,
        "M-low-2",
    )
    assert usual == Contender("qwen", USUAL, "http://usual:1/v1")
    assert (url.model, url.server, url.chat.temperature, url.chat.max_tokens) == ("chat:q", "https://url:3/v1", 0, 100)
    assert (random.model, random.server) == ("random", None)
    assert [one.at_once for one in (own, usual, random)] == [3, 8, 1]
    assert [one.at_once for one in read(tmp_path, text, workers=2)] == [3, 2, 2, 2]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "holds no model: write a table [[model]]"),
        ("model = 3", "holds no model"),
        ("model = [3]", "model 1: a table is expected"),
        ("[[models]]\nmodel = 'x'", "unknown key 'models'; did you mean model"),
        ("[[model]]\ntemperature = 1", "model 1: model: Field required"),
        ("[[model]]\nmodel = 'x'\ntemprature = 1", "model 1: unknown key 'temprature'; did you mean temperature"),
        ("[[model]]\nmodel = 'x'\nbase-url = 1", "did you mean base_url"),
        ("[[model]]\nmodel = 'x'\napi_key = 'sk'", "unknown key 'api_key'"),
        ("[[model]]\nmodel = 'x'\nworkers = 0", "workers: Input should be greater than or equal to 1"),
        ("[[model]]\nmodel = 'x'\ntemperature = inf", "temperature"),
        ("[[model]]\nmodel = 'x'\nthinking = 'no'", "thinking: Input should be a valid boolean"),
        ("[[model]]\nmodel = 'x'\n[[model]]\nmodel = 'constant:'", "model 2: model 'constant:' lacks"),
        ("[[model]]\nmodel = 'http://me:secret@h/v1'", "model 1: model 'http://h/v1' lacks the model's name"),
        ("[[model]]\nmodel = 'x'\nbase_url = 'h:1'", "model 1: a base URL begins with"),
    ],
)
def test_mistakes(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(ValueError, match=r"models\.toml") as caught:
        read(tmp_path, text)
    assert words in str(caught.value)
    assert "secret" not in str(caught.value)


scalars = (
    st.none() | st.booleans() | st.integers(-1, 10) | st.floats(width=16) | st.sampled_from(["", "x", "http://h#"])
)


@given(st.dictionaries(st.sampled_from(["model", "name", "workers", "tries", "context", "kontext"]), scalars))
def test_any_table_is_read_or_one_clear_error(tmp_path_factory: pytest.TempPathFactory, row: dict[str, object]) -> None:
    lines = [f"{name} = {_toml(value)}" for name, value in row.items() if value is not None]
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_text("\n".join(["[[model]]", *lines]), encoding="utf-8")
    try:
        (one,) = read_models(path, USUAL)
    except ValueError as error:
        assert "any.toml, model 1" in str(error) or "two servers" in str(error)
        return
    assert one.model and one.at_once >= 1


def _toml(value: object) -> str:
    return repr(value).lower() if isinstance(value, bool) else repr(value)
