"""The Bomberman teacher: escapes worked by hand, odds of slimes, and that it does not peek at the exit."""

from __future__ import annotations

import numpy as np
import pytest

from glyphbench.games.classics.bomberman import BOMB, CRATE, EXIT, FLOOR, WALL, Bomberman, State
from glyphbench.games.classics.moves import MOVES
from glyphbench.solvers.bomberman import BombermanSolver, open_cells, plan, slime_odds


def ready(crates: tuple, slimes: tuple = (), player: tuple = (1, 1)) -> Bomberman:
    env = Bomberman(size=7, crates=1, slimes=0)
    env.reset(seed=0)
    board = np.full((7, 7), WALL, dtype=np.uint8)
    board[1:-1, 1:-1] = FLOOR
    board[2:-1:2, 2:-1:2] = WALL
    for cell in crates:
        board[cell] = CRATE
    env.state = State(board, player, list(slimes), crates[0])
    return env


def test_no_bomb_where_the_blast_cannot_be_survived():
    # From (1, 1) with crates at (1, 3) and (3, 1) every cell in reach lies in the blast of a bomb laid at (1, 1).
    env = ready(((1, 3), (3, 1)))
    free = open_cells(env.state)
    assert plan(env, (1, 1), 4, free, (1, 1), [{}] * 11, laying=True) is None
    # At (1, 2) the bomb leaves the cell around the corner.
    assert BombermanSolver().best_action(env) == MOVES.index("RIGHT")
    env.state.player = (1, 2)
    assert plan(env, (1, 2), 4, free, (1, 2), [{}] * 11, laying=True) is not None
    assert BombermanSolver().best_action(env) == BOMB


def test_it_walks_to_the_exit_once_it_shows():
    env = ready(((5, 5), (1, 3)))
    env.state.board[5, 1] = EXIT
    assert BombermanSolver().best_action(env) == MOVES.index("DOWN")
    assert BombermanSolver().cost_to_go(env) == 4


def test_odds_of_a_slime_after_one_step():
    env = ready(((5, 5),), slimes=((1, 1),), player=(5, 1))
    odds = slime_odds(env.state, open_cells(env.state), 2)
    # It rests in the first turn and then takes one of its two exits.
    assert odds[1] == {(1, 1): 1.0} and odds[2] == {(1, 2): 0.5, (2, 1): 0.5}


@pytest.mark.parametrize("seed", range(3))
def test_it_does_not_know_where_the_exit_is(seed):
    env, solver = Bomberman(), BombermanSolver()
    env.reset(seed=seed)
    crates = [(int(row), int(col)) for row, col in np.argwhere(env.state.board == CRATE)]
    choices = set()
    for cell in crates:
        env.state.exit = cell
        choices.add(solver.best_action(env))
    assert len(choices) == 1
