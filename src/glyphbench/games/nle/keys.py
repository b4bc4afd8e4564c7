"""Named actions and the keys they press.

Names: `MOVE_*` and `FAR_*` for the compass, NetHack's command names as NLE gives them, `KEY_*` for single characters.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Sequence

from nle import nethack

from glyphbench.core.actions import Action, ActionSet

_COMPASS = {
    "N": "NORTH",
    "E": "EAST",
    "S": "SOUTH",
    "W": "WEST",
    "NE": "NORTHEAST",
    "SE": "SOUTHEAST",
    "SW": "SOUTHWEST",
    "NW": "NORTHWEST",
}
_EIGHT = ", ".join(_COMPASS.values())

#: What the commands do that most tasks turn on; the others are listed by name alone.
_DESCRIPTIONS = {
    "PICKUP": "pick up what lies here",
    "EAT": "eat an item",
    "QUAFF": "drink a potion, or from a fountain or sink here",
    "READ": "read a scroll or book",
    "WIELD": "wield a weapon",
    "WEAR": "wear armor",
    "TAKEOFF": "take armor off",
    "PUTON": "put on a ring or amulet",
    "ZAP": "zap a wand",
    "APPLY": "use a tool",
    "PRAY": "pray",
    "OPEN": "open a door; asks the direction",
    "KICK": "kick; asks the direction",
    "SEARCH": "wait a turn, searching the cells around you",
}


def action_name(action: object) -> str:
    """The name of one member of NLE's action enums."""
    name = str(action.name)  # type: ignore[attr-defined]
    if isinstance(action, nethack.CompassDirection):
        return f"MOVE_{_COMPASS[name]}"
    if isinstance(action, nethack.CompassDirectionLonger):
        return f"FAR_{_COMPASS[name]}"
    if isinstance(action, nethack.MiscDirection) and name in ("UP", "DOWN"):
        return f"GO_{name}"
    if isinstance(action, nethack.TextCharacters):
        return f"KEY_{name.removeprefix('NUM_')}"
    return name


class Keyboard:
    """An action set and the raw key of each action.

    Attributes:
        actions: the named actions.
        keys: `keys[index]` is what action `index` sends to NetHack.
    """

    def __init__(self, pairs: Sequence[tuple[Action, int]]) -> None:
        self.actions = ActionSet([action for action, _ in pairs])
        self.keys = tuple(int(key) for _, key in pairs)


def small(upstream: Iterable[object]) -> Keyboard:
    """The keyboard of a task with a handful of actions, each described; the order is upstream's.

    The keys y and n answer questions as well as they move, so those two moves also go by YES and NO.
    """
    answers = {"MOVE_NORTHWEST": ("YES",), "MOVE_SOUTHEAST": ("NO",)}
    pairs = []
    for action in upstream:
        name = action_name(action)
        move = name.startswith("MOVE_")
        pairs.append(
            (
                Action(
                    name,
                    "one step" if move else _DESCRIPTIONS.get(name, ""),
                    answers.get(name, ()),
                    "MOVE_{direction}" if move else "",
                    _EIGHT if move else "",
                ),
                int(action),  # type: ignore[call-overload]
            )
        )
    return Keyboard(pairs)


def full(upstream: Iterable[object]) -> Keyboard:
    """The keyboard of a task with NetHack's whole command set, plus `ITEM_A` to `ITEM_Z`, YES and NO to answer with.

    The answers press keys that upstream reaches through commands on the same key (`f` is FIRE), under clear names.
    """
    named = {action_name(action): int(action) for action in upstream}  # type: ignore[call-overload]
    rest = [name for name in named if name not in _DESCRIPTIONS and not name.startswith(("MOVE_", "FAR_"))]
    pairs: list[tuple[Action, int]] = []
    for prefix, text in (("MOVE_", "one step"), ("FAR_", "run that way")):
        ranges = _EIGHT if prefix == "MOVE_" else "the same eight"
        pairs += [
            (Action(name, text, (), f"{prefix}{{direction}}", ranges), key)
            for name, key in named.items()
            if name.startswith(prefix)
        ]
    pairs += [(Action(name, text), named[name]) for name, text in _DESCRIPTIONS.items() if name in named]
    pairs += [
        (Action(f"ITEM_{letter.upper()}", "answer with that inventory letter", (), "ITEM_{letter}", "A-Z"), ord(letter))
        for letter in string.ascii_lowercase
    ]
    pairs += [(Action("YES", "answer y"), ord("y")), (Action("NO", "answer n"), ord("n"))]
    pairs += [
        (Action(name, "NetHack's other commands and keys", (), "{command}", " ".join(rest)), named[name])
        for name in rest
    ]
    return Keyboard(pairs)


def everything() -> Keyboard:
    """NetHack's 121 actions in NLE's order; ITEM_A to ITEM_Z, YES and NO are aliases of the commands on those keys."""
    aliases: dict[int, list[str]] = {ord(letter): [f"ITEM_{letter.upper()}"] for letter in string.ascii_lowercase}
    aliases[ord("y")].append("YES")
    aliases[ord("n")].append("NO")
    aliases.update({ord(letter): [f"ITEM_CAPITAL_{letter}"] for letter in string.ascii_uppercase})
    pairs = []
    for action in nethack.ACTIONS:
        name, key = action_name(action), int(action)
        group = next((prefix for prefix in ("MOVE_", "FAR_", "KEY_") if name.startswith(prefix)), "")
        # A key that two actions share lends its alias to the first.
        pairs.append(
            (
                Action(
                    name,
                    _DESCRIPTIONS.get(name, "")
                    if not group
                    else {"MOVE_": "one step", "FAR_": "run that way"}.get(group, "that character"),
                    tuple(aliases.pop(key, ())),
                    f"{group}{{{'character' if group == 'KEY_' else 'direction'}}}" if group else "",
                    {"MOVE_": _EIGHT, "FAR_": "the same eight"}.get(group, "PLUS MINUS SPACE APOS QUOTE 0-9 DOLLAR")
                    if group
                    else "",
                ),
                key,
            )
        )
    return Keyboard(pairs)
