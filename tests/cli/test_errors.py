"""What a user sees of an error."""

import pytest
from pydantic import BaseModel, ValidationError, field_validator

from glyphbench.cli.errors import LONGEST, one_line


class Meal(BaseModel):
    """Something that can be wrong."""

    plates: int
    name: str = ""

    @field_validator("name")
    @classmethod
    def _edible(cls, name: str) -> str:
        if name == "stones":
            raise ValueError("nobody eats stones")
        return name


@pytest.mark.parametrize(
    ("data", "line"),
    [
        ({"plates": 1, "name": "stones"}, "name: nobody eats stones"),
        ({"plates": "x"}, "plates: Input should be a valid integer, unable to parse string as an integer"),
    ],
)
def test_a_validation_error_without_pydantics_apparatus(data: dict[str, object], line: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Meal.model_validate(data)
    assert one_line(caught.value) == line


def test_lines_and_notes_are_joined() -> None:
    error = ValueError("two\n  lines")
    error.add_note("in a game")
    assert one_line(error) == "two lines (in a game)"


def test_a_message_does_not_steer_the_terminal() -> None:
    line = one_line(ValueError("a server said \x1b[31mred\x07 and \u202eback"))
    assert line == "a server said \ufffd[31mred\ufffd and \ufffdback"


def test_the_middle_of_a_long_message_is_left_out() -> None:
    line = one_line(ValueError("begin" + "x" * 10_000 + "end"))
    assert line.startswith("begin") and line.endswith("end") and len(line) <= LONGEST + 3


def test_an_operating_system_error_names_the_file() -> None:
    assert (
        one_line(FileNotFoundError(2, "No such file or directory", "/nowhere")) == "/nowhere: No such file or directory"
    )


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(UnicodeEncodeError) as caught:
        "caf\udcff".encode()
    assert one_line(caught.value) == "a name or an argument holds bytes that are no UTF-8"
