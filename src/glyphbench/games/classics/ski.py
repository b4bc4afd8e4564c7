"""Ski: a slalom down a scrolling slope, through every gate and past the trees."""

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
    Glyph("★", "finish line", "bold green"),
    Glyph("=", "gate, pass here", "bold cyan"),
    Glyph("!", "gate pole", "red"),
    Glyph("T", "tree", "green"),
    Glyph(".", "snow", "dim"),
    Glyph("#", "fence", "white"),
)

LEFT, STRAIGHT, RIGHT = range(3)
ACTIONS = ActionSet(
    [
        Action("LEFT", "lean left: your drift shifts by 1 to the left", ("WEST",)),
        Action("STRAIGHT", "keep your drift", ("NOOP", "WAIT")),
        Action("RIGHT", "lean right: your drift shifts by 1 to the right", ("EAST",)),
    ]
)
FASTEST_DRIFT = 2  # columns per turn
BEHIND = 1  # rows in view above the skier


@dataclass(frozen=True, eq=False)
class Slope(Course):
    """Rows from the start down to the finish. A position is (row, column, drift)."""

    rows: tuple[str, ...]
    gates: tuple[int, ...]

    def move(self, position: Position, action: int) -> Position | Ending:
        """Drift first, then one row down and `drift` columns sideways; only the cell of arrival counts."""
        row, col, drift = position
        drift = min(max(drift + action - 1, -FASTEST_DRIFT), FASTEST_DRIFT)
        row += 1
        line = self.rows[row]
        col = min(max(col + drift, 0), len(line) - 1)
        cell = line[col]
        if cell == ".":
            if row in self.gates:
                return Ending(False, "You missed the gate.", (row, col, drift))
            return row, col, drift
        if cell == "=":
            return row, col, drift
        if cell == "★":
            return Ending(True, "You crossed the finish line with every gate passed.", (row, col, drift))
        what = {"T": "a tree", "!": "a gate pole", "#": "the fence"}[cell]
        return Ending(False, f"You crashed into {what}.", (row, col, drift))


class Ski(CourseGame):
    """A slope with `gates` gates, `width` columns wide, fences included.

    Args:
        width: columns, 10 to 30.
        view: rows in view, 6 to 24.
        gates: number of gates, 1 to 20.
        spacing: rows from one gate to the next, 4 to 10.
        gap: cells between the poles of a gate, 2 to 5.
        trees: share of tree cells in percent, 0 to 20.
    """

    actions = ACTIONS
    rules = (
        "Ski slalom. Pass between the poles of every gate and cross the finish line below the last one. Every turn "
        "you slide down exactly one row; first your drift changes (it lies between 2 columns left and 2 right a turn), "
        "then you move one row down and as many columns sideways as your drift. Only the cell where you arrive counts. "
        "Hitting a tree, a pole or the fence, or passing a gate's row outside the gate, ends the episode. The view "
        "moves down with you.\n"
        "Score: each gate passed and the finish are worth equal shares of 1."
    )

    def __init__(
        self,
        *,
        width: int = 16,
        view: int = 12,
        gates: int = 8,
        spacing: int = 6,
        gap: int = 3,
        trees: int = 6,
        **common: Any,
    ) -> None:
        self.width = check_int("width", width, 10, 30)
        self.view = check_int("view", view, 6, 24)
        self.gates = check_int("gates", gates, 1, 20)
        self.spacing = check_int("spacing", spacing, 4, 10)
        self.gap = check_int("gap", gap, 2, 5)
        self.trees = check_int("trees", trees, 0, 20)
        if self.gap + 1 >= self.width // 2:
            raise ValueError(f"gates of {gap} cells are too wide for a slope of {width} columns")
        self.unit = self.prize = 1 / (self.gates + 1)
        super().__init__(**common)

    def progress(self, position: Position) -> int:
        """Gates passed; a missed gate does not count."""
        row, col, _ = position
        slope: Slope = self.state.course
        passed = min(row // self.spacing, self.gates)
        return passed - int(row in slope.gates and slope.rows[row][col] != "=")

    def say(self, before: Position, action: int, after: Position) -> str:
        """Name a gate just passed, or say that the drift was at its limit."""
        if after[0] in self.state.course.gates:
            return "You passed a gate."
        if action != STRAIGHT and before[2] == after[2]:
            return "Your drift is at its limit already."
        return ""

    def _start(self, seed: int) -> None:
        rng = self.np_random
        start = (0, self.width // 2, 0)
        while True:
            slope = self._slope(rng, start[1])
            if winnable(slope, start, (STRAIGHT, LEFT, RIGHT)):
                break
        self.state = Run(slope, start)

    def _slope(self, rng: np.random.Generator, start: int) -> Slope:
        """Draw trees and gates; the first gate never lies straight below the start."""
        width, gap = self.width, self.gap
        length = self.spacing * (self.gates + 1)
        draws = rng.random((length, width)) * 100 < self.trees
        draws[:2] = False
        cells = [["#", *("T" if tree else "." for tree in line[1:-1]), "#"] for line in draws.tolist()]
        gates = tuple(range(self.spacing, length, self.spacing))
        # How far sideways a skier gets between two gates, with two rows to turn.
        reach = FASTEST_DRIFT * (self.spacing - 2)
        left = start - gap // 2 - 1
        for row in gates:
            nearest, farthest = max(left - reach, 1), min(left + reach, width - gap - 3)
            left = int(rng.integers(nearest, farthest + 1))
            while row == gates[0] and left < start <= left + gap:
                left = int(rng.integers(nearest, farthest + 1))
            # Room to ski: no tree in the row of a gate.
            cells[row] = ["#", *"." * (width - 2), "#"]
            cells[row][left : left + gap + 2] = ["!", *"=" * gap, "!"]
        rows = ["".join(line) for line in cells]
        rows.append("#" + "★" * (width - 2) + "#")
        rows += ["#" + "." * (width - 2) + "#"] * self.view
        return Slope(tuple(rows), gates)

    def _observe(self) -> Observation:
        slope: Slope = self.state.course
        row, col, drift = self.state.shown
        top = max(row - BEHIND, 0)
        rows = list(slope.rows[top : top + self.view])
        line = rows[row - top]
        rows[row - top] = line[:col] + "@" + line[col + 1 :]
        moving = f"{drift} right" if drift > 0 else f"{-drift} left" if drift < 0 else "0"
        hud = f"drift {moving} | gates passed {self.state.best}/{self.gates}"
        return Observation(tuple(rows), PALETTE.legend(rows), hud)

    def _action_mask(self) -> np.ndarray:
        drift = self.state.shown[2]
        return np.array([drift > -FASTEST_DRIFT, 1, drift < FASTEST_DRIFT], dtype=np.int8)
