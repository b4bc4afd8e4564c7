"""What a player is told about each level: the goal, what is peculiar to it, and how it scores."""

from __future__ import annotations

from glyphbench.games.minihack.engine import FULL_KINDS
from glyphbench.games.minihack.levels import kind_of, name_of
from glyphbench.games.minihack.scale import EventScale, PitScale

_WALK = (
    "You walk one cell at a time in eight directions, but not diagonally through a doorway; walking into a creature "
    "attacks it. Creatures move when game time passes. Places in the HUD are relative to you."
)
_COMMANDS = (
    "A command that needs an item or a direction asks for it: answer with ITEM_<letter> from your inventory, a MOVE, "
    "YES or NO; ESC takes it back. Menus are shown and closed: nothing can be chosen in them."
)
_ANSWERS = "To a question, MOVE_NORTHWEST answers yes and MOVE_SOUTHEAST no."

_TRAPS = "Hidden traps may hurt, hold or teleport you."
_DARK = "It is dark: you see only the cells next to you."
_HIDING = (
    "A strong monster hunts you; clouds and trees block its sight, and you can walk through clouds but not through "
    "trees. Goal: reach the stairs down."
)
_FORK = "Goal: kill the grid bug; a squeaky board on a wrong way loses. "

# How often a boulder fills its cell: NetHack's `boulder_hits_pool`.
_RIVER = (
    "A river separates you from the stairs down in the east. Walking into a boulder pushes it on; 9 times in 10, a "
    "boulder pushed into water fills that cell with land. Two boulders in a row do not move. Boulders block your view."
)
_LAVA = "Lava kills; a boulder fills it only 1 time in 10."
_CROSS = "Goal: cross and reach the stairs down."

#: Goals by name; the longest key that begins a level's name counts.
_GOALS: dict[str, str] = {
    "Room": "Goal: reach the stairs down in this room.",
    "Room-Dark": f"{_DARK} Goal: find and reach the stairs down in this room.",
    "Room-Monster": "Goal: reach the stairs down in this room. Creatures may attack you.",
    "Room-Trap": f"Goal: reach the stairs down in this room. {_TRAPS}",
    "Room-Ultimate": f"{_DARK} {_TRAPS} Creatures may attack you. Goal: find and reach the stairs down in this room.",
    "Corridor": (
        "Winding corridors join several rooms. Goal: find the room with the stairs down. Walk into a closed door or "
        "OPEN it, KICK a locked one; SEARCH may reveal hidden ways."
    ),
    "CorridorBattle": (
        "Six giant rats live in the east room, before the stairs down. In the corridor they reach you one at a time. "
        "Goal: reach the stairs down alive."
    ),
    "CorridorBattle-Dark": (
        f"{_DARK} Six giant rats live in the east room, before the stairs down. In the corridor they reach you one at "
        "a time. Goal: reach the stairs down alive."
    ),
    "HideNSeek": _HIDING,
    "HideNSeek-Lava": f"{_HIDING} Walking into lava kills.",
    "KeyRoom": (
        "A locked inner room holds the stairs down. Goal: PICKUP the key outside it, stand next to the door in the "
        "inner room's wall and APPLY, which unlocks and opens it, then reach the stairs."
    ),
    "KeyRoom-Dark": (
        f"{_DARK} A locked inner room holds the stairs down. Goal: find the key outside it and PICKUP, stand next to "
        "the door in the inner room's wall and APPLY, which unlocks and opens it, then reach the stairs."
    ),
    "MazeWalk": "Goal: find the way through the maze to the stairs down.",
    "Memento": (
        f"{_FORK}The creature behind the bars near your start tells the way at the fork in the east: a blue jelly "
        "means north, a lichen south."
    ),
    "Memento-F4": (
        f"{_FORK}The two creatures behind bars near your start tell which of the four ways in the east is right, "
        "counted from the north: blue jelly and red mold the 1st, spotted jelly and red mold the 2nd, blue jelly and "
        "green mold the 3rd, spotted jelly and green mold the 4th."
    ),
    "ExploreMaze": (
        "A maze in two halves; four apples lie in its far east column, the stairs down between the halves. Goal: eat "
        "the apples (stand on one, EAT, yes), then step onto the stairs, which ends the episode."
    ),
    "River": f"{_RIVER} {_CROSS}",
    "River-Monster": f"{_RIVER} Creatures may attack you. {_CROSS}",
    "River-Lava": f"{_RIVER} {_LAVA} {_CROSS}",
    "River-MonsterLava": f"{_RIVER} {_LAVA} Creatures may attack you. {_CROSS}",
    "Sokoban": (
        "Sokoban. Walk into boulders to push them into the pits, which fills them; you cannot pull, push two at once "
        "or push diagonally. Goal: fill every pit, then reach the stairs down, which count only then. Stepping into "
        "a pit ends the episode. The whole level is on the map; boulders can get stuck for good."
    ),
    "Eat": "Goal: walk to the apple, PICKUP and EAT it.",
    "Pray": "Goal: stand on the altar, PRAY and confirm with YES.",
    "Read": "Goal: walk to the unlabeled scroll, PICKUP and READ it.",
    "Sink": "Goal: stand on the sink, QUAFF and confirm with YES.",
    "Wield": "Goal: walk to the dagger, PICKUP and WIELD it.",
    "Levitate": "A potion of levitation lies in the room. Goal: float in the air: PICKUP and QUAFF it.",
    "Levitate-Random": (
        "An item of levitation lies in the room. Goal: float in the air: PICKUP it, then QUAFF a potion, PUTON a ring "
        "or WEAR boots."
    ),
    "LavaCross": (
        "Lava, which kills, separates you from the stairs down. An item on your side either makes you levitate (QUAFF "
        "a potion, PUTON a ring, WEAR boots) or freezes lava (ZAP a wand or APPLY a horn towards it). Goal: pick it "
        "up, use it, cross and reach the stairs down."
    ),
    "LavaCross-Levitate": (
        "Lava, which kills, separates you from the stairs down. An item on your side makes you levitate: QUAFF a "
        "potion, PUTON a ring or WEAR boots. Goal: pick it up, use it, cross and reach the stairs down."
    ),
    "LavaCross-Levitate-Potion-Inv": (
        "Lava, which kills, separates you from the stairs down. Your potion makes you levitate. Goal: QUAFF it, cross "
        "and reach the stairs down."
    ),
    "LavaCross-Levitate-Ring-Inv": (
        "Lava, which kills, separates you from the stairs down. Your ring makes you levitate. Goal: PUTON the ring, "
        "cross and reach the stairs down."
    ),
    "WoD-Easy": (
        "You carry a wand of death; a minotaur sleeps in the east. Goal: kill it: ZAP, the wand's letter, east. A ray "
        "may fall short or miss; zap again."
    ),
    "WoD": (
        "A wand of death lies on your side; a deadly minotaur guards the way to the stairs down. Goal: PICKUP the "
        "wand (walk onto it first), ZAP it along a line to the minotaur from a few cells away, reach the stairs down."
    ),
}
#: What earns the +1, where it is not the stairs.
_EVENTS: dict[str, str] = {
    "Eat": "eating the apple",
    "Pray": "the prayer",
    "Read": "reading it",
    "Sink": "the drink",
    "Wield": "wielding it",
    "Levitate": "floating",
    "WoD-Easy": "the kill",
    "Memento": "the grid bug",
}


