"""WaveDefense: hand-worked turns."""

from __future__ import annotations

import pytest

from glyphbench.games.classics.wave_defense import (
    BRUTE,
    FIRE,
    GRUNT,
    LEFT,
    RIGHT,
    RUNNER,
    WAIT,
    WOUNDED,
    Enemy,
    State,
    WaveDefense,
)


def ready(*enemies: Enemy, lives: int = 3, wave: int = 5, clock: int = 0, coming: tuple[str, ...] = ()) -> WaveDefense:
    """The cannon aims north; `clock` is a multiple of no gap here, so nothing appears unasked."""
    env = WaveDefense(gap=10)
    env.reset(seed=0)
    env.state = State(0, lives, wave, list(enemies), list(coming), clock)
    env._cached = None
    return env


def test_turning_goes_round():
    env = ready(Enemy(4, 7, GRUNT))
    env.advance(LEFT)
    assert env.state.aim == 7 and env.observation.grid[7][7] == "↖"
    env.advance(RIGHT)
    env.advance(RIGHT)
    assert env.state.aim == 1 and env.observation.grid[7][7] == "↗"


def test_grunts_step_on_even_turns_and_runners_on_all():
    env = ready(Enemy(2, 7, GRUNT), Enemy(6, 7, RUNNER))
    assert "rest after this action" in env.observation.hud
    env.advance(WAIT)
    assert [enemy.distance for enemy in env.state.enemies] == [7, 6]
    assert "step after this action" in env.observation.hud
    env.advance(WAIT)
    assert [enemy.distance for enemy in env.state.enemies] == [6, 5]
    # East is to the right of the centre (7, 7), west to the left.
    assert env.observation.grid[7] == "..r....↑.....g."


def test_a_runner_waits_behind_a_grunt():
    env = ready(Enemy(2, 3, GRUNT), Enemy(2, 4, RUNNER))
    env.advance(WAIT)
    assert [enemy.distance for enemy in env.state.enemies] == [3, 4]
    env.advance(WAIT)
    assert [enemy.distance for enemy in env.state.enemies] == [2, 3]


def test_a_shot_hits_the_nearest_on_the_lane():
    env = ready(Enemy(0, 6, GRUNT), Enemy(0, 3, RUNNER), Enemy(4, 1, GRUNT))
    reward, *_ = env.advance(FIRE)
    assert reward == pytest.approx(0.6 / 25) and "runner" in env.message
    assert {(enemy.lane, enemy.kind) for enemy in env.state.enemies} == {(0, GRUNT), (4, GRUNT)}


def test_a_brute_takes_two_hits_and_pays_once():
    env = ready(Enemy(0, 6, BRUTE), Enemy(4, 7, GRUNT))
    assert env.advance(FIRE)[0] == 0 and env.state.enemies[0].kind == WOUNDED
    assert env.advance(FIRE)[0] == pytest.approx(0.024)


def test_a_miss_says_so():
    env = ready(Enemy(4, 7, GRUNT))
    assert env._action_mask().tolist() == [1, 1, 0, 1]
    env.advance(FIRE)
    assert "hits nothing" in env.message


def test_an_enemy_that_arrives_costs_a_life():
    env = ready(Enemy(3, 1, RUNNER), Enemy(4, 7, GRUNT))
    reward, terminated, *_ = env.advance(WAIT)
    assert reward == 0 and not terminated and env.state.lives == 2
    assert "south-east" in env.message and len(env.state.enemies) == 1


def test_the_last_life_ends_the_game():
    env = ready(Enemy(3, 1, RUNNER), lives=1)
    reward, terminated, _, info = env.advance(WAIT)
    assert terminated and not info["success"] and reward == pytest.approx(-0.2)


def test_the_last_enemy_of_the_last_wave_wins():
    env = ready(Enemy(0, 1, RUNNER), lives=1)
    reward, terminated, _, info = env.advance(FIRE)
    assert terminated and info["success"] and reward == pytest.approx(0.024 + 0.4)


def test_the_next_wave_is_one_larger():
    env = ready(Enemy(0, 5, GRUNT), wave=2)
    env.advance(FIRE)
    assert env.state.wave == 3 and len(env.state.enemies) + len(env.state.coming) == 5 and "Wave 3" in env.message


def test_arguments_are_checked():
    for wrong in ({"radius": 3}, {"waves": 0}, {"gap": 0}, {"lives": 0}, {"first": 0}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            WaveDefense(**wrong)
