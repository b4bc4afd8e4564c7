"""Flappy: keep a falling bird between floor and ceiling and through the gaps of the pipes.

After the 2013 mobile game, with whole-cell motion: the world moves one column to the left every turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from glyphbench.core.actions import Action, ActionSet
from glyphbench.core.env import check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation
from glyphbench.games.classics.course import Course, CourseGame, Ending, Position, Run, winnable

PALETTE = Palette(
    Glyph("@", "you", "bold yellow"),
    Glyph("#", "pipe", "green"),
    Glyph(".", "air", "dim"),
)

FLAP, GLIDE = 0, 1
ACTIONS = ActionSet(
    [
        Action("FLAP", "beat your wings: rise 2 rows this turn", ("JUMP", "UP")),
        Action("GLIDE", "do nothing and let gravity pull", ("NOOP", "WAIT")),
    ]
)
LIFT, FASTEST_FALL = -2, 2  # rows per turn
BIRD_COLUMN, FIRST_PIPE = 3, 9


@dataclass(frozen=True, eq=False)
class Sky(Course):
    """Columns of the world as strings of `height` cells, top to bottom. A position is (column, row, velocity)."""

    columns: tuple[str, ...]
    pipes: tuple[int, ...]

    def move(self, position: Position, action: int) -> Position | Ending:
        """Velocity first, then one column on and `velocity` rows down (negative is up)."""
        column, row, velocity = position
        velocity = LIFT if action == FLAP else min(velocity + 1, FASTEST_FALL)
        column += 1
        row += velocity
        cells = self.columns[column]
        if row < 0:
            return Ending(False, "You hit the ceiling.", (column, 0, velocity))
        if row >= len(cells):
            return Ending(False, "You hit the ground.", (column, len(cells) - 1, velocity))
        if cells[row] == "#":
            return Ending(False, "You hit a pipe.", (column, row, velocity))
        if column > self.pipes[-1]:
            return Ending(True, "You passed the last pipe.", (column, row, velocity))
        return column, row, velocity


class Flappy(CourseGame):
    """A flight through `pipes` pipes, each one column wide, in a sky of `height` rows.

    Args:
        height: rows of the sky, 6 to 16.
        width: columns in view, 10 to 40; the bird flies in column 3.
        pipes: number of pipes, 1 to 20.
        gap: rows of each gap, 2 to 5.
        spacing: columns from one pipe to the next, 4 to 12.
    """

    actions = ACTIONS
    prize = 0.0
    rules = (
        "Flappy. Fly through the gaps of all pipes. Every turn the world moves one column to the left, so a pipe "
        "that is n columns to your right is where you are after n turns. FLAP sets your velocity to 2 rows up; GLIDE "
        "adds 1 downwards, up to 2 rows down. Then you move by that velocity (after a FLAP, gliding moves you "
        "1 up, then 0, then 1 down, then 2 down a turn). Only the cell where you end the turn counts: ending it in a "
        "pipe, above the top row or below the bottom row ends the episode.\n"
        "Score: each pipe passed (one column behind you) is worth an equal share of 1; the last one ends the episode."
    )

    def __init__(
        self, *, height: int = 10, width: int = 20, pipes: int = 8, gap: int = 3, spacing: int = 7, **common: Any
    ) -> None:
        self.height = check_int("height", height, 6, 16)
        self.width = check_int("width", width, 10, 40)
        self.pipes = check_int("pipes", pipes, 1, 20)
        self.gap = check_int("gap", gap, 2, 5)
        self.spacing = check_int("spacing", spacing, 4, 12)
        self.unit = 1 / self.pipes
        super().__init__(**common)

    def progress(self, position: Position) -> int:
        """Pipes left behind."""
        return max(0, min(self.pipes, (position[0] - BIRD_COLUMN - FIRST_PIPE - 1) // self.spacing + 1))

    def say(self, before: Position, action: int, after: Position) -> str:
        """Name a pipe just passed."""
        return "You passed a pipe." if self.progress(after) > self.progress(before) else ""

    def _start(self, seed: int) -> None:
        rng = self.np_random
        start = (BIRD_COLUMN, self.height // 2, 0)
        while True:
            sky = self._sky(rng)
            if winnable(sky, start, (GLIDE, FLAP)):
                break
        self.state = Run(sky, start)

    def _sky(self, rng: np.random.Generator) -> Sky:
        air = "." * self.height
        first = BIRD_COLUMN + FIRST_PIPE
        places = [first + self.spacing * number for number in range(self.pipes)]
        columns = [air] * (places[-1] + self.width + 1)
        tops = rng.integers(0, self.height - self.gap + 1, self.pipes).tolist()
        for place, top in zip(places, tops, strict=True):
            columns[place] = "#" * top + "." * self.gap + "#" * (self.height - self.gap - top)
        return Sky(tuple(columns), tuple(places))

    def _observe(self) -> Observation:
        column, at, velocity = self.state.shown
        columns = self.state.course.columns[column - BIRD_COLUMN : column - BIRD_COLUMN + self.width]
        rows = ["".join(cells) for cells in zip(*columns, strict=True)]
        rows[at] = rows[at][:BIRD_COLUMN] + "@" + rows[at][BIRD_COLUMN + 1 :]
        moving = f"{velocity} down" if velocity > 0 else f"{-velocity} up" if velocity < 0 else "0"
        hud = f"velocity {moving} | pipes passed {self.state.best}/{self.pipes}"
        return Observation(tuple(rows), PALETTE.legend(rows), hud)