def compose(level: str, scale: EventScale | PitScale) -> str:
    """The rules of one level: goal, mechanics, answers to questions, scoring."""
    kind = kind_of(level)
    name = kind if kind == "Sokoban" else name_of(level)
    goal = _longest(name, _GOALS)
    if "Mapped" in name:
        goal += " The whole map is known from the start."
    if name.endswith("-Distr"):
        goal += " A creature and another item are there to distract you."
    mechanics = f"{_WALK} {_COMMANDS if kind in FULL_KINDS else _ANSWERS} Death ends the episode."
    return f"A level of NetHack. {goal}\n{mechanics}\nScore: {score(level, scale)}"


def score(level: str, scale: EventScale | PitScale) -> str:
    """How the return is made up, in one line."""
    if isinstance(scale, PitScale):
        return (
            f"+{0.1 * scale.gain:.3f} per pit filled, +{scale.gain:.3f} for the stairs after all {scale.pits}, "
            f"-{0.001 * scale.gain:.4f} per step."
        )
    kind = kind_of(level)
    cost = f"-{scale.per_frozen_step:.4f}".rstrip("0") + " for an action that takes no game time (a bump, a prompt)"
    if kind == "KeyRoom":
        # Upstream works the lock within the step, then sends APPLY once more, which stays a question.
        cost += " and for every APPLY"
    if kind == "ExploreMaze":
        return f"+1/6 per apple, +1/3 for the stairs, {cost}."
    text = f"+1 for {_longest(name_of(level), _EVENTS) or 'the stairs'}, which ends the episode, {cost}."
    return f"{text} The squeaky board makes the total -1." if kind == "Memento" else text


def _longest(name: str, table: dict[str, str]) -> str:
    """The entry whose key, whole parts of a name, begins `name` and is longest; an empty string where none does."""
    keys = [key for key in table if name == key or name.startswith(f"{key}-")]
    return table[max(keys, key=len)] if keys else ""
