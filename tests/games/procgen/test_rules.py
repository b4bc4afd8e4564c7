"""What the rules tell the player, checked on the bare engine: heights, cooldowns, costs, walls."""

import math
from collections import Counter
from itertools import pairwise

import gymnasium as gym
import numpy as np
import pytest

import glyphbench  # noqa: F401
from glyphbench import catalogue
from glyphbench.games.procgen import layout
from glyphbench.games.procgen.engine import Engine
from glyphbench.games.procgen.state import Entity, State, parse

IDS = {row.upstream: row.id for row in catalogue.tasks(family="procgen")}
NONE, UP, LEFT, RIGHT, FIRE = 4, 5, 1, 7, 9


def now(engine: Engine) -> State:
    return parse(engine.get_state())


def rise(game: str, mode: str, codes: list[int], seed: int) -> float:
    """Highest gain in height while these codes are played, after six steps of settling."""
    engine = Engine(game, seed, mode)
    for _ in range(6):
        engine.step(NONE)
    start = top = now(engine).player.y
    for code in codes:
        if engine.step(code)[1]:
            break
        top = max(top, now(engine).player.y)
    engine.close()
    return top - start


@pytest.mark.parametrize(
    ("game", "mode", "codes", "cells"),
    [
        ("climber", "hard", [UP] * 16, 6.4),
        ("coinrun", "easy", [UP] * 16, 6.4),
        ("jumper", "hard", [UP] * 2 + [NONE] * 14, 3.85),
        # Ninja: charged for one turn, for two turns, and on an easy level for one.
        ("ninja", "hard", [UP] * 2 + [NONE] * 14, 1.8),
        ("ninja", "hard", [UP] * 4 + [NONE] * 14, 6.4),
        ("ninja", "easy", [UP] * 2 + [NONE] * 14, 4.55),
    ],
)
def test_how_high_a_jump_rises(game: str, mode: str, codes: list[int], cells: float) -> None:
    # Ceilings cut jumps short on some levels, so the highest of several counts.
    assert max(rise(game, mode, codes, seed) for seed in range(8)) == pytest.approx(cells, abs=0.06)


def test_jumper_jumps_again_in_the_air_but_not_in_the_first_two_turns() -> None:
    assert max(rise("jumper", "easy", [UP] * 2 + [NONE] * 7 + [UP] * 2 + [NONE] * 14, seed) for seed in range(8)) > 7
    engine = Engine("jumper", 2)
    start = now(engine).player.y
    heights = [(engine.step(UP), now(engine).player.y - start)[1] for _ in range(5)]
    assert heights[2] == 0 < heights[4]
    engine.close()


def test_dodgeball_does_not_throw_for_two_or_three_turns_after_a_throw() -> None:
    env = gym.make(IDS["dodgeball"]).unwrapped
    env.reset(seed=3)
    throw = env.actions.names.index("THROW")
    thrown = []
    for turn in range(12):
        _, over, _, _ = env.advance(throw)
        assert not over
        times = env.state.extra["last_fire_time"]
        if not thrown or thrown[-1][1] != times:
            thrown.append((turn, times))
        else:
            assert env.message in ("You cannot throw or shoot again yet.", "You gain 2 points.")
    assert {later[0] - sooner[0] for sooner, later in pairwise(thrown)} == {3, 4}
    env.close()


def test_plunder_time() -> None:
    """Two steps cost 0.3%, a shot 2%; a target adds 10%, another ship costs 10%."""
    env = gym.make(IDS["plunder"]).unwrapped
    rng = np.random.default_rng(0)
    seen: Counter[float] = Counter()
    for seed in range(3):
        env.reset(seed=seed)
        while True:
            before = env.state.extra
            _, terminated, truncated, info = env.advance(int(rng.integers(4)))
            if terminated or truncated:
                break
            after = env.state.extra
            shots = 0.02 * (after["last_fire_time"] != before["last_fire_time"])
            rest = float(after["juice_left"] - before["juice_left"]) + 0.003 + shots - 0.1 * info["native_reward"]
            seen[round(rest, 2)] += 1
    assert set(seen) <= {0.0, -0.1, -0.2, -0.02, -0.12} and seen[-0.1] > 3 and seen[0.0] > 100
    env.close()


