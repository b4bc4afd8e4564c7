"""The engine's files: the slim copy of its images, and what happens without them."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from PIL import Image

from glyphbench.engines import procgen as package
from glyphbench.games.procgen.engine import slim_assets


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The engine in a cache of its own, without a slim copy."""
    installed = package.home() / "procgen"
    monkeypatch.setenv("GLYPHBENCH_CACHE", str(tmp_path))
    package.home().mkdir()
    (package.home() / "procgen").symlink_to(installed, target_is_directory=True)
    return package.home()


def files(root: Path) -> list[Path]:
    return sorted(path.relative_to(root) for path in root.rglob("*") if path.is_file())


def test_only_backgrounds_shrink(fresh: Path) -> None:
    slim, full = slim_assets.__wrapped__(), package.assets()
    assert slim == fresh / "slim" and files(slim) == files(full)
    changed = [path for path in files(full) if (slim / path).read_bytes() != (full / path).read_bytes()]
    assert len(changed) > 50 and all("background" in path.parts[0] for path in changed)
    assert {Image.open(slim / path).size for path in changed} == {(4, 4)}
    assert slim_assets.__wrapped__() == slim


def broken(*args: object, **kwargs: object) -> None:
    raise OSError(30, "Read-only file system")


@pytest.mark.parametrize(("module", "name"), [(tempfile, "mkdtemp"), (shutil, "copyfile")])
def test_full_images_where_the_cache_cannot_be_written(
    fresh: Path, monkeypatch: pytest.MonkeyPatch, module: object, name: str
) -> None:
    monkeypatch.setattr(module, name, broken)
    assert slim_assets.__wrapped__() == package.assets()
    assert [path.name for path in fresh.iterdir()] == ["procgen"]


def test_missing_engine(tmp_path: Path) -> None:
    code = (
        "import gymnasium as gym, glyphbench\n"
        "try: gym.make('GlyphBench/Procgen-Maze-v0').reset(seed=1)\n"
        "except gym.error.DependencyNotInstalled as error: print(error)\n"
    )
    environment = {**os.environ, "GLYPHBENCH_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.strip().endswith("run: glyphbench install procgen")
