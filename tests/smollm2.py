"""SmolLM2-135M-Instruct as a transformers folder, for the tests of a real pretrained model."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scripts import smollm2

#: A folder that `scripts/smollm2.py` has made, so that test processes share one.
FOLDER = "GLYPHBENCH_SMOLLM2"


@pytest.fixture(scope="session")
def smollm2_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model's folder, made from the installed package where the environment names none."""
    named = os.environ.get(FOLDER)
    if named is None and smollm2.package_file() is None:
        pytest.skip(f"needs SmolLM2: {smollm2.HOW}; or name a folder that scripts/smollm2.py made in {FOLDER}")
    folder = Path(named) if named else tmp_path_factory.mktemp("smollm2")
    smollm2.prepare(folder)
    return folder
