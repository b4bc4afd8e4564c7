"""Where things are on the grid, against where their pixels are on the screen, at five moments of 15 games.

Which colour a thing has was read off the screens by other means: OCAtari's objects, which it finds in the console's
memory, and the colours inside their boxes; and by looking.
"""

import numpy as np
import pytest

from glyphbench.games.atari.cells import Cells
from glyphbench.games.atari.env import Atari

MOMENTS = (30, 60, 90, 120, 150)

# Game -> glyph, palette codes, screen rows in which the colour means this.
PLACES: dict[str, list[tuple[str, set[int], tuple[int, int]]]] = {
    "Amidar": [("@", {30}, (14, 169)), ("W", {216}, (14, 169))],
    "Boxing": [("@", {12}, (26, 188)), ("R", {0}, (26, 188))],
    "Breakout": [("@", {70}, (188, 195)), ("o", {70}, (93, 188))],
    "Centipede": [("C", {86}, (5, 185)), ("S", {102}, (5, 185))],
    "DemonAttack": [("@", {86}, (170, 186))],
    "Freeway": [("@", {30}, (110, 188))],
    "Kangaroo": [("@", {44}, (30, 178)), ("F", {72}, (4, 178)), ("M", {58}, (4, 178))],
    "MontezumaRevenge": [("@", {70, 250}, (46, 184)), ("S", {14}, (46, 184)), ("K", {252}, (46, 184))],
    "MsPacman": [("@", {42}, (2, 170)), ("G", {38, 70, 88, 184}, (2, 170))],
    "Pong": [("@", {200}, (34, 194)), ("o", {14}, (34, 194)), ("R", {56}, (34, 194))],
    "Qbert": [("@", {52}, (26, 206)), ("V", {102}, (26, 206))],
    "Riverraid": [("@", {28}, (147, 163)), ("F", {72}, (3, 163))],
    "Seaquest": [("@", {24}, (46, 164)), ("D", {134}, (46, 164))],
    "Skiing": [("@", {72}, (31, 178)), ("G", {134}, (31, 178))],
    "SpaceInvaders": [("@", {196}, (180, 195)), ("M", {20}, (30, 180)), ("S", {52}, (150, 180))],
}


