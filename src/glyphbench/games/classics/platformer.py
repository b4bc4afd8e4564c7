"""Platformer: run and jump to the flag at the far end, over pits, spikes, walls and walkers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from glyphbench.core.actions import Action, ActionSet
from glyphbench.core.env import check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation
from glyphbench.games.classics.course import Course, CourseGame, Ending, Position, Run, constant_wins, winnable

PALETTE = Palette(
    Glyph("@", "you", "bold yellow"),
    Glyph("★", "flag", "bold green"),
    Glyph("→", "walker, moves east next", "bold red"),
    Glyph("←", "walker, moves west next", "bold red"),
    Glyph("^", "spikes", "red"),
    Glyph(",", "the walker's beat", "magenta"),
    Glyph(".", "air", "dim"),
    Glyph("#", "ground", "white"),
)

RIGHT, LEFT, JUMP, JUMP_RIGHT, JUMP_LEFT, WAIT = range(6)
ACTIONS = ActionSet(
    [
        Action("RIGHT", "one cell east", ("EAST",)),
        Action("LEFT", "one cell west", ("WEST",)),
        Action("JUMP", "jump straight up", ("UP",)),
        Action("JUMP_RIGHT", "jump and move east", ("UP_RIGHT",)),
        Action("JUMP_LEFT", "jump and move west", ("UP_LEFT",)),
        Action("WAIT", "stay, or go straight on up or down", ("NOOP", "STAY")),
    ]
)
SIDE = (1, -1, 0, 1, -1, 0)
JUMPS = (False, False, True, True, True, False)
RISE = 3  # rows of a jump
START = 2  # column
AHEAD, STRETCH = 6, 15  # columns in view behind the player; columns of a stretch that pays
BEAT = (0, 1, 2, 1)  # a walker's offset at each clock; the last two steps go west


@dataclass(frozen=True, eq=False)
class World(Course):
    """The level, rows of equal length from top to bottom, and the first cell of every walker's beat.

    A position is (row, column, rows still to rise, clock modulo 4).
    """

    rows: tuple[str, ...]
    beats: tuple[tuple[int, int], ...]
    walkers: tuple[frozenset[tuple[int, int]], ...]  # cells at each clock

    def standing(self, row: int, col: int) -> bool:
        """Whether there is ground right below."""
        return row + 1 < len(self.rows) and self.rows[row + 1][col] == "#"

    def move(self, position: Position, action: int) -> Position | Ending:
        """Up or down first, then sideways, then the walkers step."""
        row, col, rise, clock = position
        rows = self.rows
        on_ground = row + 1 < len(rows) and rows[row + 1][col] == "#"
        if on_ground and JUMPS[action]:
            rise = RISE
        if rise:
            if row and rows[row - 1][col] != "#":
                row, rise = row - 1, rise - 1
            else:
                rise = 0
        elif not on_ground:
            row += 1
            if row >= len(rows):
                return Ending(False, "You fell into a pit.", (row - 1, col, 0, (clock + 1) % 4))
        beside = col + SIDE[action]
        if beside >= 0 and rows[row][beside] != "#":
            col = beside
        now, clock = clock, (clock + 1) % 4
        cell = rows[row][col]
        if cell == "^":
            return Ending(False, "You landed on spikes.", (row, col, rise, clock))
        if cell == "★":
            return Ending(True, "You reached the flag.", (row, col, rise, clock))
        if (row, col) in self.walkers[now] or (row, col) in self.walkers[clock]:
            return Ending(False, "A walker got you.", (row, col, rise, clock))
        return row, col, rise, clock


class Platformer(CourseGame):
    """A level `length` columns long.

    Args:
        length: columns, 30 to 200.
        height: rows, 9 to 16.
        view: columns in view, 12 to 40, at most `length`.
        walkers: whether walkers patrol, 0 or 1.
    """

    actions = ACTIONS
    prize = 0.5
    loss = -0.2

    def __init__(self, *, length: int = 80, height: int = 12, view: int = 20, walkers: int = 1, **common: Any) -> None:
        self.length = check_int("length", length, 30, 200)
        self.height = check_int("height", height, 9, 16)
        self.view = check_int("view", view, 12, min(40, self.length))
        self.walkers = check_int("walkers", walkers, 0, 1)
        self.flag = self.length - 3
        self.stretches = self.flag // STRETCH
        self.unit = 0.5 / self.stretches
        self.rules = (
            f"Platformer. Run east to the flag in column {self.flag}; the view moves with you. Each turn you first "
            "move up or down, then one cell east or west as the action says (not into ground), then the walkers step. "
            f"A jump, possible only with ground right below you, lifts you 1 row in each of {RISE} turns (it ends at "
            "a ceiling); then you fall 1 row a turn until there is ground below. You can steer in the air. A running "
            "jump over level ground comes down 6 columns further. Falling below the bottom row, entering spikes, or "
            "sharing a cell with a walker before or after it steps ends the episode. A walker goes to and fro over the "
            "3 cells of its beat, one cell a turn, and turns at the ends.\n"
            f"Score: +{self.unit:.2f} for each {STRETCH}th column reached for the first time, +0.5 for the flag, -0.2 "
            "for losing."
        )
        super().__init__(**common)

    def progress(self, position: Position) -> int:
        """Full stretches behind the player."""
        return min(int(position[1]) // STRETCH, self.stretches)

    def say(self, before: Position, action: int, after: Position) -> str:
        """Say why a step or a jump was not made."""
        world: World = self.state.course
        if SIDE[action] and before[1] == after[1]:
            return "The way is blocked."
        if JUMPS[action] and not world.standing(*before[:2]):
            return "You cannot jump in the air: you only steer."
        if action == JUMP and before[0] == after[0]:
            return "The ceiling is right above you."
        return "You wait." if action == WAIT and before[:2] == after[:2] else ""

    def _start(self, seed: int) -> None:
        rng = self.np_random
        while True:
            world, start = self._world(rng)
            if not constant_wins(world, start, JUMP_RIGHT, 4 * self.length) and winnable(
                world, start, (RIGHT, JUMP_RIGHT, WAIT, JUMP, LEFT, JUMP_LEFT), 3000
            ):
                break
        self.state = Run(world, start)

    def _world(self, rng: np.random.Generator) -> tuple[World, Position]:
        """String obstacles together, with two to four columns of level ground between them."""
        ground = self.height - 2
        flat, pit = "." * ground + "##", "." * self.height
        columns = [flat] * 6
        beats: list[tuple[int, int]] = []
        while True:
            kind = int(rng.integers(5 if self.walkers else 4))
            if kind == 0:
                piece = [pit] * int(rng.integers(2, 6))
            elif kind == 1:
                piece = ["." * (ground - 1) + "^##"] * int(rng.integers(1, 5))
            elif kind == 2:
                tall = int(rng.integers(1, 4))
                piece = ["." * (ground - tall) + "#" * (tall + 2)] * int(rng.integers(1, 4))
            elif kind == 3:
                # A pit too wide to jump, with a ledge in the middle.
                ledge = int(rng.integers(-1, 3))
                stone = "." * (ground - ledge) + "#" + "." * (self.height - ground + ledge - 1)
                widest = 3 if ledge == 2 else 4  # a jump falls back to two rows up after 3 columns
                piece = [pit] * int(rng.integers(2, widest + 1)) + [stone] * int(rng.integers(1, 4))
                piece += [pit] * int(rng.integers(2, 5))
            else:
                piece = [flat] * 5
            if len(columns) + len(piece) > self.flag - 2:
                break
            if kind == 4:
                beats.append((ground - 1, len(columns) + 1))
            columns += piece + [flat] * int(rng.integers(2, 5))
        del columns[self.flag :]
        columns += [flat] * (self.flag - len(columns))
        columns += ["." * 2 + "★" * (ground - 2) + "##"] + [flat] * (self.length - self.flag - 1)
        rows = ["".join(line) for line in zip(*columns, strict=True)]
        walkers = tuple(frozenset((row, col + offset) for row, col in beats) for offset in BEAT)
        return World(tuple(rows), tuple(beats), walkers), (ground - 1, START, 0, 0)

    def _observe(self) -> Observation:
        world: World = self.state.course
        at_row, at_col, rise, clock = self.state.shown
        left = min(max(at_col - AHEAD, 0), self.length - self.view)
        rows = [list(row[left : left + self.view]) for row in world.rows]
        for row, col in world.beats:
            for offset in range(3):
                if 0 <= col + offset - left < self.view:
                    rows[row][col + offset - left] = ","
            if 0 <= col + BEAT[clock] - left < self.view:
                rows[row][col + BEAT[clock] - left] = "→" if clock < 2 else "←"
        rows[at_row][at_col - left] = "@"
        drawn = tuple("".join(row) for row in rows)
        resting = "on the ground" if world.standing(at_row, at_col) else "falling"
        motion = f"rising {rise} more" if rise else resting
        return Observation(drawn, PALETTE.legend(drawn), f"column {at_col}/{self.flag} | {motion}")

    def _action_mask(self) -> np.ndarray:
        row, col, _, _ = self.state.shown
        mask = np.ones(6, dtype=np.int8)
        if not self.state.course.standing(row, col):
            mask[JUMP : JUMP_LEFT + 1] = 0
        return mask
