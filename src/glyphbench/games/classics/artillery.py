"""Artillery: destroy every target beyond the hills, choosing angle and power of each shot.

The oldest of the tank duels, with a fixed gun and targets that do not shoot back. Ballistics are exact: constant
gravity and a constant sideways acceleration by the wind, sampled finely enough that no cell is skipped.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from glyphbench.core.actions import ActionSet
from glyphbench.core.env import GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation
from glyphbench.games.classics.level import Fixed

Cell = tuple[int, int]

PALETTE = Palette(
    Glyph("@", "your gun", "bold yellow"),
    Glyph("X", "target", "bold red"),
    Glyph("×", "where the last shell burst", "yellow"),
    Glyph("°", "path of the last shell", "yellow"),
    Glyph(".", "air", "dim"),
    Glyph("#", "hill", "green"),
)
GUN, TARGET, BURST, PATH, AIR, HILL = range(6)

ANGLES = range(20, 81, 5)  # degrees above the horizon, to the right
POWERS = range(4, 11)  # muzzle speed in cells per second
GRAVITY = 3.0  # cells per second squared
WIND_PULL = 0.2  # cells per second squared for each unit of wind
MOST_WAYS = 3  # shots that hit one target at the start; more would reward blind fire
SHOTS = [(angle, power) for angle in ANGLES for power in POWERS]


@dataclass(frozen=True, eq=False)
class Range(Fixed):
    """The field: `surface[col]` is the row of the topmost hill cell; the gun and the targets stand above it."""

    surface: tuple[int, ...]
    gun: Cell
    targets: tuple[Cell, ...]
    wind: int
    height: int

    def fire(self, action: int, alive: int) -> tuple[list[Cell], Cell | None, int | None]:
        """Cells that a shell flies through, the cell where it bursts, and the target that it hits.

        `alive` is a bit mask of the targets that stand. The burst is None where the shell leaves the field.
        """
        path: list[Cell] = []
        width, row, col = len(self.surface), *self.gun
        standing = {cell: number for number, cell in enumerate(self.targets) if alive >> number & 1}
        for up, along in flight(*SHOTS[action], self.wind):
            cell = (row - up, col + along)
            if not 0 <= cell[1] < width or cell[0] >= self.height:
                return path, None, None
            if cell in standing:
                return path, cell, standing[cell]
            if cell[0] >= self.surface[cell[1]]:
                return path, cell, None
            if cell[0] >= 0:
                path.append(cell)
        return path, None, None


@cache
def flight(angle: int, power: int, wind: int) -> tuple[Cell, ...]:
    """Cells relative to the gun, (rows up, columns right), that a shell enters, in order, until far below the gun."""
    time = np.arange(1, 1500) / 100
    along = power * np.cos(np.radians(angle)) * time + wind * WIND_PULL * time**2 / 2
    up = power * np.sin(np.radians(angle)) * time - GRAVITY * time**2 / 2
    # Rounding keeps the last bit of sin and cos, which differs between machines, away from cell borders.
    cells = np.floor(np.round(np.stack([up, along]) + 0.5, 6)).astype(int).T
    entered = np.any(cells[1:] != cells[:-1], axis=1)
    listed = [(int(y), int(x)) for y, x in cells[1:][entered]]
    return tuple(cell for cell in listed if cell[0] > -40)


@dataclass
class State:
    """The field, which targets stand (bit mask), shells left, and the last shot's path and burst."""

    field: Range
    alive: int
    shells: int
    path: tuple[Cell, ...] = ()
    burst: Cell | None = None


