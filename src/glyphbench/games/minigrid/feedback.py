"""Why an action has no effect, and what one did: the messages and the action mask.

Only the cell ahead and the agent's hands matter, and upstream always shows both, so nothing hidden leaks.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glyphbench.games.minigrid.glyphs import kind_of, noun_of
from glyphbench.games.minigrid.kinds import Kind
from glyphbench.games.minigrid.visibility import STEPS

LEFT, RIGHT, FORWARD, PICKUP, DROP, TOGGLE, DONE = range(7)


def ahead_of(engine: Any) -> Any:
    """The object in the cell ahead of the agent, None for free floor."""
    dx, dy = STEPS[engine.agent_dir]
    x, y = engine.agent_pos
    return engine.grid.grid[(int(y) + dy) * engine.width + int(x) + dx]


def blocks(item: Any) -> bool:
    """Whether an object stops the agent, by upstream's `can_overlap`."""
    return item is not None and not item.can_overlap()


def mask(kind: Kind, ahead: Any, carried: Any, count: int) -> np.ndarray:
    """Which of the first `count` actions can have an effect: int8 of shape (count,)."""
    allowed = [1, 1, 1, 0, 0, 0, 0]
    if kind.moving:
        return np.array(allowed[:count], dtype=np.int8)
    allowed[DONE] = int(kind.declares)
    if ahead is None:
        allowed[DROP] = int(carried is not None)
        allowed[TOGGLE] = allowed[DONE]
        return np.array(allowed[:count], dtype=np.int8)
    allowed[FORWARD] = int(ahead.can_overlap())
    allowed[PICKUP] = int(kind.hands and carried is None and ahead.can_pickup())
    allowed[DROP] = int(kind.drop_ends and carried is not None)
    allowed[TOGGLE] = int(kind.declares or ahead.type == "box" or (ahead.type == "door" and _opens(ahead, carried)))
    return np.array(allowed[:count], dtype=np.int8)


def refusal(kind: Kind, action: int, ahead: Any, carried: Any) -> str:
    """Say why `action` changes nothing, or return an empty text if it can have an effect (see `mask`)."""
    if action == FORWARD and blocks(ahead) and not kind.moving:
        state = kind_of(ahead).removesuffix("door").strip() if ahead.type == "door" else ""
        return f"You stay: a {state} {noun_of(ahead)} is ahead." if state else f"You stay: a {noun_of(ahead)} is ahead."
    if action == PICKUP:
        if not kind.hands:
            return "Nothing can be picked up here."
        if ahead is None:
            return "There is nothing ahead to pick up."
        if not ahead.can_pickup():
            return f"A {noun_of(ahead)} cannot be picked up."
        if carried is not None:
            return f"You already carry a {noun_of(carried)}."
    if action == DROP:
        if carried is None:
            return "You carry nothing to drop."
        if ahead is not None and not kind.drop_ends:
            return f"You cannot drop the {noun_of(carried)}: a {noun_of(ahead)} is ahead."
    if action == TOGGLE and not kind.declares:
        if ahead is None:
            return "There is nothing ahead to toggle."
        if ahead.type == "door" and not _opens(ahead, carried):
            return f"The {noun_of(ahead)} is locked: you need to carry the {ahead.color} key."
        if ahead.type not in ("door", "box"):
            return f"TOGGLE does nothing to a {noun_of(ahead)}."
    if action == DONE and not kind.declares:
        return "DONE does nothing here."
    return ""


def effect(action: int, was_ahead: Any, door: str, now_ahead: Any, carried: Any) -> str:
    """Say what an action with an effect did to things; turning and walking show on the grid and need no words.

    Args:
        action: its index.
        was_ahead: the object ahead before the action.
        door: that object's kind before the action, where it is a door.
        now_ahead: the object ahead after it.
        carried: what the agent carried before it.
    """
    if action == PICKUP:
        return f"You pick up the {noun_of(was_ahead)}."
    if action == DROP and now_ahead is carried and carried is not None:
        return f"You drop the {noun_of(carried)}."
    if action == DROP:
        return f"The {noun_of(carried)} finds no place."
    if action == TOGGLE and was_ahead is not None:
        if was_ahead.type == "box":
            left = f"a {noun_of(now_ahead)} was inside" if now_ahead is not None else "it was empty"
            return f"The {noun_of(was_ahead)} is gone: {left}."
        if was_ahead.type == "door":
            verb = {"locked door": "unlock and open", "closed door": "open", "open door": "close"}[door]
            return f"You {verb} the {noun_of(was_ahead)}."
    return ""


def _opens(door: Any, carried: Any) -> bool:
    """Whether TOGGLE changes a door: any but a locked one without its key in hand."""
    return not door.is_locked or (carried is not None and carried.type == "key" and carried.color == door.color)
