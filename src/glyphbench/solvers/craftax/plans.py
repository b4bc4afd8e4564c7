"""One plan per task for the scripted player."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from glyphbench.games.craftax.edit import WALKABLE, distances
from glyphbench.games.craftax.env import CraftaxTask
from glyphbench.games.craftax.kinds import COLOURS, DOWN, KILLS_TO_OPEN, LEFT, RIGHT, SIZE, STEPS, UP, Block
from glyphbench.games.craftax.tasks.gather import pocket
from glyphbench.solvers.craftax.player import EpisodeOver, Player

B = Block
Plan = Callable[[Player], object]
_BACK = {LEFT: RIGHT, RIGHT: LEFT, UP: DOWN, DOWN: UP}


def play(env: CraftaxTask, seed: int) -> Player:
    """Play a whole episode of a task; the player returned holds action names, return and success."""
    env.reset(seed=seed)
    player = Player(env)
    try:
        PLANS[env.goal.name](player)
        while True:
            player.act("NOOP")
    except EpisodeOver:
        return player


# ---- gathering and crafting --------------------------------------------------------------------------------------


def _drink(p: Player) -> None:
    p.goto(lambda: p.blocks(B.WATER))
    while True:
        p.act("DO")


def _first_tool(name: str) -> Plan:
    def plan(p: Player) -> None:
        p.mine(B.TREE, "wood", 3)
        p.place("PLACE_TABLE")
        p.act(name)

    return plan


def _to_table(p: Player) -> None:
    p.goto(lambda: p.blocks(B.CRAFTING_TABLE))


def _chain(p: Player) -> None:
    p.mine(B.TREE, "wood", 5)
    p.place("PLACE_TABLE")
    p.act("MAKE_WOOD_PICKAXE")
    p.mine(B.STONE, "stone", 2)
    p.mine(B.TREE, "wood", 2)
    _to_table(p)
    p.act("MAKE_STONE_PICKAXE")
    p.act("MAKE_STONE_SWORD")


def _iron_set(p: Player) -> None:
    p.workshop()
    for name in ("MAKE_IRON_PICKAXE", "MAKE_IRON_SWORD", "MAKE_IRON_ARMOUR"):
        p.act(name)


def _iron_pickaxe(p: Player) -> None:
    p.mine(B.STONE, "stone", 3)
    p.place("PLACE_TABLE")
    p.act("MAKE_STONE_PICKAXE")
    p.mine(B.STONE, "stone", 4)
    p.mine(B.COAL, "coal", 1)
    p.mine(B.IRON, "iron", 1)
    p.mine(B.TREE, "wood", 3)
    p.workshop()
    p.act("MAKE_IRON_PICKAXE")


def _diamond(p: Player) -> None:
    p.workshop()
    p.act("MAKE_IRON_PICKAXE")
    p.mine(B.DIAMOND, "diamond", 1)


def _diamond_gear(p: Player) -> None:
    p.place("PLACE_TABLE")
    p.act("MAKE_DIAMOND_PICKAXE")
    p.act("MAKE_DIAMOND_SWORD")
    _down(p)


def _iron_first(p: Player) -> None:
    p.mine(B.IRON, "iron", 1)
    p.mine(B.STONE, "stone", 3)
    p.workshop()
    p.act("MAKE_IRON_PICKAXE")
    _down(p)


def _down(p: Player) -> None:
    while True:
        p.descend()


def _gather(p: Player) -> None:
    p.mine(B.TREE, "wood", 5)
    p.mine(B.STONE, "stone", 5)
    p.mine(B.COAL, "coal", 2)
    p.mine(B.GRASS, "sapling", 1)


def _farm(p: Player) -> None:
    while True:
        if p.blocks(B.RIPE_PLANT):
            p.goto(lambda: p.blocks(B.RIPE_PLANT))
            p.act("DO")
        elif not p.defend():
            p.act("NOOP")


def _first_day(p: Player) -> None:
    p.mine(B.TREE, "wood", 7)
    p.place("PLACE_TABLE")
    p.act("MAKE_WOOD_PICKAXE")
    p.act("MAKE_WOOD_SWORD")
    p.mine(B.STONE, "stone", 4)
    _to_table(p)
    p.act("MAKE_STONE_PICKAXE")
    p.act("MAKE_STONE_SWORD")
    p.place("PLACE_STONE")
    p.goto(lambda: p.blocks(B.WATER))
    p.act("DO")
    p.hunt(("passive",))


# ---- survival ----------------------------------------------------------------------------------------------------


def dig_in(p: Player) -> bool:
    """Dig two cells into solid stone, turn round and close the mouth; returns whether the pocket is shut."""
    solid = (B.STONE, B.COAL, B.IRON, B.DIAMOND)
    for _ in range(6):
        blocks = p.map

        def is_solid(row: int, column: int, blocks=blocks) -> bool:  # type: ignore[no-untyped-def]
            return 0 <= row < SIZE and 0 <= column < SIZE and blocks[row, column] in solid

        mouths = []
        for row, column in p.blocks(B.STONE):
            for direction, (r, c) in STEPS.items():
                outside, inner = (row - r, column - c), (row + r, column + c)
                walls = [(row + c, column + r), (row - c, column - r), (row + 2 * r, column + 2 * c)]
                walls += [(inner[0] + c, inner[1] + r), (inner[0] - c, inner[1] - r)]
                on_map = all(0 <= x < SIZE for x in outside)
                enclosed = is_solid(*inner) and blocks[inner] == B.STONE and all(is_solid(*cell) for cell in walls)
                if enclosed and on_map and WALKABLE[blocks[outside]]:
                    mouths.append((outside, direction))
        if not mouths or not p.goto(lambda found=mouths: [cell for cell, _ in found], adjacent=False):  # type: ignore[misc]
            return False
        inward = next((way for cell, way in mouths if cell == p.position), None)
        if inward is None:
            continue
        for action in (inward, "DO", inward, "DO", inward, _BACK[inward], "PLACE_STONE"):
            p.act(action)
        if pocket(p.env.state.view):
            return True
    return False


def _night_in(p: Player) -> None:
    while True:
        if p.defend():
            continue
        if p.get("pickaxe") and not pocket(p.env.state.view) and not _hunted(p) and dig_in(p):
            continue
        p.act("NOOP")


def _hunted(p: Player) -> bool:
    """Whether a melee mob is so near that digging in would be interrupted."""
    row, column = p.position
    return any(abs(cell[0] - row) + abs(cell[1] - column) < 5 for cell in p.mobs(("melee",)))


def _evade(p: Player) -> None:
    """Kill what comes near; otherwise keep to where zombies cannot appear (no grass around)."""
    while True:
        if p.defend():
            continue
        if _hunted(p) or not _to_bare_ground(p):
            p.act("NOOP")


def _to_bare_ground(p: Player) -> bool:
    """One step towards the cell with the least grass near; False when there already."""
    grass = (p.map == B.GRASS).astype(float)
    total = np.cumsum(np.cumsum(np.pad(grass, ((8, 7), (8, 7))), axis=0), axis=1)
    total = np.pad(total, ((1, 0), (1, 0)))
    around = total[15:, 15:] - total[:-15, 15:] - total[15:, :-15] + total[:-15, :-15]
    way = distances(WALKABLE[p.map], p.position)
    rank = np.where(way >= 0, around[:SIZE, :SIZE] + way, np.inf)
    best = tuple(int(x) for x in np.unravel_index(int(rank.argmin()), rank.shape))
    path = p.route([best], adjacent=False)  # type: ignore[list-item]
    if path is None or len(path) < 2:
        return False
    p.step_to(path[1])
    return True


def _forage(p: Player, food: int, drink: int) -> bool:
    """One action towards water or a cow if they run low."""
    if p.get("drink") < drink:
        if p.goto(lambda: p.blocks(B.WATER)):
            for _ in range(6):
                if p.threat() is not None:
                    break
                p.act("DO")
        else:
            p.act("NOOP")
        return True
    cows = p.mobs(("passive",))
    way = p.route(cows) if cows and p.get("food") < food else None
    if way is None:
        return False
    if len(way) > 1:
        p.step_to(way[1])
    else:
        direction = p.threat(("passive",))
        p.act("NOOP") if direction is None else p.strike(direction)
    return True


def _live(p: Player) -> None:
    hidden = False
    while True:
        if p.defend() or _forage(p, 5, 4):
            hidden = False
            continue
        dark = p.env.state.view["light"] < 0.6
        if not hidden and p.get("pickaxe") and dark:
            if p.get("stone") < 2:
                p.mine(B.STONE, "stone", 2)
            dig_in(p)
            hidden = True
        p.act("SLEEP" if hidden and p.get("energy") < 6 and pocket(p.env.state.view) else "NOOP")


def _starving(p: Player) -> None:
    while p.get("food") < 6:
        if not p.defend() and not _forage(p, 7, 2):
            p.act("NOOP")
    _live(p)


# ---- fights and floors -------------------------------------------------------------------------------------------


def _hunt(p: Player) -> None:
    p.hunt()


def _careful(p: Player) -> None:
    p.hunt(rest=True)


def _eat(p: Player) -> None:
    p.hunt(("passive",))


def _archery(p: Player) -> None:
    p.shoot("SHOOT_ARROW")


def _spells(p: Player) -> None:
    p.shoot("CAST_ICEBALL", lambda: p.get("mana") >= 2)


def _gate(p: Player) -> None:
    while p.get("kills") < KILLS_TO_OPEN:
        targets = p.mobs()
        way = p.route(targets) if targets else None
        if p.defend():
            continue
        if way and len(way) > 1 and (p.get("health") >= 5 or len(way) < 6):
            p.step_to(way[1])
        else:
            p.act("NOOP")
    _down(p)


def _chests(p: Player) -> None:
    while p.goto(lambda: p.blocks(B.CHEST)):
        p.act("DO")


def _necromancer(p: Player) -> None:
    while True:
        if p.defend():
            continue
        if p.get("boss_vulnerable"):
            p.goto(lambda: p.blocks(B.NECROMANCER))
            p.act("DO")
            continue
        targets = p.mobs() or p.blocks(B.NECROMANCER)
        way = p.route(targets)
        if way and len(way) > 1:
            p.step_to(way[1])
        else:
            p.act("NOOP")


# ---- magic -------------------------------------------------------------------------------------------------------


def _book(p: Player) -> None:
    while not p.get("books"):
        p.goto(lambda: p.blocks(B.CHEST))
        p.act("DO")
    p.act("READ_BOOK")


def _enchant(p: Player) -> None:
    p.goto(lambda: p.blocks(B.ENCHANTMENT_TABLE_ICE))
    p.act("ENCHANT_SWORD")


def _choice(p: Player) -> None:
    table = B.ENCHANTMENT_TABLE_ICE if p.floor == 6 else B.ENCHANTMENT_TABLE_FIRE
    p.goto(lambda: p.blocks(table), fight=False)
    p.act("ENCHANT_SWORD")
    p.hunt(("melee",))


def _potions(*effects: int) -> Plan:
    def plan(p: Player) -> None:
        mapping = p.leaf("potion_mapping").tolist()
        for effect in effects:
            p.act(f"DRINK_POTION_{COLOURS[mapping.index(effect)].upper()}")

    return plan


def _attribute(p: Player) -> None:
    for _ in range(3):
        p.act(f"LEVEL_UP_{p.env.state.target.upper()}")


PLANS: dict[str, Plan] = {
    "ChopTrees": lambda p: p.mine(B.TREE, "wood", 5),
    "MineStone": lambda p: p.mine(B.STONE, "stone", 5),
    "MineIron": lambda p: p.mine(B.IRON, "iron", 1),
    "FindDiamond": lambda p: p.mine(B.DIAMOND, "diamond", 1),
    "GatherResources": _gather,
    "FindWater": _drink,
    "CraftPickaxe": _first_tool("MAKE_WOOD_PICKAXE"),
    "CraftSword": _first_tool("MAKE_WOOD_SWORD"),
    "CraftChain": _chain,
    "CraftIronSet": _iron_set,
    "IronBootstrap": _iron_pickaxe,
    "DiamondBootstrap": _diamond,
    "DiamondGearDescend": _diamond_gear,
    "SurfaceToIronDescend": _iron_first,
    "PlantFarm": _farm,
    "BuildShelter": dig_in,
    "FirstDay": _first_day,
    "SurviveHunger": _starving,
    "SurviveThirst": _live,
    "SurviveWild": _live,
    "SurviveNight": _evade,
    "SurviveNightSheltered": _night_in,
    "SurviveHorde": _night_in,
    "NightHordeNoShelter": _hunt,
    "WaveDefense": _careful,
    "FightCow": _eat,
    "FightBats": _eat,
    **dict.fromkeys(("FightZombie", "FightZombies", "FightSkeletons", "FightSpiders", "FightArchers"), _hunt),
    **dict.fromkeys(
        ("DarkAmbush", "TrollMines", "FireRealm", "IceRealm", "GnomishMines", "Sewers", "Vaults"), _careful
    ),
    **dict.fromkeys(("Dungeon", "DungeonClear", "FloorClear9HP"), _careful),
    **dict.fromkeys(("KiteSkeletons", "BowKite", "BowKiteHard"), _archery),
    "SpellOnlyKill": _spells,
    "Necromancer": _necromancer,
    "BossFight": _necromancer,
    "DungeonExplore": _chests,
    "ClearFloor8Gate": _gate,
    **dict.fromkeys(("ReachDungeon", "TorchDescend", "DescentGauntlet", "Speedrun"), _down),
    "LearnSpell": _book,
    "EnchantWeapon": _enchant,
    "EnchantChoice": _choice,
    "PotionIdStakes": _potions(0),
    "PotionTriage": _potions(0, 2, 4),
    "XPAttributeSpend": _attribute,
}
