"""Every message that the troubleshooting page quotes is one that the program still has."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from tests.docs.pages import DOCS, ROOT, blocks

QUOTED = [block.text.strip() for block in blocks(DOCS / "troubleshooting.md") if block.language == "message"]


@cache
def templates() -> list[tuple[str, re.Pattern[str]]]:
    """The strings of the sources: their fixed text, and a pattern in which anything stands for an expression."""
    found = []
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            parts = node.values if isinstance(node, ast.JoinedStr) else [node]
            texts = [part.value if isinstance(part, ast.Constant) else None for part in parts]
            if any(isinstance(text, str) for text in texts):
                fixed = "".join(text for text in texts if isinstance(text, str))
                pattern = "".join(re.escape(text) if isinstance(text, str) else ".*" for text in texts)
                found.append((fixed, re.compile(pattern, re.DOTALL)))
    return found


def known(message: str) -> bool:
    """Whether some string of the sources can become this message; `…` stands for any text."""
    least = 0.6 * len(message.replace("…", ""))
    return any(len(fixed) >= least and pattern.fullmatch(message) for fixed, pattern in templates())


@pytest.mark.parametrize("message", QUOTED)
def test_quoted_message_exists(message: str) -> None:
    assert known(message), message


def test_a_message_that_is_gone_would_be_found() -> None:
    assert len(QUOTED) > 20
    assert known("play needs a terminal") and not known("play needs a terminal window")
    assert not known("… was made with other wishes: …. Choose another with --out")
