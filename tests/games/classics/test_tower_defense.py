"""TowerDefense: hand-worked turns on a straight road, and the shape of drawn roads."""

from __future__ import annotations

import numpy as np
import pytest

from glyphbench.games.classics.tower_defense import State, TowerDefense, draw_road, schedule

#: A straight road along row 3 of a 7x7 board, gate at the left, castle at the right.
ROAD = tuple((3, col) for col in range(7))


def ready(**changes) -> TowerDefense:
    env = TowerDefense(size=7)
    env.reset(seed=0)
    env.state = State(ROAD, gold=10, lives=3, arrivals=[(50, 5, 1)])
    for name, value in changes.items():
        setattr(env.state, name, value)
    env._cached = None
    return env


def act(env: TowerDefense, name: str) -> tuple[float, bool, bool, dict]:
    return env.advance(env.actions.index(name))


def test_building_and_raising_costs_gold():
    env = ready()
    act(env, "BUILD_2_3")
    assert env.state.towers == {(2, 3): 1} and env.state.gold == 5
    assert env.observation.grid[2][3] == "○"
    act(env, "BUILD_2_3")
    assert env.state.towers == {(2, 3): 2} and env.state.gold == 0
    assert env.observation.grid[2][3] == "●"


@pytest.mark.parametrize(
    ("changes", "name", "reason"),
    [
        ({}, "BUILD_3_2", "cannot build on the road"),
        ({}, "BUILD_3_6", "cannot build on the road"),
        ({"gold": 4}, "BUILD_0_0", "costs 5 gold; you have 4"),
        ({"towers": {(0, 0): 2}}, "BUILD_0_0", "highest level"),
    ],
)
def test_refusals(changes, name, reason):
    env = ready(**changes)
    assert env._action_mask()[env.actions.index(name)] == 0
    before = dict(env.state.towers), env.state.gold
    act(env, name)
    assert reason in env.message and (env.state.towers, env.state.gold) == before


def test_a_tower_hits_the_foremost_enemy_beside_it_then_all_walk():
    # The tower at (2, 3) reaches road cells 2, 3 and 4.
    env = ready(towers={(2, 3): 1}, enemies=[[5, 9], [4, 9], [2, 9], [1, 9]])
    act(env, "WAIT")
    assert env.state.enemies == [[5, 8], [3, 9], [2, 9]] and env.state.lives == 2
    assert "reaches the castle" in env.message


def test_hits_go_on_to_the_next_enemy_when_one_is_destroyed():
    env = ready(towers={(2, 3): 2, (4, 3): 1}, enemies=[[4, 1], [3, 1], [2, 5]], gold=0)
    reward, *_ = act(env, "WAIT")
    assert env.state.enemies == [[3, 4]] and env.state.gold == 2
    assert reward == pytest.approx(2 * 0.6 / 25) and "2 enemies are destroyed" in env.message


def test_an_enemy_appears_in_its_turn():
    env = ready(arrivals=[(2, 7, 3)])
    assert "next enemy (7 hits, wave 3) after 2 more turns" in env.observation.hud
    act(env, "WAIT")
    assert not env.state.enemies
    act(env, "WAIT")
    assert env.state.enemies == [[0, 7]] and env.state.wave == 3 and env.observation.grid[3][0] == "7"


def test_the_castle_falls():
    env = ready(lives=1, enemies=[[5, 1]])
    reward, terminated, _, info = act(env, "WAIT")
    assert terminated and not info["success"] and reward == pytest.approx(-0.2)


def test_the_last_enemy_wins():
    env = ready(arrivals=[], towers={(2, 3): 1}, enemies=[[3, 1]])
    reward, terminated, _, info = act(env, "WAIT")
    assert terminated and info["success"] and reward == pytest.approx(0.024 + 0.4)


def test_schedule_of_two_waves():
    # Waves start 8 turns after what went before; arrivals are 5, then 4 turns apart; 5, then 6 hits.
    assert schedule(2, 2) == [(8, 5, 1), (13, 5, 1), (21, 6, 2), (25, 6, 2)]


@pytest.mark.parametrize("size", [7, 11])
def test_roads_never_touch_themselves(size):
    for seed in range(15):
        road = draw_road(np.random.default_rng(seed), size)
        assert road[0][1] == 0 and road[-1][1] == size - 1 and len(set(road)) == len(road)
        for index, (row, col) in enumerate(road):
            beside = [i for i, (r, c) in enumerate(road) if abs(r - row) + abs(c - col) == 1]
            assert beside == [i for i in (index - 1, index + 1) if 0 <= i < len(road)]


def test_arguments_are_checked():
    for wrong in ({"size": 8}, {"waves": 6}, {"enemies": 0}, {"cost": 0}, {"lives": 0}, {"gold": -1}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            TowerDefense(**wrong)
