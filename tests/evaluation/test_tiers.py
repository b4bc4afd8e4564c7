"""The tiers of CAST: what their files promise, checked against the games themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import tiers
from glyphbench import catalogue
from glyphbench.evaluation.plan import instances_of
from glyphbench.registration import make

#: Tier, task, what CAST's tier has, turns, training seeds of the sample.
CAST = [
    ("cast-sokoban-id", "Sokoban", {"size": 6, "boxes": 2}, 30, 1000),
    ("cast-sokoban-unseen", "SokobanHard", {"size": 7, "boxes": 3}, 40, 500),
    ("cast-minesweeper-id", "Minesweeper", {"rows": 6, "cols": 6, "mines": 7}, 30, 1000),
    ("cast-minesweeper-unseen", "Minesweeper", {"rows": 7, "cols": 7, "mines": 10}, 40, 1000),
    ("cast-rushhour-id", "RushHour", {"vehicles": 7, "min_moves": 6, "max_moves": 8}, 20, 60),
    ("cast-rushhour-unseen", "RushHourHard", {"vehicles": 9, "min_moves": 7, "max_moves": 9}, 20, 60),
]


@pytest.mark.parametrize(("name", "task", "kwargs", "turns", "sample"), CAST)
def test_a_tier_has_200_different_boards_that_training_does_not_meet(
    name: str, task: str, kwargs: dict[str, int], turns: int, sample: int
) -> None:
    split = catalogue.named_split(name)
    assert [row.name for row in catalogue.tasks(split=name)] == [f"{task}-v0"]
    assert kwargs.items() <= split.kwargs.items() and split.kwargs["max_turns"] == turns
    assert len(split.seeds) == len(set(split.seeds)) == 200
    assert min(split.seeds) >= 1_000_000 and list(split.seeds) == sorted(split.seeds)
    assert split.training == (42, 8_042)
    (tier,) = [tier for tier in tiers.TIERS if tier.name == name]
    assert (tier.task, tier.kwargs) == (task, split.kwargs)
    chosen = set(tiers.boards(tier, split.seeds))
    assert len(chosen) == 200
    assert not chosen & set(tiers.boards(tier, range(42, 42 + sample)))


def test_a_seed_that_is_left_out_starts_on_a_board_of_training() -> None:
    tier = tiers.TIERS[0]
    seeds = catalogue.named_split(tier.name).seeds
    out = [seed for seed in range(seeds[0], seeds[-1]) if seed not in seeds]
    boards = set(tiers.boards(tier, range(42, 2_042)))
    assert len(out) == 77
    assert sum(board in boards for board in tiers.boards(tier, out)) > 10  # a quarter of the training seeds


def test_few_instances_are_chosen_as_many_are() -> None:
    tier = tiers.TIERS[2]
    found = tiers.choose(tier, count=20, training=(42, 142))
    assert found.seeds == list(range(1_000_000, 1_000_020))
    assert found.trained == 100 and len(found.costs) == 20
    seen = tiers.choose(tier, count=3, training=(1_000_000, 1_000_004))
    assert (seen.seeds, seen.seen_in_training) == ([1_000_004, 1_000_005, 1_000_006], 4)


def test_a_board_of_minesweeper_is_its_mines_too() -> None:
    game = make("Minesweeper", rows=6, cols=6, mines=7)
    game.reset(seed=5)
    before, text = tiers.board(game), game.observation.text
    mines = game.state.mines
    mine, free = int(mines.argmax()), next(cell for cell in range(36) if not mines[cell] and not game.state.shown[cell])
    mines[mine], mines[free] = False, True
    assert game.observation.text == text
    assert tiers.board(game) != before


def test_a_split_file_is_read_back_as_it_was_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "splits").mkdir()
    (tmp_path / "splits" / "few.toml").write_text(tiers.split(tiers.TIERS[4], [5, 7]), encoding="utf-8")
    monkeypatch.setattr(catalogue, "directory", lambda: tmp_path)
    catalogue._splits.cache_clear()
    try:
        split = catalogue.named_split("few")
    finally:
        monkeypatch.undo()
        catalogue._splits.cache_clear()
    assert (split.seeds, split.kwargs, split.training) == ((5, 7), tiers.TIERS[4].kwargs, (42, 8_042))
    assert split.description == "CAST, in-domain: Rush Hour with 7 vehicles, 6 to 8 moves; 2 fixed instances"


def test_a_split_of_fixed_instances_decides_seeds_and_arguments() -> None:
    name = "cast-sokoban-id"
    split = catalogue.named_split(name)
    assert instances_of(name, {}, None, None) == {"split": name, "kwargs": split.kwargs, "seeds": split.seeds}
    few = instances_of(name, {"layout": "spaced"}, 3, None)
    assert few == {"split": name, "kwargs": {**split.kwargs, "layout": "spaced"}, "seeds": split.seeds[:3]}
    for kwargs, episodes, seed, message in (
        ({}, None, 7, "leave out --seed"),
        ({"size": 8}, None, None, "leave out --option size"),
        ({}, 201, None, "200 instances: --episodes 201"),
    ):
        with pytest.raises(ValueError, match=message):
            instances_of(name, kwargs, episodes, seed)
    assert instances_of("cast", {"layout": "spaced"}, None, 7) == {
        "kwargs": {"layout": "spaced"},
        "episodes": 1,
        "seed": 7,
    }
