"""Upstream's 43 actions, and why one has no effect in a given state.

`refusal` restates the preconditions of upstream's game logic; a test holds that a refused action leaves exactly the
state that NOOP leaves.
"""

from __future__ import annotations

import numpy as np

from glyphbench.core.actions import Action, ActionSet
from glyphbench.games.craftax.glyphs import mob_at, noun
from glyphbench.games.craftax.kinds import (
    CENTRE,
    COLOURS,
    MATERIALS,
    PICKAXE_NEEDED,
    SOLID,
    TORCH_GROUND,
    Block,
    Item,
)
from glyphbench.games.craftax.pack import View

ACTIONS = (
    ActionSet(
        [
            Action("NOOP", "wait", ("WAIT",)),
            Action("LEFT"),
            Action("RIGHT"),
            Action("UP"),
            Action("DOWN"),
            Action("DO", "act ahead", ("INTERACT",)),
            Action("SLEEP", "until rested"),
            Action("PLACE_STONE", "1 stone, even on liquid"),
            Action("PLACE_TABLE", "2 wood"),
            Action("PLACE_FURNACE", "1 stone"),
            Action("PLACE_PLANT", "sapling, on grass"),
        ]
    )
    + ActionSet.grid(
        "MAKE_{material}_{tool}",
        "1 wood; stone: +1 stone; iron: +1 stone, coal, iron",
        tool=("PICKAXE", "SWORD"),
        material=("WOOD", "STONE", "IRON"),
    )
    + ActionSet(
        [
            Action("REST", "until healed"),
            Action("DESCEND"),
            Action("ASCEND"),
            Action("MAKE_DIAMOND_PICKAXE", "1 wood, 3 diamond"),
            Action("MAKE_DIAMOND_SWORD", "1 wood, 2 diamond"),
            Action("MAKE_IRON_ARMOUR", "3 iron, 3 coal"),
            Action("MAKE_DIAMOND_ARMOUR", "3 diamond"),
            Action("SHOOT_ARROW"),
            Action("MAKE_ARROW", "2 for 1 wood, 1 stone"),
            Action("CAST_FIREBALL", "2 mana"),
            Action("CAST_ICEBALL", "2 mana"),
            Action("PLACE_TORCH"),
        ]
    )
    + ActionSet.grid("DRINK_POTION_{colour}", "drink", colour=tuple(colour.upper() for colour in COLOURS))
    + ActionSet(
        [
            Action("READ_BOOK"),
            Action("ENCHANT_SWORD", "facing a table: 9 mana, ruby (fire) or sapphire (ice)"),
            Action("ENCHANT_ARMOUR"),
            Action("MAKE_TORCH", "4 for 1 wood, 1 coal"),
        ]
    )
    + ActionSet.grid("LEVEL_UP_{attribute}", "1 xp", attribute=("DEXTERITY", "STRENGTH", "INTELLIGENCE"))
    + ActionSet([Action("ENCHANT_BOW")])
)
NAMES = ACTIONS.names
NUMBER = {name: number for number, name in enumerate(NAMES)}
DO = NUMBER["DO"]

#: Crafting: action -> (tool it makes, its level, materials, whether a furnace is needed).
_MAKES: dict[str, tuple[str, int, dict[str, int], bool]] = {
    "MAKE_WOOD_PICKAXE": ("pickaxe", 1, {"wood": 1}, False),
    "MAKE_STONE_PICKAXE": ("pickaxe", 2, {"wood": 1, "stone": 1}, False),
    "MAKE_IRON_PICKAXE": ("pickaxe", 3, {"wood": 1, "stone": 1, "coal": 1, "iron": 1}, True),
    "MAKE_DIAMOND_PICKAXE": ("pickaxe", 4, {"wood": 1, "diamond": 3}, False),
    "MAKE_WOOD_SWORD": ("sword", 1, {"wood": 1}, False),
    "MAKE_STONE_SWORD": ("sword", 2, {"wood": 1, "stone": 1}, False),
    "MAKE_IRON_SWORD": ("sword", 3, {"wood": 1, "stone": 1, "coal": 1, "iron": 1}, True),
    "MAKE_DIAMOND_SWORD": ("sword", 4, {"wood": 1, "diamond": 2}, False),
    "MAKE_IRON_ARMOUR": ("armour", 1, {"iron": 3, "coal": 3}, True),
    "MAKE_DIAMOND_ARMOUR": ("armour", 2, {"diamond": 3}, False),
    "MAKE_ARROW": ("arrows", 99, {"wood": 1, "stone": 1}, False),
    "MAKE_TORCH": ("torches", 99, {"wood": 1, "coal": 1}, False),
}
_PLACES = {"PLACE_STONE": ("stone", 1), "PLACE_TABLE": ("wood", 2), "PLACE_FURNACE": ("stone", 1)}
_MAX_SHOTS = 3
_MAX_ATTRIBUTE = 5


