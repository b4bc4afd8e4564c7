"""Procgen's adapter against the bare engine: states, rewards, ends and pixels."""

import copy
import pickle
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from hypothesis import given, settings
from hypothesis import strategies as st

import glyphbench  # noqa: F401
from glyphbench import catalogue
from glyphbench.games.procgen import layout
from glyphbench.games.procgen.engine import EXTREME, MEMORY, Engine
from glyphbench.games.procgen.env import SPECS, Procgen
from glyphbench.games.procgen.raster import Window
from glyphbench.games.procgen.state import PLAYER, parse

GAMES = sorted(layout.EXTRA)
IDS = {row.upstream: row.id for row in catalogue.tasks(family="procgen")}


def actions_of(game: str, seed: int, count: int) -> list[int]:
    return [int(a) for a in np.random.default_rng(seed).integers(len(SPECS[game].codes), size=count)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_lock_step_with_the_bare_engine(game: str, mode: str) -> None:
    env = gym.make(IDS[game], distribution_mode=mode).unwrapped
    codes = [code for code, _ in SPECS[game].codes.values()]
    for seed in (3, 1_000_001):
        env.reset(seed=seed)
        bare = Engine(game, env.level, mode, backgrounds=False)
        assert bare.get_state() == env._engine.get_state()
        native = 0.0
        for action in actions_of(game, seed, 110):
            reward, done = 0.0, False
            for _ in range(SPECS[game].repeat):
                gained, done = bare.step(codes[action])
                reward += gained
                if done:
                    break
            _, _, terminated, truncated, info = env.step(action)
            native += reward
            assert info["native_reward"] == pytest.approx(reward)
            assert done == (terminated or truncated)
            if done:
                assert info["success"] is bare.completed
                break
            assert bare.get_state() == env._engine.get_state()
        assert info["native_return"] == pytest.approx(native)
        bare.close()
    env.close()


@pytest.mark.parametrize("game", GAMES)
def test_every_byte_of_every_state_is_accounted_for(game: str) -> None:
    modes = ["easy", "hard"] + ["extreme"] * (game in EXTREME) + ["memory"] * (game in MEMORY)
    for mode in modes:
        engine = Engine(game, 11, mode)
        rng = np.random.default_rng(0)
        for _ in range(60):
            state = parse(engine.get_state())
            assert state.game == game and state.fields["current_level_seed"] == 11
            assert sum(entity.type == PLAYER for entity in state.entities) == 1
            assert state.grid.shape == (state.fields["main_height"], state.fields["main_width"])
            engine.step(int(rng.integers(15)))
        engine.close()


STATE = Engine("heist", 1).get_state()


@settings(max_examples=60, deadline=None)
@given(cut=st.integers(0, len(STATE) - 1))
def test_truncated_states_never_reach_the_engine(cut: int) -> None:
    with pytest.raises(ValueError, match="state"):
        parse(STATE[:cut])


def test_the_engine_refuses_what_would_end_the_process() -> None:
    engine = Engine("heist", 1)
    for call in (
        lambda: engine.set_state(Engine("maze", 1).get_state()),
        lambda: engine.set_state(b"nonsense"),
        lambda: engine.step(15),
        lambda: Engine("heist", -1),
        lambda: Engine("heist", 1, "extreme"),
        lambda: Engine("doom", 1),
    ):
        with pytest.raises(ValueError):
            call()
    engine.close()
    with pytest.raises(ValueError, match="closed"):
        engine.step(4)


@pytest.mark.parametrize("game", GAMES)
def test_restoring_a_state_continues_exactly(game: str) -> None:
    env = gym.make(IDS[game]).unwrapped
    env.reset(seed=8)
    actions = actions_of(game, 1, 30)
    for action in actions[:5]:
        if env.step(action)[2]:
            env.reset(seed=9)
    snapshot = env.snapshot()

    def play() -> list[tuple[str, float, bool]]:
        seen = []
        for action in actions:
            text, reward, terminated, truncated, _ = env.step(action)
            seen.append((text, reward, terminated))
            if terminated or truncated:
                break
        return seen

    first = play()
    env.restore(snapshot)
    assert play() == first
    env.close()


def test_a_closed_level_is_refused_until_the_next_reset() -> None:
    env = Procgen(game="coinrun")
    with pytest.raises(ResetNeeded):
        env.snapshot()
    text, _ = env.reset(seed=1)
    env.close()
    env.close()
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(0)
    assert env.reset(seed=1)[0] == text
    env.close()


def test_an_engine_is_not_copied(recwarn: pytest.WarningsRecorder) -> None:
    env = Procgen(game="coinrun")
    env.reset(seed=1)
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match=r"snapshot\(\)"):
            copied(env._engine)
    with pytest.raises(TypeError, match=r"snapshot\(\)"):
        copy.deepcopy(env)
    env.step(0)
    env.close()
    assert not recwarn.list


