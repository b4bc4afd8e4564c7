"""Frogger: cross the road between the cars and the river on the logs, and reach a home on the far bank.

After the 1981 arcade game, with one frog and whole-cell motion: every lane shifts by one cell, each turn or every
second turn, and wraps round, so the traffic repeats with a period of twice the width.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from glyphbench.core.actions import Action, ActionSet
from glyphbench.core.env import check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation
from glyphbench.games.classics.course import (
    Course,
    CourseGame,
    Ending,
    Position,
    Run,
    constant_wins,
    winnable,
)
from glyphbench.games.classics.moves import MOVES, STEPS

PALETTE = Palette(
    Glyph("@", "you", "bold yellow"),
    Glyph("★", "home", "bold green"),
    Glyph("»", "fast car, eastward", "red"),
    Glyph("«", "fast car, westward", "red"),
    Glyph(">", "slow car, eastward", "magenta"),
    Glyph("<", "slow car, westward", "magenta"),
    Glyph("}", "fast log, eastward", "yellow"),
    Glyph("{", "fast log, westward", "yellow"),
    Glyph("→", "slow log, eastward", "yellow"),
    Glyph("←", "slow log, westward", "yellow"),
    Glyph("~", "water", "blue"),
    Glyph(".", "road", "dim"),
    Glyph(":", "safe ground", "green"),
    Glyph("#", "bank", "white"),
)
# (going west, slow) -> glyph
CARS = {(False, False): "»", (True, False): "«", (False, True): ">", (True, True): "<"}
LOGS = {(False, False): "}", (True, False): "{", (False, True): "→", (True, True): "←"}

WAIT = 4
ACTIONS = MOVES + ActionSet([Action("WAIT", "stay where you are", ("NOOP", "STAY"))])


@dataclass(frozen=True, eq=False)
class Lane:
    """One row: its picture at each of `width` shifts, how many turns a shift takes, and its direction (-1, 0, 1)."""

    pictures: tuple[str, ...]
    turns: int = 1
    direction: int = 0
    river: bool = False


@dataclass(frozen=True, eq=False)
class Crossing(Course):
    """The lanes from the far bank (row 0) down to the start. A position is (row, column, clock)."""

    lanes: tuple[Lane, ...]
    width: int

    @property
    def period(self) -> int:
        """Turns after which all traffic repeats."""
        return 2 * self.width

    def picture(self, row: int, clock: int) -> str:
        """What row `row` looks like at `clock`, without the frog."""
        lane = self.lanes[row]
        return lane.pictures[clock // lane.turns % self.width] if lane.direction else lane.pictures[0]

    def move(self, position: Position, action: int) -> Position | Ending:
        """The frog steps, then every lane that is due shifts and a log carries the frog along."""
        row, col, clock = position
        if action != WAIT:
            d_row, d_col = STEPS[action]
            to_row, to_col = row + d_row, col + d_col
            if to_row < len(self.lanes) and 0 <= to_col < self.width and self.picture(to_row, clock)[to_col] != "#":
                row, col = to_row, to_col
        now = clock
        clock = (clock + 1) % (2 * self.width)
        if row == 0:
            return Ending(True, "You are home.", (row, col, clock))
        lane = self.lanes[row]
        if not lane.direction:
            return row, col, clock
        shift = now // lane.turns
        cell = lane.pictures[shift % self.width][col]
        moved = lane.direction * ((now + 1) // lane.turns - shift)
        if lane.river:
            if cell == "~":
                return Ending(False, "There is no log: you fall into the water.", (row, col, clock))
            if not 0 <= col + moved < self.width:
                return Ending(False, "The log carries you off the edge.", (row, col, clock))
            return row, col + moved, clock
        if cell != ".":
            return Ending(False, "You step under a car.", (row, col, clock))
        if lane.pictures[(now + 1) // lane.turns % self.width][col] != ".":
            return Ending(False, "A car hits you.", (row, col, clock))
        return row, col, clock


class Frogger(CourseGame):
    """A crossing of `road` car lanes and `river` log lanes, `width` cells wide.

    Args:
        width: columns, 7 to 24.
        road: car lanes, 1 to 6.
        river: log lanes, 0 to 5.
        cars: share of car cells on the road in percent, 10 to 50.
    """

    actions = ACTIONS
    loss = -0.2

    def __init__(self, *, width: int = 13, road: int = 4, river: int = 3, cars: int = 30, **common: Any) -> None:
        self.width = check_int("width", width, 7, 24)
        self.road = check_int("road", road, 1, 6)
        self.river = check_int("river", river, 0, 5)
        self.cars = check_int("cars", cars, 10, 50)
        self.depth = self.road + self.river + 3
        # The far bank is not counted as a row of progress: reaching a home pays the prize.
        self.unit = 0.4 / (self.depth - 2)
        self.prize = 0.6
        self.rules = (
            "Frogger. Bring the frog from the bottom row to any home in the top row. Each turn you first step one cell "
            "(or wait), then every lane shifts: fast lanes by one cell every turn, slow lanes by one cell every second "
            "turn (the HUD says whether it is this turn). Lanes wrap round: what leaves on one side comes back on "
            "the other. You lose if your cell on the road holds a car right after your step or after the shift, if you "
            "are on the river without a log under you, or if a log carries you past the left or right edge. A log "
            "carries you one cell along with it at each shift. You cannot step off the board or into the bank.\n"
            f"Score: {self.unit:.2f} for each row reached for the first time, +0.6 for reaching a home, "
            "-0.2 for losing the frog; both end the episode."
        )
        super().__init__(**common)

    def progress(self, position: Position) -> int:
        """Rows climbed, the far bank not counted."""
        return self.depth - 1 - max(position[0], 1)

    def say(self, before: Position, action: int, after: Position) -> str:
        """Say why a step was not made, or that a log carried the frog."""
        if action == WAIT:
            return "You wait." if before[1] == after[1] else "You wait; the log carries you."
        d_row, d_col = STEPS[action]
        row, col = before[0] + d_row, before[1] + d_col
        if row >= self.depth or not 0 <= col < self.width:
            return "The edge of the board is in the way."
        if row == 0:
            return "The bank is in the way: only a home lets you in."
        return "" if after[:2] == (row, col) else "You step; the log carries you."

    def _start(self, seed: int) -> None:
        rng = self.np_random
        while True:
            crossing = Crossing(self._lanes(rng), self.width)
            start = (self.depth - 1, self.width // 2, 0)
            if not constant_wins(crossing, start, 0, 4 * self.width) and winnable(crossing, start, (0, 1, 3, 4, 2)):
                break
        self.state = Run(crossing, start)

    def _lanes(self, rng: np.random.Generator) -> tuple[Lane, ...]:
        width = self.width
        homes = set(rng.choice(width, max(2, width // 4), replace=False).tolist())
        lanes = [Lane(("".join("★" if col in homes else "#" for col in range(width)),))]
        lanes += [self._lane(rng, river=True) for _ in range(self.river)]
        lanes.append(Lane((":" * width,)))
        lanes += [self._lane(rng, river=False) for _ in range(self.road)]
        lanes.append(Lane((":" * width,)))
        return tuple(lanes)

    def _lane(self, rng: np.random.Generator, river: bool) -> Lane:
        west, slow = bool(rng.integers(2)), bool(rng.integers(2))
        width = self.width
        if river:
            glyph, ground, length, filled = LOGS[west, slow], "~", 4, round(0.5 * width)
        else:
            glyph, ground, length, filled = CARS[west, slow], ".", 2, max(1, round(self.cars / 100 * width))
        cells = [ground] * width
        while cells.count(glyph) < filled:
            first = int(rng.integers(width))
            for offset in range(int(rng.integers(1, length + 1)) if not river else int(rng.integers(2, length + 1))):
                cells[(first + offset) % width] = glyph
        if ground not in cells:
            cells[0] = ground
        line = "".join(cells)
        direction = -1 if west else 1
        turned = (-direction * shift % width for shift in range(width))
        return Lane(tuple(line[at:] + line[:at] for at in turned), 2 if slow else 1, direction, river)

    def _observe(self) -> Observation:
        crossing: Crossing = self.state.course
        at_row, at_col, clock = self.state.shown
        rows = [crossing.picture(row, clock) for row in range(self.depth)]
        rows[at_row] = rows[at_row][:at_col] + "@" + rows[at_row][at_col + 1 :]
        hud = "slow lanes shift this turn" if clock % 2 else "slow lanes shift next turn"
        return Observation(tuple(rows), PALETTE.legend(rows), hud)

    def _action_mask(self) -> np.ndarray:
        row, col, clock = self.state.shown
        mask = np.ones(5, dtype=np.int8)
        mask[1] = col < self.width - 1
        mask[2] = row < self.depth - 1
        mask[3] = col > 0
        mask[0] = row != 1 or self.state.course.picture(0, clock)[col] != "#"
        return mask
