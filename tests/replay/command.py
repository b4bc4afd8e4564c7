"""The `glyphbench` command, run as a user runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def environment() -> dict[str, str]:
    """This process's environment without what changes the command."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("OPENAI_", "GLYPHBENCH_"))}


def glyphbench(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "glyphbench", *map(str, arguments)],
        cwd=cwd,
        env={**environment(), "COLUMNS": "200"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