@pytest.mark.parametrize("kwargs", [{"max_turns": 0}, {"max_turns": "9"}, {"max_turns": None}, {"game": ["coinrun"]}])
def test_arguments_are_checked(kwargs: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"max_turns|unknown Procgen game"):
        Procgen(**{"game": "coinrun", **kwargs})


def test_level_sets_follow_upstreams_arguments() -> None:
    env = gym.make(IDS["coinrun"], start_level=500, num_levels=3).unwrapped
    levels = {seed: (env.reset(seed=seed), env.level)[1] for seed in range(6)}
    assert levels == {0: 500, 1: 501, 2: 502, 3: 500, 4: 501, 5: 502}
    assert parse(env._engine.get_state()).fields["current_level_seed"] == 502
    env.close()


# Overlays that upstream paints over the picture: (first row, last row, first column, last column) in pixels.
OVERLAYS = {
    "jumper": [(0, 20, 42, 64)],  # compass
    "plunder": [(46, 64, 0, 14), (0, 5, 0, 64)],  # which ship is the target; time left
    "heist": [(0, 6, 0, 64)],  # keys held
}


@pytest.mark.parametrize("game", GAMES)
def test_glyphs_agree_with_the_pixels(game: str) -> None:
    """At 20 states, without background images: walls, the goal and the player are painted, empty cells are black."""
    env = gym.make(IDS[game]).unwrapped
    painted = {"wall": [], "goal": [], "you": [], "empty": []}
    checked, seed = 0, 20
    env.reset(seed=seed)
    rng = np.random.default_rng(5)
    while checked < 20:
        ended = False
        for _ in range(4):
            ended = ended or any(env.step(int(rng.integers(len(env.actions))))[2:4])
            if ended:
                break
        if ended:
            seed += 1
            env.reset(seed=seed)
            continue
        checked += 1
        sample(env, game, painted)
    env.close()
    # A sprite may leave a corner of its cell bare, and a trail or a bar may cross an empty one.
    assert np.mean(painted["you"]) == 1
    assert np.mean(painted["empty"]) < 0.03
    for kind in ("wall", "goal"):
        assert not painted[kind] or np.mean(painted[kind]) > 0.97, kind


def sample(env, game: str, painted: dict[str, list[bool]]) -> None:
    state, frame = env.state, env.engine_frame().astype(int)
    window = Window.of(state, SPECS[game].scale)
    view = state.fields["view_dim"]
    left, bottom = state.fields["center_x"] - view / 2, state.fields["center_y"] - view / 2

    def pixel(x: float, y: float) -> tuple[int, int] | None:
        column, row = int((x - left) * 64 / view), int(64 - (y - bottom) * 64 / view)
        if not (4 <= row < 60 and 4 <= column < 60):
            return None
        if any(top <= row < low and first <= column < last for top, low, first, last in OVERLAYS.get(game, [])):
            return None
        return row, column

    # Half a cell in pixels: a small sprite need not reach its cell's very middle.
    half = max(int(32 / view / window.scale[1]), 1)

    def lit(row: int, column: int) -> bool:
        return bool(frame[row - half : row + half + 1, column - half : column + half + 1].max() > 12)

    where = pixel(state.player.x, state.player.y)
    if where is not None:
        painted["you"].append(lit(*where))
    near = [
        (entity.x, entity.y, 1.9 * entity.rx + 0.6, 1.9 * entity.ry + 0.6)
        for entity in state.entities  # sprites are drawn up to 1.74 times their box
    ]
    for row, line in enumerate(reversed(env.observation.grid)):
        for column, char in enumerate(line):
            x = (window.left + column + 0.5) / window.scale[0]
            y = (window.bottom + row + 0.5) / window.scale[1]
            where = pixel(x, y)
            if where is None:
                continue
            if char == "#":
                painted["wall"].append(lit(*where))
            elif char == "★":
                painted["goal"].append(lit(*where))
            elif char == "." and not any(abs(x - a) < across and abs(y - b) < up for a, b, across, up in near):
                painted["empty"].append(bool(frame[where].max() > 12))


@pytest.mark.parametrize(("game", "held"), [("coinrun", "JUMP_RIGHT"), ("coinrun", "RIGHT"), ("leaper", "UP")])
def test_no_level_is_won_by_holding_one_key(game: str, held: str) -> None:
    env = gym.make(IDS[game]).unwrapped
    for seed in range(12):
        env.reset(seed=seed)
        assert env.level % 10_000_000 == seed
        while True:
            _, terminated, truncated, info = env.advance(env.actions.index(held))
            if terminated or truncated:
                break
        assert not info["success"]
    env.close()
    chosen = gym.make(IDS[game], start_level=0, num_levels=1000).unwrapped
    chosen.reset(seed=7)
    assert chosen.level == 7
    chosen.close()
