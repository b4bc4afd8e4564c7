"""The blocks that the documentation marks with `<!-- run -->` run, one page after the other, each in a fresh folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, blocks

RUNNABLE = [path for path in PAGES if any(block.run for block in blocks(path))]


@pytest.mark.parametrize("path", RUNNABLE, ids=lambda path: path.stem)
def test_marked_blocks_run(path: Path, tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "PYTHONPATH": str(ROOT / "src"),
    }
    for block in blocks(path):
        if block.run:
            program = ["bash", "-euo", "pipefail"] if block.language == "sh" else [sys.executable, "-"]
            done = subprocess.run(
                program, input=block.text, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, f"{block.text}\n{done.stderr}"


def test_there_are_blocks_to_run() -> None:
    assert {path.stem for path in RUNNABLE} >= {"quickstart", "observations", "compare", "harnesses", "cast", "seeds"}
