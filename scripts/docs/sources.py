"""Parts of other files in a page: `<!-- include: FILE -->`, or `FILE#NAME` for a part of it.

NAME is a heading of a Markdown file (its section, without the heading), or the name in the mark `<!-- ci: NAME -->` or
`<!-- example: NAME -->` before a fenced block. Each text has one source; the pages show it.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
_MARK = re.compile(r"^<!-- include: (\S+?)(?:#(.+?))? -->$", re.MULTILINE)
_LANGUAGES = {".py": "python", ".toml": "toml", ".jsonl": "json"}


def expand(markdown: str) -> str:
    """The page with every mark replaced.

    Raises:
        ValueError: a mark names a file or a part that does not exist.
    """
    return _MARK.sub(lambda mark: part(ROOT / mark[1], mark[2] or ""), markdown)


def part(path: Path, name: str = "") -> str:
    """A file, or one part of it, as Markdown.

    Raises:
        ValueError: there is no such file or part.
    """
    if not path.is_file():
        raise ValueError(f"no file {path.relative_to(ROOT)} to include")
    text = path.read_text(encoding="utf-8").strip()
    if path.suffix != ".md":
        return f"```{_LANGUAGES.get(path.suffix, 'text')}\n{text}\n```"
    if not name:
        return text
    block = re.search(rf"<!-- \w+: {re.escape(name)} -->\n(```.*?\n```)", text, re.DOTALL)
    section = re.search(rf"^(#+) {re.escape(name)}\n(.*?)(?=^#{{1,6}} |\Z)", text, re.DOTALL | re.MULTILINE)
    if block:
        return block[1]
    if section:
        return section[2].strip()
    raise ValueError(f"{path.relative_to(ROOT)} has no part {name!r}")
