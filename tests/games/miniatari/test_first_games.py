"""Alien to Frostbite: situations set up by hand, with what the rules say must follow."""

from __future__ import annotations

import pytest

from glyphbench.games.miniatari.alien import Alien
from glyphbench.games.miniatari.amidar import Amidar, corners, rectangle
from glyphbench.games.miniatari.asteroids import Asteroids
from glyphbench.games.miniatari.atlantis import Atlantis
from glyphbench.games.miniatari.bankheist import BankHeist
from glyphbench.games.miniatari.battlezone import BattleZone
from glyphbench.games.miniatari.berzerk import Berzerk
from glyphbench.games.miniatari.bowling import Bowling
from glyphbench.games.miniatari.boxing import Boxing
from glyphbench.games.miniatari.breakout import Breakout, fly
from glyphbench.games.miniatari.centipede import Centipede
from glyphbench.games.miniatari.choppercommand import ChopperCommand
from glyphbench.games.miniatari.defender import Defender
from glyphbench.games.miniatari.demonattack import DemonAttack
from glyphbench.games.miniatari.doubledunk import BASKET, DoubleDunk
from glyphbench.games.miniatari.enduro import Enduro
from glyphbench.games.miniatari.fishingderby import FishingDerby
from glyphbench.games.miniatari.freeway import Freeway
from glyphbench.games.miniatari.frostbite import Frostbite
from tests.games.miniatari.situations import certain, press, start


def test_freeway_a_car_throws_you_back_three_rows_and_stuns() -> None:
    env = start(Freeway)
    world = env.state
    world.sprites = []
    world.me.x, world.me.y = 5, 5
    env.add("fast", 3, 4, dx=1)
    # You step up to row 4; the car comes to column 4; next turn it reaches column 5.
    assert press(env, "UP") == 0 and world.me.cell == (5, 4)
    press(env, "NOOP")
    assert world.me.cell == (5, 7) and world.stun == 3
    press(env, "UP", "UP", "UP")
    assert world.me.cell == (5, 7)
    press(env, "UP")
    assert world.me.cell == (5, 6)


def test_freeway_a_crossing_is_a_sixth() -> None:
    env = start(Freeway)
    env.state.sprites = []
    assert press(env, *["UP"] * 9) == pytest.approx(1 / 6)
    assert env.state.me.y == 9


def felled(column: int) -> int:
    env = start(Bowling)
    env.state.tiles = {}
    env.state.me.x = column
    press(env, "ROLL", *["NOOP"] * 11)
    return 10 if env.state.frame == 2 else 10 - len(env.of("pin"))


def test_bowling_what_each_column_fells() -> None:
    # Worked out on paper from the pins at columns 6 / 4 8 / 2 6 10 / 0 4 8 12.
    assert [felled(column) for column in range(7)] == [1, 3, 1, 6, 2, 10, 2]
    assert [felled(12 - column) for column in range(6)] == [1, 3, 1, 6, 2, 10]


def test_bowling_oil_and_curve_shift_the_ball() -> None:
    env = start(Bowling)
    env.state.tiles = {(x, 10): "right" for x in range(13)}
    env.state.me.x = 5
    press(env, "ROLL", "NOOP")
    assert env.state.me.cell == (6, 10)
    press(env, "CURVE_LEFT")
    assert env.state.me.cell == (5, 9)
    press(env, "CURVE_LEFT")
    assert env.state.me.cell == (5, 8) and "curved" in env.message
    assert press(env, *["NOOP"] * 8) == pytest.approx(0.2)


def test_bowling_an_open_frame_costs_what_stands() -> None:
    env = start(Bowling)
    env.state.tiles = {}
    total = 0.0
    for _ in range(2):
        env.state.me.x = 6
        total += press(env, "ROLL", *["NOOP"] * 11)
    # Two pins fall with the first ball, none with the second down the same column.
    assert total == pytest.approx(-0.16)


