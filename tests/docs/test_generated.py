"""Pages that are made from the code: task pages, references, gallery, included parts."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from PIL import Image

from glyphbench import catalogue
from glyphbench.registration import make
from scripts.docs import api, catalogue_pages, frames, gallery, sources
from tests.docs.pages import DOCS, PAGES, ROOT


def test_a_task_page_shows_the_game_itself() -> None:
    shown = frames.family("classics")
    assert set(shown) == {row.id for row in catalogue.tasks(family="classics")}
    row = catalogue.task("Sokoban")
    page = catalogue_pages.page(row, shown[row.id])
    game = make("Sokoban")
    game.reset(seed=0)
    bare = html.unescape(re.sub(r"<[^>]+>", "", page))
    for part in (game.observation.text.rstrip(), game.rules.strip(), game.actions.describe(), row.reward):
        assert part in bare
    assert "glyphbench eval --model solver --tasks Sokoban" in page


def test_a_task_without_its_engine_gets_a_page_that_says_so() -> None:
    row = catalogue.task("Atari-Pong")
    page = catalogue_pages.page(row, {"missing": "needs the atari engine; pip install 'glyphbench[atari]'"})
    assert "built without the engine" in page and "glyphbench" in page and "## Rules" not in page


def test_every_family_has_a_page_with_a_table_of_all_its_tasks() -> None:
    for family in catalogue.families():
        text = (DOCS / "tasks" / family / "index.md").read_text(encoding="utf-8")
        assert f"<!-- tasks: {family} -->" in text
        assert len(catalogue_pages.table(family).splitlines()) == 2 + len(catalogue.tasks(family=family))


def test_page_names_are_unique() -> None:
    addresses = [catalogue_pages.address(row) for row in catalogue.tasks()]
    assert len(set(addresses)) == len(addresses) == len(catalogue.tasks())


def test_the_gallery_has_a_small_animation_of_every_family() -> None:
    assert {piece.family for piece in gallery.PIECES} == set(catalogue.families())
    for piece in gallery.PIECES:
        path = DOCS / "gallery" / f"{piece.family}.gif"
        assert path.stat().st_size <= gallery.MOST_BYTES
        with Image.open(path) as picture:
            assert picture.n_frames > 5  # type: ignore[attr-defined]
        assert f"gallery/{piece.family}.gif" in gallery.page()
        assert catalogue.task(piece.task).family == piece.family


def test_the_api_reference_documents_every_name() -> None:
    text = api.reference()
    for names in api.PUBLIC.values():
        for name in names:
            assert f"### {name.rpartition(':')[2]}\n" in text
    assert "- `horizon`" in text  # a stop reason with its docstring
    assert "**Raises**" in text and "- `UnknownTask`" in text


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(DOCS)))
def test_included_parts_exist_and_no_mark_is_left(path: Path) -> None:
    assert "<!-- include" not in sources.expand(path.read_text(encoding="utf-8"))


def test_a_missing_part_is_refused() -> None:
    with pytest.raises(ValueError, match=r"README\.md has no part 'nowhere'"):
        sources.part(ROOT / "README.md", "nowhere")
    with pytest.raises(ValueError, match="no file"):
        sources.part(ROOT / "NOWHERE.md")
