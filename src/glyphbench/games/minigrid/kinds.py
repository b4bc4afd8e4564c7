"""The kinds of level: what a player is told about each, and the rules in which they differ.

Texts state what upstream's level generators and `step` methods do (Farama Minigrid 3.2).
"""

from __future__ import annotations

from dataclasses import dataclass

_PICKUP = (
    "PICKUP takes the key, ball or box ahead; you carry one thing at a time. DROP puts it on the free floor cell ahead."
)
_DOORS = (
    "TOGGLE opens or closes the door ahead; you can only walk through an open door. A locked door opens only while you "
    "carry the key of its colour, which you keep."
)
_CLOSED = "TOGGLE opens or closes the door ahead; you can only walk through an open door."
_BOXES = "TOGGLE on a box destroys it and leaves what was inside, if anything, in its place."
_NO_LAVA = "Reach the goal cell; that ends the episode."
_LAVA = "Reach the goal cell; that ends the episode. Stepping into lava also ends it, as a failure."


@dataclass(frozen=True)
class Kind:
    """One kind of level.

    Attributes:
        rules: goal and mechanics beyond turning and walking.
        tags: what it asks for.
        declares: DONE and TOGGLE end the episode.
        drop_ends: any DROP while carrying ends the episode.
        hands: there are things to pick up.
        moving: obstacles move at every turn, and walking into anything solid ends the episode.
        rewards: success is possible.
    """

    rules: str
    tags: tuple[str, ...]
    declares: bool = False
    drop_ends: bool = False
    hands: bool = False
    moving: bool = False
    rewards: bool = True


#: Upstream ids without `MiniGrid-` begin with these; the longest match counts.
KINDS: dict[str, Kind] = {
    "Empty": Kind(f"A room without obstacles. {_NO_LAVA}", ("navigation",)),
    "FourRooms": Kind(f"Four rooms joined by gaps in the walls. {_NO_LAVA}", ("navigation", "exploration")),
    "SimpleCrossing": Kind(f"Walls cross the room; each has a gap. {_NO_LAVA}", ("navigation", "planning")),
    "LavaCrossing": Kind(f"Rivers of lava cross the room; each has a gap. {_LAVA}", ("navigation", "planning")),
    "LavaGap": Kind(f"A wall of lava with one gap divides the room. {_LAVA}", ("navigation",)),
    "DistShift": Kind(f"A room with strips of lava. {_LAVA}", ("navigation",)),
    "DoorKey": Kind(
        f"A locked door leads to the room with the goal cell; its key lies on your side. {_NO_LAVA} {_PICKUP} {_DOORS}",
        ("navigation", "planning"),
        hands=True,
    ),
    "LockedRoom": Kind(
        "Six rooms lie along a central hallway; a room is named by its door's colour. The mission says which room "
        "holds the key of the locked room, where the goal cell is. Reaching the goal ends the episode. "
        f"{_PICKUP} {_DOORS}",
        ("navigation", "planning", "memory"),
        hands=True,
    ),
    "MultiRoom": Kind(
        f"A chain of rooms joined by closed doors; the goal cell is in the last room. {_NO_LAVA} {_CLOSED}",
        ("navigation", "exploration"),
    ),
    "Dynamic-Obstacles": Kind(
        "Reach the goal cell; that ends the episode. The blue balls are obstacles: at every turn, before you act, each "
        "may move to a free cell next to it (diagonals included). Moving forward when a ball or a wall is drawn ahead "
        "of you counts as a collision and ends the episode. If a ball moves into the free cell ahead, you just stay.",
        ("navigation", "reaction"),
        moving=True,
    ),
    "Fetch": Kind(
        "Pick up an object of the colour and type that the mission names. PICKUP takes the object ahead. The first "
        "object that you pick up ends the episode: success if it fits, failure if not.",
        ("navigation", "instruction"),
        hands=True,
    ),
    "GoToDoor": Kind(
        "Go to the cell directly in front of the door that the mission names (next to it, not diagonally; any facing) "
        "and use DONE. The first DONE ends the episode, as a failure anywhere else. TOGGLE also ends it, as a failure.",
        ("navigation", "instruction"),
        declares=True,
    ),
    "GoToObject": Kind(
        "Go next to the object that the mission names (not diagonally; any facing) and use DONE. The first DONE ends "
        "the episode, as a failure anywhere else. TOGGLE also ends it, as a failure. What counts is the cell where the "
        f"object lay at the start, even if you carry it off. {_PICKUP}",
        ("navigation", "instruction"),
        declares=True,
        hands=True,
    ),
    "KeyCorridor": Kind(
        "Pick up the ball that the mission names; that ends the episode. It lies behind the locked door, and the key "
        "is in one of the rooms on the other side of the corridor. "
        f"{_PICKUP} {_DOORS}",
        ("navigation", "planning", "exploration"),
        hands=True,
    ),
    "Memory": Kind(
        "A small room at the west end of a hallway holds one object, a key or a ball. At its east end the hallway "
        "forks north and south; at the end of each fork lies an object, one of them of the same type as the first. "
        "Step on the cell right before the matching object. Stepping before the other one ends the episode as a "
        "failure. You start facing east, and may have to go back to look first. Nothing can be picked up.",
        ("navigation", "memory"),
    ),
    "ObstructedMaze": Kind(
        "Pick up the ball that the mission names; that ends the episode. Doors may be locked, keys may be hidden in "
        f"boxes, and doors may be blocked by a ball of another colour, which you can move away. {_PICKUP} {_DOORS} "
        f"{_BOXES}",
        ("navigation", "planning", "exploration"),
        hands=True,
    ),
    "Playground": Kind(
        "Nine rooms with doors and objects to play with. There is no mission, and nothing earns a reward. "
        f"{_PICKUP} {_CLOSED} {_BOXES}",
        ("exploration",),
        rewards=False,
        hands=True,
    ),
    "PutNear": Kind(
        "Pick up the first object that the mission names and drop it next to the second one (diagonals count). "
        "Picking up any other object ends the episode as a failure. So does the first DROP while you carry something, "
        f"unless it puts the object down next to the second one. {_PICKUP} {_BOXES}",
        ("navigation", "planning", "instruction"),
        drop_ends=True,
        hands=True,
    ),
    "RedBlueDoors": Kind(
        "Open the red door, then the blue door while the red one stands open; that ends the episode. Opening the blue "
        f"door first ends it as a failure. {_CLOSED}",
        ("navigation", "planning"),
    ),
    "Unlock": Kind(
        f"Open the locked door; that ends the episode. {_PICKUP} {_DOORS}", ("navigation", "planning"), hands=True
    ),
    "UnlockPickup": Kind(
        "Pick up the box that the mission names, in the room behind the locked door; that ends the episode. "
        f"{_PICKUP} {_DOORS} {_BOXES} Without its box the mission cannot succeed.",
        ("navigation", "planning"),
        hands=True,
    ),
    "BlockedUnlockPickup": Kind(
        "Pick up the box that the mission names, in the room behind the locked door; that ends the episode. A ball "
        f"blocks the door and has to be moved away. {_PICKUP} {_DOORS} {_BOXES} Without its box the mission cannot "
        "succeed.",
        ("navigation", "planning"),
        hands=True,
    ),
}

PREFIX = "MiniGrid-"


def kind_name(level: str) -> str | None:
    """The key of `KINDS` that an upstream id belongs to, or None."""
    name = level.removeprefix(PREFIX)
    matches = [prefix for prefix in KINDS if level.startswith(PREFIX) and name.startswith(prefix)]
    return max(matches, key=len, default=None)
