"""Glyphs, palettes and the permitted pool, against Unicode's own tables and the bundled font."""

import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcwidth

from glyphbench.core.glyphs import PERMITTED, Glyph, Palette, check_glyph
from glyphbench.core.image import _font


@pytest.mark.parametrize("char", sorted(PERMITTED))
def test_every_permitted_glyph_is_one_visible_column(char: str) -> None:
    assert wcwidth(char) == 1
    assert not char.isspace()
    assert unicodedata.category(char)[0] in "LNPS"
    assert unicodedata.normalize("NFC", char) == char


def test_the_font_draws_every_permitted_glyph_differently() -> None:
    font = _font(28)
    pictures = {char: (bytes(font.getmask(char)), font.getbbox(char)) for char in PERMITTED}
    missing = font.getmask("\ue123")
    assert bytes(missing) not in {picture for picture, _ in pictures.values()}
    assert len(set(pictures.values())) == len(PERMITTED)


@pytest.mark.parametrize("char", ["", "ab", " ", "\n", "é́"[1], "😀", "\ue000", "界"])
def test_unfit_glyphs_are_refused(char: str) -> None:
    with pytest.raises(ValueError, match="glyph"):
        check_glyph(char)


def test_palette_refuses_collisions() -> None:
    with pytest.raises(ValueError, match="means both 'box' and 'coin'"):
        Palette(Glyph("$", "box"), Glyph("$", "coin"))


@given(st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=3), min_size=1, max_size=5))
def test_rows_and_legend_agree_with_a_plain_loop(codes: list[list[int]]) -> None:
    palette = Palette(Glyph("@", "you"), Glyph("#", "wall"), Glyph(".", "floor"))
    rows = palette.rows(np.array(codes))
    assert rows == tuple("".join("@#."[code] for code in row) for row in codes)
    legend = palette.legend(rows)
    assert [glyph.char for glyph in legend] == [char for char in "@#." if any(char in row for row in rows)]


def test_rows_draws_a_transposed_array() -> None:
    palette = Palette(Glyph("@", "you"), Glyph("#", "wall"))
    assert palette.rows(np.array([[0, 1, 1], [1, 1, 0]]).T) == ("@#", "##", "#@")
