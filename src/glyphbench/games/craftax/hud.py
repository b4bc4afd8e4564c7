"""What the grid cannot show, as short lines; and what an action changed, as a message."""

from __future__ import annotations

from collections.abc import Mapping

from glyphbench.games.craftax.actions import DO, limits, potion, refusal
from glyphbench.games.craftax.glyphs import flights, mob_at, noun
from glyphbench.games.craftax.kinds import (
    ACHIEVEMENTS,
    CENTRE,
    COLOURS,
    FLOOR_NAMES,
    FLOORS,
    KILLS_TO_OPEN,
    MATERIALS,
    POTION_EFFECTS,
    Block,
)
from glyphbench.games.craftax.pack import View
from glyphbench.games.craftax.tasks.base import Episode

_STACKS = ("wood", "stone", "coal", "iron", "diamond", "sapphire", "ruby", "sapling", "torches", "arrows", "books")
_ONE = {"torches": "torch", "arrows": "arrow", "books": "book"}
_ENCHANTED = ("", "fire ", "ice ")
_ARMOUR = ("helmet", "chestplate", "leggings", "boots")


def number(value: float) -> str:
    """At most one decimal, and never 0 for what is left of a health."""
    shown = round(value, 1) or (0.1 if value > 0 else 0.0)
    return f"{shown:g}"


def effect(index: int) -> str:
    """`health +8`: the effect of upstream's potion effect number."""
    statistic, change = POTION_EFFECTS[index]
    return f"{statistic} {change:+d}"


def status(view: View, known: Mapping[int, int]) -> str:
    """The status lines. `known` maps potion colours (by number) to the effects the player has learned."""
    most = limits(view)
    lines = [
        f"health {number(view['health'])}/{most['health']} food {view['food']} drink {view['drink']} "
        f"energy {view['energy']}/{most['food']} mana {view['mana']}/{most['mana']}",
        " | ".join([_where(view), *_attributes(view), *_state(view)]),
        f"on {noun(_under(view), int(view.items[CENTRE]))} | have {', '.join(holdings(view, known)) or 'nothing'}",
    ]
    shots = flights(view)
    if shots:
        lines.append("flying: " + ", ".join(shots))
    return "\n".join(lines)


def _under(view: View) -> int:
    return int(view.blocks[CENTRE])


def _where(view: View) -> str:
    floor = view["floor"]
    text = f"floor {floor} {FLOOR_NAMES[floor]}"
    if floor == 0:
        return f"{text}, daylight {round(100 * view['light'])}%"
    if floor == FLOORS - 1:
        return f"{text}, necromancer hit {view['boss_progress']}/8"
    return f"{text}, kills here {min(view['kills'], KILLS_TO_OPEN)}/{KILLS_TO_OPEN}"


def _attributes(view: View) -> list[str]:
    return [f"xp {view['xp']} dex {view['dexterity']} str {view['strength']} int {view['intelligence']}"]


def _state(view: View) -> list[str]:
    return ["ASLEEP"] * bool(view["sleeping"]) + ["RESTING"] * bool(view["resting"])


def holdings(view: View, known: Mapping[int, int]) -> list[str]:
    """What the player holds or knows, one phrase each; what is absent is not listed."""
    found = [f"{view[name]} {_ONE.get(name, name) if view[name] == 1 else name}" for name in _STACKS if view[name]]
    if view["pickaxe"]:
        found.append(f"{MATERIALS[view['pickaxe']]} pickaxe")
    if view["sword"]:
        found.append(f"{_ENCHANTED[view['sword_enchantment']]}{MATERIALS[view['sword']]} sword")
    if view["bow"]:
        found.append(f"{_ENCHANTED[view['bow_enchantment']]}bow")
    found += _armour(view)
    for colour, count in enumerate(view.array("potions").tolist()):
        if count:
            meaning = effect(known[colour]) if colour in known else "unidentified"
            found.append(f"{count} {COLOURS[colour]} potion ({meaning})")
    found += [f"{spell} spell" for spell in ("fireball", "iceball") if view[spell]]
    return found


