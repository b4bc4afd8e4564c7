"""The package as users get it: a wheel, and a wheel built from the source distribution."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CHECK = """
import gymnasium as gym, glyphbench
from glyphbench import catalogue
assert str(catalogue.directory()).startswith({where!r}), catalogue.directory()
print(len(catalogue.tasks()), len(catalogue.splits()))
env = gym.make("GlyphBench/Sokoban-v0", render_mode="rgb_array")
env.reset(seed=0)
env.render()
"""


def build(source: Path, target: Path, kind: str) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    return next(target.glob("*.whl" if kind == "wheel" else "*.tar.gz"))


def works_from(wheel: Path, where: Path) -> None:
    zipfile.ZipFile(wheel).extractall(where)
    environment = {**os.environ, "PYTHONPATH": str(where)}
    code = CHECK.format(where=str(where))
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=where, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[0] == "362"


@pytest.mark.sweep
def test_wheel_and_sdist_carry_the_catalogue_and_the_font(tmp_path: Path) -> None:
    works_from(build(ROOT, tmp_path / "wheel", "wheel"), tmp_path / "from_wheel")
    sdist = build(ROOT, tmp_path / "sdist", "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "source", filter="data")
    source = next((tmp_path / "source").iterdir())
    works_from(build(source, tmp_path / "again", "wheel"), tmp_path / "from_sdist")