def potion(action: int) -> int | None:
    """The colour number that an action drinks, or None."""
    first = NUMBER["DRINK_POTION_RED"]
    return action - first if first <= action < first + len(COLOURS) else None


def limits(view: View) -> dict[str, int]:
    """The maxima that attributes set: health, food (drink and energy too) and mana."""
    return {
        "health": 8 + view["strength"],
        "food": 7 + 2 * view["dexterity"],
        "mana": 6 + 3 * view["intelligence"],
    }


def refusal(view: View, action: int) -> str | None:
    """Why an action would change nothing now; None where it does, or may by chance."""
    name = NAMES[action]
    if name == "NOOP":
        return None
    if view["sleeping"]:
        return "You are asleep: nothing but waiting until you wake."
    if view["resting"]:
        return "You are resting: nothing but waiting until you stop."
    if name in ("LEFT", "RIGHT", "UP", "DOWN"):
        return _no_move(view, action)
    if name == "DO":
        return _no_do(view)
    if name in _MAKES:
        return _no_make(view, *_MAKES[name])
    if name.startswith("PLACE"):
        return _no_place(view, name)
    if name.startswith("ENCHANT"):
        return _no_enchant(view, name.removeprefix("ENCHANT_").lower())
    colour = potion(action)
    if colour is not None:
        return None if view.array("potions")[colour] > 0 else f"You have no {COLOURS[colour]} potion."
    if name.startswith("LEVEL"):
        attribute = name.removeprefix("LEVEL_UP_").lower()
        if view["xp"] < 1:
            return "You have no xp to spend."
        return None if view[attribute] < _MAX_ATTRIBUTE else f"Your {attribute} is at its maximum of {_MAX_ATTRIBUTE}."
    return _no_other(view, name)


def action_mask(view: View) -> np.ndarray:
    """int8 of shape (43,): 0 for the actions that `refusal` refuses."""
    return np.array([refusal(view, action) is None for action in range(len(NAMES))], dtype=np.int8)


def _enemies(view: View) -> bool:
    """Whether a monster or its shot is anywhere on the floor."""
    return any(view.array(group)[:, 3].any() for group in ("melee", "ranged", "enemy_shots"))


def _ahead(view: View) -> tuple[int, int, str | None]:
    """Block, item and creature in front of the player."""
    cell = view.facing()
    return int(view.blocks[cell]), int(view.items[cell]), mob_at(view, cell)


def _describe(view: View) -> str:
    """What the player sees ahead."""
    if not view.lit[view.facing()]:
        return "something in the dark"
    block, item, mob = _ahead(view)
    return mob or noun(block, item)


def _no_move(view: View, action: int) -> str | None:
    if view["direction"] != action:
        return None
    block, _, mob = _ahead(view)
    blocked = mob is not None or Block(block) in SOLID or block in (Block.WATER, Block.LAVA, Block.OUT_OF_BOUNDS)
    return f"You already face that way and cannot step: {_describe(view)} is in the way." if blocked else None


