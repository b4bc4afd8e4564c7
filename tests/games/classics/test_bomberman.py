"""Bomberman: hand-worked turns on a 7x7 board."""

from __future__ import annotations

import numpy as np
import pytest

from glyphbench.games.classics.bomberman import BOMB, CRATE, EXIT, FLOOR, WAIT, WALL, Bomberman, State, blast, generate
from glyphbench.games.classics.grid import distances
from glyphbench.games.classics.moves import MOVES

UP, RIGHT, DOWN, LEFT = (MOVES.index(name) for name in ("UP", "RIGHT", "DOWN", "LEFT"))


def empty() -> np.ndarray:
    """A board without crates: walls around, pillars on the even cells."""
    board = np.full((7, 7), WALL, dtype=np.uint8)
    board[1:-1, 1:-1] = FLOOR
    board[2:-1:2, 2:-1:2] = WALL
    return board


def ready(crates: tuple = ((5, 5),), slimes: tuple = (), **changes) -> Bomberman:
    """The player stands at (1, 1); the exit is under the first crate."""
    env = Bomberman(size=7, crates=1, slimes=0)
    env.reset(seed=0)
    board = empty()
    for cell in crates:
        board[cell] = CRATE
    env.state = State(board, (1, 1), list(slimes), crates[0])
    for name, value in changes.items():
        setattr(env.state, name, value)
    env._cached = None
    return env


def test_the_fuse_counts_the_turns_after_laying():
    env = ready()
    env.advance(BOMB)
    assert env.state.fuse == 4 and "you stand on your bomb" in env.observation.hud
    env.advance(RIGHT)
    assert env.state.fuse == 3 and env.observation.grid[1][1] == "3"
    env.advance(RIGHT)
    env.advance(DOWN)
    assert env.state.fuse == 1 and env.observation.hud.startswith("turn 4/100 | your bomb explodes after 1 more turn")
    _, terminated, _, _ = env.advance(WAIT)
    assert env.state.fuse == 0 and not terminated and "0 crates" in env.message


def test_staying_in_reach_kills():
    env = ready()
    for action in (BOMB, RIGHT, RIGHT, WAIT):
        env.advance(action)
    # (1, 3) is two cells from the bomb at (1, 1).
    reward, terminated, _, info = env.advance(WAIT)
    assert terminated and not info["success"] and reward == pytest.approx(-0.5) and "kills you" in env.message


def test_a_blast_stops_at_walls_and_at_the_first_crate():
    board = empty()
    board[1, 2] = board[1, 3] = CRATE
    assert blast(board, (1, 1), 2) == ({(1, 1), (1, 2), (2, 1), (3, 1)}, [(1, 2)])
    # From (1, 2) the pillar at (2, 2) closes the way down.
    assert blast(empty(), (1, 2), 2)[0] == {(1, 1), (1, 2), (1, 3), (1, 4)}


def test_uncovering_and_leaving_by_the_exit():
    env = ready(crates=((1, 3), (5, 5)), bomb=(1, 1), fuse=1, player=(5, 1))
    reward, terminated, _, _ = env.advance(WAIT)
    assert reward == pytest.approx(0.3) and not terminated and env.state.board[1, 3] == EXIT
    assert env.observation.grid[1] == "#..★..#" and "uncovered" in env.message
    env.state.player = (1, 2)
    reward, terminated, _, info = env.advance(RIGHT)
    assert reward == pytest.approx(0.7) and terminated and info["success"]


def test_other_crates_earn_nothing():
    env = ready(crates=((5, 5), (1, 3)), bomb=(1, 1), fuse=1, player=(5, 1))
    assert env.advance(WAIT)[0] == 0 and env.state.board[1, 3] == FLOOR


def test_slimes_step_in_every_second_turn():
    env = ready(slimes=((5, 1),))
    assert "slimes rest" in env.observation.hud
    env.advance(WAIT)
    assert env.state.slimes == [(5, 1)] and "slimes step" in env.observation.hud
    env.advance(WAIT)
    assert env.state.slimes[0] in {(4, 1), (5, 2)}


def test_touching_a_slime_kills():
    env = ready(slimes=((1, 2),))
    reward, terminated, _, info = env.advance(RIGHT)
    assert terminated and not info["success"] and reward == pytest.approx(-0.5) and "slime" in env.message


def test_a_slime_that_comes_kills():
    # Between crates the slime at (1, 2) has only the player's cell to go to.
    env = ready(crates=((5, 5), (1, 3)), slimes=((1, 2),), clock=1)
    assert env.advance(WAIT)[1] and "slime" in env.message


def test_a_blast_kills_slimes():
    env = ready(slimes=((1, 3),), bomb=(1, 1), fuse=1, player=(5, 1))
    env.advance(WAIT)
    assert env.state.slimes == [] and "1 slime" in env.message


@pytest.mark.parametrize(
    ("changes", "action", "reason"),
    [
        ({}, UP, "wall is in the way"),
        ({"crates": ((1, 2),)}, RIGHT, "crate is in the way"),
        ({"bomb": (1, 2), "fuse": 3}, RIGHT, "bomb is in the way"),
        ({"bomb": (5, 5), "fuse": 3}, BOMB, "only one at a time"),
    ],
)
def test_refusals(changes, action, reason):
    env = ready(**changes)
    assert env._action_mask()[action] == 0
    env.advance(action)
    assert reason in env.message and env.state.player == (1, 1)


@pytest.mark.parametrize("seed", range(20))
def test_boards_are_winnable(seed):
    state = generate(np.random.default_rng(seed), 11, 24, 2)
    assert (state.board == CRATE).sum() == 24 and state.board[state.exit] == CRATE
    assert all(state.board[cell] == FLOOR for cell in ((1, 1), (1, 2), (2, 1), *state.slimes))
    assert all(row + col - 2 > 5 for row, col in state.slimes) and len(set(state.slimes)) == 2
    # Every crate can be reached once the others are blasted.
    cells = {(int(row), int(col)) for row, col in np.argwhere(state.board != WALL)}
    assert len(distances((1, 1), cells)) == len(cells)


def test_arguments_are_checked():
    for wrong in ({"size": 8}, {"crates": 0}, {"slimes": 5}, {"reach": 0}, {"fuse": 2}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            Bomberman(**wrong)
    with pytest.raises(ValueError, match="do not fit"):
        Bomberman(size=7, crates=20)
