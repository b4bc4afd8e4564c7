"""NetHack: 121 actions, menus that stay open, pages that do not, seeds, and the clock kept out."""

from __future__ import annotations

import _ctypes
import ctypes
from collections.abc import Iterator

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError
from nle import nethack

from glyphbench.games.nethack.env import NetHack


@pytest.fixture
def game() -> Iterator[NetHack]:
    made = NetHack(max_turns=1000)
    yield made
    made.close()


def play(game: NetHack, *names: str) -> str:
    text = ""
    for name in names:
        index = game.actions.parse(name)
        assert index is not None, name
        text, *_ = game.step(index)
    return text


def test_the_actions_are_nles_121(game: NetHack) -> None:
    assert len(game.actions) == len(nethack.ACTIONS) == 121
    assert [int(key) for key in game.engine.env.actions] == [int(action) for action in nethack.ACTIONS]
    assert len(set(game.actions.names)) == 121
    assert game.return_bounds is None


def test_letters_have_names(game: NetHack) -> None:
    keys = game.engine.env.actions
    for letter in "abcdefghijklmnopqrstuvwxyz":
        index = game.actions.parse(f"ITEM_{letter}")
        assert index is not None and int(keys[index]) == ord(letter)
    assert game.actions.parse("yes") == game.actions.parse("ITEM_Y")


def test_a_menu_waits_and_is_shown_while_it_does(game: NetHack) -> None:
    game.reset(seed=3)
    text = play(game, "WHATIS")
    assert "NetHack asks: a choice from the open menu" in text
    assert "What do you want to look at:\n/ - something on the map" in text
    closed = play(game, "ESC")
    assert "NetHack asks" not in closed and "The menu closes." in closed


def test_a_count_and_an_extended_command_say_what_they_wait_for(game: NetHack) -> None:
    game.reset(seed=3)
    play(game, "SEARCH")
    time = int(game.engine.frame.blstats[20])
    assert "done that many times" in play(game, "KEY_5")
    play(game, "SEARCH")
    # A fast character acts more than once in a turn of the game, but one search never takes more than a turn.
    assert int(game.engine.frame.blstats[20]) >= time + 3
    assert "the letters of an extended command" in play(game, "EXTCMD")
    assert "# pray" in play(game, "ITEM_P")
    # The first ESC clears the line, the second leaves it.
    assert "extended command" not in play(game, "ESC", "ESC")


def test_the_discoveries_are_read_without_their_window(game: NetHack) -> None:
    game.reset(seed=3)
    message = play(game, "KNOWN").split("[Message]\n")[1]
    assert message.startswith("Discoveries") and "--More--" not in message and "(end)" not in message


def test_quitting_ends_the_episode(game: NetHack) -> None:
    game.reset(seed=0)
    assert "Really quit?" in play(game, "QUIT")
    text, _, terminated, _, info = game.step(game.actions.index("YES"))
    assert terminated and info["success"] is False and "NetHack asks" not in text


def test_the_date_of_birth_does_not_come_from_the_clock(game: NetHack) -> None:
    for seed in (0, 1):
        game.reset(seed=seed)
        library = ctypes.CDLL(game.engine.tap.dlpath)
        try:
            assert ctypes.c_long.in_dll(library, "ubirthday").value == 1_000_000_000
        finally:
            _ctypes.dlclose(library._handle)


def test_a_level_seed_fixes_the_first_level() -> None:
    grids = []
    for core in (1, 2):
        made = NetHack(character="val-hum-neu-fem", lgen=9, max_turns=10)
        made.reset(seed=core)
        walls = "\n".join(made.observation.grid)
        grids.append("".join(char if char in "#°\n" else "." for char in walls))
        made.close()
    assert grids[0] == grids[1]


def test_a_main_seed_overrides_the_episodes() -> None:
    texts = []
    for seed in (1, 2):
        made = NetHack(core=5, max_turns=10)
        texts.append(made.reset(seed=seed)[0])
        made.close()
    assert texts[0] == texts[1]


@pytest.mark.parametrize("character", ["", "val", "xxx-hum-neu-fem", 3])
def test_character_is_checked(character: object) -> None:
    with pytest.raises(ValueError, match="character must be"):
        NetHack(character=character)  # type: ignore[arg-type]


def test_seeds_are_checked() -> None:
    with pytest.raises(ValueError, match="core must be an integer"):
        NetHack(core=-1)


def test_numpy_seeds_and_a_closed_engine() -> None:
    texts = []
    for core in (5, np.int64(5)):
        made = NetHack(core=core, max_turns=10)  # type: ignore[arg-type]
        texts.append(made.reset(seed=0)[0])
        made.close()
        made.close()
        with pytest.raises(ClosedEnvironmentError, match="make a new one"):
            made.step(0)
        with pytest.raises(ClosedEnvironmentError, match="make a new one"):
            made.reset(seed=0)
    assert texts[0] == texts[1]
