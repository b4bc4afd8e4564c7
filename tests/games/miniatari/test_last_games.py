"""Gopher to Zaxxon: situations set up by hand, with what the rules say must follow."""

from __future__ import annotations

import pytest

from glyphbench.games.miniatari.gopher import Gopher
from glyphbench.games.miniatari.icehockey import IceHockey
from glyphbench.games.miniatari.kangaroo import Kangaroo
from glyphbench.games.miniatari.kungfumaster import KungFuMaster
from glyphbench.games.miniatari.mspacman import GOAL as DOTS
from glyphbench.games.miniatari.mspacman import MAZE, MsPacman
from glyphbench.games.miniatari.phoenix import Phoenix
from glyphbench.games.miniatari.pong import Pong
from glyphbench.games.miniatari.qbert import Qbert
from glyphbench.games.miniatari.riverraid import Riverraid
from glyphbench.games.miniatari.robotank import Robotank
from glyphbench.games.miniatari.seaquest import Seaquest
from glyphbench.games.miniatari.skiing import Skiing
from glyphbench.games.miniatari.spaceinvaders import SpaceInvaders
from glyphbench.games.miniatari.stargunner import StarGunner
from glyphbench.games.miniatari.surround import Surround
from glyphbench.games.miniatari.tennis import Tennis
from glyphbench.games.miniatari.timepilot import TimePilot
from glyphbench.games.miniatari.upndown import UpNDown
from glyphbench.games.miniatari.wizardofwor import WizardOfWor
from glyphbench.games.miniatari.yarsrevenge import YarsRevenge
from glyphbench.games.miniatari.zaxxon import Zaxxon
from tests.games.miniatari.situations import certain, press, start

THIRD, LIFE = pytest.approx(1 / 3), pytest.approx(-1 / 3)


@pytest.mark.parametrize(
    ("row", "slant", "after"),
    # Paddle rows 4-6; the ball arrives at `row` with this slant and leaves with that one.
    [(4, 0, -1), (6, 0, 1), (5, 1, 1), (6, 1, 2), (4, 1, 0), (6, 2, 2), (4, -2, -2)],
)
def test_pong_the_place_on_the_paddle_sets_the_angle(row: int, slant: int, after: int) -> None:
    env = start(Pong)
    world = env.state
    world.mine, world.x, world.y, world.dx, world.dy = 5, 14, row - slant, 1, slant
    assert press(env, "NOOP") == 0
    assert (world.dx, world.dy) == (-1, after)


def test_pong_a_missed_ball_is_the_rivals_point() -> None:
    env = start(Pong)
    world = env.state
    world.mine, world.x, world.y, world.dx, world.dy = 8, 14, 2, 1, 0
    assert press(env, "NOOP") == LIFE
    assert world.x == 8 and world.dx == 1 and "rival 1" in env.observation.hud


def test_gopher_bonk_fill_and_the_stuck_spade(monkeypatch: pytest.MonkeyPatch) -> None:
    env = start(Gopher)
    certain(monkeypatch, env, False)
    world = env.state
    gopher = world.sprites[0]
    world.me.x, gopher.x, gopher.y, gopher.kind = 5, 6, 2, "head"
    assert press(env, "BONK") == pytest.approx(1 / 8)
    press(env, "BONK", "LEFT", "LEFT")
    assert world.me.x == 5 and not world.stuck
    gopher = world.sprites[0]
    for y in (5, 4):
        del world.tiles[5, y]
    gopher.x, gopher.y, gopher.kind = 5, 4, "digger"
    press(env, "FILL")
    assert world.tiles[5, 5] == world.tiles[5, 4] == "soil" and world.sprites[0].y == 6


