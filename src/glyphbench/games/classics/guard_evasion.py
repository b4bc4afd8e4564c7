"""GuardEvasion: sneak past patrolling guards to the exit.

Guards walk to and fro on straight lines between walls, so that what is drawn (position and facing) tells their whole
future. Levels are kept when a walk to the exit exists in the time-expanded map, as `cost_table` measures it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import lcm
from typing import Any

import numpy as np

from glyphbench.core.actions import Action, ActionSet
from glyphbench.core.env import NOTHING, GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation
from glyphbench.games.classics.grid import Cell, distances
from glyphbench.games.classics.level import Fixed
from glyphbench.games.classics.moves import MOVES, STEPS

PALETTE = Palette(
    Glyph("@", "you", "bold yellow"),
    Glyph("↑", "guard facing north", "bold red"),
    Glyph("→", "guard facing east", "bold red"),
    Glyph("↓", "guard facing south", "bold red"),
    Glyph("←", "guard facing west", "bold red"),
    Glyph("★", "exit", "bold green"),
    Glyph(":", "cell that a guard sees now", "red"),
    Glyph(".", "floor", "dim"),
    Glyph("#", "wall", "white"),
)
YOU, GUARD, EXIT, SEEN, FLOOR, WALL = 0, 1, 5, 6, 7, 8
WAIT = 4
UNREACHED = 10_000

#: Lengths of patrol lines; a line of n cells is walked in 2n turns, so all patrols together repeat after 24.
LINES = (2, 3, 4, 6)

Pose = tuple[Cell, int]


@dataclass(frozen=True, eq=False)
class Level(Fixed):
    """Walls, exit and patrols over one common period.

    `board` holds FLOOR, WALL and the EXIT, shape (size, size). `patrols[guard][phase]` is that guard's (cell, index
    into STEPS). `manned` and `seen` are bool of shape (period, size, size): where guards stand, what they see.
    """

    board: np.ndarray
    exit: Cell
    patrols: tuple[tuple[Pose, ...], ...]
    manned: np.ndarray
    seen: np.ndarray

    @property
    def period(self) -> int:
        """Turns after which all patrols repeat."""
        return len(self.manned)


@dataclass
class State:
    """The level, where the player stands, the phase of the patrols, and whether a guard has caught the player."""

    level: Level
    player: Cell
    phase: int = 0
    caught: bool = False


class GuardEvasion(GlyphEnv):
    """A building of `size` x `size` cells, walls included, with `guards` guards.

    Args:
        size: 8 to 20.
        guards: 1 to 10.
        sight: how many cells ahead a guard sees, 1 to 6.
    """

    actions = MOVES + ActionSet([Action("WAIT", "stay where you are", ("STAY", "NOOP"))])

    def __init__(self, *, size: int = 12, guards: int = 4, sight: int = 3, **common: Any) -> None:
        self.size = check_int("size", size, 8, 20)
        self.guards = check_int("guards", guards, 1, 10)
        self.sight = check_int("sight", sight, 1, 6)
        if guards * 16 > size * size:
            raise ValueError(f"{guards} guards are too many for a building of size {size}")
        self.rules = (
            "Guard evasion. Walk to the exit unseen. You move or wait first, then every guard acts, then you are "
            "caught if a guard sees your cell or stands on it. Walking onto a guard also gets you caught; stepping "
            "onto the exit wins at once. Walking into a wall wastes the turn.\n"
            "Each turn a guard walks one cell straight ahead; if a wall is ahead it turns round on the spot instead. "
            "Guards ignore you, each other and the exit. "
            f"A guard sees the {self.sight} cells straight ahead up to the first wall, and from the second of them "
            "on also the cell on either side of each. The cells seen now are marked, but they change before you are "
            "checked: think where guards will be after their next step.\n"
            "Score: +1 for the exit, -0.5 when caught; both end the episode."
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        self.state = generate(self.np_random, self.size, self.guards, self.sight)

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        level = state.level
        if action != WAIT:
            target = (state.player[0] + STEPS[action][0], state.player[1] + STEPS[action][1])
            if level.board[target] == WALL:
                self.message = "A wall is in the way; you lose the turn."
            else:
                state.player = target
                if target == level.exit:
                    self.message = "You slip out through the exit."
                    return Outcome(1.0, True, True)
                if level.manned[(state.phase, *target)]:
                    state.caught = True
                    self.message = "You walk into a guard and are caught."
                    return Outcome(-0.5, True, False)
        state.phase = (state.phase + 1) % level.period
        here = (state.phase, *state.player)
        if level.manned[here] or level.seen[here]:
            state.caught = True
            self.message = "A guard runs into you." if level.manned[here] else "A guard sees you."
            return Outcome(-0.5, True, False)
        return NOTHING

    def _observe(self) -> Observation:
        state: State = self.state
        level = state.level
        codes = level.board.copy()
        codes[level.seen[state.phase] & (codes == FLOOR)] = SEEN
        codes[state.player] = YOU
        for patrol in level.patrols:
            cell, facing = patrol[state.phase % len(patrol)]
            codes[cell] = GUARD + facing
        rows = PALETTE.rows(codes)
        return Observation(rows, PALETTE.legend(rows))

    def _action_mask(self) -> np.ndarray:
        (row, col), board = self.state.player, self.state.level.board
        return np.array([*(board[row + d_row, col + d_col] != WALL for d_row, d_col in STEPS), True], dtype=np.int8)


def view(board: np.ndarray, pose: Pose, sight: int) -> list[Cell]:
    """The cells that a guard sees: ahead to the first wall, and beside the axis from the second cell on."""
    (row, col), (d_row, d_col) = pose[0], STEPS[pose[1]]
    cells: list[Cell] = []
    for ahead in range(1, sight + 1):
        row, col = row + d_row, col + d_col
        if board[row, col] == WALL:
            break
        cells.append((row, col))
        if ahead > 1:
            sides = [(row + d_col, col + d_row), (row - d_col, col - d_row)]
            cells += [cell for cell in sides if board[cell] != WALL]
    return cells


def patrol(line: list[Cell], facing: int, start: int) -> tuple[Pose, ...]:
    """One round of a guard on `line` (cells in the direction `facing`), from its `start`-th pose on."""
    back = (facing + 2) % 4
    poses = [(cell, facing) for cell in line] + [(cell, back) for cell in reversed(line)]
    return tuple(poses[start:] + poses[:start])


def plan_level(board: np.ndarray, exit: Cell, patrols: list[tuple[Pose, ...]], sight: int) -> Level:
    """Tabulate where guards stand and what they see over their common period."""
    period = lcm(*map(len, patrols))
    manned = np.zeros((period, *board.shape), dtype=bool)
    seen = np.zeros_like(manned)
    for poses in patrols:
        for phase, pose in enumerate(poses):
            manned[(slice(phase, None, len(poses)), *pose[0])] = True
            for cell in view(board, pose, sight):
                seen[(slice(phase, None, len(poses)), *cell)] = True
    return Level(board, exit, tuple(patrols), manned, seen)


def cost_table(level: Level) -> np.ndarray:
    """Fewest turns to the exit from every (phase, row, column): int of shape (period, size, size).

    UNREACHED where the exit is out of reach or the player is already caught. Backward breadth-first search over the
    time-expanded map, one whole layer at a time.
    """
    safe = (level.board != WALL) & ~level.manned & ~level.seen
    costs = np.full(safe.shape, UNREACHED, dtype=np.int32)
    # Stepping onto the exit wins before guards act, so the first layer asks nothing of the next phase.
    into = np.zeros_like(safe)
    into[(slice(None), *level.exit)] = True
    cost = 0
    while into.any():
        cost += 1
        reach = into.copy() if cost > 1 else np.zeros_like(into)
        reach[:, 1:] |= into[:, :-1]
        reach[:, :-1] |= into[:, 1:]
        reach[:, :, 1:] |= into[:, :, :-1]
        reach[:, :, :-1] |= into[:, :, 1:]
        reach &= safe & (costs == UNREACHED)
        costs[reach] = cost
        # A cell can be entered at phase t if it is on the layer at t + 1 and no guard stands on it at t.
        into = np.roll(reach, -1, axis=0) & ~level.manned
    costs[(slice(None), *level.exit)] = 0
    return costs


def generate(rng: np.random.Generator, size: int, guards: int, sight: int) -> State:
    """Draw buildings until the way out takes at least `size` and at most 3 * `size` turns, and longer than unguarded.

    After 100 buildings that can be left, the last one is taken even if guards do not lengthen the way.
    """
    fallback = None
    for attempt in range(3000):
        board = np.full((size, size), WALL, dtype=np.uint8)
        board[1:-1, 1:-1] = np.where(rng.random((size - 2, size - 2)) < rng.uniform(0.15, 0.28), WALL, FLOOR)
        free = {(int(row), int(col)) for row, col in np.argwhere(board == FLOOR)}
        start = min(free, default=None, key=lambda cell: (cell[0] + cell[1], cell))
        if start is None:
            continue
        walk = distances(start, free)
        exit = list(walk)[-1]
        if walk[exit] < size or len(walk) * 10 < len(free) * 9:
            continue
        patrols = _patrols(rng, board, guards, {start, exit}, set(walk))
        if patrols is None:
            continue
        board[exit] = EXIT
        level = plan_level(board, exit, patrols, sight)
        cost = int(cost_table(level)[(0, *start)])
        if size <= cost <= 3 * size:
            fallback = State(level, start)
            if cost > walk[exit] or attempt > 100:
                break
    if fallback is None:
        raise RuntimeError(f"no building of size {size} with {guards} guards can be left unseen")  # 3000 drawn
    return fallback


def _patrols(
    rng: np.random.Generator, board: np.ndarray, guards: int, kept: set[Cell], inside: set[Cell]
) -> list[tuple[Pose, ...]] | None:
    """Draw patrols on lines without a common cell, none through `kept`; None if the board offers too few lines."""
    lines: list[tuple[list[Cell], int]] = []
    for facing, cells in ((1, board), (2, board.T)):
        for index, row in enumerate(cells):
            stops = np.flatnonzero(row == WALL).tolist()
            for before, behind in pairwise(stops):
                if behind - before - 1 in LINES:
                    line = [(index, at) if facing == 1 else (at, index) for at in range(before + 1, behind)]
                    lines.append((line, facing))
    taken = set(kept)
    patrols: list[tuple[Pose, ...]] = []
    # Longer lines first, in random order among equals: short ones hardly guard anything.
    order = rng.permutation(len(lines)).tolist()
    for at in sorted(order, key=lambda at: len(lines[at][0]) < 3):
        line, facing = lines[at]
        if taken.isdisjoint(line) and inside.issuperset(line):
            taken.update(line)
            patrols.append(patrol(line, facing, int(rng.integers(2 * len(line)))))
            if len(patrols) == guards:
                return patrols
    return None