def test_breakout_ball() -> None:
    assert fly((0, 5, -1, 1), {}) == ((1, 6, 1, 1), None)
    assert fly((4, 0, 1, -1), {}) == ((5, 1, 1, 1), None)
    assert fly((4, 4, 1, -1), {(5, 3): "brick", (4, 3): "brick"}) == ((4, 4, 1, 1), (5, 3))
    assert fly((4, 4, 1, -1), {(4, 3): "brick"}) == ((4, 4, 1, 1), (4, 3))


@pytest.mark.parametrize(("offset", "direction"), [(-1, -1), (0, 0), (1, 1)])
def test_breakout_the_paddle_cell_decides_where_the_ball_goes(offset: int, direction: int) -> None:
    env = start(Breakout)
    ball = env.state.sprites[0]
    ball.x, ball.y, ball.dx, ball.dy = 7 + offset, 10, 0, 1
    press(env, "NOOP")
    assert (ball.x, ball.y, ball.dx, ball.dy) == (7 + offset, 10, direction, -1)


def test_breakout_a_missed_ball_is_a_third() -> None:
    env = start(Breakout)
    ball = env.state.sprites[0]
    ball.x, ball.y, ball.dx, ball.dy = 1, 10, 0, 1
    assert press(env, "NOOP") == pytest.approx(-1 / 3)
    assert ball.y == 5


def test_alien_flame_stuns_two_cells_ahead_and_pulsar_sends_home(monkeypatch: pytest.MonkeyPatch) -> None:
    env = start(Alien)
    certain(monkeypatch, env, False)
    world = env.state
    env.set_walls([])
    world.me.x, world.me.y, world.me.dx, world.me.dy = 5, 5, 1, 0
    alien = env.of("alien")[1]
    alien.x, alien.y = 7, 5
    press(env, "FIRE")
    assert alien.kind == "stunned" and world.charges == 2 and alien.cell == (7, 5)
    world.tiles = {(6, 5): "pulsar"}
    press(env, "RIGHT")
    assert world.pulse == 20
    alien.kind, alien.data = "alien", 0
    press(env, "RIGHT")
    assert alien.cell == (1, 1) and alien.kind == "stunned" and world.lives == 2


def test_amidar_circuits() -> None:
    cells = rectangle(0, 3, 3, 6)
    assert cells == (
        *((0, 3), (1, 3), (2, 3), (3, 3), (3, 4), (3, 5)),
        *((3, 6), (2, 6), (1, 6), (0, 6), (0, 5), (0, 4)),
    )
    assert corners(cells[::-1]) == ((0, 3), (3, 6))


def test_amidar_a_jump_lets_a_patrol_pass() -> None:
    for jump, lives in ((True, 3), (False, 2)):
        env = start(Amidar)
        world = env.state
        world.circuits = [rectangle(3, 3, 9, 9)]
        world.sprites = world.sprites[:1]
        world.sprites[0].data = 0
        world.me.x, world.me.y = 4, 3
        press(env, "JUMP" if jump else "NOOP")
        assert world.sprites[0].cell == (4, 3) and world.lives == lives


def test_asteroids_inertia_and_the_edge() -> None:
    env = start(Asteroids)
    world = env.state
    world.sprites = [env.add("large", 0, 0, every=3)]
    world.me.x, world.me.y = 7, 1
    press(env, "THRUST")
    assert world.me.cell == (7, 0)
    press(env, "NOOP")
    assert world.me.cell == (7, 12)
    press(env, "TURN_RIGHT", "THRUST")
    assert world.drift == (1, -1) and world.me.cell == (8, 10)


def test_asteroids_a_large_rock_breaks_in_two() -> None:
    env = start(Asteroids)
    world = env.state
    world.sprites = []
    env.add("large", 7, 4, dx=1, dy=0, every=3)
    assert press(env, "FIRE") == pytest.approx(1 / 12)
    assert [one.kind for one in world.sprites] == ["small", "small"] and world.shells == 29


