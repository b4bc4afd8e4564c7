import pytest

from glyphbench.games.classics.ice_sliding import GOAL, PALETTE, ROCK, WATER, IceSliding, Level, State, _explore
from tests.games.classics.drawn import board, find


def pond(*rows):
    """A running game on a hand-drawn pond; the `@` cell is ice."""
    env = IceSliding()
    env.reset(seed=0)
    start, goal = find("@", *rows), find("★", *rows)
    cells = board(PALETTE, *(row.replace("@", ".") for row in rows))
    env.state = State(Level(cells, goal, _explore(cells, start, 99)[2]), start)
    return env


POND = (
    "########",
    "#@....##",
    "#......#",
    "#..#..~#",
    "#★....##",
    "########",
)


def test_slides_stop_before_rocks():
    env = pond(*POND)
    env.advance(env.actions.index("RIGHT"))
    assert env.state.player == (1, 5) and env.message == "You slide 4 cells."
    env.advance(env.actions.index("RIGHT"))
    assert env.state.player == (1, 5) and env.message.startswith("A rock is in the way")
    env.advance(env.actions.index("DOWN"))
    assert env.state.player == (4, 5)
    reward, terminated, _, info = env.advance(env.actions.index("LEFT"))
    assert (reward, terminated, info["success"]) == (1, True, True)


def test_water_ends_the_slide_and_the_episode():
    env = pond("#######", "#.★..##", "#@..~.#", "#######")
    reward, terminated, _, info = env.advance(env.actions.index("RIGHT"))
    assert (reward, terminated, info["success"]) == (-0.5, True, False)
    assert env.state.player == (2, 4)
    assert env.observation.grid[2] == "#...@.#"


def test_sliding_across_the_goal_does_not_count():
    env = pond("#######", "#@.★..#", "#######")
    assert env.advance(env.actions.index("RIGHT"))[:2] == (0, False)
    assert env.state.player == (1, 5)


def test_mask_allows_exactly_the_moves_that_move():
    env = pond(*POND)
    assert env._action_mask().tolist() == [0, 1, 1, 0]


@pytest.mark.parametrize("size,min_moves", [(6, 3), (8, 7), (10, 9), (12, 11)])
def test_levels_keep_their_promises(size, min_moves):
    env = IceSliding(size=size, min_moves=min_moves)
    for seed in range(10):
        env.reset(seed=seed)
        cells = env.state.level.board
        assert (cells[[0, -1]] == ROCK).all() and (cells[:, [0, -1]] == ROCK).all()
        assert (cells == GOAL).sum() == 1 and cells[env.state.player] not in (ROCK, WATER, GOAL)


@pytest.mark.parametrize("kwargs", [{"size": 5}, {"min_moves": 0}, {"water": 50}])
def test_bad_arguments_are_refused(kwargs):
    with pytest.raises(ValueError):
        IceSliding(**kwargs)
