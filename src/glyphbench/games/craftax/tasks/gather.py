"""Gathering, crafting and building on the overworld."""

from __future__ import annotations

import numpy as np

from glyphbench.games.craftax.actions import DO
from glyphbench.games.craftax.edit import WALKABLE, Edit
from glyphbench.games.craftax.kinds import ACHIEVEMENTS, CENTRE, HEIGHT, STEPS, WIDTH, Block
from glyphbench.games.craftax.pack import View
from glyphbench.games.craftax.tasks.base import Episode, Task, collect, earned, nothing, share

B = Block
_PAIRS = (("wood", 5), ("stone", 5), ("coal", 2), ("sapling", 1))
_CHAIN = (
    "COLLECT_WOOD",
    "PLACE_TABLE",
    "MAKE_WOOD_PICKAXE",
    "COLLECT_STONE",
    "MAKE_STONE_PICKAXE",
    "MAKE_STONE_SWORD",
)
_IRON_STEPS = ("COLLECT_STONE", "MAKE_STONE_PICKAXE", "COLLECT_COAL", "COLLECT_IRON")


def _gathered(e: Episode) -> float:
    return sum(e.top(item, share(e.view[item], count)) for item, count in _PAIRS) / len(_PAIRS)


def _tool(tool: str):  # type: ignore[no-untyped-def]
    def progress(e: Episode) -> float:
        wood = e.top("wood", share(e.view["wood"], 3))
        return 1.0 if e.view[tool] else 0.25 * wood + 0.25 * earned(e, "PLACE_TABLE")

    return progress


def _iron_set(e: Episode) -> float:
    done = (e.view["pickaxe"] >= 3, e.view["sword"] >= 3, bool((e.view.array("armour") > 0).any()))
    return sum(done) / 3


def _iron_pickaxe(e: Episode) -> float:
    return 1.0 if e.view["pickaxe"] >= 3 else 0.2 * len(_IRON_STEPS) * earned(e, *_IRON_STEPS)


def _iron_first(e: Episode) -> float:
    made = e.view["pickaxe"] >= 3
    return 0.6 * e.top("pickaxe", made) + 0.4 * (made and e.view["floor"] >= 1)


def _gear(e: Episode) -> float:
    return ((e.view["pickaxe"] >= 4) + (e.view["sword"] >= 4) + (e.view["floor"] >= 1)) / 3


def _iron_nearby(edit: Edit) -> None:
    edit.give(pickaxe=2)
    if (edit.reach(B.IRON) or 99) > 30:
        edit.plant(B.IRON, B.STONE, 6, 25)


def _thirsty(edit: Edit) -> None:
    distance = edit.reach(B.WATER)
    edit.need(distance is not None and 4 <= distance <= 40).set(player_drink=3, player_thirst=0)


def _farm(edit: Edit) -> None:
    edit.arena(7)
    for age in (500, 540):
        edit.grow(age, 4, 7)


def _eaten(e: Episode) -> float:
    """Plants eaten: DO on a ripe plant that is young afterwards (upstream sets its age back to 0)."""
    before, after = e.previous, e.view
    cell = before.facing()
    ate = e.action == DO and before.blocks[cell] == B.RIPE_PLANT and after.blocks[cell] == B.PLANT
    e.best["eaten"] = e.best.get("eaten", 0) + bool(ate)
    return share(e.best["eaten"], 2)


def pocket(view: View, most: int = 6) -> int:
    """How many walkable cells are walled in with the player; 0 if more than `most` or open to the window's edge."""
    walkable: np.ndarray = WALKABLE[view.blocks]
    seen, stack = {CENTRE}, [CENTRE]
    while stack:
        row, column = stack.pop()
        for d_row, d_column in STEPS.values():
            cell = (row + d_row, column + d_column)
            if not (0 <= cell[0] < HEIGHT and 0 <= cell[1] < WIDTH):
                return 0
            if walkable[cell] and cell not in seen:
                seen.add(cell)
                stack.append(cell)
        if len(seen) > most:
            return 0
    return len(seen)