class Artillery(GlyphEnv):
    """A field of hills, `width` x `height` cells, with a gun on the left and `targets` targets.

    Args:
        width: columns, 16 to 36.
        height: rows, 10 to 24.
        targets: number of targets, 1 to 5; each needs 4 columns beyond the first 8.
        shells: shots you have, 1 to 30; fewer than `targets` is refused.
        wind: strongest wind, 0 to 3; each episode draws a wind up to it in either direction.
    """

    actions = ActionSet.grid(
        "FIRE_{angle}_{power}", "fire at this angle and power", angle=list(ANGLES), power=list(POWERS)
    )

    def __init__(
        self, *, width: int = 30, height: int = 15, targets: int = 3, shells: int = 6, wind: int = 2, **common: Any
    ) -> None:
        self.width = check_int("width", width, 16, 36)
        self.height = check_int("height", height, 10, 24)
        self.targets = check_int("targets", targets, 1, 5)
        self.shells = check_int("shells", shells, 1, 30)
        self.wind = check_int("wind", wind, 0, 3)
        if self.targets > (self.width - 8) // 4:
            raise ValueError(
                f"targets must be at most {(self.width - 8) // 4} on a field {width} cells wide, got {targets}"
            )
        if self.shells < self.targets:
            raise ValueError(f"shells must be at least targets ({targets}), got {shells}")
        self.rules = (
            f"Artillery. Destroy all {targets} targets with at most {shells} shells. You choose the angle in degrees "
            "above the horizon (90 would be straight up; you fire to the right) and the power, which is the muzzle "
            "speed in cells per second. t seconds after the shot the shell is power*cos(angle)*t + 0.1*wind*t*t cells "
            "to the right of the gun and power*sin(angle)*t - 1.5*t*t cells above it (wind is positive when it "
            "blows to the right). The shell bursts in the first hill or target cell that it enters; a target that "
            "it enters is destroyed, hills stay as they are. Above the top of the view it flies on; past the sides it "
            "is lost. The grid shows the path of your last shell.\n"
            f"Score: each target destroyed is worth 1/{targets}. The episode ends with the last target or the last "
            "shell."
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        rng = self.np_random
        while True:
            field = generate(rng, self.width, self.height, self.targets, self.wind)
            if field is not None:
                break
        self.state = State(field, (1 << self.targets) - 1, self.shells)

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        path, burst, hit = state.field.fire(action, state.alive)
        state.path, state.burst = tuple(path), burst
        state.shells -= 1
        if hit is not None:
            state.alive &= ~(1 << hit)
            self.message = "The shell destroys a target."
        else:
            self.message = "The shell hits the hill." if burst else "The shell is lost: it flies out of the field."
        reward = 0.0 if hit is None else 1 / self.targets
        if not state.alive:
            return Outcome(reward, True, True)
        if not state.shells:
            self.message += " That was your last shell."
            return Outcome(reward, True, False)
        return Outcome(reward)

    def _observe(self) -> Observation:
        state: State = self.state
        field = state.field
        codes = np.full((self.height, self.width), AIR, dtype=np.uint8)
        codes[np.arange(self.height)[:, None] >= np.array(field.surface)[None, :]] = HILL
        for cell in state.path:
            codes[cell] = PATH
        if state.burst is not None:
            codes[state.burst] = BURST
        for number, cell in enumerate(field.targets):
            if state.alive >> number & 1:
                codes[cell] = TARGET
        codes[field.gun] = GUN
        rows = PALETTE.rows(codes)
        left = bin(state.alive).count("1")
        wind = f"{field.wind:+d}" if field.wind else "0"
        return Observation(rows, PALETTE.legend(rows), f"wind {wind} | shells {state.shells} | targets left {left}")


def generate(rng: np.random.Generator, width: int, height: int, targets: int, wind: int) -> Range | None:
    """Draw hills, gun, targets and wind; None where these hills offer no targets that can be hit, but not too easily.

    A target counts as hit by a shot only if no other target stands before it, so any order of shots works.
    """
    surface = _hills(rng, width, height)
    gun = (surface[1] - 1, 1)
    blow = int(rng.integers(-wind, wind + 1))
    bare = Range(tuple(surface), gun, (), blow, height)
    # For every shot the columns where it passes right above the hill, in order: where it would hit a target.
    passed = [[col for row, col in bare.fire(action, 0)[0] if row == surface[col] - 1] for action in range(len(SHOTS))]
    ways = [0] * width
    for columns in passed:
        for col in columns:
            ways[col] += 1
    offered = [col for col in range(8, width - 1) if 1 <= ways[col] <= MOST_WAYS]
    if len(offered) < targets:
        return None
    for _ in range(10):
        chosen = sorted(rng.choice(offered, targets, replace=False).tolist())
        hits = {next((col for col in columns if col in chosen), -1) for columns in passed}
        if hits >= set(chosen) and all(right - left > 1 for left, right in pairwise(chosen)):
            return Range(tuple(surface), gun, tuple((surface[col] - 1, col) for col in chosen), blow, height)
    return None


def _hills(rng: np.random.Generator, width: int, height: int) -> list[int]:
    """Row of the topmost hill cell of every column: two waves of random height, length and phase."""
    across = np.arange(width)
    tall = np.zeros(width)
    for scale, share in ((0.9, 0.22), (2.1, 0.12)):
        length = rng.uniform(0.7, 1.3) * width / scale
        tall += rng.uniform(0.5, 1.0) * share * height * (1 + np.sin(across * 2 * np.pi / length + rng.uniform(0, 6.3)))
    return [int(height - 1 - min(max(round(float(x)), 1), height // 2)) for x in tall]
