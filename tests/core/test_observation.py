"""The text form, written out by hand."""

import numpy as np
import pytest

from glyphbench.core.glyphs import Glyph
from glyphbench.core.observation import Observation

LEGEND = (Glyph("@", "you", "bold yellow"), Glyph("#", "wall"))


def test_sections_in_order() -> None:
    observation = Observation(("#@", "##"), LEGEND, "turn 1/9", "You wait.")
    assert observation.text == (
        "[Legend]\n@ you\n# wall\n\n[HUD]\nturn 1/9\n\n[Grid]\n#@\n##\n\n[Message]\nYou wait.\n"
    )


def test_empty_sections_are_left_out() -> None:
    assert Observation(("#",), ()).text == "[Grid]\n#\n"


def test_spaced_layout_and_headers() -> None:
    observation = Observation(("#@", "##"), LEGEND, headers=True, layout="spaced")
    assert observation.text.split("[Grid]\n")[1] == "  0 1\n0 # @\n1 # #\n"


def test_wide_headers_show_tens_above_units() -> None:
    wide = Observation(("#" * 12,) * 11, (LEGEND[1],), headers=True)
    assert wide.text.split("[Grid]\n")[1].splitlines()[:4] == [
        "             1 ".rstrip() + " ",
        "   012345678901",
        " 0 ############",
        " 1 ############",
    ]


@pytest.mark.parametrize(
    ("grid", "legend", "part"),
    [
        (("#@", "#"), LEGEND, "differ in length"),
        (("#",), LEGEND, r"only listed \['@'\]"),
        (("#@x",), LEGEND, r"only drawn \['x'\]"),
        ((), (), "empty"),
        (("#",), (LEGEND[1], LEGEND[1]), "twice"),
    ],
)
def test_audit_finds_faults(grid: tuple, legend: tuple, part: str) -> None:
    with pytest.raises(ValueError, match=part):
        Observation(grid, legend).check()


@pytest.mark.parametrize("headers", [False, True])
@pytest.mark.parametrize("layout", ["dense", "spaced"])
def test_rich_and_ansi_say_the_same_as_text(headers: bool, layout: str) -> None:
    import re

    observation = Observation(("#@", "##"), LEGEND, "turn 1/9", "Hello.", headers, layout)
    assert observation.rich().plain == observation.text
    coloured = observation.ansi()
    assert "\x1b[1;33m@" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == observation.text


def test_image_draws_the_glyph_in_its_cell_and_colour() -> None:
    image = Observation((".@", ".."), (LEGEND[0], Glyph(".", "floor", "dim")), "turn 1/9").image(cell=20)
    assert image.dtype == np.uint8 and image.ndim == 3 and image.shape[2] == 3
    yellow = (image[..., 0] > 100) & (image[..., 2] < 60)
    rows, columns = np.nonzero(yellow)
    assert rows.min() >= 0 and rows.max() < 20 <= columns.min() and columns.max() < 40
    with pytest.raises(ValueError, match="cell"):
        Observation((".",), LEGEND).image(cell=2)
