"""Selection of tasks, and the counts that the catalogue promises."""

import subprocess
import sys

import gymnasium as gym
import pytest
from gymnasium.error import NameNotFound

from glyphbench import catalogue, registration

COUNTS = {
    "classics": 50,
    "minigrid": 71,
    "minihack": 63,
    "craftax": 60,
    "miniatari": 43,
    "procgen": 16,
    "atari": 57,
    "craftaxfull": 1,
    "nethack": 1,
}


def test_families_and_tracks_have_the_promised_sizes() -> None:
    rows = catalogue.tasks()
    assert {family: len(catalogue.tasks(family=family)) for family in catalogue.families()} == COUNTS
    assert len(rows) == len({row.id for row in rows}) == 362
    assert len(catalogue.tasks(track="standard")) == 303


def test_every_id_is_registered() -> None:
    assert {row.id for row in catalogue.tasks()} <= set(gym.registry)


def test_patterns_include_and_exclude() -> None:
    names = [row.name for row in catalogue.tasks(ids="Sokoban*")]
    assert names == ["SokobanEasy-v0", "Sokoban-v0", "SokobanHard-v0"]
    assert [row.name for row in catalogue.tasks(ids=["Sokoban*"], exclude="*Hard")] == names[:2]
    assert catalogue.task("Sokoban") is catalogue.task("GlyphBench/Sokoban-v0") is catalogue.task("Sokoban-v0")
    assert len(catalogue.tasks(split="multitask100")) == 100
    assert {row.family for row in catalogue.tasks(family=["procgen", "nethack"])} == {"procgen", "nethack"}
    assert all("planning" in row.tags for row in catalogue.tasks(tag="planning"))


@pytest.mark.parametrize(
    ("selection", "part"),
    [
        ({"ids": "Sokobn"}, "nearest: Sokoban-v0"),
        ({"ids": "Nothing*"}, "unknown task 'Nothing*'"),
        ({"family": "minigird"}, "nearest: minigrid"),
        ({"track": "easy"}, "known: standard, extended"),
        ({"split": "cst"}, "nearest: cast"),
        ({"tag": "plannin"}, "nearest: planning"),
        ({"exclude": "Mazes"}, "unknown task 'Mazes'"),
    ],
)
def test_a_name_that_matches_nothing_is_an_error_with_an_offer(selection: dict, part: str) -> None:
    with pytest.raises(catalogue.UnknownTask, match="unknown") as caught:
        catalogue.tasks(**selection)
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unknown_argument_names_those_that_exist() -> None:
    with pytest.raises(TypeError, match=r"no argument 'colour'; it takes boxes, layout, max_turns, min_pushes"):
        gym.make("GlyphBench/Sokoban-v0", colour="red")


@pytest.mark.parametrize(
    "bad", [{"size": 3}, {"boxes": 0}, {"boxes": 2.5}, {"max_turns": 0}, {"layout": "wide"}, {"size": True}]
)
def test_argument_out_of_range_is_refused(bad: dict) -> None:
    with pytest.raises(ValueError, match=next(iter(bad))):
        gym.make("GlyphBench/Sokoban-v0", **bad)


def test_unbuilt_family_says_so() -> None:
    unbuilt = catalogue.tasks(built=False)
    for row in unbuilt[:1]:
        with pytest.raises(NotImplementedError, match="not built yet"):
            gym.make(row.id)


def test_unknown_id_through_gymnasium() -> None:
    with pytest.raises(NameNotFound):
        gym.make("GlyphBench/Sokobann-v0")


def test_module_prefix_registers_in_a_fresh_process() -> None:
    code = "import gymnasium as gym; print(gym.make('glyphbench:GlyphBench/Sokoban-v0').reset(seed=1)[0])"
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert there == gym.make("GlyphBench/Sokoban-v0").reset(seed=1)[0] + "\n"


def test_importing_the_package_loads_no_engine() -> None:
    code = (
        "import sys, glyphbench; "
        "print([m for m in ('minigrid','nle','minihack','jax','craftax','ale_py','torch','openai','pydantic','rich',"
        "'typer','PIL','scipy') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_missing_engine_names_the_command() -> None:
    row = catalogue.Task("GlyphBench/X-v0", "x", "standard", "no_such_engine.module:Game", extra="minihack")
    with pytest.raises(gym.error.DependencyNotInstalled, match=r"pip install 'glyphbench\[minihack\]'"):
        registration._load(row.entry_point, row)
