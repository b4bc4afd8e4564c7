"""Numbers and bars beside the grid, read from the screen, against the console's memory.

Which byte holds a number was found by playing: the only byte that agrees with what is drawn. Most hold two decimal
digits (BCD).
"""

import re

import numpy as np
import pytest

from glyphbench.games.atari.env import Atari
from glyphbench.games.atari.instruments import counter, gauge, span

# Game -> its counter's name, and a pattern of what the HUD shows when the given byte is written with digits "dd".
COUNTERS = {
    "BeamRider": ("saucers left", 84, "{}"),
    "Boxing": ("time", 17, "1:{}"),
    "CrazyClimber": ("bonus left", 8, "{}0000"),
    "Enduro": ("cars to pass", 43, "2{}"),
    "Frostbite": ("temperature", 101, "{}"),
    "IceHockey": ("time", 6, "2:{}"),
    "Kangaroo": ("bonus left", 59, "{}00"),
    "KungFuMaster": ("time", 28, "20{}"),
    "Pitfall": ("time", 89, "19:{}"),
    "PrivateEye": ("time", 69, "2:{}"),
    "Skiing": ("gates left", 107, "{}"),
}


def shown(env: Atari, name: str) -> str | None:
    found = re.search(rf"\| {name} ([^|\n]*?)%?(?: \||\n|$)", env.observation.hud)
    return found[1] if found else None


@pytest.mark.parametrize("game", COUNTERS)
def test_every_digit_is_read(game: str) -> None:
    name, byte, pattern = COUNTERS[game]
    env = Atari(game=game, sticky=0.0, max_turns=1000)
    env.reset(seed=1)
    for _ in range(30):
        env.advance(0)
    for digit in range(1, 10):
        # One digit, or two of them; as a binary number in one game.
        if game == "CrazyClimber" or game == "BeamRider":
            value, text = digit, str(digit)
        else:
            value, text = digit * 17, f"{digit}{digit}"
        env.engine.ale.setRAM(byte, value)
        env.advance(0)
        assert shown(env, name) == pattern.format(text)


@pytest.mark.parametrize(
    ("game", "name", "high", "low", "share"),
    [
        ("Gravitar", "fuel", 11, 12, 0.2),
        ("KungFuMaster", "time", 27, 28, 1.0),
        ("Pitfall", "time", 88, 89, 1.0),
        ("Frostbite", "temperature", None, 101, 0.9),
    ],
)
def test_numbers_in_play_are_those_in_memory(game: str, name: str, high: int | None, low: int, share: float) -> None:
    env = Atari(game=game, max_turns=1000)
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    read, over, action, turns = 0, False, 0, 250
    for turn in range(turns):
        if over:
            env.reset(seed=4)
        if turn % 5 == 0:
            action = int(rng.integers(len(env.actions)))
        _, over, *_ = env.advance(action)
        text = shown(env, name)
        if text is None:
            continue
        read += 1
        ram = env.engine.ale.getRAM()
        wanted = f"{ram[high]:x}{ram[low]:02x}" if high is not None else f"{ram[low]:x}"
        assert int(text.replace(":", "")) == int(wanted), turn
    # Gravitar shows its fuel and its lives in the same place by turns.
    assert read >= share * turns


@pytest.mark.parametrize("game", ["Tutankham", "Zaxxon", "BankHeist"])
def test_supplies_run_down(game: str) -> None:
    name = "time" if game == "Tutankham" else "fuel"
    env = Atari(game=game, sticky=0.0, max_turns=1000)
    env.reset(seed=0)
    for _ in range(20):
        env.advance(0)
    levels, lives, rng = [], env.engine.lives, np.random.default_rng(1)
    for _ in range(120):
        # A car uses its fuel by driving.
        env.advance(int(rng.integers(1, 9)) if game == "BankHeist" else 0)
        if env.engine.lives < lives or (read := shown(env, name)) is None:
            break
        levels.append(int(read))
    assert 90 <= levels[0] <= 100
    assert levels == sorted(levels, reverse=True)
    assert levels[-1] < levels[0]


