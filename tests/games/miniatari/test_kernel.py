"""The arcade kernel on a game made for the test; every expected value is worked out by hand."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, eight_way, four_way, sideways
from glyphbench.games.miniatari.grid import distances, first_step, manhattan, sign, step_name, toward
from glyphbench.games.miniatari.kernel import ArcadeGame, scoring
from glyphbench.games.miniatari.mazes import braided, prowl, rooms
from glyphbench.games.miniatari.world import Sprite


class Toy(ArcadeGame):
    """A corridor of 7x3 with a wall at (3, 0); does only what a test tells it through `script`."""

    width, height, goal, lives = 7, 3, 4, 2
    actions = controls("LEFT", "RIGHT", "UP", "DOWN", FIRE="shoot right")
    cast = Cast(
        {
            "me": Glyph("@", "you"),
            "foe": sideways("<", ">", "foe"),
            "shot": Glyph("-", "shot"),
            "gem": Glyph("*", "gem"),
        }
    )
    rules = "A toy for the tests of the kernel." + scoring(4, 2)
    respawned = 0

    def setup(self) -> None:
        self.set_walls([(3, 0)])
        self.state.me.y = 1
        self.state.tiles[6, 2] = "gem"

    def respawn(self) -> None:
        self.respawned += 1

    def play(self, name: str) -> None:
        if name == "FIRE":
            self.shoot("shot", 1, 0, cooldown=2)
        else:
            self.steer(name, face=True)


@pytest.fixture
def toy() -> Toy:
    game = Toy(max_turns=50)
    game.reset(seed=0)
    return game


def press(game: Any, name: str) -> tuple[float, bool, bool, dict[str, Any]]:
    return game.advance(game.actions.index(name))


def test_controls_start_with_noop_and_take_own_words() -> None:
    actions = controls("LEFT", FIRE="shoot up", LEFT="slide left")
    assert actions.names == ("NOOP", "LEFT", "FIRE")
    assert [action.description for action in actions] == ["do nothing", "slide left", "shoot up"]


def test_the_picture(toy: Toy) -> None:
    toy.add("foe", 5, 0, dx=-1)
    press(toy, "NOOP")
    observation = toy.observation
    assert observation.grid == ("...#.<.", "@......", "......*")
    assert [glyph.char for glyph in observation.legend] == ["@", "<", "*", ".", "#"]
    assert observation.hud == "turn 1/50 | score 0/4 | lives 2"


def test_the_player_is_drawn_above_sprites_and_sprites_above_tiles(toy: Toy) -> None:
    toy.state.tiles[0, 1] = toy.state.tiles[1, 1] = "gem"
    toy.add("foe", 1, 1, dx=1)
    toy.add("foe", 0, 1, dx=1)
    press(toy, "NOOP")
    assert toy.observation.grid[1] == "@>....."


def test_steering_is_stopped_by_edges_and_walls_and_says_so(toy: Toy) -> None:
    press(toy, "LEFT")
    assert toy.message == "The edge of the field is in the way." and toy.state.me.cell == (0, 1)
    toy.state.me.x, toy.state.me.y = 2, 0
    press(toy, "RIGHT")
    assert toy.message == "A wall is in the way." and toy.state.me.cell == (2, 0)
    assert (toy.state.me.dx, toy.state.me.dy) == (1, 0)
    press(toy, "DOWN")
    assert toy.message == "" and toy.state.me.cell == (2, 1)


def test_paces(toy: Toy) -> None:
    slow = toy.add("foe", 0, 2, dx=1, every=3)
    seen = []
    for _ in range(7):
        seen.append(toy.when(3))
        press(toy, "NOOP")
        toy.drift("foe")
        seen.append(str(slow.x))
    # Ticks 3 and 6 are the third ones.
    assert seen == [
        *("in 2 turns", "0", "next turn", "0", "this turn", "1"),
        *("in 2 turns", "1", "next turn", "1", "this turn", "2", "in 2 turns", "2"),
    ]
    assert toy.beat("slow foes", 3) == "slow foes move next turn"


def test_what_drifts_off_the_field_or_into_a_wall_is_gone(toy: Toy) -> None:
    leaving, walled, staying = toy.add("foe", 0, 2, dx=-1), toy.add("foe", 4, 0, dx=-1), toy.add("foe", 4, 2, dx=-1)
    assert toy.drift("foe") == [leaving, walled]
    assert toy.of("foe") == [staying] and staying.cell == (3, 2)


def test_a_wrapping_field_has_no_edge(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "wraps", True)
    foe = toy.add("foe", 6, 2, dx=1, dy=1)
    assert toy.drift("foe") == [] and foe.cell == (0, 0)


def test_a_shot_takes_the_first_target_on_its_way(toy: Toy) -> None:
    far, near = toy.add("foe", 4, 1), toy.add("foe", 2, 1)
    shot = toy.add("shot", 0, 1, dx=1)
    assert toy.fly("shot", ("foe",)) == [(shot, near)]
    assert toy.of("shot") == [] and toy.of("foe") == [far, near]


def test_two_shots_need_two_targets(toy: Toy) -> None:
    one, two = toy.add("shot", 0, 1, dx=1), toy.add("shot", 1, 1, dx=1)
    first, second = toy.add("foe", 2, 1), toy.add("foe", 3, 1)
    assert toy.fly("shot", ("foe",), 2) == [(one, first), (two, second)]


def test_a_target_that_steps_onto_a_shot_is_hit(toy: Toy) -> None:
    shot, foe = toy.add("shot", 2, 1, dx=1), toy.add("foe", 3, 1, dx=-1)
    toy.drift("foe")
    assert toy.fly("shot", ("foe",), 0) == [(shot, foe)]


def test_reach_counts_cells(toy: Toy) -> None:
    shot = toy.add("shot", 0, 1, dx=1, life=3)
    foe = toy.add("foe", 4, 1)
    assert toy.fly("shot", ("foe",), 2) == [] and shot.cell == (2, 1)
    assert toy.fly("shot", ("foe",), 2) == [] and toy.of("shot") == [], "the third cell is the last"
    assert toy.of("foe") == [foe]


def test_cooldown_and_one_shot_at_a_time(toy: Toy) -> None:
    press(toy, "FIRE")
    assert len(toy.of("shot")) == 1 and toy.gun() == "gun ready in 2 turns"
    press(toy, "FIRE")
    assert toy.message == "Your gun is not ready." and toy.gun() == "gun ready in 1 turn"
    press(toy, "FIRE")
    assert toy.message == "Your gun is not ready." and toy.gun() == "gun ready"
    press(toy, "FIRE")
    assert toy.message == "Your last shot is still flying."
    toy.clear("shot")
    press(toy, "FIRE")
    assert len(toy.of("shot")) == 1


def test_meeting_and_touching(toy: Toy) -> None:
    here = toy.add("foe", 0, 1)
    toy.add("foe", 1, 1)
    shots = [toy.add("shot", 1, 1), toy.add("shot", 1, 1)]
    assert toy.meet("foe") == [here] and toy.meet("shot") == []
    assert [(one.cell, other) for one, other in toy.touching("foe", "shot")] == [((1, 1), shots[0])]


def test_points_and_lives_add_up(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    script = [lambda: toy.score(1), lambda: toy.lose_life("ouch"), lambda: toy.score(9, "all")]
    monkeypatch.setattr(Toy, "play", lambda self, name: script.pop(0)())
    assert press(toy, "NOOP")[:2] == (0.25, False)
    reward, terminated, _, _ = press(toy, "NOOP")
    assert (reward, terminated, toy.message, toy.respawned) == (-0.5, False, "ouch", 1)
    reward, terminated, _, info = press(toy, "NOOP")
    # Points above the goal do not count: 1/4 - 1/2 + 3/4.
    assert (reward, terminated, info["success"], info["return_so_far"]) == (0.75, True, True, 0.5)


def test_losing_the_last_life_ends_the_episode(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "play", lambda self, name: self.lose_life("ouch"))
    assert press(toy, "NOOP")[:2] == (-0.5, False)
    reward, terminated, _, info = press(toy, "NOOP")
    assert (reward, terminated, info["success"], info["return_so_far"]) == (-0.5, True, False, -1.0)
    assert toy.respawned == 1


def test_a_twin_shares_nothing_and_has_its_own_dice(toy: Toy) -> None:
    foe = toy.add("foe", 5, 1, dx=-1)
    before = copy.deepcopy(toy.np_random.bit_generator.state)
    twin = toy.twin(np.random.default_rng(3))
    twin.of("foe")[0].x = 1
    twin.state.tiles.clear()
    twin.chance(0.5)
    press(twin, "RIGHT")
    assert foe.x == 5 and toy.state.tiles == {(6, 2): "gem"} and toy.state.me.cell == (0, 1)
    assert toy.np_random.bit_generator.state == before and toy.turn == 0


def test_copies_keep_references_within_the_world(toy: Toy) -> None:
    foe = toy.add("foe", 5, 1)
    toy.state.tracked = [foe]  # type: ignore[attr-defined]
    other = copy.deepcopy(toy.state)
    assert other.tracked[0] is other.sprites[0] and other.sprites[0] is not foe  # type: ignore[attr-defined]


def test_chance(toy: Toy) -> None:
    draws = [toy.between(2, 4) for _ in range(200)]
    assert set(draws) == {2, 3, 4}
    assert {toy.below(3) for _ in range(100)} == {0, 1, 2}
    assert sorted(toy.shuffled("abcd")) == list("abcd")
    assert not toy.chance(0.0) and toy.chance(1.0)


def test_directions() -> None:
    assert [sign(value) for value in (-7, 0, 2)] == [-1, 0, 1]
    assert toward((3, 3), (0, 9)) == (-1, 1) and manhattan((3, 3), (0, 9)) == 9
    assert step_name((0, -1)) == "UP" and step_name((1, 1)) == "NOOP"
    assert [glyph.char for glyph in eight_way("x").values()] == list("↑↗→↘↓↙←↖")
    assert four_way("^v<>", "x")[0, 1].name == "x, facing down"


def test_shortest_paths_go_round_walls() -> None:
    walls = {(1, 0), (1, 1)}

    def free(cell: tuple[int, int]) -> bool:
        return 0 <= cell[0] < 3 and 0 <= cell[1] < 3 and cell not in walls

    # (0,0) to (2,0) leads down, along the bottom and up again.
    assert distances([(0, 0)], free)[2, 0] == 6
    assert first_step((0, 0), [(2, 0)], free) == (0, 1)
    assert first_step((0, 0), [(0, 0)], free) is None
    assert first_step((0, 0), [(1, 1)], free) == (0, 1), "a goal need not be free"


class Maze(Toy):
    """The same on a field with room for a maze."""

    width, height = 15, 11

    def setup(self) -> None:
        self.set_walls(braided(self))


@pytest.mark.parametrize("seed", range(5))
def test_mazes_are_connected_and_have_no_dead_ends(seed: int) -> None:
    game = Maze(max_turns=5)
    game.reset(seed=seed)
    open_cells = [(x, y) for x in range(15) for y in range(11) if game.free((x, y))]
    assert len(rooms(game)) == 35 and set(rooms(game)) <= set(open_cells)
    assert set(distances([(1, 1)], game.free)) == set(open_cells)
    for x, y in rooms(game):
        assert sum(game.free(cell) for cell in ((x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y))) >= 2


def test_a_prowler_does_not_turn_back(toy: Toy) -> None:
    foe = Sprite("foe", 2, 1, dx=1, dy=0)
    prowl(toy, foe, (0, 1))
    # The way back would be the nearest; up, down and on are equally near or further: up is the first of the nearest.
    assert foe.cell == (2, 0) and (foe.dx, foe.dy) == (0, -1)
    prowl(toy, foe, (6, 0))
    assert foe.cell == (1, 0), "a wall on the right: the only other way is left"