def test_icehockey_the_puck_bounces_off_the_board_and_scores() -> None:
    env = start(IceHockey)
    world, puck = env.state, env.state.puck
    world.me.x, world.me.y, world.foe.x, world.foe.y = 3, 5, 3, 1
    puck.x, puck.y, puck.dx, puck.dy, puck.life = 10, 2, 1, -1, 9
    press(env, "NOOP")
    # Row 1, then the board turns it back to row 2.
    assert puck.cell == (12, 2) and puck.dy == 1
    for keeper in env.of("foe keeper"):
        keeper.y = 6
    puck.x, puck.y, puck.dx, puck.dy = 14, 4, 1, 0
    assert press(env, "NOOP") == THIRD and world.points == 1


@pytest.mark.parametrize(
    ("kind", "action", "reward"), [("high nut", "DUCK", 0), ("low nut", "DUCK", -1 / 3), ("low nut", "PUNCH", 0)]
)
def test_kangaroo_duck_high_ones_and_punch_low_ones(kind: str, action: str, reward: float) -> None:
    env = start(Kangaroo)
    env.state.me.x, env.state.me.dx = 4, 1
    env.add(kind, 5, 11, dx=-1)
    assert press(env, action) == pytest.approx(reward)


@pytest.mark.parametrize(("row", "action", "reward"), [(1, "CROUCH", 0), (1, "JUMP", -0.2), (3, "JUMP", 0)])
def test_kungfumaster_crouch_under_high_knives_and_jump_over_low_ones(row: int, action: str, reward: float) -> None:
    env = start(KungFuMaster)
    env.state.me.x = 9
    env.add("knife", 8, row, dx=1)
    assert press(env, action) == pytest.approx(reward)


def test_mspacman_every_open_cell_but_the_start_is_a_point_and_the_tunnel_joins() -> None:
    env = start(MsPacman)
    assert len(env.state.tiles) == DOTS == sum(char != "#" for row in MAZE for char in row) - 1
    env.state.me.x, env.state.me.y = 0, 5
    press(env, "LEFT")
    assert env.state.me.cell == (14, 5)


def test_mspacman_a_power_pill_turns_ghosts_into_prey() -> None:
    env = start(MsPacman)
    world = env.state
    world.me.x, world.me.y = 1, 2
    ghost = world.sprites[0]
    ghost.x, ghost.y = 1, 4
    press(env, "DOWN")
    assert world.power == 20 and ghost.kind == "prey"
    assert press(env, "DOWN") == pytest.approx(1 / DOTS) and ghost.cell == (7, 3) and world.lives == 3


def test_phoenix_the_shield_holds_three_turns_and_reloads(monkeypatch: pytest.MonkeyPatch) -> None:
    env = start(Phoenix)
    certain(monkeypatch, env, False)
    me = env.state.me
    for _ in range(3):
        env.add("bomb", me.x, me.y - 1, dy=1)
        assert press(env, "SHIELD") == 0
    env.add("bomb", me.x, me.y - 1, dy=1)
    assert press(env, "SHIELD") == LIFE


def test_qbert_a_disc_lifts_and_a_hop_into_nothing_costs_a_life() -> None:
    env = start(Qbert)
    world = env.state
    world.me.x, world.me.y = 4, 7
    env.add("snake", 5, 9)
    press(env, "UP_LEFT")
    assert world.me.cell == (7, 1) and not env.of("snake") and (3, 5) not in world.tiles
    world.me.x, world.me.y = 4, 7
    assert press(env, "UP_LEFT") == LIFE


def test_riverraid_fuel_is_flown_over_and_bridges_open_with_one_shot() -> None:
    env = start(Riverraid)
    world, me = env.state, env.state.me
    world.fuel = 30
    env.add("fuel", me.x, me.y - 1)
    press(env, "NOOP")
    assert world.fuel == 54
    for x in range(2, 11):
        env.add("bridge", x, me.y - 4)
    # The shot flies 2, the bridge comes 1, the shot flies the last one.
    assert press(env, "FIRE") == 0 and press(env, "NOOP") == pytest.approx(1 / 15)
    assert not env.of("bridge")