def test_a_leapers_hop_takes_one_turn_whatever_came_before() -> None:
    env = gym.make(IDS["leaper"]).unwrapped
    env.reset(seed=6)
    for name, across, up in [("LEFT", -1, 0), ("RIGHT", 1, 0), ("LEFT", -1, 0), ("UP", 0, 1), ("DOWN", 0, -1)]:
        before = env.state.player
        env.advance(env.actions.names.index(name))
        after = env.state.player
        assert (after.x - before.x, after.y - before.y) == pytest.approx((across, up), abs=1e-3)
    env.close()


def test_walls_stop_a_cave_flyer() -> None:
    engine = Engine("caveflyer", 4)
    assert not any(engine.step(UP)[1] for _ in range(40))
    state = now(engine)
    you = state.player
    assert abs(you.vy) < 0.05 and state.grid[int(you.y + you.ry + 0.3), int(you.x)] == 8
    engine.close()


def test_a_cave_flyers_heading() -> None:
    env = gym.make(IDS["caveflyer"]).unwrapped
    env.reset(seed=4)
    turn = env.actions.names.index("TURN_LEFT")
    for _ in range(3):
        env.advance(turn)
    # Counter-clockwise from north.
    expected = 90 + math.degrees(-env.state.player.rotation)
    assert 100 < expected < 170 and f"heading {round(expected)} degrees" in env.observation.hud
    before = env.state.player.rotation
    for _ in range(4):
        env.advance(turn)
        gained, before = before - env.state.player.rotation, env.state.player.rotation
    assert math.degrees(gained) == pytest.approx(30, abs=1.5)
    env.close()


def test_the_edges_of_the_road_stop_a_fruitbot() -> None:
    engine = Engine("fruitbot", 4)
    assert not any(engine.step(RIGHT)[1] for _ in range(12))
    state = now(engine)
    assert state.player.x == pytest.approx(state.grid.shape[1] - state.player.rx, abs=1e-3)
    engine.close()


def test_miner_pushes_resting_boulders_into_empty_cells_only() -> None:
    rng = np.random.default_rng(0)
    pushed = held = 0
    for seed in range(25):
        engine = Engine("miner", seed)
        state = now(engine)
        for _ in range(120):
            code = int(rng.choice([LEFT, RIGHT, UP, 3]))
            x, y, way = int(state.player.x), int(state.player.y), code // 3 - 1
            if engine.step(code)[1]:
                break
            after = now(engine)
            if way and 0 <= x + 2 * way < state.grid.shape[1] and state.grid[y, x + way] == 1:
                moved = int(after.player.x) - x == way
                assert moved == (state.grid[y, x + 2 * way] == 100)
                pushed, held = pushed + moved, held + (not moved)
            state = after
        engine.close()
    assert pushed > 3 and held > 50


@pytest.mark.parametrize("game", sorted(layout.EXTRA))
def test_entities_hold_the_fields_of_their_names(game: str) -> None:
    """Against the serialised block read as a table of all 31 fields."""
    table = np.dtype([(name, f"<{kind}4") for name, kind in layout.ENTITY])
    engine = Engine(game, 7)
    for step in range(40):
        engine.step(step % 9)
    data, state = engine.get_state(), now(engine)
    size = table.itemsize * len(state.entities)
    count = len(state.entities).to_bytes(4, "little")
    first = np.array([state.entities[0].x, state.entities[0].y], dtype="<f4").tobytes()
    at = data.index(count + first) + 4
    raw = np.frombuffer(data[at : at + size], dtype=table)
    for name in Entity._fields:
        assert [getattr(entity, name) for entity in state.entities] == raw[name].tolist(), name
    engine.close()