def test_atlantis_a_ship_comes_lower_and_burns_a_building_at_the_end() -> None:
    env = start(Atlantis)
    world = env.state
    world.wait = 99
    ship = env.add("fast", 16, 2, dx=1)
    press(env, "NOOP")
    assert ship.cell == (0, 4)
    ship.x = 16
    assert press(env, "NOOP") == pytest.approx(-1 / 6)
    assert len(world.standing) == 5 and env.of("fast") == []


def test_atlantis_the_left_gun_shoots_diagonally() -> None:
    env = start(Atlantis)
    env.state.wait = 99
    env.add("fast", 2, 4, dx=1)
    # The shot from (1, 8) is at (3, 6) after one turn and meets (5, 4) in the second; the ship is at 3, 4 and then 4.
    env.of("fast")[0].x = 4
    assert press(env, "FIRE_LEFT") == 0
    assert press(env, "NOOP") == pytest.approx(1 / 15)


def test_bankheist_dynamite_spares_nobody_next_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    env = start(BankHeist)
    certain(monkeypatch, env, False)
    world = env.state
    world.tiles = {}
    env.set_walls([])
    world.me.x, world.me.y = 5, 5
    press(env, "DROP", "LEFT", "LEFT")
    car = env.add("police", 6, 5, data=9)
    press(env, "LEFT")
    assert car not in world.sprites and world.lives == 3 and world.tiles == {}
    press(env, "DROP", "NOOP", "NOOP")
    assert press(env, "LEFT") == pytest.approx(-1 / 3)


def test_battlezone_bearings() -> None:
    env = start(BattleZone)
    me = env.state.me
    me.x, me.y, me.dx, me.dy = 1, 1, 0, -1
    assert env.relative(3, 23) == (2, 2)
    press(env, "TURN_RIGHT")
    assert (me.dx, me.dy) == (1, 0) and env.relative(3, 23) == (-2, 2)


def test_berzerk_walls_kill_and_stop_sight() -> None:
    env = start(Berzerk)
    world = env.state
    world.sprites = []
    env.set_walls([(3, 5)])
    world.me.x, world.me.y = 2, 5
    assert not env.sees((2, 5), (6, 5)) and env.sees((2, 5), (2, 9))
    assert press(env, "RIGHT") == pytest.approx(-1 / 3)


def test_boxing_a_punch_pushes_back_and_tires(monkeypatch: pytest.MonkeyPatch) -> None:
    env = start(Boxing)
    certain(monkeypatch, env, True)
    world = env.state
    rival = world.sprites[0]
    world.me.x, world.me.y, rival.x, rival.y = 4, 4, 5, 4
    assert press(env, "PUNCH") == pytest.approx(1 / 8) and rival.cell == (6, 4)
    assert press(env, "PUNCH") == 0 and env.message == "Your arm is resting."
    rival.x = 5
    world.his_rest = 0
    assert press(env, "NOOP") == pytest.approx(-1 / 8) and world.his_rest == 4


def test_centipede_turns_at_mushrooms_and_becomes_one() -> None:
    env = start(Centipede)
    world = env.state
    world.sprites, world.tiles, world.left = [], {(5, 3): "mushroom"}, 8
    segment = env.add("segment", 4, 3, dx=1, data=1)
    press(env, "NOOP", "NOOP")
    assert segment.cell == (4, 4) and segment.dx == -1
    segment.x, segment.y = 7, 10
    env.add("segment", 0, 0, dx=1, data=1)
    assert press(env, "FIRE") == pytest.approx(1 / 16)
    assert world.tiles[7, 10] == "mushroom"