def _armour(view: View) -> list[str]:
    pieces = list(zip(view.array("armour").tolist(), view.array("armour_enchantments").tolist(), strict=True))
    if pieces[0][0] and len(set(pieces)) == 1:
        return [f"full {_ENCHANTED[pieces[0][1]]}{('', 'iron', 'diamond')[pieces[0][0]]} armour"]
    return [
        f"{_ENCHANTED[enchanted]}{('', 'iron', 'diamond')[level]} {name}"
        for (level, enchanted), name in zip(pieces, _ARMOUR, strict=True)
        if level
    ]


def message(state: Episode) -> str:
    """What the last action of an episode did, or why it did nothing."""
    reason = refusal(state.previous, state.action)
    said = []
    if reason:
        said.append(reason)
    elif state.action == DO:
        said += _deed(state.previous, state.view)
    said += events(state.previous, state.view)
    colour = potion(state.action)
    if colour is not None and not reason:
        meaning = f"{effect(state.known[colour])}" if colour in state.known else "no change that you notice"
        said.append(f"The {COLOURS[colour]} potion: {meaning}.")
    if state.view.dead:
        said.append("You die.")
    return " ".join(said)


def _deed(before: View, after: View) -> list[str]:
    """What DO did that the status lines do not show."""
    cell = before.facing()
    mob = mob_at(before, cell)
    if mob is not None and before.lit[cell]:
        return [f"You hit the {mob}."]
    block = int(before.blocks[cell])
    if block == Block.GRASS and after["sapling"] == before["sapling"]:
        return ["You find no sapling in the grass."]
    if block in (Block.WATER, Block.FOUNTAIN) and after["drink"] <= before["drink"]:
        return ["You drink, but are not thirsty."]
    return []


def events(before: View, after: View) -> list[str]:
    """What one step changed that is worth a word: losses, gains, kills, firsts."""
    said = []
    if after["floor"] != before["floor"]:
        said.append(f"You are now on floor {after['floor']}, {FLOOR_NAMES[after['floor']]}.")
    change = after["health"] - before["health"]
    if change < 0:
        said.append(f"You lose {number(-change)} health.")
    gained = [f"{after[name] - before[name]:+d} {name}" for name in _STACKS if after[name] > before[name]]
    gained += [
        f"{gain:+d} {COLOURS[colour]} potion"
        for colour, gain in enumerate((after.array("potions") - before.array("potions")).tolist())
        if gain > 0
    ]
    gained += [f"{after[name] - before[name]:+d} {name}" for name in ("food", "drink") if after[name] > before[name]]
    if gained:
        said.append(", ".join(gained) + ".")
    floor = before["floor"]
    kills = after.array("kills_by_floor")[floor] - before.array("kills_by_floor")[floor]
    if kills:
        said.append("You kill a monster." if kills == 1 else f"You kill {kills} monsters.")
    if after["boss_progress"] > before["boss_progress"]:
        said.append("You hit the necromancer; it calls a new wave.")
    said += [f"{text}." for text in _changes(before, after)]
    fresh = after.array("achievements") > before.array("achievements")
    if fresh.any():
        said.append("New: " + ", ".join(name for name, new in zip(ACHIEVEMENTS, fresh, strict=True) if new) + ".")
    return said


def _changes(before: View, after: View) -> list[str]:
    said = [f"You learn {spell}" for spell in ("fireball", "iceball") if after[spell] > before[spell]]
    said += ["You fall asleep"] * (after["sleeping"] > before["sleeping"])
    said += ["You wake up"] * (after["sleeping"] < before["sleeping"])
    said += ["You rest"] * (after["resting"] > before["resting"])
    said += ["You stop resting"] * (after["resting"] < before["resting"])
    return said