def _no_do(view: View) -> str | None:
    number, _, mob = _ahead(view)
    block = Block(number)
    if mob or block in (Block.GRASS, Block.WATER, Block.FOUNTAIN, Block.RIPE_PLANT, Block.NECROMANCER_VULNERABLE):
        return None
    needed = PICKAXE_NEEDED.get(block)
    if needed is not None:
        if view["pickaxe"] >= needed:
            return None
        if view.lit[view.facing()]:
            return f"You need a pickaxe of {MATERIALS[needed]} or better for {noun(block)}."
    if block == Block.NECROMANCER:
        return "The necromancer is shielded: first kill the wave it called."
    if block == Block.PLANT and view.lit[view.facing()]:
        return "The plant is not ripe yet."
    if not view.lit[view.facing()]:
        return "Nothing happens in the dark ahead."
    return f"Nothing to act on: {_describe(view)} is ahead."


def _near(view: View, block: Block) -> bool:
    row, column = CENTRE
    return bool((view.blocks[row - 1 : row + 2, column - 1 : column + 2] == block).any())


def _no_make(view: View, what: str, level: int, materials: dict[str, int], furnace: bool) -> str | None:
    if what == "armour":
        if not (view.array("armour") < level).any():
            return "Every piece of your armour is at least that good."
    elif view[what] >= level:
        return f"You have {view[what]} {what}, the most you can carry." if level == 99 else f"Your {what} is no worse."
    missing = [f"{count} {name}" for name, count in materials.items() if view[name] < count]
    if missing:
        return f"You need {', '.join(missing)}."
    if not _near(view, Block.CRAFTING_TABLE):
        return "You need a crafting table beside you."
    if furnace and not _near(view, Block.FURNACE):
        return "You need a furnace beside you too."
    return None


def _no_place(view: View, name: str) -> str | None:
    block, item, mob = _ahead(view)
    if name == "PLACE_TORCH":
        have, fits = view["torches"] > 0, Block(block) in TORCH_GROUND and item == Item.NONE
        lack = "You have no torch."
    elif name == "PLACE_PLANT":
        have, fits = view["sapling"] > 0, block == Block.GRASS and item == Item.NONE
        lack = "You have no sapling."
    else:
        material, count = _PLACES[name]
        have, lack = view[material] >= count, f"You need {count} {material}."
        fits = Block(block) not in SOLID and item == Item.NONE
    if not have:
        return lack
    if mob or block == Block.OUT_OF_BOUNDS or not fits:
        return f"It cannot stand there: {_describe(view)} is ahead."
    return None


def _no_enchant(view: View, what: str) -> str | None:
    block, _, _ = _ahead(view)
    gem = {Block.ENCHANTMENT_TABLE_FIRE: "ruby", Block.ENCHANTMENT_TABLE_ICE: "sapphire"}.get(Block(block))
    if gem is None:
        return "You must face an enchantment table."
    if view[gem] < 1:
        return f"You need a {gem} for this table."
    if view["mana"] < 9:
        return "You need 9 mana."
    have = view.array("armour").sum() > 0 if what == "armour" else view[what] > 0
    return None if have else f"You have no {what}."


def _no_other(view: View, name: str) -> str | None:
    under, most = int(view.items[CENTRE]), limits(view)
    if name == "SLEEP":
        return None if view["energy"] < most["food"] else "You are not tired: energy is full."
    if name == "REST":
        if view["food"] <= 0 or view["drink"] <= 0:
            return "You cannot rest without food and drink."
        # A blow in this very turn comes before upstream's check, so with enemies about it may work.
        return None if view["health"] < most["health"] or _enemies(view) else "Your health is full."
    if name == "DESCEND":
        if under == Item.LADDER_DOWN_BLOCKED:
            return "The ladder is shut: kill 8 monsters on this floor."
        return None if under == Item.LADDER_DOWN else "You do not stand on a ladder down."
    if name == "ASCEND":
        return None if under == Item.LADDER_UP else "You do not stand on a ladder up."
    if name == "READ_BOOK":
        return None if view["books"] > 0 else "You have no book."
    if name == "SHOOT_ARROW":
        if view["bow"] < 1 or view["arrows"] < 1:
            return "You need a bow and an arrow."
    else:
        spell = name.removeprefix("CAST_").lower()
        if not view[spell]:
            return f"You do not know {spell}."
        if view["mana"] < 2:
            return "You need 2 mana."
    return "Three of your shots are still flying." if view["shots"] >= _MAX_SHOTS else None
