"""Lock step with ALE's own Gymnasium environments: RAM, rewards and ends, with the same seed and actions."""

import ale_py
import gymnasium as gym
import numpy as np
import pytest

from glyphbench import catalogue
from glyphbench.games.atari.engine import Engine, rom_name

gym.register_envs(ale_py)

GAMES = [row.upstream.removeprefix("ALE/").removesuffix("-v5") for row in catalogue.tasks(family="atari")]
# Berzerk and DoubleDunk press console switches, under sticky actions, before the first frame.
FEW = ("Pong", "Berzerk", "DoubleDunk", "MontezumaRevenge")


def in_step(game: str, turns: int, **options: float) -> int:
    bare = gym.make(f"ALE/{game}-v5", obs_type="ram", **options).unwrapped
    engine = Engine(game, sticky=options.get("repeat_action_probability", 0.25))
    rng = np.random.default_rng(0)
    ram, _ = bare.reset(seed=7)
    engine.reset(7)
    assert (ram == engine.ale.getRAM()).all()
    for turn in range(turns):
        action = int(rng.integers(len(engine.joystick)))
        ram, reward, over, *_ = bare.step(action)
        assert engine.act(action, 4) == reward, (game, turn)
        assert (ram == engine.ale.getRAM()).all(), (game, turn)
        assert engine.over == over
        if over:
            return turn
    return turns


@pytest.mark.parametrize("game", FEW)
def test_lock_step_with_ale(game: str) -> None:
    in_step(game, 250)
    in_step(game, 60, repeat_action_probability=0.0)


@pytest.mark.sweep
@pytest.mark.parametrize("game", [game for game in GAMES if game not in FEW])
def test_lock_step_with_ale_in_every_other_game(game: str) -> None:
    in_step(game, 120)


def test_modes_and_difficulties_are_ales() -> None:
    bare = gym.make("ALE/Breakout-v5", obs_type="ram", mode=8, difficulty=1).unwrapped
    engine = Engine("Breakout", mode=8, difficulty=1)
    ram, _ = bare.reset(seed=1)
    engine.reset(1)
    for action in (1, 2, 3, 0) * 20:
        ram, *_ = bare.step(action)
        engine.act(action, 4)
    assert (ram == engine.ale.getRAM()).all()
    with pytest.raises(ValueError, match="Breakout has mode 0, 4, 8"):
        Engine("Breakout", mode=3)
    with pytest.raises(ValueError, match="difficulty 0, 1"):
        Engine("Breakout", difficulty=2)


def test_saved_state_keeps_the_last_position_and_the_picture() -> None:
    engine = Engine("Assault")
    engine.reset(3)
    rng = np.random.default_rng(1)
    for _ in range(50):
        engine.act(int(rng.integers(7)), 4)
    saved, picture = engine.save(), engine.picture
    other = Engine("Assault")
    other.reset(99)
    actions = [int(rng.integers(7)) for _ in range(100)]
    runs = []
    for machine in (engine, engine, other):
        machine.load(saved)
        assert (machine.picture == picture).all()
        rewards = [machine.act(action, 4) for action in actions]
        runs.append((rewards, machine.ale.getRAM().tolist(), machine.screens[1].tolist(), machine.picture.tolist()))
    assert runs[0] == runs[1] == runs[2]


def test_noop_prefix_and_seed_change_the_game() -> None:
    engine = Engine("Pong", sticky=0.0)
    starts = set()
    for noops in (0, 7, 20):
        engine.reset(1, noops)
        starts.add(bytes(engine.ale.getRAM()))
    assert len(starts) == 3


def test_rom_names() -> None:
    assert [rom_name(game) for game in ("MsPacman", "UpNDown", "KungFuMaster")] == [
        "ms_pacman",
        "up_n_down",
        "kung_fu_master",
    ]
