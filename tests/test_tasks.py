"""The whole contract on every task: one task per game by default, all of them in the sweep."""

import pytest

from glyphbench import catalogue
from glyphbench.testing import check_task

BUILT = catalogue.tasks(built=True)
ONE_PER_GAME = list({(row.family, row.entry_point): row for row in reversed(BUILT)}.values())
OTHERS = [row for row in BUILT if row not in ONE_PER_GAME]

# A fresh process of these families pays seconds for JAX before its first step; their own tests compare processes.
SLOW_START = {"craftax", "craftaxfull"}


def check(row: catalogue.Task) -> None:
    if row.family in SLOW_START:
        check_task(row.id, turns=60, seeds=(0, 1), processes=False)
    else:
        check_task(row.id, turns=150)


@pytest.mark.parametrize("row", ONE_PER_GAME, ids=lambda row: row.name)
def test_contract_of_each_game(row: catalogue.Task) -> None:
    check(row)


@pytest.mark.sweep
@pytest.mark.parametrize("row", OTHERS, ids=lambda row: row.name)
def test_contract_of_every_other_task(row: catalogue.Task) -> None:
    check(row)


@pytest.mark.parametrize("row", BUILT, ids=lambda row: row.name)
def test_row_says_what_a_reader_needs(row: catalogue.Task) -> None:
    assert row.description and row.reward and row.tags
    assert "\n" not in row.description + row.reward
    if row.track == "standard":
        assert 1 <= row.max_turns <= 512
