import pytest

from glyphbench.games.classics.gravity_maze import PALETTE, SPIKES, STONE, GravityMaze, Level, State, _ends
from tests.games.classics.drawn import board, find


def cave(*rows):
    """A running game in a hand-drawn cave; the `@` cell is air."""
    env = GravityMaze()
    env.reset(seed=0)
    start, goal = find("@", *rows), find("★", *rows)
    cells = board(PALETTE, *(row.replace("@", ".") for row in rows))
    env.state = State(Level(cells, goal, _ends(cells, start)), start)
    return env


def after(action, *rows):
    """Where one action from a drawing ends, with the reward and whether the episode ended."""
    env = cave(*rows)
    reward, terminated, _, _ = env.advance(env.actions.index(action))
    return env.state.player, reward, terminated


STEP = (
    "#########",
    "#.......#",
    "#.......#",
    "#.@..#..#",
    "###..#.★#",
    "#########",
)


@pytest.mark.parametrize(
    "action,ball",
    [
        ("ROLL_LEFT", (3, 1)),  # stone stops the roll at the wall
        ("ROLL_RIGHT", (4, 3)),  # the ground ends: falls into the pit
        ("JUMP_LEFT", (3, 1)),  # the wall stops the jump after one cell
        ("JUMP_RIGHT", (4, 4)),  # two cells across, then down
    ],
)
def test_where_actions_end(action, ball):
    assert after(action, *STEP) == (ball, 0, False)


def test_a_jump_climbs_one_step_and_a_higher_one_blocks_it():
    low = ("######", "#..★.#", "#....#", "#@#..#", "######")
    assert after("JUMP_RIGHT", *low)[0] == (3, 3)  # over the step, down behind it
    high = ("######", "#..★.#", "#.#..#", "#@#..#", "######")
    env = cave(*high)
    env.advance(env.actions.index("JUMP_RIGHT"))
    assert env.state.player == (3, 1) and "blocks the jump" in env.message
    ledge = ("######", "#..★.#", "#....#", "#@##.#", "######")
    env = cave(*ledge)
    env.advance(env.actions.index("JUMP_RIGHT"))
    assert env.state.player == (2, 3) and env.message == "The ball lands one cell higher."


def test_a_ceiling_prevents_a_jump():
    env = cave("######", "###★.#", "#@...#", "######")
    env.advance(env.actions.index("JUMP_RIGHT"))
    assert env.state.player == (2, 1) and "blocks the jump" in env.message
    assert env._action_mask().tolist() == [0, 1, 0, 0]


def test_goal_and_spikes_count_on_the_way():
    assert after("ROLL_RIGHT", "#######", "#@.★..#", "#######") == ((1, 3), 1, True)
    assert after("ROLL_RIGHT", "#######", "#@.^.★#", "#######") == ((1, 3), -0.5, True)
    assert after("JUMP_RIGHT", "######", "#....#", "#@.★.#", "######") == ((2, 3), 1, True)  # falls into it
    assert after("JUMP_RIGHT", "######", "#..★.#", "#@.^.#", "######") == ((1, 3), 1, True)  # flies through it


@pytest.mark.parametrize("seed", range(10))
def test_caves_keep_their_promises(seed):
    env = GravityMaze()
    env.reset(seed=seed)
    cells, (row, col) = env.state.level.board, env.state.player
    assert (cells[[0, -1]] == STONE).all() and (cells[:, [0, -1]] == STONE).all()
    assert cells[row, col] not in (STONE, SPIKES) and cells[row + 1, col] == STONE


@pytest.mark.parametrize("kwargs", [{"width": 7}, {"height": 5}, {"min_moves": 0}, {"spikes": 60}])
def test_bad_arguments_are_refused(kwargs):
    with pytest.raises(ValueError):
        GravityMaze(**kwargs)
