"""Books, enchantments, potions and attributes."""

from __future__ import annotations

from glyphbench.games.craftax.edit import Edit
from glyphbench.games.craftax.kinds import ATTRIBUTES, Block
from glyphbench.games.craftax.tasks.base import Episode, Task, kills, share

B = Block
#: What a player who needs an attribute would say.
NEEDS = {
    "dexterity": "carry more food, drink and energy, and shoot arrows harder",
    "strength": "have more health, and strike harder with the sword",
    "intelligence": "have more mana, and cast stronger spells",
}


def _sewers(block: Block, within: int, near: int, far: int, **kit: int):  # type: ignore[no-untyped-def]
    def start(edit: Edit) -> None:
        edit.go(3).give(sword=3, armour=1, pickaxe=2, stone=12, **kit).ensure(block, B.PATH, within, near, far)

    return start


def _spell(e: Episode) -> float:
    held = e.top("books", e.view["books"])
    return 1.0 if e.view["fireball"] or e.view["iceball"] else 0.5 * share(held, 1)


def _choice(edit: Edit) -> None:
    fire = bool(edit.rng.integers(2))
    edit.go(6 if fire else 7).arena(4, B.FIRE_GRASS if fire else B.ICE_GRASS).light()
    edit.give(sword=4, armour=2, ruby=1, sapphire=1).set(player_strength=4, player_health=12)
    near = edit.cells(2, 3)
    first = edit.pick(near)
    second = edit.pick(cell for cell in near if abs(cell[0] - first[0]) + abs(cell[1] - first[1]) > 1)
    edit.put(first, B.ENCHANTMENT_TABLE_FIRE).put(second, B.ENCHANTMENT_TABLE_ICE)
    edit.spawn("melee", "pigman" if fire else "frost troll", 1, 4, 6)


def _right(e: Episode) -> int:
    """The enchantment (1 fire, 2 ice) that hurts the monsters of the floor."""
    return 2 if e.first["floor"] == 6 else 1


def _chosen(e: Episode) -> float:
    right = e.view["sword_enchantment"] == _right(e)
    return 0.5 * right + 0.5 * (right and kills(e) >= 1)


def _triage(edit: Edit) -> None:
    edit.give(potions=1).set(player_health=3, player_mana=1, player_energy=1)


def _triaged(e: Episode) -> float:
    return sum(e.top(name, e.view[name] >= 7) for name in ("health", "mana", "energy")) / 3


def _labels(edit: Edit, e: Episode) -> None:
    e.known = dict(enumerate(edit.arrays["potion_mapping"].tolist()))


def _stakes(edit: Edit) -> None:
    edit.arena(3).give(potions=1).set(player_health=2, player_mana=5)


def _need(edit: Edit, e: Episode) -> None:
    e.target = ATTRIBUTES[int(edit.rng.integers(3))]
    e.note = f"your wish: {NEEDS[e.target]}"


def _missed(e: Episode) -> bool:
    return any(e.view[name] > e.first[name] for name in ATTRIBUTES if name != e.target)


TASKS = [
    Task(
        "LearnSpell",
        "Open a chest, find the book in it and read it.",
        "floor 3, iron sword and armour, stone pickaxe, 12 stone; a chest is placed at 4 to 12 if none is within 30",
        _sewers(B.CHEST, 30, 4, 12),
        _spell,
        "+0.5 for the book, +0.5 for reading it",
        ("chest", "monsters", "ranged", "bridge"),
        250,
        tags=("exploration",),
    ),
    Task(
        "EnchantWeapon",
        "Enchant your sword: find the ice enchantment table, face it and use ENCHANT_SWORD.",
        "floor 3, iron sword and armour, stone pickaxe, 12 stone, 1 sapphire, mana 9; a table is placed at 4 to 12 if "
        "none is within 25",
        _sewers(B.ENCHANTMENT_TABLE_ICE, 25, 4, 12, sapphire=1),
        lambda e: float(e.view["sword_enchantment"] > 0),
        "+1 for the enchanted sword",
        ("monsters", "ranged", "bridge"),
        120,
        tags=("exploration", "crafting"),
    ),
    Task(
        "EnchantChoice",
        "Enchant your sword once, at the table whose element hurts the monster here, then kill one. Creatures of fire "
        "(pigmen) are hurt by ice, creatures of ice (frost trolls) by fire.",
        "floor 6 or 7, lit; both tables at 2 to 3, 1 ruby, 1 sapphire, mana 9, diamond gear, strength 4; a monster at "
        "4 to 6",
        _choice,
        _chosen,
        "+0.5 for the right element, +0.5 for a kill with it; the wrong element ends the game with -1",
        ("monsters", "ranged"),
        200,
        fail=lambda e: e.view["sword_enchantment"] == 3 - _right(e),
        tags=("combat", "planning"),
    ),
    Task(
        "PotionIdStakes",
        "You are nearly dead and hold one potion of each colour, effects unknown: reach 9 health. One gives health +8, "
        "one health -3 (deadly at 3 or less), the others mana or energy +8 or -3. You heal 1 in 26 turns; there is no "
        "time to heal fully by waiting.",
        "one potion of each colour, health 2, mana 5",
        _stakes,
        lambda e: float(e.view["health"] >= 9),
        "+1 for 9 health",
        ("monsters",),
        70,
        tags=("memory", "planning"),
    ),
    Task(
        "PotionTriage",
        "You know your potions: bring health, mana and energy to 7 or more each.",
        "one potion of each colour, effects told, health 3, mana 1, energy 1",
        _triage,
        _triaged,
        "+1/3 for each of the three, once",
        (),
        30,
        brief=_labels,
        tags=("planning",),
    ),
    Task(
        "XPAttributeSpend",
        "Spend all 3 xp on the one attribute that grants the wish in the status line. Dexterity governs food, drink, "
        "energy and arrows; strength health and sword blows; intelligence mana and spells.",
        "3 xp; the wish varies by seed",
        lambda edit: edit.set(player_xp=3),
        lambda e: share(e.view[e.target] - 1, 3),
        "+1/3 for each point in it; a point in another attribute ends the game with -1",
        (),
        16,
        fail=_missed,
        brief=_need,
        tags=("planning",),
    ),
]
