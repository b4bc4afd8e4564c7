"""Executables on disk, the world of a seed, and what never depends on the host program."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest

from glyphbench.games.craftax import store
from glyphbench.games.craftax.engine import build, engine
from glyphbench.games.craftax.env import CraftaxFull


def tiny() -> tuple[tuple[str, ...], dict[str, Any]]:
    shape = jax.ShapeDtypeStruct((3,), np.float32)
    return ("numbers",), {"double": jax.jit(lambda x: x * 2).lower(shape)}


def doubled(functions: dict[str, Any]) -> list[float]:
    return np.asarray(functions["double"](np.array([1, 2, 3], dtype=np.float32))).tolist()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GLYPHBENCH_CACHE", str(tmp_path))
    return tmp_path


def test_second_build_loads_what_the_first_compiled(cache: Path) -> None:
    assert build("tiny", tiny)[2] == "compiled"
    assert len(list((cache / "craftax").iterdir())) == 1
    names, functions, how = build("tiny", tiny)
    assert (names, how) == (("numbers",), "loaded")
    assert doubled(functions) == [2, 4, 6]


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def flip(path: Path) -> None:
    blob = bytearray(path.read_bytes())
    blob[len(blob) // 2] ^= 1
    path.write_bytes(bytes(blob))


@pytest.mark.parametrize("damage", [cut, flip, lambda path: path.write_bytes(b""), lambda path: path.unlink()])
def test_a_damaged_entry_is_compiled_again_and_healed(cache: Path, damage: Any) -> None:
    build("tiny", tiny)
    damage(next((cache / "craftax").iterdir()))
    _, functions, how = build("tiny", tiny)
    assert how == "compiled" and doubled(functions) == [2, 4, 6]
    assert build("tiny", tiny)[2] == "loaded"


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="file owners exist on POSIX only")
def test_a_file_of_another_user_is_not_loaded(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build("tiny", tiny)
    own = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: own + 1)
    assert build("tiny", tiny)[2] == "compiled"


def test_an_unwritable_cache_only_costs_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a directory")
    monkeypatch.setenv("GLYPHBENCH_CACHE", str(tmp_path / "file"))
    for _ in range(2):
        _, functions, how = build("tiny", tiny)
        assert how == "compiled" and doubled(functions) == [2, 4, 6]


def test_other_options_have_another_name() -> None:
    assert store.fingerprint("single", {}) != store.fingerprint("single", {"x": 1})
    assert store.fingerprint("single", {}) != store.fingerprint("double", {})


def test_nothing_is_printed_off_a_terminal(cache: Path, capfd: pytest.CaptureFixture[str]) -> None:
    build("tiny", tiny)
    assert capfd.readouterr() == ("", "")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_hears_what_the_wait_is_for(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    build("tiny", tiny)
    assert "Compiling Craftax" in terminal.getvalue()
    heard = len(terminal.getvalue())
    build("tiny", tiny)
    assert len(terminal.getvalue()) == heard


def test_worlds_with_a_lost_ladder_are_passed_over() -> None:
    game = engine()
    for seed in range(400):
        leaves, _ = game.generate(seed)
        if game.lost_ladder(leaves):
            break
    else:
        pytest.fail("upstream made no world with a lost ladder in 400 seeds")
    draw, kept = next(game.worlds(seed))
    assert draw >= 1
    items, ladders = game.leaf(kept, "item_map"), game.leaf(kept, "down_ladders")
    assert all(items[floor, row, column] == 2 for floor, (row, column) in enumerate(ladders.tolist()[:8]))


def test_importing_the_catalogue_brings_no_engine() -> None:
    code = "import sys, glyphbench; print([m for m in ('jax', 'craftax') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


ELSEWHERE = """
import json, sys
import gymnasium as gym
from glyphbench.testing import random_rollout
print(json.dumps([random_rollout(gym.make(task), 3, 60).digest() for task in json.loads(sys.argv[1])]))
"""


def test_another_process_plays_the_same_games() -> None:
    import gymnasium as gym

    from glyphbench.testing import random_rollout

    names = ("FightZombies", "DarkAmbush", "EnchantChoice", "PotionTriage", "PlantFarm", "Sewers")
    tasks = [*(f"GlyphBench/Craftax-{name}-v0" for name in names), "GlyphBench/CraftaxFull-v0"]
    here = [random_rollout(gym.make(task), 3, 60).digest() for task in tasks]
    settings = {**os.environ, "PYTHONHASHSEED": "7", "JAX_ENABLE_X64": "1", "JAX_THREEFRY_PARTITIONABLE": "0"}
    command = [sys.executable, "-c", ELSEWHERE, json.dumps(tasks)]
    there = subprocess.run(command, capture_output=True, text=True, check=True, env=settings)
    assert json.loads(there.stdout.splitlines()[-1]) == here


def test_large_and_equal_seeds() -> None:
    env = CraftaxFull()
    first, _ = env.reset(seed=2**40 + 5)
    again, _ = env.reset(seed=2**40 + 5)
    other, _ = env.reset(seed=6)
    assert first == again != other
