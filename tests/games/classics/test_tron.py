from collections import deque
from dataclasses import replace

import numpy as np
import pytest

from glyphbench.games.classics.tron import DRAWN, LOST, RIDING, WON, Position, Tron, reply, territory

UP, RIGHT, DOWN, LEFT = range(4)


def drawn(*rows: str, facing: int = UP, theirs: int = UP) -> Position:
    """A position from a square drawing: `A` is you, `B` the opponent, `#` blocked."""
    cells = "".join(rows)
    blocked = sum(1 << number for number, char in enumerate(cells) if char != ".")
    return Position(len(rows), blocked, cells.index("A"), facing, cells.index("B"), theirs)


def walked(position: Position, start: int) -> dict[int, int]:
    """Steps from a cell to every free cell, by breadth-first search."""
    found, queue = {start: 0}, deque([start])
    while queue:
        cell = queue.popleft()
        for step in (-position.size, 1, position.size, -1):
            if cell + step not in found and not position.blocked >> (cell + step) & 1:
                found[cell + step] = found[cell] + 1
                queue.append(cell + step)
    return {cell: steps for cell, steps in found.items() if cell != start}


def test_territory_counts_cells_reached_first():
    rng = np.random.default_rng(0)
    for _ in range(50):
        walls = rng.random((9, 9)) < 0.25
        walls[[0, -1], :] = walls[:, [0, -1]] = True
        walls[1, 1] = walls[7, 6] = True  # the riders' own cells
        position = Position(9, sum(1 << int(cell) for cell in np.flatnonzero(walls)), 10, RIGHT, 69, LEFT)
        mine, theirs = walked(position, 10), walked(position, 69)
        # A rider stops where the other is first, and cells behind such a border are never his: distances alone decide.
        first = sum(steps < theirs.get(cell, 999) for cell, steps in mine.items())
        second = sum(steps < mine.get(cell, 999) for cell, steps in theirs.items())
        assert territory(9, position.blocked, 10, 69) == (first, second)
        assert territory(9, position.blocked, 10, None) == (len(mine), 0)


def test_crashes_decide():
    open_field = drawn("#######", "#.....#", "#.A...#", "#.....#", "#...B.#", "#.....#", "#######")
    _, standing = open_field.after(RIGHT, 0)
    assert standing == RIDING
    cornered = drawn("#######", "#A....#", "#.....#", "#.....#", "#...B.#", "#.....#", "#######", facing=UP)
    assert cornered.after(UP, 0)[1] == LOST
    trapped = drawn("#######", "#A....#", "#.....#", "#...#.#", "#..#B##", "#...#.#", "#######", facing=RIGHT)
    assert trapped.after(RIGHT, 2)[1] == WON
    both = replace(trapped, facing=UP)
    assert both.after(UP, 2)[1] == DRAWN


def test_meeting_in_one_cell_is_a_draw():
    meet = drawn("#######", "#.....#", "#A.B..#", "#.....#", "#.....#", "#.....#", "#######", facing=RIGHT, theirs=LEFT)
    assert meet.after(RIGHT, 0)[1] == DRAWN
    # Riding at each other from neighbouring cells: each runs into the other's trail.
    meet = drawn("#######", "#.....#", "#AB...#", "#.....#", "#.....#", "#.....#", "#######", facing=RIGHT, theirs=LEFT)
    assert meet.after(RIGHT, 0)[1] != RIDING


def test_turning_straight_back_is_ignored():
    env = Tron()
    env.reset(seed=0)
    facing = env.state.position.facing
    before = env.state.position
    _, _, terminated, _, info = env.step((facing + 2) % 4)
    assert not terminated and env.state.position.you == before.you + before.step(facing)
    assert env.message == "You cannot turn straight back: you ride on."
    assert info["action_mask"].sum() == 3


def test_the_opponents_three_habits():
    # Going up leads the opponent into a pocket of 2 cells; to its right (east) lie 8, to its left (west) 1.
    field = drawn(
        "#########",
        "###.#####",
        "###.#####",
        "##.B....#",
        "########.",
        "#######..",
        "#A......#",
        "#.......#",
        "#########",
        facing=RIGHT,
    )
    field = replace(field, blocked=field.blocked | 1 << (4 * 9 + 8) | 1 << (5 * 9 + 7) | 1 << (5 * 9 + 8))
    assert reply(field, 0) == UP
    assert reply(field, 1) == RIGHT
    assert reply(field, 2) == RIGHT
    # Equal ways: straight on first.
    even = drawn("#######", "#.....#", "#.....#", "#..B..#", "#.....#", "#A....#", "#######", theirs=UP)
    assert reply(even, 1) == UP


def test_a_win_pays_one_and_a_loss_costs_half():
    env = Tron()
    env.reset(seed=0)
    trapped = drawn("#######", "#A....#", "#.....#", "#...#.#", "#..#B##", "#...#.#", "#######", facing=RIGHT)
    env.state.position = trapped
    reward, terminated, _, info = env.advance(RIGHT)
    assert terminated and info["success"] and reward == 1 and "you win" in env.message
    env.reset(seed=0)
    env.state.position = drawn("#######", "#A....#", "#.....#", "#.....#", "#...B.#", "#.....#", "#######", facing=UP)
    reward, terminated, _, info = env.advance(UP)
    assert terminated and not info["success"] and reward == -0.5


def test_both_sides_start_alike():
    env = Tron()
    for seed in range(20):
        env.reset(seed=seed)
        board = env.state.board
        assert (board == board[::-1, ::-1]).all()
        position = env.state.position
        assert position.you + position.they == env.size**2 - 1
        assert all(position.free(position.you + position.step(position.facing) * ahead) for ahead in (1, 2, 3))


@pytest.mark.parametrize("kwargs", [{"size": 5}, {"blocks": -1}, {"strength": 3}])
def test_arguments(kwargs):
    with pytest.raises(ValueError):
        Tron(**kwargs)
