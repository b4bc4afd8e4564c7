"""Keys from action names, against assignments worked out by hand."""

from __future__ import annotations

import pytest

from glyphbench.core.actions import ActionSet
from glyphbench.human.app import complete
from glyphbench.human.keys import RESERVED, keys_for
from glyphbench.registration import make


def keys(*names: str) -> dict[str, str]:
    actions = ActionSet.of(**dict.fromkeys(names, ""))
    return {key: actions.names[index] for key, index in keys_for(actions).items()}


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("UP", "RIGHT", "DOWN", "LEFT"), {"up": "UP", "right": "RIGHT", "down": "DOWN", "left": "LEFT"}),
        (
            ("TURN_LEFT", "TURN_RIGHT", "MOVE_FORWARD", "PICKUP", "DROP", "TOGGLE", "DONE"),
            {
                "left": "TURN_LEFT",
                "right": "TURN_RIGHT",
                "up": "MOVE_FORWARD",
                "down": "DROP",
                "space": "TOGGLE",
                "p": "PICKUP",
                "d": "DONE",
            },
        ),
        (
            ("MOVE_NORTH", "MOVE_NORTHEAST", "SEARCH", "SIT", "SS"),
            {"up": "MOVE_NORTH", "u": "MOVE_NORTHEAST", "s": "SEARCH", "i": "SIT", "S": "SS"},
        ),
        (("NOOP", "FIRE", "QUIT"), {".": "NOOP", "space": "FIRE", "u": "QUIT"}),
        (("LEFT", "RIGHT", "JUMP", "JUMP_LEFT", "UP_LEFT"), {"left": "LEFT", "right": "RIGHT", "up": "JUMP",
                                                             "j": "JUMP_LEFT", "y": "UP_LEFT"}),
    ],
)  # fmt: skip
def test_by_hand(names: tuple[str, ...], expected: dict[str, str]) -> None:
    assert keys(*names) == expected


def test_families() -> None:
    """A small numbered family has its digits; a large one is typed by name."""
    columns = ActionSet.grid("DROP_{column}", "drop", column=range(7))
    assert {key: columns.names[index] for key, index in keys_for(columns).items()} == {
        str(n): f"DROP_{n}" for n in range(7)
    }
    assert keys_for(ActionSet.grid("OPEN_{row}_{col}", "open", row=range(8), col=range(8))) == {}


@pytest.mark.parametrize("task", ["MiniHack-Eat", "NetHack", "Farm", "Nim"])
def test_no_key_twice_and_none_of_the_applications(task: str) -> None:
    game = make(task)
    found = keys_for(game.actions)
    assert len(set(found.values())) == len(found)
    assert not found.keys() & RESERVED
    assert all(len(key) == 1 or key in ("up", "down", "left", "right", "space") for key in found)
    game.close()


@pytest.mark.parametrize(
    ("typed", "completed"),
    [("rev", "REVEAL_"), ("reveal 3", "REVEAL_3_"), ("reveal 3 1", "REVEAL_3_1"), ("x", "x"), ("f", "FLAG_0_0")],
)
def test_completion(typed: str, completed: str) -> None:
    assert complete(typed, ["REVEAL_2_0", "REVEAL_3_0", "REVEAL_3_1", "FLAG_0_0"]) == completed
