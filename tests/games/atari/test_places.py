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
    "Riverraid": [("@", {28}, (3, 163)), ("F", {72}, (3, 163))],
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


@pytest.mark.parametrize("game", ["Defender", "Enduro", "Alien"])
def test_drawing_from_the_last_drawing_is_drawing(game: str) -> None:
    env = Atari(game=game, max_turns=100)
    env.reset(seed=1)
    rng = np.random.default_rng(0)
    for _ in range(60):
        env.step(int(rng.integers(len(env.actions))))
        kept, anew = env._cells(env.engine.screens), Cells(env.table)(env.engine.screens)
        assert (kept[0] == anew[0]).all() and (kept[1] == anew[1]).all()