def test_choppercommand_a_bomb_burns_a_truck(monkeypatch: pytest.MonkeyPatch) -> None:
    env = start(ChopperCommand)
    certain(monkeypatch, env, False)
    world = env.state
    x = next(cell[0] for cell, kind in world.tiles.items() if kind == "truck")
    world.sprites = []
    env.add("bomb", x, 8, dy=1)
    world.me.y = 0
    assert press(env, "NOOP") == pytest.approx(-1 / 6)
    assert world.tiles[x, 9] == "wreck" and world.lives == 5


def test_defender_a_carried_human_falls_and_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    env = start(Defender)
    certain(monkeypatch, env, False)
    world = env.state
    world.sprites = [env.add("human", 0, 10)]
    me = world.me
    me.x, me.y, me.dx = 5, 3, 1
    env.add("carrier", 8, 3)
    assert press(env, "FIRE") == pytest.approx(1 / 10)
    faller = env.of("faller")[0]
    me.x, me.y = faller.x, faller.y + 1
    env.clear("lander")
    press(env, "NOOP", "NOOP")
    assert faller.kind == "human" and faller.y == 10


def test_demonattack_splits_from_the_seventh_on(monkeypatch: pytest.MonkeyPatch) -> None:
    env = start(DemonAttack)
    certain(monkeypatch, env, False)
    world = env.state
    for killed, imps in ((5, 0), (6, 2)):
        world.sprites, world.killed, world.tick = [], killed, 0
        env.add("demon", world.me.x, 9, dx=1)
        assert press(env, "FIRE") == pytest.approx(1 / 16)
        assert len(env.of("imp")) == imps


def test_doubledunk_odds() -> None:
    env = start(DoubleDunk)
    x = BASKET[0]
    assert env.odds((x, 1), (x, 9)) == 1
    assert env.odds((x, 4), (x, 9)) == pytest.approx(0.64)
    assert env.odds((x, 4), (x + 1, 3)) == pytest.approx(0.32)


def test_enduro_counts_both_ways() -> None:
    env = start(Enduro)
    world = env.state
    world.sprites, world.speed, world.gap = [], 3, -9
    env.add("car", 1, 11)
    assert press(env, "NOOP") == pytest.approx(1 / 40)
    world.speed = 0
    env.add("car", 1, 9)
    assert press(env, "NOOP") == pytest.approx(-1 / 40)
    assert world.net == 0


def test_enduro_a_crash_costs_five() -> None:
    env = start(Enduro)
    world = env.state
    world.sprites, world.speed, world.gap = [], 3, -9
    car = env.add("car", world.me.x, world.me.y - 1)
    assert press(env, "NOOP") == pytest.approx(-5 / 40)
    assert (world.speed, world.stun, car.y) == (0, 4, world.me.y - 2)


def test_fishingderby_the_shark_takes_what_passes_its_mouth(monkeypatch: pytest.MonkeyPatch) -> None:
    env = start(FishingDerby)
    certain(monkeypatch, env, False)
    world = env.state
    shark = env.of("shark")[0]
    world.me.x, world.me.y, world.catch = 4, 3, [3, 0]
    shark.x, shark.dx = 3, 1
    press(env, "REEL")
    assert world.catch[0] == 0 and env.message == "The shark eats your fish."
    world.me.y, world.catch = 3, [3, 0]
    shark.x, shark.dx = 9, 1
    assert press(env, "REEL", "REEL") == pytest.approx(3 / 15)


def test_frostbite_floes_carry_you_and_give_a_block_once() -> None:
    env = start(Frostbite)
    world = env.state
    world.ice[3], world.drift[3], world.fresh[3] = (4, 5, 6), 1, True
    world.me.x, world.me.y = 4, 1
    assert press(env, "DOWN") == pytest.approx(1 / 16)
    assert not world.fresh[3] and world.me.cell == (4, 3)
    press(env, "NOOP")
    assert world.me.cell == (5, 3) and world.ice[3] == (5, 6, 7)
    assert press(env, "UP", "DOWN") == 0
    world.me.x = 0
    assert press(env, "NOOP") == pytest.approx(-1 / 3)
