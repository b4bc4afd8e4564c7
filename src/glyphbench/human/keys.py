"""Keys for actions, from the actions' names: arrows for directions, letters of the name for the rest.

A key is what Textual calls it (`up`, `space`) or the character that it types. Large parametrised families
(`REVEAL_3_2`) get no keys: they are typed by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from glyphbench.core.actions import Action, ActionSet

_VERBS = ("{}", "MOVE_{}", "GO_{}", "WALK_{}", "TURN_{}", "ROTATE_{}", "ROLL_{}")
#: For each key, the words that claim it, best first; a direction may follow a verb.
_DIRECTIONS = {
    "up": ("UP", "NORTH", "N", "FORWARD"),
    "down": ("DOWN", "SOUTH", "S", "BACK", "BACKWARD"),
    "left": ("LEFT", "WEST", "W"),
    "right": ("RIGHT", "EAST", "E"),
    # NetHack's diagonals.
    "y": ("UP_LEFT", "NORTHWEST", "NORTH_WEST", "NW"),
    "u": ("UP_RIGHT", "NORTHEAST", "NORTH_EAST", "NE"),
    "b": ("DOWN_LEFT", "SOUTHWEST", "SOUTH_WEST", "SW"),
    "n": ("DOWN_RIGHT", "SOUTHEAST", "SOUTH_EAST", "SE"),
}
_WORDS = {
    "up": ("THRUST", "JUMP", "FLAP"),
    "down": ("BRAKE", "DROP"),
    "space": ("FIRE", "DO", "BOMB", "TOGGLE", "JUMP", "FLAP", "THROW", "SHOOT"),
    ".": ("NOOP", "WAIT", "STAY", "GLIDE", "DRIFT", "STRAIGHT"),
}
#: Families with more members are typed by name.
_LARGEST_FAMILY = 10
#: Keys that the application keeps for itself.
RESERVED = frozenset("?:q")

LABELS = {"up": "↑", "down": "↓", "left": "←", "right": "→", "space": "Space"}


def keys_for(actions: ActionSet) -> dict[str, int]:
    """Assign keys: key -> action index. No two actions share a key; an action may have none."""
    keys: dict[str, int] = {}
    members = Counter(action.group for action in actions)
    small = [
        (index, action)
        for index, action in enumerate(actions)
        if not action.group or members[action.group] <= _LARGEST_FAMILY
    ]
    left = {action.name: index for index, action in small}
    for key, name in _claims():
        if name in left and key not in keys:
            keys[key] = left.pop(name)
    for index, action in small:
        if action.name in left:
            free = [key for key in _wishes(action) if key not in keys and key not in RESERVED]
            if free:
                keys[free[0]] = index
    return keys


def label(key: str) -> str:
    """The key as it is shown to the player."""
    return LABELS.get(key, key)


def _claims() -> Iterator[tuple[str, str]]:
    for key, words in _DIRECTIONS.items():
        for verb in _VERBS:
            for word in words:
                yield key, verb.format(word)
    for key, words in _WORDS.items():
        for word in words:
            yield key, word


def _wishes(action: Action) -> Iterator[str]:
    """The keys that suit an action, best first: its number, its words' initials, its other letters, small then big."""
    words = action.name.split("_")
    if action.group and action.group.count("{") == 1 and words[-1].isdigit() and len(words[-1]) == 1:
        yield words[-1]
    letters = [word[0] for word in words] + list("".join(words))
    for form in (str.lower, str.upper):
        yield from (form(letter) for letter in letters if letter.isalpha())
