"""Upstream's picture of the window, from its 16x16 PNG assets.

Upstream's own renderer first builds a texture cache (two minutes, 2.3 GB, written into site-packages). This module
draws the same map with numpy; it leaves out the inventory strip and the random noise of the night.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from glyphbench.games.craftax.engine import Engine, Leaves
from glyphbench.games.craftax.glyphs import visible
from glyphbench.games.craftax.kinds import CENTRE, HEIGHT, WIDTH, Block, Item
from glyphbench.games.craftax.pack import View

TILE = 16
_NIGHT = np.array([0, 16, 64], dtype=np.float32)

_FILES = {
    Block.CRAFTING_TABLE: "table",
    Block.PLANT: "plant_on_grass",
    Block.RIPE_PLANT: "ripe_plant_on_grass",
    Block.WALL: "wall2",
}
_GREY = {Block.OUT_OF_BOUNDS: 128, Block.DARKNESS: 0, Block.INVALID: 0}
_ITEM_FILES = {Item.TORCH: "torch_in_inventory"}
_PLAYER = {1: "player-left", 2: "player-right", 3: "player-up", 4: "player-down"}
_MOBS = {
    "melee": ("zombie", "gnome_warrior", "orc_soldier", "lizard", "knight", "troll", "pigman", "frost_troll"),
    "passive": ("cow", "bat", "snail"),
    "ranged": (
        (
            "skeleton",
            "gnome_archer",
            "orc_mage",
            "kobold",
            "knight_archer",
            "deep_thing",
            "fire_elemental",
            "ice_elemental",
        )
    ),
}
_SHOTS = ("arrow-up", "dagger", "fireball", "iceball", "arrow-up", "slimeball", "fireball", "iceball")


@cache
def _tile(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Colour (16, 16, 3) and coverage (16, 16, 1) of an asset; coverage is 0 or 1, as upstream rounds it."""
    from PIL import Image

    spec = find_spec("craftax")
    assert spec is not None and spec.submodule_search_locations, "craftax is not installed"
    path = Path(next(iter(spec.submodule_search_locations))) / "craftax" / "assets" / f"{name}.png"
    pixels = np.asarray(Image.open(path).convert("RGBA"))
    return pixels[..., :3].astype(np.float32), (pixels[..., 3:] // 255).astype(np.float32)


def _block(number: int) -> np.ndarray:
    block = Block(number)
    if block in _GREY:
        return np.full((TILE, TILE, 3), _GREY[block], dtype=np.float32)
    return _tile(_FILES.get(block, block.name.lower()))[0]


def frame(engine: Engine, leaves: Leaves, view: View) -> np.ndarray:
    """Draw the window: uint8 of shape (144, 176, 3)."""
    canvas = np.zeros((HEIGHT * TILE, WIDTH * TILE, 3), dtype=np.float32)

    def paste(row: int, column: int, colour: np.ndarray, cover: np.ndarray | float) -> None:
        cell = canvas[row * TILE : (row + 1) * TILE, column * TILE : (column + 1) * TILE]
        cell *= 1 - cover
        cell += colour * cover

    for (row, column), block in np.ndenumerate(view.blocks):
        paste(row, column, _block(int(block)), 1.0)
        item = int(view.items[row, column])
        if item:
            paste(row, column, *_tile(_ITEM_FILES.get(Item(item), Item(item).name.lower())))
    asleep = bool(view["sleeping"])
    paste(*CENTRE, *_tile("player-sleep" if asleep else _PLAYER[view["direction"]]))
    for group, names in _MOBS.items():
        for row, column, kind in visible(view, group):
            paste(row, column, *_tile(names[kind]))
    for group in ("enemy_shots", "own_shots"):
        for row, column, kind, alive, d_row, d_column in view.array(group).tolist():
            row, column = row + CENTRE[0], column + CENTRE[1]
            if alive and 0 <= row < HEIGHT and 0 <= column < WIDTH:
                paste(row, column, *(_turned(part, d_row, d_column) for part in _tile(_SHOTS[kind])))
    canvas *= _light(engine, leaves, view)[..., None]
    if view["floor"] == 0:
        canvas = _dusk(canvas, view["light"])
    if asleep:
        canvas *= 0.5
    return np.clip(canvas, 0, 255).astype(np.uint8)


def _turned(part: np.ndarray, d_row: int, d_column: int) -> np.ndarray:
    """An upward shot turned into its direction, as upstream does: flip, then transpose."""
    if d_row > 0 or d_column > 0:
        part = part[::-1]
    return part.transpose(1, 0, 2) if d_column else part


def _light(engine: Engine, leaves: Leaves, view: View) -> np.ndarray:
    """The floor's light in the window, a value per pixel; 0 off the map."""
    light = np.pad(engine.leaf(leaves, "light_map")[view["floor"]], 8)
    row, column = view["row"] - CENTRE[0] + 8, view["column"] - CENTRE[1] + 8
    window = light[row : row + HEIGHT, column : column + WIDTH]
    return window.repeat(TILE, axis=0).repeat(TILE, axis=1)


def _dusk(canvas: np.ndarray, daylight: float) -> np.ndarray:
    """Upstream's tint by daylight (its variant without noise)."""
    mask = max(2 * (0.5 - daylight), 0.0) * 0.5
    night = (1 - mask) * canvas + mask * 64.0
    night = 0.5 * _NIGHT + 0.5 * night
    return daylight * canvas + (1 - daylight) * night
