"""Policies for the shooters and swimmers: aim at the nearest thing worth it and stay clear of the rest."""

from __future__ import annotations

import math

import numpy as np

from glyphbench.games.procgen.state import Entity, State
from glyphbench.solvers.procgen.motion import DIAGONALS, DIRECTIONS, contact, distance, dodge, nearest, paths


def bigfish(state: State) -> str:
    """Meet the nearest smaller fish; keep away from bigger ones."""
    you = state.player
    fish = state.of_type(2)
    bigger = [one for one in fish if one.rx > you.rx]
    target = nearest((one for one in fish if one.rx <= you.rx), lambda one: distance(one, you))
    middle = state.grid.shape[1] / 2
    goal = (middle, middle) if target is None else _meeting(you, target, 0.35)
    return dodge(state, goal, bigger, {**DIRECTIONS, **DIAGONALS}, steps=20, margin=0.3)


def _meeting(you: Entity, target: Entity, speed: float) -> tuple[float, float]:
    """Where a moving target will be when we have covered the way to it."""
    steps = distance(you, target) / speed
    return target.x + steps * target.vx, target.y + steps * target.vy


def bossfight(state: State) -> str:
    """Dodge; stand under the boss while its shield is down; shoot whenever standing still is right."""
    boss = state.of_type(2)
    deadly = state.of_type(4, 7)
    under = boss[0].x if boss else state.grid.shape[1] / 2
    if state.extra["shields_are_up"] and boss:
        # Bullets spread: away from the boss they are easier to pass between.
        under += 5 if under < state.grid.shape[1] / 2 else -5
    move = dodge(state, (under, 1.5), deadly, steps=18, margin=0.15)
    return "FIRE" if move == "NOOP" else move


def starpilot(state: State) -> str:
    """Stay on the left, line up with the nearest enemy ahead and fire; fly into the finish line."""
    you = state.player
    deadly = state.of_type(2, 3, 4, 5, 7, 8)
    ahead = [one for one in state.of_type(4, 7, 8) if one.x > you.x + 1]
    target = nearest(ahead, lambda one: abs(one.y - you.y) + 0.3 * (one.x - you.x))
    finish = state.of_type(9)
    goal = (2.0, state.grid.shape[0] / 2)
    if finish:
        goal = (finish[0].x, you.y)
    elif target is not None:
        goal = (2.0, target.y + target.vy * (target.x - you.x))
    move = dodge(state, goal, deadly, steps=14, margin=0.2)
    aimed = target is not None and abs(target.y - you.y) < 1
    return "FIRE" if move == "NOOP" or (aimed and _clear(state, deadly)) else move


def _clear(state: State, deadly: list[Entity], steps: int = 10) -> bool:
    """Whether drifting without input is safe for a while."""
    where = paths(state, np.zeros((1, steps, 2)))
    return not contact(where, state, deadly, 0.2).any()


#: The way a thrown ball flies, by the direction last moved.
_FACINGS = ("RIGHT", "UP", "LEFT", "DOWN")


def dodgeball(state: State) -> str:
    """Line up with an enemy that no wall hides, face it and throw; leave when none is left."""
    you = state.player
    walls, enemies = state.of_type(1), state.of_type(4)
    deadly = [*walls, *enemies, *state.of_type(6)]
    if not enemies:
        door = state.of_type(5)[0]
        return dodge(state, _around(you, door, walls), deadly, steps=12)
    facing = _FACINGS[round(-you.rotation / (math.pi / 2)) % 4]
    open_to = [one for one in enemies if not _hidden(you, one, walls)]
    target = min(
        open_to or enemies,
        key=lambda one: min(abs(one.x - you.x), abs(one.y - you.y)) + 0.1 * distance(one, you),
    )
    across, up = target.x - you.x, target.y - you.y
    if min(abs(across), abs(up)) < 0.9 and _clear(state, deadly):
        level = abs(up) < abs(across)
        towards = ("RIGHT" if across > 0 else "LEFT") if level else ("UP" if up > 0 else "DOWN")
        if facing != towards:
            return dodge(state, (target.x, target.y), deadly, {towards: DIRECTIONS[towards], **DIRECTIONS}, steps=8)
        return "THROW"
    goal = (you.x, target.y) if abs(up) < abs(across) else (target.x, you.y)
    return dodge(state, goal, deadly, steps=12)


def _hidden(you: Entity, other: Entity, walls: list[Entity]) -> bool:
    """Whether a wall stands in the box between two things."""
    left, right = sorted((you.x, other.x))
    bottom, top = sorted((you.y, other.y))
    return any(
        wall.x + wall.rx > left and wall.x - wall.rx < right and wall.y + wall.ry > bottom and wall.y - wall.ry < top
        for wall in walls
    )


def _around(you: Entity, door: Entity, walls: list[Entity]) -> tuple[float, float]:
    """The door, or the free end of the wall that stands before it."""
    for wall in walls:
        if not _hidden(you, door, [wall]):
            continue
        if wall.rx > wall.ry:
            return (wall.x - wall.rx - 1.5 if wall.x + wall.rx > 17 else wall.x + wall.rx + 1.5), you.y
        return you.x, (wall.y - wall.ry - 1.5 if wall.y + wall.ry > 17 else wall.y + wall.ry + 1.5)
    return door.x, door.y


#: A cannonball rises one unit per engine step, and its half width is this.
_BALL, _BALL_RADIUS = 1.0, 0.25


def _struck(x: float, y: float, things: list[Entity], slack: float = 0.0) -> Entity | None:
    """What a ball fired straight up from a place meets first."""
    met = [
        thing
        for thing in things
        if thing.y > y and abs(thing.x + thing.vx * (thing.y - y) / _BALL - x) < thing.rx + _BALL_RADIUS + slack
    ]
    return nearest(met, lambda thing: thing.y)


def plunder(state: State) -> str:
    """Fire when the ball would meet a target that no ball is bound for; otherwise go to meet the next one."""
    you, targets = state.player, state.extra["target_bools"]
    things = [one for one in state.of_type(6, 7) if one is not you]
    bound = [_struck(ball.x, ball.y, things) for ball in state.of_type(1)]
    wanted = [one for one in things if one.type == 7 and targets[one.image_theme] and one not in bound]
    x = you.x + you.vx
    surely, perhaps = _struck(x, you.y, things, -0.4), _struck(x, you.y, things, 0.3)
    if surely is not None and surely is perhaps and surely in wanted:
        return "FIRE"
    low, high = state.extra["min_agent_x"], state.grid.shape[1] - you.rx
    place, soonest = (low + high) / 2, math.inf
    for ship in wanted:
        for wait in range(0, 60, 2):
            meet = ship.x + ship.vx * ((ship.y - you.y) / _BALL + wait)
            if low <= meet <= high and abs(meet - x) <= 0.65 * wait + 0.5 and wait < soonest:
                place, soonest = meet, wait
    gap = place - you.x - 0.8 * you.vx
    return "NOOP" if abs(gap) < 0.5 else ("RIGHT" if gap > 0 else "LEFT")
