"""MiniHack tasks: scale, prompts, pages, seeds, the last frame, errors. Expected values are NetHack's own."""

from __future__ import annotations

import builtins
import importlib
import itertools
import sys
from collections.abc import Iterator

import gymnasium as gym
import pytest
from gymnasium.error import DependencyNotInstalled

from glyphbench import catalogue
from glyphbench.games.minihack.env import MiniHack, scale_of
from glyphbench.games.minihack.levels import LEVELS, PITS
from glyphbench.games.minihack.scale import EventScale, PitScale
from glyphbench.games.nle.glyphs import PALETTE, name_of


@pytest.fixture
def make() -> Iterator[object]:
    games: list[MiniHack] = []

    def build(level: str, **kwargs: object) -> MiniHack:
        games.append(MiniHack(level=level, **{"max_turns": 200, **kwargs}))
        return games[-1]

    yield build
    for game in games:
        game.close()


def play(game: MiniHack, *names: str) -> str:
    text = ""
    for name in names:
        index = game.actions.parse(name)
        assert index is not None, name
        text, *_ = game.step(index)
    return text


def test_the_catalogue_lists_exactly_these_levels() -> None:
    rows = catalogue.tasks(family="minihack")
    assert sorted(row.upstream for row in rows) == sorted(LEVELS)
    assert len(LEVELS) == len(set(LEVELS)) == 63
    assert all(row.max_turns <= 512 and row.kwargs["level"] == row.upstream for row in rows)


@pytest.mark.parametrize(("level", "pits"), PITS.items())
def test_pits_are_those_on_the_map(level: str, pits: int, make) -> None:  # type: ignore[no-untyped-def]
    # Premapped levels show every pit that nothing lies on.
    game = make(f"MiniHack-{level}-v1")
    game.reset(seed=0)
    shown = "".join(game.observation.grid).count("^")
    assert shown == pits


# ---- scale -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("horizon", [40, 100, 250, 512])
def test_frozen_steps_never_pass_minus_one(horizon: int) -> None:
    scale = EventScale(horizon)
    total = sum(scale.add(-0.01) for _ in range(horizon))
    assert total == pytest.approx(-min(1.0, 0.01 * horizon))
    assert total + sum(scale.add(-0.01) for _ in range(5 * horizon)) >= -1 - 1e-9


def test_success_is_one_less_the_penalties() -> None:
    scale = EventScale(250)
    assert scale.add(0.0) == 0
    assert scale.add(-0.01) == pytest.approx(-0.004)
    assert scale.add(0.99) == pytest.approx(1 - 0.004)


def test_memento_squeak_makes_minus_one() -> None:
    for frozen in (0, 3, 600):
        scale = EventScale(512, fatal=True)
        total = sum(scale.add(-0.01) for _ in range(frozen))
        assert total + scale.add(-1.0) == pytest.approx(-1.0)


def test_explore_maze_adds_up_to_one_and_no_more() -> None:
    scale = EventScale(500, 3.0)
    total = sum(scale.add(reward) for reward in (0.5, 0.5, 0.5, 0.5, 1.0))
    assert total == pytest.approx(1.0)
    assert scale.add(0.5) == 0, "more than four apples' worth of events earns nothing"


@pytest.mark.parametrize(("level", "pits"), PITS.items())
def test_sokoban_is_linear_and_bounded(level: str, pits: int) -> None:
    scale = scale_of(f"MiniHack-{level}-v1", 2000)
    assert isinstance(scale, PitScale)
    best = pits * scale.add(0.1) + scale.add(1.0)
    assert best == pytest.approx(1.0)
    assert 2000 * scale.add(-0.001) >= -1 - 1e-9


def test_the_scale_ignores_the_callers_turn_limit(make) -> None:  # type: ignore[no-untyped-def]
    costs = []
    for limit in (10, 400):
        game = make("MiniHack-Eat-v0", max_turns=limit)
        game.reset(seed=0)
        _, reward, *_ = game.step(game.actions.index("EAT"))
        costs.append(reward)
    assert costs == pytest.approx([-0.004, -0.004])


