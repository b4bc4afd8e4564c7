"""The game in CONTRIBUTING.md keeps the contract that it explains."""

import re
from pathlib import Path

import gymnasium as gym

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
    finally:
        del gym.registry["Example/Corridor-v0"]
