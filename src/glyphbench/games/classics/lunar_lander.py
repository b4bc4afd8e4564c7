"""LunarLander: bring the lander down softly on the pad before the fuel runs out.

After the 1979 arcade game, in whole cells and turns: velocities are cells per turn, gravity adds one to the fall every
second turn, and each thrust changes the velocity by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from glyphbench.core.actions import Action, ActionSet
from glyphbench.core.env import check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation
from glyphbench.games.classics.course import Course, CourseGame, Ending, Position, Run

PALETTE = Palette(
    Glyph("@", "your lander", "bold yellow"),
    Glyph("=", "landing pad", "bold green"),
    Glyph(".", "space", "dim"),
    Glyph("#", "rock", "white"),
)

UP, RIGHT, LEFT, DRIFT = range(4)
ACTIONS = ActionSet(
    [
        Action("UP", "thrust: 1 off your fall, for 1 fuel", ("THRUST", "MAIN")),
        Action("RIGHT", "thrust: velocity 1 to the right, for 1 fuel", ("EAST",)),
        Action("LEFT", "thrust: velocity 1 to the left, for 1 fuel", ("WEST",)),
        Action("DRIFT", "no thrust", ("NOOP", "WAIT")),
    ]
)
THRUST = ((0, -1), (1, 0), (-1, 0), (0, 0))  # change of (velocity right, velocity down)
FASTEST_SIDE, FASTEST_UP, FASTEST_DOWN, SOFT = 2, 1, 3, 1  # cells per turn


LANDED = "You landed softly on the pad."


@dataclass(frozen=True, eq=False)
class Moon(Course):
    """The ground: `surface[col]` is the row of the topmost ground cell; `pad` holds the columns of the pad.

    `picture` is the view without the lander. A position is (row, column, velocity down, velocity right, pull, fuel);
    gravity acts in turns where pull is 1.
    """

    surface: tuple[int, ...]
    pad: range
    picture: tuple[str, ...]

    def move(self, position: Position, action: int) -> Position | Ending:
        """Thrust and gravity change the velocity, then the lander flies by it."""
        row, col, down, right, pull, fuel = position
        down, right, burnt = self.steer(down, right, pull, action if fuel else DRIFT)
        row, col, end = self.fly(row, col, down, right)
        after = (row, col, down, right, 1 - pull, fuel - burnt)
        return Ending(end == LANDED, end, after) if end else after

    def steer(self, down: int, right: int, pull: int, action: int) -> tuple[int, int, int]:
        """The velocity after thrust and gravity, and the fuel burnt; a thrust beyond the top speed burns none."""
        d_right, d_down = THRUST[action]
        burnt = 0
        if (d_right or d_down) and abs(right + d_right) <= FASTEST_SIDE and down + d_down >= -FASTEST_UP:
            right, down, burnt = right + d_right, down + d_down, 1
        if pull and down < FASTEST_DOWN:
            down += 1
        return down, right, burnt

    def fly(self, row: int, col: int, down: int, right: int) -> tuple[int, int, str]:
        """The last free cell on the straight line, and what ended the flight there (empty: it goes on)."""
        surface = self.surface
        pieces = max(abs(down), abs(right))
        at_row, at_col = row, col
        for piece in range(1, pieces + 1):
            # The cell nearest to that point of the line; halves are rounded down and to the right.
            to_row = row + (2 * down * piece + pieces) // (2 * pieces)
            to_col = col + (2 * right * piece + pieces) // (2 * pieces)
            if to_row < 0 or not 0 <= to_col < len(surface):
                return at_row, at_col, "You left the landing area."
            if to_row >= surface[to_col]:
                if to_col not in self.pad:
                    return at_row, at_col, "You crashed into the rock."
                return at_row, at_col, "You hit the pad too fast." if right or down > SOFT else LANDED
            at_row, at_col = to_row, to_col
        return at_row, at_col, ""


class LunarLander(CourseGame):
    """A landing on a moon `width` x `height` cells large.

    Args:
        width: columns, 12 to 40.
        height: rows, 10 to 24.
        pad: width of the landing pad, 1 to 6.
        spare: fuel beyond what a careful descent takes, 0 to 20.
    """

    actions = ACTIONS
    loss = -0.2
    rules = (
        "Lunar lander. Touch down on the landing pad with no sideways velocity and falling at most 1 cell a turn. "
        "Each turn, in this order: your thrust changes the velocity by 1 (if there is fuel); gravity adds 1 to the "
        "fall every second turn (the HUD says whether it is this turn); then you fly in a straight line by the new "
        "velocity. Sideways velocity is at most 2, the fall at most 3, the climb at most 1; a thrust beyond that does "
        "nothing and costs nothing. You touch down when the flight would enter a ground cell: on the pad slowly you "
        "have landed; anything else is a crash. Flying out of the view on the left, right or top also ends "
        "the episode.\n"
        "Score: +1 for landing, -0.2 for a crash or for leaving."
    )

    def __init__(self, *, width: int = 20, height: int = 15, pad: int = 3, spare: int = 3, **common: Any) -> None:
        self.width = check_int("width", width, 12, 40)
        self.height = check_int("height", height, 10, 24)
        self.pad = check_int("pad", pad, 1, 6)
        self.spare = check_int("spare", spare, 0, 20)
        super().__init__(**common)

    def progress(self, position: Position) -> int:
        """Only the landing counts."""
        return 0

    def say(self, before: Position, action: int, after: Position) -> str:
        """Say why a thrust did nothing."""
        if action == DRIFT or before[5] != after[5]:
            return ""
        return "The thrust does nothing: top speed." if before[5] else "No fuel: you drift."

    def _start(self, seed: int) -> None:
        rng = self.np_random
        while True:
            moon, start = self._moon(rng)
            used = autopilot(moon, start)
            if used is not None:
                break
        self.state = Run(moon, (*start[:5], used + self.spare))

    def _moon(self, rng: np.random.Generator) -> tuple[Moon, Position]:
        """Rough ground in the lower third with a level pad, and a start high up away from the pad."""
        lowest, highest = self.height - 1, self.height * 2 // 3
        level = int(rng.integers(highest, lowest + 1))
        surface = []
        for step in rng.integers(-2, 3, self.width).tolist():
            level = min(max(level + step, highest), lowest)
            surface.append(level)
        left = int(rng.integers(1, self.width - self.pad))
        surface[left : left + self.pad] = [surface[left]] * self.pad
        pad = range(left, left + self.pad)
        while True:
            col, right = int(rng.integers(1, self.width - 1)), int(rng.integers(-1, 2))
            if min(abs(col - pad[0]), abs(col - pad[-1])) > 3 or self.width < 16:
                break
        picture = tuple(
            "".join("." if row < top else "=" if row == top and col in pad else "#" for col, top in enumerate(surface))
            for row in range(self.height)
        )
        return Moon(tuple(surface), pad, picture), (1, col, 0, right, int(rng.integers(2)), 99)

    def _observe(self) -> Observation:
        moon: Moon = self.state.course
        at_row, at_col, down, right, pull, fuel = self.state.shown
        rows = list(moon.picture)
        rows[at_row] = rows[at_row][:at_col] + "@" + rows[at_row][at_col + 1 :]
        vertical = f"{down} down" if down > 0 else f"{-down} up" if down < 0 else "0 down"
        sideways = f"{right} right" if right > 0 else f"{-right} left" if right < 0 else "0 sideways"
        gravity = "this turn" if pull else "next turn"
        return Observation(
            tuple(rows), PALETTE.legend(rows), f"velocity {vertical}, {sideways} | fuel {fuel} | gravity acts {gravity}"
        )

    def _action_mask(self) -> np.ndarray:
        _, _, down, right, _, fuel = self.state.shown
        thrusts = [down > -FASTEST_UP, right < FASTEST_SIDE, right > -FASTEST_SIDE]
        return np.array([*(bool(fuel) and one for one in thrusts), True], dtype=np.int8)


def autopilot(moon: Moon, start: Position) -> int | None:
    """Fuel that a careful descent takes: never fall faster than 1, stop over the pad; None where it fails."""
    position: Position | Ending = start
    goal = moon.pad[len(moon.pad) // 2]
    while not isinstance(position, Ending):
        _, col, down, right, pull, _ = position
        wanted = (goal > col) - (goal < col)
        if down + pull > SOFT:
            action = UP
        elif right != wanted:
            action = RIGHT if wanted > right else LEFT
        else:
            action = UP if wanted and pull and down + pull > 0 else DRIFT
        position = moon.move(position, action)
    return start[5] - position.at[5] if position.success else None