# ---- what the player reads -------------------------------------------------------------------------------------


def test_a_command_asks_and_an_item_letter_answers(make) -> None:  # type: ignore[no-untyped-def]
    game = make("MiniHack-Wield-v0")
    game.reset(seed=0)
    text = play(game, "WIELD")
    assert "NetHack asks: What do you want to wield? [- ab or ?*]" in text
    text, *_ = game.skip_turn("no action found")
    assert "NetHack asks: What do you want to wield?" in text, "an open question survives a skipped turn"
    text = play(game, "ITEM_B")
    assert "b - a +2 sling (weapon in hand)." in text
    assert "NetHack asks" not in text


def test_the_inventory_menu_is_shown_whole(make) -> None:  # type: ignore[no-untyped-def]
    game = make("MiniHack-Eat-v0")
    game.reset(seed=0)
    message = play(game, "INVENTORY").split("[Message]\n")[1]
    assert message.splitlines()[:2] == ["Weapons", "a - a +1 club (weapon in hand)"]
    assert [line for line in message.splitlines() if line in ("Weapons", "Armor", "Gems/Stones")] == [
        "Weapons",
        "Armor",
        "Gems/Stones",
    ]
    assert "(end)" not in message


def test_every_page_of_a_long_text_is_shown(make) -> None:  # type: ignore[no-untyped-def]
    game = make("MiniHack-Eat-v0")
    game.reset(seed=0)
    message = play(game, "ATTRIBUTES")
    # The first line of the first page and the last line of the second.
    assert "Agent the Caveman's attributes:" in message
    assert "You have basic skill with club." in message


def test_the_build_date_is_not_shown(make) -> None:  # type: ignore[no-untyped-def]
    game = make("MiniHack-Eat-v0")
    game.reset(seed=0)
    assert play(game, "VERSIONSHORT").endswith("[Message]\nUnix NetHack Version 3.6.7\n")


def test_the_cause_of_death_and_the_last_picture_are_kept(make) -> None:  # type: ignore[no-untyped-def]
    game = make("MiniHack-LavaCross-Full-v0")
    game.reset(seed=0)
    play(game, "FAR_EAST")
    before = game.observation.grid
    text, reward, terminated, _, info = game.step(game.actions.index("MOVE_EAST"))
    assert terminated and info["success"] is False and reward == 0
    assert "You fall into the lava!  You burn to a crisp..." in text
    assert game.observation.grid == before


def test_success_keeps_the_player_on_the_stairs(make) -> None:  # type: ignore[no-untyped-def]
    game = make("MiniHack-Room-5x5-v0")
    game.reset(seed=0)
    text = play(game, *["MOVE_SOUTHEAST"] * 4)
    assert text.count("@") == 2 and game.observation.grid[4] == "....@"
    assert ">" not in "".join(game.observation.grid)


def test_an_action_without_effect_says_so(make) -> None:  # type: ignore[no-untyped-def]
    game = make("MiniHack-Room-5x5-v0")
    game.reset(seed=0)
    assert "solid stone" in play(game, "MOVE_NORTH")
    game = make("MiniHack-Eat-v0")
    game.reset(seed=0)
    assert "Nothing happens." in play(game, "ESC")


def test_the_limit_truncates(make) -> None:  # type: ignore[no-untyped-def]
    game = make("MiniHack-Room-5x5-v0", max_turns=3)
    game.reset(seed=0)
    for _ in range(3):
        _, _, terminated, truncated, info = game.step(0)
    assert truncated and not terminated and info["success"] is False


# ---- names and glyphs ------------------------------------------------------------------------------------------


