"""Prices: costs worked by hand, unknown costs, and tables with mistakes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyphbench.evaluation.prices import Price, Prices, read_prices
from glyphbench.evaluation.report import Finished, as_json, dollars, remarks, rows_of, shown_columns
from tests.evaluation.test_summary import record

TABLE = """
["gpt-x"]
input = 2.0
cached_input = 0.5
output = 10

["hf/me/free"]
input = 0
output = 0
"""
CALLS = {"model": "openai/gpt-x", "tokens_in": 1_000_000, "tokens_out": 100_000}


def prices(tmp_path: Path, text: str = TABLE) -> Prices:
    path = tmp_path / "prices.toml"
    path.write_text(text, encoding="utf-8")
    return read_prices(path)


def test_an_episode(tmp_path: Path) -> None:
    table = prices(tmp_path)
    assert table.cost(record("Sokoban", 1, 0.0, **CALLS)) == pytest.approx(2.0 + 1.0)
    cached = record("Sokoban", 1, 0.0, **CALLS, tokens_cached=400_000, tokens_reasoning=90_000)
    assert table.cost(cached) == pytest.approx(0.6 * 2 + 0.4 * 0.5 + 1.0)
    assert table.cost(record("Sokoban", 1, 0.0, **{**CALLS, "model": "chat:gpt-x"})) == pytest.approx(3.0)
    assert table.cost(record("Sokoban", 1, 0.0, **{**CALLS, "model": "hf/me/free"})) == 0.0


@pytest.mark.parametrize("changes", [{"model": "gpt-y"}, {"tokens_in": None}, {"tokens_out": None}])
def test_unknown_is_not_nothing(tmp_path: Path, changes: dict[str, object]) -> None:
    assert prices(tmp_path).cost(record("Sokoban", 1, 0.0, **{**CALLS, **changes})) is None


def test_without_a_price_for_the_cache_it_costs_as_the_rest() -> None:
    assert Price(input=2.0, output=0.0).cost(1_000_000, 1_000_000, 0) == pytest.approx(2.0)


@given(*[st.integers(0, 10**12)] * 3, *[st.floats(0, 1e6)] * 3)
def test_any_price(n: int, cached: int, out: int, fresh: float, again: float, output: float) -> None:
    cost = Price(input=fresh, cached_input=min(again, fresh), output=output).cost(n, cached, out)
    assert 0 <= cost <= (n * fresh + out * output) / 1e6 * (1 + 1e-9)


def test_the_report(tmp_path: Path) -> None:
    played = [
        record("SokobanEasy", 1, 0.0, **CALLS, tokens_cached=400_000),
        record("SokobanEasy", 2, 0.0, **CALLS),
        record("Sokoban", 1, 0.0, **{**CALLS, "tokens_out": 0}, tokens_reasoning=0),
    ]
    known = Finished("a", "openai/gpt-x", played, 3, prices(tmp_path))
    (row,) = rows_of(known)
    assert row.spent.cost == pytest.approx(2.4 + 3.0 + 2.0)
    assert row.cost == pytest.approx((2.7 + 2.0) / 2)  # every task weighs the same
    assert (row.tokens_cached, row.tokens_reasoning) == (100_000, 0)
    shown = {column.name: column.show(row) for column in shown_columns([row])}
    assert (shown["cost/episode"], shown["cost"], shown["cached"]) == ("$2.35", "$7.40", "100,000")
    lines = remarks(known)
    assert "tokens in all: 3,000,000 in (400,000 cached), 200,000 out (0 reasoning)" in lines
    assert "cost: $7.40 in all, $2.47 an episode" in lines
    told = json.loads(json.dumps(as_json([known])))["runs"][0]
    assert told["price"] == {"input": 2.0, "output": 10.0, "cached_input": 0.5}
    assert told["spent"]["cost"] == pytest.approx(7.4)
    assert told["families"][0]["spent"]["tokens_in"] == 3_000_000
    assert (told["families"][0]["stops"], told["families"][0]["events"]) == ({"horizon": 3}, {})


def test_a_model_without_a_price_is_unknown_and_no_prices_are_no_columns(tmp_path: Path) -> None:
    played = [record("Sokoban", 1, 0.0, **{**CALLS, "model": "m"})]
    unknown = Finished("a", "m", played, 1, prices(tmp_path))
    (row,) = rows_of(unknown)
    shown = {column.name: column.show(row) for column in shown_columns([row])}
    assert (shown["cost/episode"], shown["cost"]) == ("unknown", "unknown")
    assert "cost: unknown, the table has no price for m" in remarks(unknown)
    assert as_json([unknown])["runs"][0]["spent"]["cost"] is None
    untold = Finished("a", "m", played, 1)
    assert not any(column.name.startswith("cost") for column in shown_columns(rows_of(untold)))
    assert not any(line.startswith("cost") for line in remarks(untold))


def test_amounts() -> None:
    assert [dollars(value) for value in (0, 0.000123456, 0.0456, 0.999, 1, 1234.5)] == [
        *("$0.00", "$0.000123", "$0.0456", "$0.999", "$1.00", "$1,234.50")
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "holds no price"),
        ("[m]\ninput = 1\noutptu = 2", "unknown key 'outptu'; did you mean output"),
        ("[m]\ninput = 1\ncached-input = 1\noutput = 2", "did you mean cached_input"),
        ("[m]\ninput = 1\nqqq = 2", "known keys: cached_input, input, output"),
        ("[m]\ninput = 1", "output: Field required"),
        ("[m]\ninput = -1\noutput = 1", "input: Input should be greater than or equal to 0"),
        ("[m]\ninput = nan\noutput = 1", "input"),
        ("[m]\ninput = '1'\noutput = 1", "input: Input should be a valid number"),
        ("m = 3", "a table is expected, got 3"),
        ("[m", "is not TOML"),
    ],
)
def test_mistakes(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(ValueError, match=r"prices\.toml") as caught:
        prices(tmp_path, text)
    assert words in str(caught.value)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "p"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="not TOML"):
        read_prices(path)
    with pytest.raises(ValueError, match="longer than 1 MiB"):
        read_prices(Path("/dev/zero"))


@given(text=st.text(st.sampled_from("[]\"=.m \ninput output 1.5-#'{}"), max_size=60))
def test_any_text_is_a_table_or_one_clear_error(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_text(text, encoding="utf-8")
    try:
        assert read_prices(path).table
    except ValueError as error:
        assert "any.toml" in str(error)
