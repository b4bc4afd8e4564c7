"""The game in CONTRIBUTING.md keeps the contract that it explains."""

import re
from pathlib import Path

import gymnasium as gym
import pytest

from glyphbench.testing import check_task

TEXT = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_the_example_game_passes_check_task() -> None:
    code = re.search(r"<!-- example: game -->\n```python\n(.*?)```", TEXT, re.DOTALL)
    assert code is not None
    module: dict = {}
    exec(code[1], module)
    gym.register(id="Example/Corridor-v0", entry_point=module["Corridor"])
    try:
        check_task("Example/Corridor-v0", processes=False)
        with pytest.raises(ValueError, match="processes=False"):
            check_task("Example/Corridor-v0")
    finally:
        del gym.registry["Example/Corridor-v0"]


def test_a_game_outside_the_repository_passes_in_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = re.search(r"<!-- example: game -->\n```python\n(.*?)```", TEXT, re.DOTALL)
    assert code is not None
    (tmp_path / "corridor_of_mine.py").write_text(code[1], encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    gym.register(id="Mine/Corridor-v0", entry_point="corridor_of_mine:Corridor", kwargs={"max_turns": 20})
    try:
        check_task("Mine/Corridor-v0", length=7)
    finally:
        del gym.registry["Mine/Corridor-v0"]
