import numpy as np
import pytest

from glyphbench.games.classics.guard_evasion import (
    LINES,
    PALETTE,
    WALL,
    GuardEvasion,
    State,
    cost_table,
    patrol,
    plan_level,
    view,
)
from tests.games.classics.drawn import board, find

UP, RIGHT, DOWN, LEFT, WAIT = range(5)

HALL = (
    "#########",
    "#@......#",
    "#.......#",
    "####..###",
    "#....★..#",
    "#########",
)


def building(rows, *patrols, sight=3):
    """A running game in a hand-drawn building with the given patrols (tuples of poses)."""
    env = GuardEvasion(max_turns=1000)
    env.reset(seed=0)
    start, exit = find("@", *rows), find("★", *rows)
    env.state = State(plan_level(board(PALETTE, *(row.replace("@", ".") for row in rows)), exit, patrols, sight), start)
    return env


def test_a_guard_walks_to_the_wall_and_turns_round():
    line = [(1, col) for col in (1, 2, 3)]
    poses = patrol(line, RIGHT, 0)
    assert poses == (
        ((1, 1), RIGHT),
        ((1, 2), RIGHT),
        ((1, 3), RIGHT),
        ((1, 3), LEFT),
        ((1, 2), LEFT),
        ((1, 1), LEFT),
    )
    assert patrol(line, RIGHT, 2)[0] == ((1, 3), RIGHT)


@pytest.mark.parametrize("seed", range(8))
def test_patrols_follow_the_rule_that_players_are_told(seed):
    env = GuardEvasion()
    env.reset(seed=seed)
    level = env.state.level
    for poses in level.patrols:
        assert len(poses) // 2 in LINES
        for (cell, facing), after in zip(poses, poses[1:] + poses[:1], strict=True):
            ahead = (cell[0] + (-1, 0, 1, 0)[facing], cell[1] + (0, 1, 0, -1)[facing])
            assert after == ((cell, (facing + 2) % 4) if level.board[ahead] == WALL else (ahead, facing))
    cells = [{cell for cell, _ in poses} for poses in level.patrols]
    assert sum(map(len, cells)) == len(set().union(*cells)), "two patrols share a cell"


def test_a_view_widens_and_ends_at_walls():
    drawing = board(PALETTE, "######", "#....#", "#....#", "#..#.#", "######")
    assert set(view(drawing, ((2, 1), RIGHT), 3)) == {(2, 2), (2, 3), (1, 3), (2, 4), (1, 4), (3, 4)}
    assert set(view(drawing, ((3, 1), RIGHT), 3)) == {(3, 2)}
    assert set(view(drawing, ((1, 2), DOWN), 2)) == {(2, 2), (3, 2), (3, 1)}


def test_guards_act_after_the_player_and_then_see():
    env = building(HALL, (((2, 6), LEFT),))  # a guard that stands still, looking west along row 2
    assert env.advance(RIGHT)[:2] == (0, False)
    reward, terminated, _, info = env.advance(RIGHT)  # (1, 3) is beside (2, 3), the third cell ahead
    assert (reward, terminated, info["success"]) == (-0.5, True, False)
    assert env.message == "A guard sees you." and env.state.caught


def test_walking_onto_a_guard_is_caught_even_from_behind():
    env = building(HALL, (((1, 2), RIGHT),))
    assert env.advance(WAIT)[:2] == (0, False)
    assert env.advance(RIGHT)[:2] == (-0.5, True)
    assert "walk into a guard" in env.message


def test_the_exit_wins_even_in_sight():
    rows = ("#######", "#@★...#", "#######")
    env = building(rows, (((1, 5), LEFT),))
    reward, terminated, _, info = env.advance(RIGHT)
    assert (reward, terminated, info["success"]) == (1, True, True)


def test_a_wall_costs_the_turn():
    env = building(HALL, (((4, 1), LEFT),))
    assert env.advance(UP)[0] == 0
    assert "lose the turn" in env.message and env.state.player == (1, 1)
    assert env._action_mask().tolist() == [0, 1, 1, 0, 1]


def test_the_drawing_marks_what_is_seen_now():
    env = building(HALL, (((2, 6), LEFT),))
    assert env._observe().grid == (
        "#########",
        "#@.::...#",
        "#..:::←.#",
        "####:.###",
        "#....★..#",
        "#########",
    )


def test_without_a_guard_near_the_table_is_the_walking_distance():
    env = building(HALL, (((4, 1), LEFT),))
    assert cost_table(env.state.level)[0, 1, 1] == 7


@pytest.mark.parametrize("size,guards", [(8, 1), (10, 2), (12, 4), (15, 6)])
def test_starts_are_safe_and_the_exit_is_within_reach(size, guards):
    env = GuardEvasion(size=size, guards=guards)
    for seed in range(4):
        env.reset(seed=seed)
        level = env.state.level
        assert len(level.patrols) == guards and level.period <= 24
        assert size <= cost_table(level)[(0, *env.state.player)] <= 3 * size
        assert np.array_equal(level.manned.sum(axis=(1, 2)), [guards] * level.period)


@pytest.mark.parametrize("kwargs", [{"size": 7}, {"guards": 0}, {"sight": 9}, {"size": 8, "guards": 5}])
def test_bad_arguments_are_refused(kwargs):
    with pytest.raises(ValueError):
        GuardEvasion(**kwargs)
