"""The window as glyphs.

What stands in a cell, from the top: you, melee mobs, passive mobs, ranged mobs, enemy shots, your shots, items, the
block; the order of upstream's own text. Cells that upstream hides (floor light at most 0.05, or off the map) are dark,
with everything in them.
"""

from __future__ import annotations

import numpy as np

from glyphbench.core.glyphs import ARROWS, UNSEEN, Glyph, Palette
from glyphbench.games.craftax.kinds import CENTRE, DIRECTION_NAMES, HEIGHT, MOBS, PROJECTILES, WIDTH, Block, Item
from glyphbench.games.craftax.pack import View

#: Direction number (1 left, 2 right, 3 up, 4 down) -> arrow.
_NORTH, _EAST, _SOUTH, _WEST = tuple(ARROWS)
_PLAYER = {1: (_WEST, "left"), 2: (_EAST, "right"), 3: (_NORTH, "up"), 4: (_SOUTH, "down")}

_MOB_CHARS = {"melee": "ZGOLNTPF", "passive": "CBS", "ranged": "sgoknDei"}
_MOB_STYLES = {"melee": "bold red", "passive": "bold green", "ranged": "bold magenta"}
_SHOT_CHARS = "-/*¤=º¶§"
#: Upstream's projectile type -> your shot.
_OWN = {2: ("♪", "your fireball"), 3: ("²", "your iceball"), 4: ("|", "your arrow")}

_ITEMS = {
    Item.TORCH: ("!", "torch", "yellow"),
    Item.LADDER_DOWN: (">", "ladder down, open", "bold cyan"),
    Item.LADDER_UP: ("<", "ladder up", "cyan"),
    Item.LADDER_DOWN_BLOCKED: ("x", "ladder down, shut (8 kills here open it)", "cyan"),
}
_BLOCKS = {
    Block.NECROMANCER: ("W", "necromancer, shielded", "bold magenta"),
    Block.NECROMANCER_VULNERABLE: ("V", "necromancer, vulnerable", "bold red"),
    Block.CHEST: ("$", "chest", "bold yellow"),
    Block.CRAFTING_TABLE: ("┬", "crafting table", "yellow"),
    Block.FURNACE: ("□", "furnace", "yellow"),
    Block.ENCHANTMENT_TABLE_FIRE: ("£", "fire enchantment table", "red"),
    Block.ENCHANTMENT_TABLE_ICE: ("¢", "ice enchantment table", "cyan"),
    Block.RIPE_PLANT: ("%", "ripe plant", "bold green"),
    Block.PLANT: ("'", "young plant", "green"),
    Block.DIAMOND: ("◆", "diamond", "bold white"),
    Block.SAPPHIRE: ("◇", "sapphire", "bold blue"),
    Block.RUBY: ("▽", "ruby", "bold red"),
    Block.IRON: ("◎", "iron", "yellow"),
    Block.COAL: ("°", "coal", "white"),
    Block.TREE: ("▲", "tree", "green"),
    Block.FIRE_TREE: ("△", "fire tree", "red"),
    Block.ICE_SHRUB: ("¥", "ice shrub", "cyan"),
    Block.WATER: ("~", "water", "blue"),
    Block.FOUNTAIN: ("{", "fountain", "blue"),
    Block.LAVA: ("}", "lava", "red"),
    Block.STONE: ("■", "stone", "white"),
    Block.STALAGMITE: ("^", "stalagmite", "white"),
    Block.WALL: ("#", "wall", "white"),
    Block.WALL_MOSS: ("█", "mossy wall", "green"),
    Block.GRAVE: ("†", "grave", "white"),
    Block.GRAVE2: ("±", "grave 2", "white"),
    Block.GRAVE3: ("×", "grave 3", "white"),
    Block.GRASS: (",", "grass", "dim green"),
    Block.PATH: (".", "path", "dim"),
    Block.SAND: (":", "sand", "dim yellow"),
    Block.GRAVEL: (";", "gravel", "dim"),
    Block.FIRE_GRASS: ('"', "fire grass", "dim red"),
    Block.ICE_GRASS: ("_", "ice grass", "dim cyan"),
    Block.DARKNESS: ("…", "solid darkness", "dim"),
    Block.WOOD: ("w", "wood", "yellow"),
    Block.OUT_OF_BOUNDS: ("¬", "outside the map", "dim"),
    Block.INVALID: ("ª", "nothing", "dim"),
}