def test_robotank_you_see_ahead_only_and_what_is_right_of_you_comes_ahead_when_you_turn() -> None:
    env = start(Robotank)
    world, me = env.state, env.state.me
    world.walls, world.sprites, world.tick = frozenset(), [], 0
    me.x, me.y, me.dx, me.dy = 8, 8, 0, -1
    env.add("tank", 12, 8, dx=-1)
    assert "<" not in "".join(env.draw()[6]) and "radar: tank 4 right" in env.status()
    press(env, "TURN_RIGHT")
    # Four cells ahead, facing you: drawn as facing down.
    assert env.draw()[2][5] == "v" and "radar: tank 4 ahead" in env.status()
    # The view's corner on the player's row is hidden, its top row is all seen.
    assert set(env.draw()[0]) == {"."} and env.draw()[6][0] == "?"


def test_seaquest_oxygen_needs_a_diver() -> None:
    env = start(Seaquest)
    world = env.state
    world.me.y, world.oxygen = 1, 20
    assert press(env, "UP") == 0 and world.oxygen == 19
    world.me.y, world.divers = 1, 2
    assert press(env, "UP") == pytest.approx(4 / 16) and world.oxygen == 60 and world.divers == 0


def test_seaquest_the_last_breath_costs_a_life() -> None:
    env = start(Seaquest)
    env.state.oxygen = 1
    assert press(env, "NOOP") == LIFE and env.state.oxygen == 60


@pytest.mark.parametrize(("left", "reward"), [(5, 0.1), (9, -0.1)])
def test_skiing_gates_count_between_the_poles(left: int, reward: float) -> None:
    env = start(Skiing)
    world = env.state
    world.sprites = []
    world.me.x = 7
    env.add("pole", left, 3)
    env.add("pole", left + 4, 3)
    assert press(env, "NOOP") == pytest.approx(reward)


def test_skiing_a_tree_costs_four_turns() -> None:
    env = start(Skiing)
    world = env.state
    world.sprites = []
    env.add("tree", 8, 3)
    press(env, "RIGHT")
    assert world.me.cell == (8, 2)
    press(env, "LEFT", "LEFT", "LEFT", "LEFT")
    assert world.me.cell == (8, 2) and not world.stun
    press(env, "LEFT")
    assert world.me.cell == (7, 2)


def test_spaceinvaders_a_landing_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    env = start(SpaceInvaders)
    certain(monkeypatch, env, False)
    world = env.state
    world.sprites, world.side, world.tick = [], 1, 0
    env.add("invader", 14, 9, dx=1)
    assert press(env, "LEFT") == -1 and env.over


def test_spaceinvaders_a_shield_cell_takes_three_hits(monkeypatch: pytest.MonkeyPatch) -> None:
    env = start(SpaceInvaders)
    certain(monkeypatch, env, False)
    world = env.state
    world.sprites = [one for one in world.sprites if one.kind == "shield"]
    for _ in range(3):
        # Row 12 to row 10 is one turn's flight.
        assert world.me.x == 7 and any(one.x == 7 for one in env.of("shield"))
        press(env, "FIRE")
    assert not any(one.x == 7 for one in env.of("shield"))


def test_stargunner_turning_aims_the_shot() -> None:
    env = start(StarGunner)
    world = env.state
    env.add("ship", 5, world.me.y, dx=1, every=99)
    press(env, "LEFT")
    assert press(env, "FIRE") + press(env, "NOOP") == pytest.approx(1 / 12)


def test_surround_meeting_head_on_scores_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    env = start(Surround)
    certain(monkeypatch, env, False)
    me, foe = env.state.me, env.state.sprites[0]
    me.x, me.y, foe.x, foe.y = 6, 5, 8, 5
    assert press(env, "NOOP") == 0 and env.state.rounds == 2


def test_surround_your_own_trail_is_deadly() -> None:
    env = start(Surround)
    assert press(env, "UP", "RIGHT", "DOWN", "LEFT") == LIFE


