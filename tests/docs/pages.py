"""The documentation's pages as the tests read them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from scripts.docs import sources

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
_BLOCK = re.compile(r"^(<!-- run -->\n)?^( *)```(\w*)\n(.*?)^\2```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block: its language, its text, and whether it is marked as one that tests run."""

    language: str
    text: str
    run: bool


def blocks(path: Path) -> Iterator[Block]:
    """A page's fenced blocks, those that it takes from elsewhere included."""
    text = sources.expand(path.read_text(encoding="utf-8"))
    for mark in _BLOCK.finditer(text):
        yield Block(mark[3], re.sub(rf"^{mark[2]}", "", mark[4], flags=re.MULTILINE), bool(mark[1]))