@pytest.mark.parametrize(
    ("game", "name", "start", "byte", "values"),
    [
        # The day, 1 to 9, is drawn as it stands; the bars are drawn a few pixels coarser than the memory counts.
        ("Enduro", "day", "GAS", 45, {day: day for day in range(1, 10)}),
        ("Solaris", "fuel", "FIRE", 91, {255: 100, 200: 78, 128: 50, 64: 25}),
        ("Hero", "dynamite", "NOOP", 50, {6: 6, 4: 4, 3: 3, 1: 1, 0: 0}),
    ],
)
def test_a_number_written_to_memory_is_shown(
    game: str, name: str, start: str, byte: int, values: dict[int, int]
) -> None:
    env = Atari(game=game, sticky=0.0, max_turns=1000)
    env.reset(seed=1)
    for _ in range(40):
        env.advance(env.actions.index(start))
    for value, expected in values.items():
        env.engine.ale.setRAM(byte, value)
        for _ in range(2):
            env.advance(0)
        assert abs(int(shown(env, name) or -99) - expected) <= (4 if name == "fuel" else 0), value


def test_zaxxons_height_is_the_one_in_memory() -> None:
    env = Atari(game="Zaxxon", sticky=0.0, max_turns=1000)
    env.reset(seed=1)
    for _ in range(40):
        env.advance(0)
    seen = []
    for name, turns in (("NOOP", 1), ("DIVE", 3), ("DIVE", 4), ("DIVE", 13), ("CLIMB", 4), ("CLIMB", 20)):
        for _ in range(turns):
            env.advance(env.actions.index(name))
        height = int(env.engine.ale.getRAM()[33])
        seen.append(int(shown(env, "height") or -99))
        # The byte runs from 10 near the ground to 41; its bar grows by two pixels a step to 68.
        assert abs(seen[-1] - (2 * height - 14) / 0.68) <= 4, (name, height)
    assert seen[0] == seen[-1] == 100 and min(seen) < 12


def test_flags_left_are_those_at_the_top() -> None:
    env = Atari(game="UpNDown", sticky=0.0, max_turns=2000)
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    counts, action, over = [], 0, False
    for turn in range(1500):
        if turn % 8 == 0:
            action = int(rng.choice([0, 1, 2, 2, 4]))
        _, over, *_ = env.advance(action)
        if over:
            break
        if turn % 10 == 0:
            # Each flag has a colour of its own.
            counts.append(int(shown(env, "flags left") or -1))
            assert counts[-1] == len(np.unique(env.engine.screens[-1][15:24])) - 1
    assert counts[0] == 8 and min(counts) < 8


def test_the_gun_heats_up_while_it_fires() -> None:
    env = Atari(game="Assault", sticky=0.0, max_turns=1000)
    env.reset(seed=0)
    fire = env.actions.index("FIRE_UP")
    for turn in range(40):
        env.advance(fire if turn % 2 else 0)
    hot = int(shown(env, "gun heat") or 0)
    for _ in range(20):
        env.advance(0)
    assert 0 <= int(shown(env, "gun heat") or 0) < hot <= 100


def test_parts_of_a_bar() -> None:
    screen = np.zeros((210, 160), np.uint8)
    screen[10, 20:30] = 6
    screen[10, 40] = 6
    screen[11, 20:25] = 8
    assert gauge("fuel | 10 | 20-60 | 6").read(screen) == "fuel 28%"
    assert gauge("fuel | 10 | 20-60 | 6 | last").read(screen) == "fuel 52%"
    assert gauge("fuel | 10-12 | 20-60 | 6 | of 8").read(screen) == "fuel 69%"
    assert gauge("fuel | 12 | 20-60 | 6 | last").read(screen) == "fuel 0%"
    assert gauge("sticks | 10 | 20-60 | 6 | each 5").read(screen) == "sticks 2"
    assert gauge("fuel | 12 | 20-60 | 6 | of 8").read(screen) == "fuel 0%"


def test_a_counter_without_digits_says_nothing() -> None:
    screen = np.zeros((210, 160), np.uint8)
    clock = counter("time | 10 8 7 | 20 : 36 44 | 6")
    assert clock.read(screen) == ""
    screen[12:15, 38:40] = 6
    assert clock.read(screen) == ""
    assert (span("7"), span("7-9")) == ((7, 8), (7, 9))
