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


#: Families that a prompt shows in one line: prefix -> pattern, description, what it runs over.
_FAMILIES = {
    "MOVE_": ("MOVE_{direction}", "one step", _EIGHT),
    "FAR_": ("FAR_{direction}", "run that way", "the same eight"),
    "KEY_": ("KEY_{character}", "that character", "PLUS MINUS SPACE APOS QUOTE 0-9 DOLLAR"),
}


def _described(name: str, aliases: tuple[str, ...] = ()) -> Action:
    """The action of that name, in its family if it has one."""
    for prefix, (pattern, description, ranges) in _FAMILIES.items():
        if name.startswith(prefix):
            return Action(name, description, aliases, pattern, ranges)
    return Action(name, _DESCRIPTIONS.get(name, ""), aliases)


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
    named = {action_name(action): int(action) for action in upstream}  # type: ignore[call-overload]
    return Keyboard([(_described(name, answers.get(name, ())), key) for name, key in named.items()])


def full(upstream: Iterable[object]) -> Keyboard:
    """The keyboard of a task with NetHack's whole command set, plus `ITEM_A` to `ITEM_Z`, YES and NO to answer with.

    The answers press keys that upstream reaches through commands on the same key (`f` is FIRE), under clear names.
    Common commands come first, each with its description; the others share one line of a prompt.
    """
    named = {action_name(action): int(action) for action in upstream}  # type: ignore[call-overload]
    walks = [name for name in named if name.startswith(("MOVE_", "FAR_"))]
    common = [name for name in _DESCRIPTIONS if name in named]
    rest = [name for name in named if name not in walks and name not in common]
    pairs = [(_described(name), named[name]) for name in (*walks, *common)]
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
    # Some keys belong to two actions; the first takes the aliases.
    return Keyboard(
        [
            (_described(action_name(action), tuple(aliases.pop(int(action), ()))), int(action))
            for action in nethack.ACTIONS
        ]
    )
