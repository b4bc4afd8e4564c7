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
    target = nearest(open_to or enemies, lambda one: min(abs(one.x - you.x), abs(one.y - you.y)) + 0.1 * distance(one, you))
    assert target is not None
    across, up = target.x - you.x, target.y - you.y
    if min(abs(across), abs(up)) < 0.9 and _clear(state, deadly):
        level = abs(up) < abs(across)
        towards = ("RIGHT" if across > 0 else "LEFT") if level else ("UP" if up > 0 else "DOWN")
        if facing != towards:
            move = dodge(state, (target.x, target.y), deadly, {towards: DIRECTIONS[towards], **DIRECTIONS}, steps=8)
            return move
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


def fruitbot(state: State) -> str:
    """Compare plans 'steer to x, then to another x' by fruit, bad food and barriers met on the way."""
    you, width = state.player, state.grid.shape[1]
    rise, steps = 0.139, 80
    near = [one for one in state.of_type(1, 4, 7, 10, 12) if -1 < one.y - you.y < rise * steps + 1]
    lanes = np.linspace(0.5, width - 0.5, 13)
    switches = (0, 16, 32, 48)
    plans = [(first, second, switch) for switch in switches for first in lanes for second in lanes]
    firsts, seconds, changes = (np.array(column) for column in zip(*plans, strict=True))
    x = np.full(len(plans), you.x)
    speed = np.full(len(plans), you.vx)
    where = np.empty((len(plans), steps, 2))
    where[:, :, 1] = you.y + rise * np.arange(1, steps + 1)
    for step in range(steps):
        # Coasting from speed v goes on for about 0.8 v, so steering stops that much earlier.
        gap = np.where(step < changes, firsts, seconds) - x - 0.8 * speed
        push = np.where(np.abs(gap) > 0.2, np.sign(gap), 0)
        speed = 0.9 * (0.5 * speed + 0.5 * state.fields["maxspeed"] * push)
        x = np.clip(x + speed, you.rx, width - you.rx)
        where[:, step, 0] = x
    hits = contact(where, state, near, 0.08)
    kinds = np.array([one.type for one in near], dtype=int)
    dead = hits[:, :, np.isin(kinds, (1, 10))].any(axis=2)
    life = np.where(dead.any(axis=1), dead.argmax(axis=1), steps)
    alive = (np.arange(steps) < life[:, None])[:, :, None]
    touched = (hits & alive).any(axis=1)
    worth = touched @ np.select([kinds == 7, kinds == 4, kinds == 12], [1.0, -4.0, 10.0], 0.0) if len(near) else 0.0
    score = worth + np.where(life < steps, -40.0 + 0.2 * life, 0.0) - 0.001 * np.abs(seconds - width / 2)
    first, second, switch = plans[int(np.argmax(score))]
    gap = (second if switch == 0 else first) - you.x - 0.8 * you.vx
    return "NOOP" if abs(gap) <= 0.2 else ("RIGHT" if gap > 0 else "LEFT")


#: A cannonball rises one unit per engine step.
_BALL = 1.0


def plunder(state: State) -> str:
    """Fire when the ball would meet a target first; otherwise go to where the next target can be met."""
    you = state.player
    ships = [one for one in state.of_type(7) if one is not you and one.y > you.y + 1]
    targets = state.extra["target_bools"]
    blocks = state.of_type(6)
    met = sorted(
        ((ship.y - you.y) / _BALL, ship)
        for ship in (*ships, *blocks)
        if abs(ship.x + ship.vx * (ship.y - you.y) / _BALL - you.x) < ship.rx + 0.15
    )
    if met and met[0][1].type == 7 and targets[met[0][1].image_theme]:
        return "FIRE"
    low, high = state.extra["min_agent_x"], state.grid.shape[1] - you.rx
    best, way = math.inf, "NOOP"
    for ship in ships:
        if not targets[ship.image_theme]:
            continue
        flight = (ship.y - you.y) / _BALL
        for wait in range(0, 30, 2):
            x = ship.x + ship.vx * (flight + wait)
            gap = x - you.x
            if low <= x <= high and abs(gap) <= 0.65 * wait + 0.5 and wait < best:
                best, way = wait, "RIGHT" if gap > 0.3 else "LEFT" if gap < -0.3 else "NOOP"
    if best == math.inf and abs(you.x - (low + high) / 2) > 1:
        way = "RIGHT" if you.x < (low + high) / 2 else "LEFT"
    return way
