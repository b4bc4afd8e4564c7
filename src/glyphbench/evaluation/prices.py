"""Prices: what tokens cost, as the user states it. No price is built in: they change, and differ between providers.

A table of prices is a TOML file with one table per model, in USD per million tokens:

    ["gpt-x"]                # the model as `--model` names it, or as its server does
    input = 1.25
    cached_input = 0.125     # without it cached tokens cost as much as the others
    output = 10.0            # reasoning included
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from glyphbench.agents.spec import bare_name
from glyphbench.evaluation.records import Record
from glyphbench.evaluation.tables import read_row, read_toml


class Price(BaseModel):
    """What a million tokens of one model cost, in USD.

    Attributes:
        input: prompt tokens.
        output: generated tokens, reasoning included.
        cached_input: prompt tokens that the provider had in its cache; None for the price of the others.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: float = Field(ge=0, allow_inf_nan=False)
    output: float = Field(ge=0, allow_inf_nan=False)
    cached_input: float | None = Field(default=None, ge=0, allow_inf_nan=False)

    def cost(self, tokens_in: int, tokens_cached: int, tokens_out: int) -> float:
        """USD for so many tokens, of which `tokens_cached` are among `tokens_in`."""
        cached = min(tokens_cached, tokens_in)
        reduced = self.input if self.cached_input is None else self.cached_input
        return ((tokens_in - cached) * self.input + cached * reduced + tokens_out * self.output) / 1e6


@dataclass(frozen=True)
class Prices:
    """A table of prices by the models' names."""

    table: Mapping[str, Price]

    def of(self, model: str) -> Price | None:
        """The price of a model, by the name that the user gave or by the one that its server knows."""
        return self.table.get(model) or self.table.get(bare_name(model))

    def cost(self, record: Record) -> float | None:
        """USD that an episode cost; None where its model has no price or its tokens were not counted.

        Where the provider says nothing of its cache, every prompt token is charged in full.
        """
        price = self.of(record.model)
        if price is None or record.tokens_in is None or record.tokens_out is None:
            return None
        return price.cost(record.tokens_in, record.tokens_cached or 0, record.tokens_out)


def read_prices(path: Path) -> Prices:
    """Read a table of prices.

    Raises:
        ValueError: it is no such table; the message names the place and, for an unknown key, the nearest valid one.
        OSError: it cannot be read.
    """
    found = {name: read_row(Price, row, f"{path}, [{name!r}]") for name, row in read_toml(path).items()}
    if not found:
        raise ValueError(f"{path} holds no price: write a table per model with input, output and cached_input")
    return Prices(found)
