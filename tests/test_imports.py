"""Imports point one way, engines stay in their folders, and `import glyphbench` is light."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import glyphbench

SOURCE = Path(glyphbench.__file__).parents[1]

#: Each part of the package, and the parts that it may import: itself, and those below it.
BELOW = {
    "_version": set(),
    "cache": set(),
    "catalogue": set(),
    "core": set(),
    "registration": {"catalogue", "core"},
    "engines": {"cache"},
    "games": {"catalogue", "core", "cache", "engines"},
    "solvers": {"core", "games"},
    "agents": {"core", "solvers"},
    "harness": {"core", "agents"},
    "evaluation": {"catalogue", "registration", "core", "engines", "agents", "harness"},
    "replay": {"catalogue", "registration", "core", "agents", "harness", "evaluation"},
    "human": {"catalogue", "registration", "core", "agents", "harness", "evaluation", "replay"},
    "leaderboard": {"catalogue", "registration", "core", "engines", "agents", "harness", "evaluation", "replay"},
    "testing": {"catalogue", "registration", "core", "harness"},
    "__main__": {"cli"},
}
#: What may import anything of the package that stands in `BELOW`.
TOP = {"cli"}
#: Training asks its own models, so of agents it uses the vocabulary alone; of evaluation it uses what writes run
#: folders, which the other tools then open.
TRAINING = {
    "catalogue": None,
    "registration": None,
    "core": None,
    "engines": None,
    "solvers": None,
    "harness": None,
    "agents": {"base"},
    "evaluation": {"folder", "options", "plan", "records", "worker"},
}
#: Engines and what they are made of -> the only folders that may import them.
ENGINES = {
    "minigrid": ("glyphbench/games/minigrid",),
    "nle": ("glyphbench/games/nle", "glyphbench/games/nethack", "glyphbench/games/minihack"),
    "minihack": ("glyphbench/games/minihack",),
    "craftax": ("glyphbench/games/craftax",),
    "jax": ("glyphbench/games/craftax",),
    "ale_py": ("glyphbench/games/atari",),
}
#: Optional or slow packages that `import glyphbench` must not load.
HEAVY = (*ENGINES, "torch", "transformers", "matplotlib", "textual", "openai", "ray", "scipy", "pydantic", "typer")

Import = tuple[str, str, bool]


def imports(path: Path) -> Iterator[Import]:
    """Where, what, and whether the module itself does it (not a function, nor a type checker) for each import."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    checking = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    inside = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        where = f"{path.relative_to(SOURCE)}:{getattr(node, 'lineno', 0)}"
        eager = id(node) not in checking | inside
        if isinstance(node, ast.Import):
            for name in node.names:
                yield where, name.name, eager
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{where}: imports here are absolute"
            for name in node.names:
                yield where, f"{node.module}.{name.name}", eager


@cache
def everything() -> list[Import]:
    return [found for path in sorted(SOURCE.glob("glyphbench*/**/*.py")) for found in imports(path)]


def part(name: str) -> str:
    """`glyphbench.core.env` -> `core`; what the package itself defines -> an empty string."""
    first = name.split(".")[1] if "." in name else ""
    return first if first in BELOW or first in TOP else ""


def test_every_part_has_its_place() -> None:
    there = {path.stem for path in (SOURCE / "glyphbench").iterdir() if path.suffix == ".py" or path.is_dir()}
    there -= {"__init__", "__pycache__", "py"}
    assert there - {"tasks"} == BELOW.keys() | TOP


def test_the_order_has_no_circle() -> None:
    left = dict(BELOW)
    while left:
        free = [name for name, needs in left.items() if not needs & left.keys()]
        assert free, f"these import each other: {sorted(left)}"
        for name in free:
            del left[name]


def test_imports_point_one_way() -> None:
    wrong = []
    for where, name, _ in everything():
        if name.split(".")[0] == "glyphbench_train" and not where.startswith("glyphbench_train"):
            wrong.append(f"{where} imports {name}")
        if not where.startswith("glyphbench/") or name.split(".")[0] != "glyphbench":
            continue
        mine = where.split("/")[1].split(":")[0].removesuffix(".py")
        theirs = part(name)
        if theirs and mine in BELOW and theirs != mine and theirs not in BELOW[mine]:
            wrong.append(f"{where} imports {name}")
    assert not wrong, "\n".join(wrong)


def test_a_game_knows_no_game_of_another_family() -> None:
    """NetHack's and MiniHack's adapters share the folder of their engine, `nle`."""
    wrong = []
    for where, name, _ in everything():
        if where.startswith("glyphbench/games/") and name.startswith("glyphbench.games."):
            mine, theirs = where.split("/")[2], name.split(".")[2]
            if theirs != mine and not (mine in ("nethack", "minihack") and theirs == "nle"):
                wrong.append(f"{where} imports {name}")
    assert not wrong, "\n".join(wrong)


def test_training_uses_what_it_may() -> None:
    wrong = []
    for where, name, _ in everything():
        if where.startswith("glyphbench_train/") and (theirs := part(name)) and name.startswith("glyphbench."):
            inner = name.split(".")[2] if name.count(".") > 1 else ""
            allowed = TRAINING.get(theirs, set())
            if allowed is not None and inner not in allowed:
                wrong.append(f"{where} imports {name}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_is_imported_in_its_folder_alone(engine: str) -> None:
    found = [where for where, name, _ in everything() if name.split(".")[0] == engine]
    assert found
    assert not [where for where in found if not where.startswith(ENGINES[engine])]


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = f"import sys, glyphbench; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_only_the_screens_load_a_screen_and_only_the_models_a_model() -> None:
    """What a command does not need is not loaded when its module is: `glyphbench list` starts at once."""
    owners = {
        "textual": ("glyphbench/replay/", "glyphbench/human/"),
        "torch": ("glyphbench_train/",),
        "transformers": ("glyphbench_train/",),
        "openai": ("glyphbench/agents/chat.py",),
        "matplotlib": (),
        "ray": (),
    }
    eager = [(where, name.split(".")[0]) for where, name, now in everything() if now]
    wrong = [
        f"{where} imports {name}" for where, name in eager if name in owners and not where.startswith(owners[name])
    ]
    assert not wrong, "\n".join(wrong)