def test_things_go_by_their_appearance() -> None:
    from nle import nethack

    names: dict[str, list[str]] = {}
    for index in range(nethack.NUM_OBJECTS):
        true_name = nethack.objdescr.from_idx(index).oc_name
        names.setdefault(true_name, []).append(name_of(nethack.GLYPH_OBJ_OFF + index))
    assert names["apple"] == ["apple"]
    assert names["dagger"] == ["dagger"]
    assert names["blank paper"] == ["unlabeled scroll", "plain spellbook"]
    assert all("levitation" not in name for name in [*names["levitation"], *names["levitation boots"]])
    assert name_of(nethack.GLYPH_CMAP_OFF + 52) == "pit"


def test_every_nle_glyph_has_a_name_and_a_character() -> None:
    from nle import nethack

    names = [name_of(glyph) for glyph in range(nethack.MAX_GLYPH)]
    assert all(names)
    assert len(PALETTE) == len({glyph.char for glyph in PALETTE})


# ---- the engine ------------------------------------------------------------------------------------------------


def test_many_environments_in_one_process(make) -> None:  # type: ignore[no-untyped-def]
    games = [make("MiniHack-Room-Ultimate-15x15-v0") for _ in range(6)]
    actions = [0, 1, 2, 3, 5, 5, 5, 1]
    texts = []
    for game in games:
        texts.append([game.reset(seed=5)[0]])
    for action, (game, seen) in itertools.product(actions, zip(games, texts, strict=True)):
        if not game._ended:
            seen.append(game.step(action)[0])
    assert all(seen == texts[0] for seen in texts)


def test_no_snapshot(make) -> None:  # type: ignore[no-untyped-def]
    game = make("MiniHack-Room-5x5-v0")
    game.reset(seed=0)
    with pytest.raises(NotImplementedError):
        game.snapshot()


def test_the_engine_picture_is_minihacks_tiles(make) -> None:  # type: ignore[no-untyped-def]
    game = make("MiniHack-Room-5x5-v0")
    game.reset(seed=0)
    picture = game.engine_frame()
    assert picture.shape == (21 * 16, 79 * 16, 3) and picture.any()


def test_level_is_checked() -> None:
    with pytest.raises(ValueError, match="level must be one of"):
        MiniHack(level="MiniHack-Nowhere-v0")


@pytest.mark.parametrize("missing", ["nle", "minihack", "pkg_resources"])
def test_a_missing_engine_names_the_remedy(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = [name for name in sys.modules if name.startswith(("glyphbench.games.minihack", "glyphbench.games.nle"))]
    theirs = [name for name in sys.modules if name.split(".")[0] in ("minihack", "pkg_resources")]
    if missing == "nle":
        theirs = [name for name in sys.modules if name.split(".")[0] == "nle"]
    for name in (*ours, *theirs):
        monkeypatch.delitem(sys.modules, name)
    original = builtins.__import__

    def refuse(name: str, *args: object, **kwargs: object) -> object:
        if name.split(".")[0] == missing:
            raise ModuleNotFoundError(f"No module named {missing!r}", name=missing)
        return original(name, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(DependencyNotInstalled, match=r"glyphbench\[minihack\]") as caught:
        gym.make("GlyphBench/MiniHack-Room-5x5-v0")
    if missing == "pkg_resources":
        assert "setuptools<82" in str(caught.value)
    monkeypatch.undo()
    importlib.invalidate_caches()


def test_one_environment_per_worker() -> None:
    task = "GlyphBench/MiniHack-Room-Ultimate-5x5-v0"
    vector = gym.make_vec(task, num_envs=2)
    single = gym.make(task)
    try:
        texts, _ = vector.reset(seed=[4, 5])
        for at, seed in enumerate((4, 5)):
            text, _ = single.reset(seed=seed)
            assert texts[at] == text
        after, *_ = vector.step([1, 1])
        assert after[1] == single.step(1)[0]
    finally:
        vector.close()
        single.close()
