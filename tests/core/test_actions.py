"""Names, aliases, parsing and the prompt's action list."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyphbench.core.actions import Action, ActionSet

MOVES = ActionSet([Action("MOVE_LEFT", "go west", ("west",)), Action("WAIT")])


@pytest.mark.parametrize("text", ["MOVE_LEFT", "move left", " Move-Left ", "west", "move__left", "WEST"])
def test_spellings_of_one_action(text: str) -> None:
    assert MOVES.parse(text) == 0


@pytest.mark.parametrize("text", ["", "LEFT", "MOVE", "MOVE_LEFT WAIT", "_", "左"])
def test_what_is_no_action(text: str) -> None:
    assert MOVES.parse(text) is None


@given(st.text())
def test_parsing_never_fails_and_never_invents(text: str) -> None:
    found = MOVES.parse(text)
    assert found is None or text.strip()


@pytest.mark.parametrize(
    "actions", [[Action("left")], [Action("A"), Action("A")], [Action("A"), Action("B", "", ("a",))], [Action("A B")]]
)
def test_bad_names_and_collisions_are_refused(actions: list[Action]) -> None:
    with pytest.raises(ValueError, match="action name"):
        ActionSet(actions)


def test_grid_spells_out_every_cell_and_describes_itself_in_one_line() -> None:
    actions = ActionSet.grid("OPEN_{row}_{col}", "open the cell", row=range(2), col=range(3)) + ActionSet.of(
        PASS="wait"
    )
    assert actions.names == ("OPEN_0_0", "OPEN_0_1", "OPEN_0_2", "OPEN_1_0", "OPEN_1_1", "OPEN_1_2", "PASS")
    first, second = actions.describe().splitlines()
    assert first == "OPEN_<row>_<col>: open the cell (row 0, 1, col 0-2; for example OPEN_1_0)"
    assert second == "PASS: wait"


def test_nearest_offers_similar_names() -> None:
    assert MOVES.nearest("mov lft") == ["MOVE_LEFT"]
    assert MOVES.nearest("zzz") == []