def test_tennis_the_stroke_places_the_ball_and_a_miss_is_a_point() -> None:
    env = start(Tennis)
    world = env.state
    world.spot, world.left, world.me.x, world.me.y = (4, 11), 1, 5, 12
    assert press(env, "LEFT") == 0
    assert world.spot[0] in (1, 2) and world.spot[1] in (2, 3) and world.left == 5 and world.me.cell == (5, 12)
    world.incoming, world.spot, world.left = True, (8, 11), 1
    assert press(env, "RIGHT") == pytest.approx(-1 / 4)


def test_timepilot_the_sky_moves_against_your_heading() -> None:
    env = start(TimePilot)
    me = env.state.me
    env.state.sprites = []
    me.dx, me.dy = 1, 0
    man = env.add("man", 9, 7)
    press(env, "TURN_RIGHT")
    assert (me.dx, me.dy) == (1, 1) and man.cell == (8, 6)
    assert press(env, "TURN_LEFT") == pytest.approx(1 / 12)


def test_upndown_a_jump_lasts_four_turns_and_crushes_a_car(monkeypatch: pytest.MonkeyPatch) -> None:
    env = start(UpNDown)
    certain(monkeypatch, env, False)
    me = env.state.me
    # Four rows are driven in the air, and an oncoming car makes four more.
    env.add("oncoming", 3, me.y - 8)
    assert press(env, "JUMP", "NOOP", "NOOP") == 0 and me.kind == "flying"
    assert press(env, "NOOP") == pytest.approx(1 / 12) and me.kind == "me"


def test_upndown_off_the_road_costs_a_life() -> None:
    env = start(UpNDown)
    assert press(env, "LEFT") == 0 and press(env, "LEFT") == LIFE


def test_wizardofwor_monsters_show_along_rows_and_columns_only() -> None:
    env = start(WizardOfWor)
    world = env.state
    world.walls, world.sprites = frozenset({(5, 3)}), []
    world.me.x, world.me.y = 2, 3
    assert env.sees((4, 3)) and env.sees((2, 9)) and not env.sees((6, 3)) and not env.sees((3, 4))
    env.add("monster", 6, 3, dx=1)
    assert ">" not in env.draw()[3]


def test_yarsrevenge_eating_arms_the_cannon_and_its_blast_hits_you_or_the_core() -> None:
    env = start(YarsRevenge)
    world = env.state
    world.me.x, world.me.y = 9, 5
    assert press(env, "RIGHT") == pytest.approx(1 / 30) and world.me.cell == (9, 5) and world.armed
    world.tiles = {cell: kind for cell, kind in world.tiles.items() if cell[1] != 5}
    world.sprites = [one for one in world.sprites if one.kind != "missile"]
    env.add("missile", -1, -1, data=99)
    core = env.of("core")[0]
    core.x, core.y, core.every = 14, 5, 99
    # The blast starts in column 0 and has to pass the player's column, who steps out of its row.
    press(env, "FIRE", "UP")
    assert sum(press(env, "NOOP") for _ in range(5)) == pytest.approx(5 / 30)
    world.armed, world.me.x = True, 3
    assert press(env, "FIRE", "NOOP") == LIFE


@pytest.mark.parametrize(
    ("level", "kind", "reward"), [("low", "high gap", -1 / 3), ("low", "low gap", 0), ("high", "turret", 0)]
)
def test_zaxxon_levels(level: str, kind: str, reward: float) -> None:
    env = start(Zaxxon)
    me = env.state.me
    me.kind = level
    env.add(kind, me.x, me.y - 1)
    assert press(env, "NOOP") == pytest.approx(reward)


def test_zaxxon_a_fuel_tank_shot_is_a_point_and_fuel() -> None:
    env = start(Zaxxon)
    world, me = env.state, env.state.me
    world.fuel = 40
    env.add("fuel", me.x, me.y - 2)
    assert press(env, "FIRE") == pytest.approx(1 / 15) and world.fuel == 59