def _palette() -> Palette:
    glyphs = [Glyph(char, f"you, facing {where}", "bold yellow") for char, where in _PLAYER.values()]
    for group in ("melee", "ranged"):
        glyphs += [Glyph(c, n, _MOB_STYLES[group]) for c, n in zip(_MOB_CHARS[group], MOBS[group], strict=True)]
    glyphs += [Glyph(c, f"enemy {n}", "red") for c, n in zip(_SHOT_CHARS, PROJECTILES, strict=True)]
    glyphs += [Glyph(char, name, "yellow") for char, name in _OWN.values()]
    glyphs += [Glyph(c, n, _MOB_STYLES["passive"]) for c, n in zip(_MOB_CHARS["passive"], MOBS["passive"], strict=True)]
    glyphs += [Glyph(*entry) for entry in (*_ITEMS.values(), *_BLOCKS.values())]
    return Palette(*glyphs, Glyph(UNSEEN, "dark", "dim"))


PALETTE = _palette()
_DARK = PALETTE.code(UNSEEN)
_BLOCK_CODES = np.array([PALETTE.code(_BLOCKS[block][0]) for block in Block])
_ITEM_CODES = np.array([0, *(PALETTE.code(entry[0]) for entry in _ITEMS.values())])
_MOB_CODES = {group: [PALETTE.code(char) for char in chars] for group, chars in _MOB_CHARS.items()}
_SHOT_CODES = [PALETTE.code(char) for char in _SHOT_CHARS]
_OWN_CODES = [PALETTE.code(_OWN.get(number, _OWN[4])[0]) for number in range(len(PROJECTILES))]
_PLAYER_CODES = {direction: PALETTE.code(char) for direction, (char, _) in _PLAYER.items()}


def window_codes(view: View) -> np.ndarray:
    """Palette codes of the window: shape (HEIGHT, WIDTH)."""
    items = view.items
    codes = np.where(items > 0, _ITEM_CODES[items], _BLOCK_CODES[view.blocks])
    layers = (
        ("own_shots", _OWN_CODES),
        ("enemy_shots", _SHOT_CODES),
        ("ranged", _MOB_CODES["ranged"]),
        ("passive", _MOB_CODES["passive"]),
        ("melee", _MOB_CODES["melee"]),
    )
    for name, table in layers:
        for row, column, kind in visible(view, name):
            codes[row, column] = table[kind]
    codes[~view.lit] = _DARK
    codes[CENTRE] = _PLAYER_CODES[view["direction"]]
    return codes


def visible(view: View, name: str) -> list[tuple[int, int, int]]:
    """Living members of a group of the packed view inside the window, dark cells too: (row, column, kind)."""
    found = []
    for row, column, kind, alive, *_ in view.array(name).tolist():
        row, column = row + CENTRE[0], column + CENTRE[1]
        if alive and 0 <= row < HEIGHT and 0 <= column < WIDTH:
            found.append((row, column, kind))
    return found


def flights(view: View) -> list[str]:
    """Where the shots on the grid fly, in reading order: `arrow left`, `your fireball up`."""
    lit, found = view.lit, []
    for name, own in (("enemy_shots", False), ("own_shots", True)):
        for row, column, kind, alive, d_row, d_column in view.array(name).tolist():
            cell = (row + CENTRE[0], column + CENTRE[1])
            if alive and 0 <= cell[0] < HEIGHT and 0 <= cell[1] < WIDTH and lit[cell] and cell != CENTRE:
                noun = _OWN.get(kind, _OWN[4])[1] if own else PROJECTILES[kind]
                found.append((cell, f"{noun} {DIRECTION_NAMES.get((d_row, d_column), 'still')}"))
    return [text for _, text in sorted(found)]


def noun(block: int, item: int = 0) -> str:
    """The legend's name of a block, or of the item on it."""
    return _ITEMS[Item(item)][1] if item else _BLOCKS[Block(block)][1]


def mob_at(view: View, cell: tuple[int, int]) -> str | None:
    """The name of the creature in a window cell, if any."""
    for group in ("melee", "passive", "ranged"):
        for row, column, kind in visible(view, group):
            if (row, column) == cell:
                return MOBS[group][kind]
    return None