def _sheltered(e: Episode) -> float:
    e.best["run"] = e.best.get("run", 0) + 1 if e.steps and pocket(e.view) else 0
    return share(e.top("longest", e.best["run"]), 10)


def _firsts(e: Episode) -> float:
    return share(int(e.view.array("achievements").sum()), 8)


def _earned(e: Episode) -> str:
    names = [ACHIEVEMENTS[number] for number in np.flatnonzero(e.view.array("achievements"))]
    return f"earned: {', '.join(names)}" if names else ""


_GATHER, _CRAFT = ("gathering",), ("crafting", "planning")
TASKS = [
    Task(
        "ChopTrees",
        "Collect 5 wood.",
        "upstream's world",
        nothing,
        collect("wood", 5),
        "+1/5 for each wood",
        ("trees",),
        200,
        tags=_GATHER,
    ),
    Task(
        "GatherResources",
        "Collect 5 wood, 5 stone, 2 coal and 1 sapling.",
        "wooden pickaxe",
        lambda edit: edit.give(pickaxe=1),
        _gathered,
        "+1/4 for each of the four kinds, by its share (the most you have held)",
        ("trees", "mining", "sapling", "needs", "monsters"),
        400,
        tags=_GATHER,
    ),
    Task(
        "MineStone",
        "Collect 5 stone.",
        "wooden pickaxe",
        lambda edit: edit.give(pickaxe=1),
        collect("stone", 5),
        "+1/5 for each stone",
        ("mining",),
        200,
        tags=_GATHER,
    ),
    Task(
        "MineIron",
        "Collect 1 iron.",
        "stone pickaxe; iron is planted in stone at walking distance 6 to 25 if none is within 30",
        _iron_nearby,
        collect("iron", 1),
        "+1 for the iron",
        ("mining", "monsters"),
        300,
        tags=_GATHER,
    ),
    Task(
        "FindDiamond",
        "Find and collect 1 diamond; some lie in stone within 30 steps.",
        "iron pickaxe, stone sword; a diamond is planted in stone at walking distance 8 to 30",
        lambda edit: edit.give(pickaxe=3, sword=2).plant(B.DIAMOND, B.STONE, 8, 30),
        collect("diamond", 1),
        "+1 for the diamond",
        ("mining", "monsters", "needs"),
        400,
        tags=("gathering", "exploration"),
    ),
    Task(
        "FindWater",
        "You are thirsty: find water and drink until drink is 9.",
        "drink 3; water reachable on foot at distance 4 to 40",
        _thirsty,
        lambda e: share(e.top("drink", e.view["drink"]) - 3, 6),
        "+1/6 for each point of drink above 3",
        ("needs",),
        200,
        tags=("survival", "exploration"),
    ),
    Task(
        "CraftPickaxe",
        "Make a wooden pickaxe.",
        "upstream's world",
        nothing,
        _tool("pickaxe"),
        "up to 0.25 for 3 wood, 0.25 for placing a table, 1 in all for the pickaxe",
        ("trees", "craft"),
        200,
        tags=_CRAFT,
    ),
    Task(
        "CraftSword",
        "Make a wooden sword.",
        "upstream's world",
        nothing,
        _tool("sword"),
        "up to 0.25 for 3 wood, 0.25 for placing a table, 1 in all for the sword",
        ("trees", "craft"),
        200,
        tags=_CRAFT,
    ),
    Task(
        "CraftChain",
        "From nothing: collect wood, place a table, make a wooden pickaxe, collect stone, make a stone pickaxe and a "
        "stone sword.",
        "upstream's world",
        nothing,
        lambda e: earned(e, *_CHAIN),
        "+1/6 for each of the six",
        ("trees", "mining", "craft", "monsters"),
        400,
        tags=_CRAFT,
    ),
    Task(
        "CraftIronSet",
        "You hold the materials: make an iron pickaxe, an iron sword and one piece of iron armour.",
        "stone tools, 6 wood, 6 stone, 5 coal, 5 iron, cleared ground",
        lambda edit: edit.arena(3).give(wood=6, stone=6, coal=5, iron=5, pickaxe=2, sword=2),
        _iron_set,
        "+1/3 for each",
        ("craft",),
        100,
        tags=_CRAFT,
    ),
    Task(
        "IronBootstrap",
        "Make an iron pickaxe.",
        "wooden pickaxe, 5 wood; coal and iron are planted in stone if none is within 25",
        lambda edit: (
            edit.give(pickaxe=1, wood=5).ensure(B.IRON, B.STONE, 25, 4, 20, 2).ensure(B.COAL, B.STONE, 25, 4, 20, 2)
        ),
        _iron_pickaxe,
        "+0.2 each for first stone, stone pickaxe, coal and iron; 1 in all for the iron pickaxe",
        ("trees", "mining", "craft", "monsters", "needs"),
        512,
        tags=_CRAFT,
    ),
    Task(
        "DiamondBootstrap",
        "Make an iron pickaxe, then collect a diamond; some lie in stone within 25 steps.",
        "stone pickaxe, 6 wood, 6 stone, 1 coal, 1 iron; 2 diamonds planted in stone at distance 6 to 25",
        lambda edit: edit.give(pickaxe=2, wood=6, stone=6, coal=1, iron=1).plant(B.DIAMOND, B.STONE, 6, 25, 2),
        lambda e: 0.4 * (e.view["pickaxe"] >= 3) + 0.6 * share(e.view["diamond"], 1),
        "+0.4 for the pickaxe, +0.6 for a diamond",
        ("mining", "craft", "monsters", "needs"),
        512,
        tags=_CRAFT,
    ),
    Task(
        "DiamondGearDescend",
        "You hold 5 diamonds: make a diamond pickaxe and a diamond sword, and go down to floor 1.",
        "iron tools, 6 wood, 9 stone, 5 diamonds",
        lambda edit: edit.give(pickaxe=3, sword=3, wood=6, stone=9, diamond=5),
        _gear,
        "+1/3 for each",
        ("craft", "mining", "ladder", "monsters"),
        400,
        tags=("crafting", "exploration"),
    ),
    Task(
        "SurfaceToIronDescend",
        "Make an iron pickaxe, then go down to floor 1.",
        "stone pickaxe, wooden sword, 6 wood, 4 stone, 1 coal; iron is planted in stone if none is within 25",
        lambda edit: edit.give(pickaxe=2, sword=1, wood=6, stone=4, coal=1).ensure(B.IRON, B.STONE, 25, 4, 20, 2),
        _iron_first,
        "+0.6 for the pickaxe, +0.4 for floor 1 with it",
        ("craft", "mining", "ladder", "monsters"),
        512,
        tags=("crafting", "exploration"),
    ),
    Task(
        "PlantFarm",
        "Two plants grow nearby: eat both when they are ripe.",
        "cleared ground, two plants aged 500 and 540 (ripe at 600) at distance 4 to 7",
        _farm,
        _eaten,
        "+1/2 for each ripe plant eaten",
        ("plants", "monsters"),
        200,
        tags=("survival", "planning"),
    ),
    Task(
        "BuildShelter",
        "Night comes: wall yourself in. Be for 10 turns in a row in a closed pocket of at most 6 free cells; diagonal "
        "gaps do not matter.",
        "dusk, stone pickaxe and sword, 9 stone",
        lambda edit: edit.give(stone=9, pickaxe=2, sword=2).time(140),
        _sheltered,
        "+1/10 for each turn of your longest stay in such a pocket",
        ("mining", "shelter", "monsters"),
        100,
        tags=("planning", "survival"),
    ),
    Task(
        "FirstDay",
        "Earn 8 achievements: first-time deeds such as collecting wood, stone, coal, a sapling or a drink, placing a "
        "table, furnace, stone or plant, making tools, eating a cow, waking up, killing a monster.",
        "upstream's world",
        nothing,
        _firsts,
        "+1/8 for each achievement",
        ("trees", "mining", "craft", "monsters"),
        300,
        shown=_earned,
        tags=("crafting", "exploration"),
    ),
]
