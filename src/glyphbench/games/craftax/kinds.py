"""Craftax's enumerations, mirrored so that nothing here has to import the engine.

The numbers are upstream's (`craftax.craftax.constants`, version 1.6); a test holds every one of them against it.
"""

from __future__ import annotations

from enum import IntEnum

#: The player's window: rows, columns. The player stands in its centre.
HEIGHT, WIDTH = 9, 11
CENTRE = (HEIGHT // 2, WIDTH // 2)
#: Side of a floor's square map, and the number of floors.
SIZE, FLOORS = 48, 9
#: Kills that open a floor's ladder down.
KILLS_TO_OPEN = 8
#: Age in steps at which a plant is ripe.
RIPE_AGE = 600
#: Most mobs of one class on one floor.
SLOTS = {"melee": 3, "passive": 3, "ranged": 2}


class Block(IntEnum):
    """What a cell of the map is made of."""

    INVALID = 0
    OUT_OF_BOUNDS = 1
    GRASS = 2
    WATER = 3
    STONE = 4
    TREE = 5
    WOOD = 6
    PATH = 7
    COAL = 8
    IRON = 9
    DIAMOND = 10
    CRAFTING_TABLE = 11
    FURNACE = 12
    SAND = 13
    LAVA = 14
    PLANT = 15
    RIPE_PLANT = 16
    WALL = 17
    DARKNESS = 18
    WALL_MOSS = 19
    STALAGMITE = 20
    SAPPHIRE = 21
    RUBY = 22
    CHEST = 23
    FOUNTAIN = 24
    FIRE_GRASS = 25
    ICE_GRASS = 26
    GRAVEL = 27
    FIRE_TREE = 28
    ICE_SHRUB = 29
    ENCHANTMENT_TABLE_FIRE = 30
    ENCHANTMENT_TABLE_ICE = 31
    NECROMANCER = 32
    GRAVE = 33
    GRAVE2 = 34
    GRAVE3 = 35
    NECROMANCER_VULNERABLE = 36


class Item(IntEnum):
    """What lies on a cell."""

    NONE = 0
    TORCH = 1
    LADDER_DOWN = 2
    LADDER_UP = 3
    LADDER_DOWN_BLOCKED = 4


B = Block
#: Blocks that stop walkers and shots alike.
SOLID = frozenset(
    {B.STONE, B.TREE, B.COAL, B.IRON, B.DIAMOND, B.CRAFTING_TABLE, B.FURNACE, B.PLANT, B.RIPE_PLANT, B.WALL}
    | {B.WALL_MOSS, B.STALAGMITE, B.SAPPHIRE, B.RUBY, B.CHEST, B.FOUNTAIN, B.FIRE_TREE, B.ENCHANTMENT_TABLE_FIRE}
    | {B.ENCHANTMENT_TABLE_ICE, B.NECROMANCER, B.GRAVE, B.GRAVE2, B.GRAVE3}
)
#: Where a torch may stand.
TORCH_GROUND = frozenset({B.GRASS, B.SAND, B.PATH, B.FIRE_GRASS, B.ICE_GRASS})
#: Where a walker cannot go: solid blocks, liquids, and what lies outside the map.
UNWALKABLE = SOLID | {B.WATER, B.LAVA, B.INVALID, B.OUT_OF_BOUNDS, B.DARKNESS}
#: What DO harvests with which pickaxe (0 none, 1 wood, 2 stone, 3 iron, 4 diamond).
PICKAXE_NEEDED = {
    B.TREE: 0,
    B.FIRE_TREE: 0,
    B.ICE_SHRUB: 0,
    B.CRAFTING_TABLE: 0,
    B.FURNACE: 0,
    B.CHEST: 0,
    B.STONE: 1,
    B.COAL: 1,
    B.STALAGMITE: 1,
    B.IRON: 2,
    B.DIAMOND: 3,
    B.SAPPHIRE: 4,
    B.RUBY: 4,
}

LEFT, RIGHT, UP, DOWN = 1, 2, 3, 4
#: Direction (the number of its move action) -> (row, column) step.
STEPS = {LEFT: (0, -1), RIGHT: (0, 1), UP: (-1, 0), DOWN: (1, 0)}
DIRECTION_NAMES = {(0, -1): "left", (0, 1): "right", (-1, 0): "up", (1, 0): "down"}

FLOOR_NAMES = (
    "overworld",
    "dungeon",
    "gnomish mines",
    "sewers",
    "vaults",
    "troll mines",
    "fire realm",
    "ice realm",
    "graveyard",
)
MATERIALS = ("", "wood", "stone", "iron", "diamond")
COLOURS = ("red", "green", "blue", "pink", "cyan", "yellow")
#: Potion effects in upstream's order: (statistic, change).
POTION_EFFECTS = (("health", 8), ("health", -3), ("mana", 8), ("mana", -3), ("energy", 8), ("energy", -3))
ATTRIBUTES = ("dexterity", "strength", "intelligence")

MOBS = {
    "melee": ("zombie", "gnome warrior", "orc soldier", "lizard", "knight", "troll", "pigman", "frost troll"),
    "passive": ("cow", "bat", "snail"),
    "ranged": (
        "skeleton",
        "gnome archer",
        "orc mage",
        "kobold",
        "knight archer",
        "deep thing",
        "fire elemental",
        "ice elemental",
    ),
}
#: Hit points a fresh mob has, by class and type.
MOB_HEALTH = {
    "melee": (5, 7, 9, 11, 12, 20, 20, 24),
    "passive": (3, 4, 6),
    "ranged": (3, 5, 6, 8, 12, 4, 14, 16),
}
PROJECTILES = ("arrow", "dagger", "fireball", "iceball", "heavy arrow", "slimeball", "big fireball", "big iceball")

#: Achievements by upstream's number.
ACHIEVEMENTS = [
    "COLLECT_WOOD",
    "PLACE_TABLE",
    "EAT_COW",
    "COLLECT_SAPLING",
    "COLLECT_DRINK",
    "MAKE_WOOD_PICKAXE",
    "MAKE_WOOD_SWORD",
    "PLACE_PLANT",
    "DEFEAT_ZOMBIE",
    "COLLECT_STONE",
    "PLACE_STONE",
    "EAT_PLANT",
    "DEFEAT_SKELETON",
    "MAKE_STONE_PICKAXE",
    "MAKE_STONE_SWORD",
    "WAKE_UP",
    "PLACE_FURNACE",
    "COLLECT_COAL",
    "COLLECT_IRON",
    "COLLECT_DIAMOND",
    "MAKE_IRON_PICKAXE",
    "MAKE_IRON_SWORD",
    "MAKE_ARROW",
    "MAKE_TORCH",
    "PLACE_TORCH",
    "MAKE_DIAMOND_SWORD",
    "MAKE_IRON_ARMOUR",
    "MAKE_DIAMOND_ARMOUR",
    "ENTER_GNOMISH_MINES",
    "ENTER_DUNGEON",
    "ENTER_SEWERS",
    "ENTER_VAULT",
    "ENTER_TROLL_MINES",
    "ENTER_FIRE_REALM",
    "ENTER_ICE_REALM",
    "ENTER_GRAVEYARD",
    "DEFEAT_GNOME_WARRIOR",
    "DEFEAT_GNOME_ARCHER",
    "DEFEAT_ORC_SOLIDER",
    "DEFEAT_ORC_MAGE",
    "DEFEAT_LIZARD",
    "DEFEAT_KOBOLD",
    "DEFEAT_TROLL",
    "DEFEAT_DEEP_THING",
    "DEFEAT_PIGMAN",
    "DEFEAT_FIRE_ELEMENTAL",
    "DEFEAT_FROST_TROLL",
    "DEFEAT_ICE_ELEMENTAL",
    "DAMAGE_NECROMANCER",
    "DEFEAT_NECROMANCER",
    "EAT_BAT",
    "EAT_SNAIL",
    "FIND_BOW",
    "FIRE_BOW",
    "COLLECT_SAPPHIRE",
    "LEARN_FIREBALL",
    "CAST_FIREBALL",
    "LEARN_ICEBALL",
    "CAST_ICEBALL",
    "COLLECT_RUBY",
    "MAKE_DIAMOND_PICKAXE",
    "OPEN_CHEST",
    "DRINK_POTION",
    "ENCHANT_SWORD",
    "ENCHANT_ARMOUR",
    "DEFEAT_KNIGHT",
    "DEFEAT_ARCHER",
]
ACHIEVEMENT = {name: number for number, name in enumerate(ACHIEVEMENTS)}
#: The achievement for entering each floor.
ENTER = (
    None,
    "ENTER_DUNGEON",
    "ENTER_GNOMISH_MINES",
    "ENTER_SEWERS",
    "ENTER_VAULT",
    "ENTER_TROLL_MINES",
    "ENTER_FIRE_REALM",
    "ENTER_ICE_REALM",
    "ENTER_GRAVEYARD",
)
