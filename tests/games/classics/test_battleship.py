import numpy as np
import pytest

from glyphbench.games.classics.battleship import UNKNOWN, Battleship, Level, State, lines


def sea():
    """A 6x6 game: a ship of three at the top left, across, and one of two at the right edge, down."""
    env = Battleship(size=6, fleet=(3, 2))
    env.reset(seed=0)
    ships = (frozenset({(0, 0), (0, 1), (0, 2)}), frozenset({(4, 5), (5, 5)}))
    env.state = State(Level(ships), np.full((6, 6), UNKNOWN, dtype=np.uint8), (0, 1))
    return env


def fire(env, *cells):
    """Total reward of some shots, and whether the last one ended the episode."""
    total = 0.0
    for row, col in cells:
        reward, terminated, _, _ = env.advance(env.actions.index(f"FIRE_{row}_{col}"))
        total += reward
    return round(total, 9), terminated


def test_misses_hits_and_sinking():
    env = sea()
    assert fire(env, (3, 3)) == (0, False) and env.message == "Row 3, column 3: a miss."
    assert fire(env, (0, 1)) == (0, False) and env.message == "Row 0, column 1: a hit!"
    assert env.observation.grid == ("?×????", "??????", "??????", "???○??", "??????", "??????")
    assert env.observation.hud.endswith("ships afloat, by length: 3 2")
    assert fire(env, (0, 0), (0, 2)) == (0.25, False)
    assert env.message == "Row 0, column 2: a hit! You sink a ship of 3 cells."
    assert env.observation.grid[0] == "■■■???" and env.observation.hud.endswith("ships afloat, by length: 2")
    assert fire(env, (5, 5), (4, 5)) == (0.75, True)


def test_a_second_shot_at_a_cell_pays_nothing():
    env = sea()
    fire(env, (0, 0), (0, 1), (0, 2))
    grid = env.observation.grid
    assert fire(env, (0, 2)) == (0, False)
    assert env.message == "You fired at row 0, column 2 before." and env.observation.grid == grid
    assert env._action_mask().sum() == 33 and env._action_mask()[:3].sum() == 0


def test_lines_are_all_the_places_of_a_ship():
    assert len(lines(10, 5)) == 2 * 10 * 6
    assert {frozenset(line) for line in lines(3, 3)} == {
        *(frozenset((row, col) for col in range(3)) for row in range(3)),
        *(frozenset((row, col) for row in range(3)) for col in range(3)),
    }


@pytest.mark.parametrize("seed", range(8))
def test_fleets_are_straight_ships_without_overlap(seed):
    env = Battleship()
    env.reset(seed=seed)
    ships = env.state.level.ships
    assert [len(ship) for ship in ships] == [5, 4, 3, 3, 2]
    assert len(frozenset().union(*ships)) == 17
    for ship in ships:
        rows, cols = {row for row, _ in ship}, {col for _, col in ship}
        assert min(len(rows), len(cols)) == 1
        assert max(rows) - min(rows) + max(cols) - min(cols) == len(ship) - 1
        assert min(rows | cols) >= 0 and max(rows | cols) <= 9


def test_nothing_drawn_depends_on_the_hidden_fleet():
    texts = set()
    for seed in range(5):
        env = Battleship()
        texts.add(env.reset(seed=seed)[0])
    assert len(texts) == 1


@pytest.mark.parametrize(
    "kwargs", [{"size": 4}, {"fleet": ()}, {"fleet": 3}, {"fleet": None}, {"fleet": (1,)}, {"size": 5, "fleet": (5, 5)}]
)
def test_bad_arguments_are_refused(kwargs):
    with pytest.raises(ValueError):
        Battleship(**kwargs)
