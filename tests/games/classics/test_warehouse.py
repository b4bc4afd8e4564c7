import pytest

from glyphbench.games.classics.warehouse import FLOOR, PALETTE, WALL, Level, State, Warehouse
from tests.games.classics.drawn import board, find


def hall(*rows, capacity=2):
    """A running game in a hand-drawn hall with packages A and B and docks a and b."""
    env = Warehouse(packages=2, capacity=capacity)
    env.reset(seed=0)
    cells = board(PALETTE, *rows)
    cells[cells != WALL] = FLOOR
    level = Level(cells, (find("A", *rows), find("B", *rows)), (find("a", *rows), find("b", *rows)))
    env.state = State(level, find("@", *rows), frozenset({0, 1}))
    return env


def play(env, *names):
    """Total reward of a line of play, and the last step's end flag."""
    total = 0.0
    for name in names:
        reward, terminated, _, _ = env.advance(env.actions.index(name))
        total += reward
    return round(total, 9), terminated


AISLE = ("#########", "#@A.B.b.#", "#......a#", "#########")


def test_the_stack_is_last_in_first_out():
    env = hall(*AISLE)
    assert play(env, "RIGHT", "LOAD", "RIGHT", "RIGHT", "LOAD", "RIGHT", "RIGHT") == (0, False)
    assert env.state.stack == (0, 1)
    assert "stack A B (top last)" in env.observation.hud and "dock for package B" in env.observation.hud
    assert play(env, "UNLOAD") == (0.3, False)
    assert play(env, "RIGHT", "DOWN", "UNLOAD") == (0.7, True)


def test_the_wrong_order_does_not_unload():
    env = hall(*AISLE)
    play(env, "RIGHT", "RIGHT", "RIGHT", "LOAD", "LEFT", "LEFT", "LOAD")
    assert env.state.stack == (1, 0)
    play(env, "RIGHT", "RIGHT", "RIGHT", "RIGHT", "UNLOAD")
    assert env.message == "Package A is on top, and this is not its dock." and env.state.stack == (1, 0)


def test_every_idle_action_says_why():
    env = hall(*AISLE, capacity=1)
    for name, said in [("UP", "in the way"), ("LOAD", "no package here"), ("UNLOAD", "carry nothing")]:
        assert play(env, name) == (0, False) and said in env.message
    play(env, "RIGHT", "LOAD", "RIGHT", "RIGHT", "LOAD")
    assert "full" in env.message and env.state.stack == (0,)


def test_nothing_is_paid_twice():
    env = hall(*AISLE)
    line = ["RIGHT", "RIGHT", "RIGHT", "LOAD", "RIGHT", "RIGHT", "UNLOAD"]
    assert play(env, *line) == (0.3, False)
    assert play(env, "UNLOAD", "LOAD", "UNLOAD", "LEFT", "LEFT", "LOAD")[0] == 0


def test_mask_allows_exactly_what_has_an_effect():
    env = hall(*AISLE)
    assert env._action_mask().tolist() == [0, 1, 1, 0, 0, 0]
    play(env, "RIGHT")
    assert env._action_mask().tolist() == [0, 1, 1, 1, 1, 0]


@pytest.mark.parametrize("seed", range(8))
def test_halls_are_in_one_piece_and_cells_distinct(seed):
    env = Warehouse(size=10, packages=4, shelves=20)
    env.reset(seed=seed)
    level = env.state.level
    used = [env.state.player, *level.packages, *level.docks]
    assert len(set(used)) == 9 and all(level.board[cell] == FLOOR for cell in used)
    reached, stack = {used[0]}, [used[0]]
    while stack:
        row, col = stack.pop()
        for cell in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
            if level.board[cell] == FLOOR and cell not in reached:
                reached.add(cell)
                stack.append(cell)
    assert len(reached) == (level.board == FLOOR).sum()


@pytest.mark.parametrize("kwargs", [{"size": 6}, {"packages": 5}, {"capacity": 0}, {"shelves": -1}])
def test_bad_arguments_are_refused(kwargs):
    with pytest.raises(ValueError):
        Warehouse(**kwargs)
