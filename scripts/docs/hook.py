"""The MkDocs hook: adds the pages that are made from the code and fills in what pages take from elsewhere."""

from __future__ import annotations

import logging
import os
import re
import sys
import time
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT)]

from scripts.docs import api, catalogue_pages, commands, gallery, sources  # noqa: E402

log = logging.getLogger("mkdocs.hooks.glyphbench")
_TABLE = re.compile(r"^<!-- tasks: (\w+) -->$", re.MULTILINE)
_FONT = ROOT / "src" / "glyphbench" / "core" / "fonts" / "DejaVuSansMono.ttf"


def on_files(files: Any, config: Any) -> Any:
    """Add the task pages, the references and the font of the observations."""
    from glyphbench import catalogue

    start = time.monotonic()
    rendered = catalogue_pages.render_all()
    for family, shown in rendered.items():
        lacking = [task for task in shown.values() if "missing" in task]
        if lacking:
            # CI has every engine, and `--strict` stops at a warning.
            level = logging.WARNING if os.environ.get("CI") else logging.INFO
            log.log(level, "%s: %d pages without observation: %s", family, len(lacking), lacking[0]["missing"])
        for row in catalogue.tasks(family=family):
            text = catalogue_pages.page(row, shown.get(row.id, {"missing": "not built in this version"}))
            files.append(File.generated(config, catalogue_pages.address(row), content=text))
    log.info("%d task pages in %.1f s", len(catalogue.tasks()), time.monotonic() - start)
    files.append(File.generated(config, "reference/commands.md", content=_commands()))
    intro = "# Python API\n\nThe names that programs may rely on, made from their docstrings.\n\n"
    files.append(File.generated(config, "reference/api.md", content=intro + api.reference() + "\n"))
    files.append(File.generated(config, "assets/DejaVuSansMono.ttf", content=_FONT.read_bytes()))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Fill in included parts and tables."""
    filled = sources.expand(markdown)
    filled = filled.replace("<!-- engines -->", catalogue_pages.engines())
    filled = filled.replace("<!-- gallery -->", gallery.page())
    return _TABLE.sub(lambda mark: catalogue_pages.table(mark[1]), filled)


def _commands() -> str:
    from glyphbench.cli.app import app
    from glyphbench_train.cli import app as train

    return "\n\n".join(
        [
            "# Command line\n\nMade from the programs' own help.",
            commands.reference(app, "glyphbench"),
            commands.reference(train, "glyphbench-train"),
        ]
    )