def pixels_per_cell(env: Atari, codes: set[int], rows: tuple[int, int]) -> dict[tuple[int, int], int]:
    """Count, pixel by pixel, the colour in each cell; the greater count of the last two frames."""
    top, _, left, right = env.table.box
    found: dict[tuple[int, int], int] = {}
    for screen in env.engine.screens[-2:]:
        now: dict[tuple[int, int], int] = {}
        for y, x in np.argwhere(np.isin(screen, list(codes))):
            if max(rows[0], top) <= y < rows[1] and left <= x < right:
                cell = ((int(y) - top) // env.table.cell, (int(x) - left) // 4)
                now[cell] = now.get(cell, 0) + 1
        for cell, count in now.items():
            found[cell] = max(found.get(cell, 0), count)
    return found


@pytest.mark.parametrize("game", PLACES)
def test_things_stand_where_their_pixels_are(game: str) -> None:
    env = Atari(game=game, max_turns=200)
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    seen = {glyph: 0 for glyph, *_ in PLACES[game]}
    over, action = False, 0
    for turn in range(1, MOMENTS[-1] + 1):
        if over:
            env.reset(seed=5)
        if turn % 3 == 1:
            action = int(rng.integers(len(env.actions)))
        _, over, *_ = env.advance(action)
        if turn not in MOMENTS or over:
            continue
        grid = env.observation.grid
        first = True
        for glyph, codes, rows in PLACES[game]:
            cells = pixels_per_cell(env, codes, rows)
            top = env.table.box[0]
            inside = range(-(-(rows[0] - top) // env.table.cell), (rows[1] - top) // env.table.cell)
            shown = {(y, x) for y in inside for x, char in enumerate(grid[y]) if char == glyph}
            expected = {cell for cell, count in cells.items() if count >= 2 and cell[0] in inside}
            # What stands in front may hide a thing, but never the first of the table.
            assert shown <= expected, (turn, glyph)
            if first:
                assert shown == expected, (turn, glyph)
            things = {env.table.palette.glyphs[i].char for i in env.table.glyph_of[: env.table.things].ravel()}
            assert all(grid[y][x] in things for y, x in expected), (turn, glyph)
            seen[glyph] += bool(shown)
            first = False
    assert sum(seen.values()) >= 3, seen


def share(env: Atari, glyph: str) -> float:
    grid = "".join(env.observation.grid)
    return grid.count(glyph) / len(grid)


def test_a_flash_is_no_thing() -> None:
    env = Atari(game="BankHeist", max_turns=200)
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    flashes = 0
    for turn in range(60):
        if turn % 4 == 0:
            action = int(rng.integers(len(env.actions)))
        env.advance(action)
        # The road is black (0), and as grey as the banks (6) while dynamite blows up.
        flashes += int((env.engine.screens[-1][41:177] == 6).mean() > 0.5)
        assert share(env, "B") < 0.1 and share(env, ".") > 0.3
    assert flashes >= 10


def test_enduros_day_and_night() -> None:
    env = Atari(game="Enduro", sticky=0.0, max_turns=2500)
    env.reset(seed=1)
    gas, grounds = env.actions.index("GAS"), set()
    for turn in range(2400):
        env.advance(gas)
        if turn % 20 == 0:
            ground = int(np.bincount(env.engine.screens[-1][110:150, 8:].ravel()).argmax())
            grounds.add(ground)
            assert share(env, "C") < 0.1 and share(env, ".") > 0.5, (turn, ground)
            # Fog (2) hides the far half of the road.
            assert (share(env, "i") > 0.3) == (ground == 2), (turn, ground)
    # Grass, snow, two dusks, night, fog.
    assert grounds == {192, 14, 208, 224, 0, 2}


def test_shots_up_the_river_are_not_the_plane() -> None:
    env = Atari(game="Riverraid", sticky=0.0, max_turns=200)
    env.reset(seed=1)
    for turn in range(20):
        env.step(env.actions.index("FIRE") if turn > 10 else 0)
    grid = env.observation.grid
    assert any("!" in row for row in grid[:17])
    assert not any("@" in row for row in grid[:17]) and "@" in "".join(grid[17:])


def test_eggs_of_the_players_colour_are_not_the_player() -> None:
    env = Atari(game="Alien", max_turns=200)
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    eggs, seen, action = 0, 0, 0
    for turn in range(150):
        if turn % 4 == 0:
            # Without fire, during which the player has an alien's colour.
            action = int(rng.integers(2, 10))
        env.advance(action)
        grid = "".join(env.observation.grid)
        eggs += grid.count("e") > 8
        seen += "@" in grid
        # The player is two or three cells wide and high.
        assert grid.count("@") <= 8, turn
    assert eggs > 50 and seen > 130


def test_every_maze_has_walls_pills_and_power_pills() -> None:
    env = Atari(game="MsPacman", sticky=0.0, max_turns=3000)
    env.reset(seed=1)
    rng = np.random.default_rng(0)
    walls: dict[int, str] = {}
    action, turn = 0, 0
    while len(walls) < 4 and turn < 2900:
        # Bytes: lives, and pills eaten. The next maze comes when as many are eaten as this one has, 150 or so.
        memory = env.engine.ale
        memory.setRAM(123, (int(memory.getRAM()[123]) & 0xF0) | 2)
        memory.setRAM(119, 140 + turn // 20 % 24)
        if turn % 5 == 0:
            action = int(rng.integers(1, 5))
        env.advance(action)
        turn += 1
        # The commonest colours are the corridors' (144) and the walls', which flash white (12) at a maze's end.
        colour = int(np.bincount(env.engine.screens[-1][2:170].ravel()).argsort()[-2])
        if colour != 12:
            walls.setdefault(colour, "".join(env.observation.grid))
    assert set(walls) == {74, 138, 8, 214}
    for grid in walls.values():
        assert grid.count("#") > 100 and grid.count("o") > 100 and grid.count("P") == 2
        assert set(grid) <= set("@Gfb#oP-.")


def test_the_ghosts_pen_is_no_pill() -> None:
    env = Atari(game="MsPacman", max_turns=200)
    env.reset(seed=1)
    pen = [row[16:24] for row in env.observation.grid[5:8]]
    assert pen[0][:3] == "---" and "o" not in "".join(pen) and "#" not in "".join(pen)


@pytest.mark.parametrize("game", ["Defender", "Enduro", "Alien"])
def test_drawing_from_the_last_drawing_is_drawing(game: str) -> None:
    env = Atari(game=game, max_turns=100)
    env.reset(seed=1)
    rng = np.random.default_rng(0)
    for _ in range(60):
        env.step(int(rng.integers(len(env.actions))))
        kept, anew = env._cells(env.engine.screens), Cells(env.table)(env.engine.screens)
        assert (kept[0] == anew[0]).all() and (kept[1] == anew[1]).all()
