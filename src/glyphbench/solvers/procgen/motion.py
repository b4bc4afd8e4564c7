"""Where the player and the things around it will be: what dodging and aiming share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from glyphbench.games.procgen.state import Entity, State

#: Unit input (right, up) of the moves; FIRE and THROW give none.
DIRECTIONS: Mapping[str, tuple[int, int]] = {
    "NOOP": (0, 0),
    "LEFT": (-1, 0),
    "RIGHT": (1, 0),
    "UP": (0, 1),
    "DOWN": (0, -1),
}
DIAGONALS: Mapping[str, tuple[int, int]] = {
    "UP_LEFT": (-1, 1),
    "UP_RIGHT": (1, 1),
    "DOWN_LEFT": (-1, -1),
    "DOWN_RIGHT": (1, -1),
}
# Upstream's update_agent_velocity and decay: v' = 0.9 * ((1 - mixrate) * v + mixrate * maxspeed * input).
_DECAY = 0.9


def paths(state: State, inputs: np.ndarray, bounds: tuple[float, float, float, float] | None = None) -> np.ndarray:
    """Centres of the player under planned inputs, walls ignored.

    Args:
        state: where it starts.
        inputs: shape (plans, steps, 2), each component -1, 0 or 1; one row per engine step.
        bounds: (left, right, bottom, top) for the centre; the whole world without.

    Returns:
        Positions after each step, shape (plans, steps, 2).
    """
    you, fields = state.player, state.fields
    height, width = state.grid.shape
    low = np.array([you.rx, you.ry] if bounds is None else [bounds[0], bounds[2]])
    high = np.array([width - you.rx, height - you.ry] if bounds is None else [bounds[1], bounds[3]])
    place = np.broadcast_to(np.array([you.x, you.y]), (len(inputs), 2))
    speed = np.broadcast_to(np.array([you.vx, you.vy]), (len(inputs), 2))
    out = np.empty(inputs.shape)
    for step in range(inputs.shape[1]):
        pushed = fields["mixrate"] * fields["maxspeed"] * inputs[:, step]
        speed = _DECAY * ((1 - fields["mixrate"]) * speed + pushed)
        place = np.clip(place + speed, low, high)
        out[:, step] = place
    return out


def contact(where: np.ndarray, state: State, things: Sequence[Entity], margin: float = 0.1) -> np.ndarray:
    """Which planned positions touch which thing, all things keeping their velocity: shape (plans, steps, things)."""
    if not things:
        return np.zeros((*where.shape[:2], 0), dtype=bool)
    table = np.array([thing[:6] for thing in things])
    clock = np.arange(1, where.shape[1] + 1)[:, None]
    across = np.abs(where[:, :, None, 0] - (table[:, 0] + clock * table[:, 2])) - table[:, 4]
    up = np.abs(where[:, :, None, 1] - (table[:, 1] + clock * table[:, 3])) - table[:, 5]
    you = state.player
    return (across < you.rx + margin) & (up < you.ry + margin)


def dodge(
    state: State,
    goal: tuple[float, float],
    dangers: Sequence[Entity],
    moves: Mapping[str, tuple[int, int]] = DIRECTIONS,
    *,
    steps: int = 14,
    margin: float = 0.15,
    bounds: tuple[float, float, float, float] | None = None,
) -> str:
    """The move that stays clear of dangers longest and, among equals, leads nearest to a goal.

    Each move is tried for 2, 4 and 8 engine steps, then standing still, against dangers that keep their velocity.
    """
    names = list(moves)
    holds = (2, 4, 8)
    inputs = np.zeros((len(names) * len(holds), steps, 2))
    for number, name in enumerate(names):
        for offset, hold in enumerate(holds):
            inputs[number * len(holds) + offset, :hold] = moves[name]
    where = paths(state, inputs, bounds)
    hit: np.ndarray = np.any(contact(where, state, dangers, margin), axis=2)
    lifetime = np.where(hit.any(axis=1), hit.argmax(axis=1), steps)
    away = np.abs(where[:, -1] - np.array(goal)).sum(axis=1)
    # A tie in the distance goes to the shorter hold, which comes first.
    best = min(range(len(inputs)), key=lambda plan: (-lifetime[plan], away[plan]))
    return names[best // len(holds)]


def nearest(things: Iterable[Entity], cost: Callable[[Entity], float]) -> Entity | None:
    """The cheapest of `things`, None of none."""
    return min(things, key=cost, default=None)


def distance(one: Entity, other: Entity) -> float:
    """Steps along both axes between two centres."""
    return abs(one.x - other.x) + abs(one.y - other.y)
