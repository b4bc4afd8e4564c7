"""Rush Hour: slide the vehicles apart until car X reaches the exit.

One action slides one vehicle any number of free cells, as in CAST's environment, so a puzzle's length is the usual
count of moves. Tiers follow CAST: 7 vehicles with 6 to 8 moves, 9 vehicles with 7 to 9 moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from glyphbench.core.actions import ActionSet
from glyphbench.core.env import GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation
from glyphbench.games.classics.rush_hour_table import (
    EXIT_ROW,
    SIZE,
    TARGET,
    DistanceTable,
    Vehicle,
    occupancy,
)

LABELS = "XABCDEFGH"
DIRECTIONS = ("UP", "RIGHT", "DOWN", "LEFT")
#: The longest slide: a car of two cells across the board.
REACH = SIZE - 2

PALETTE = Palette(
    Glyph("X", "your car", "bold red"),
    *(Glyph(label, f"vehicle {label}", "cyan") for label in LABELS[1:]),
    Glyph("★", "exit", "green"),
    Glyph(".", "free cell", "dim"),
    Glyph("#", "wall", "white"),
)


@dataclass
class State:
    """A placement: `positions[i]` is where the left or upper end of `vehicles[i]` stands on its line.

    `taken` is the bit mask of covered cells (bit 6 * row + column).
    """

    vehicles: tuple[Vehicle, ...]
    positions: list[int]
    taken: int


class RushHour(GlyphEnv):
    """Rush Hour on the usual 6x6 board with the exit on the right of the third row.

    Args:
        vehicles: number of vehicles, X included, 3 to 9.
        min_moves: fewest slides that a shortest solution may have.
        max_moves: most slides that a shortest solution may have.

    Where so few vehicles cannot block that long, `reset` raises ValueError.
    """

    rules = (
        "Rush Hour. Free your car X from the parking lot: bring it to the exit. Every vehicle covers 2 or 3 cells in "
        "a line and slides only along that line: one that lies in a row moves LEFT and RIGHT, one that stands in a "
        "column UP and DOWN. It cannot turn, leave the lot, or pass through another vehicle. One action slides one "
        "vehicle by 1 to 4 cells; all cells that it enters must be free, else nothing moves. The level can be solved.\n"
        "Score: +1 when X touches the exit, which ends the episode; nothing before."
    )

    def __init__(self, *, vehicles: int = 7, min_moves: int = 6, max_moves: int = 8, **common: Any) -> None:
        self.vehicles = check_int("vehicles", vehicles, 3, len(LABELS))
        self.min_moves = check_int("min_moves", min_moves, 1, 12)
        self.max_moves = check_int("max_moves", max_moves, self.min_moves, 50)
        self.actions = ActionSet.grid(
            "MOVE_{vehicle}_{direction}_{cells}",
            "slide the vehicle",
            vehicle=tuple(LABELS[: self.vehicles]),
            direction=DIRECTIONS,
            cells=range(1, REACH + 1),
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        self.state = generate(self.np_random, self.vehicles, self.min_moves, self.max_moves)

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        which, direction, cells = action // (4 * REACH), action // REACH % 4, action % REACH + 1
        vehicle, name = state.vehicles[which], LABELS[which]
        if vehicle.horizontal != (direction in (1, 3)):
            allowed = "LEFT and RIGHT" if vehicle.horizontal else "UP and DOWN"
            self.message = f"Nothing moves: {name} slides only {allowed}."
            return Outcome()
        forward = direction in (1, 2)
        room = free_cells(state, which)[forward]
        if cells > room:
            self.message = f"Nothing moves: free cells {DIRECTIONS[direction]} of {name}: {room}."
            return Outcome()
        at = state.positions[which]
        state.positions[which] = at + cells if forward else at - cells
        state.taken ^= occupancy(vehicle, at) ^ occupancy(vehicle, state.positions[which])
        if solved(state):
            self.message = "X reaches the exit."
            return Outcome(1.0, True, True)
        self.message = f"{name} slides {DIRECTIONS[direction]} by {cells}."
        return Outcome()

    def _observe(self) -> Observation:
        state: State = self.state
        cells = [["#"] * (SIZE + 2), *(["#", *"." * SIZE, "#"] for _ in range(SIZE)), ["#"] * (SIZE + 2)]
        cells[EXIT_ROW + 1][SIZE + 1] = "★"
        for label, vehicle, at in zip(LABELS, state.vehicles, state.positions, strict=False):
            for row, col in vehicle.cells(at):
                cells[row + 1][col + 1] = label
        rows = tuple(map("".join, cells))
        return Observation(rows, PALETTE.legend(rows))

    def _action_mask(self) -> np.ndarray:
        mask = np.zeros(len(self.actions), dtype=np.int8)
        for which, vehicle in enumerate(self.state.vehicles):
            back, ahead = free_cells(self.state, which)
            first = which * 4 * REACH
            backward, forward = (3, 1) if vehicle.horizontal else (0, 2)
            mask[first + backward * REACH : first + backward * REACH + back] = 1
            mask[first + forward * REACH : first + forward * REACH + ahead] = 1
        return mask


def solved(state: State) -> bool:
    """Whether X touches the exit."""
    return state.positions[0] == TARGET.positions - 1


def free_cells(state: State, which: int) -> tuple[int, int]:
    """How far a vehicle can slide: (left or up, right or down), in cells."""
    vehicle, at, taken = state.vehicles[which], state.positions[which], state.taken
    step, start = (1, SIZE * vehicle.line) if vehicle.horizontal else (SIZE, vehicle.line)
    low = at
    while low > 0 and not taken >> (start + (low - 1) * step) & 1:
        low -= 1
    high = end = at + vehicle.length
    while high < SIZE and not taken >> (start + high * step) & 1:
        high += 1
    return at - low, high - end


def generate(rng: np.random.Generator, count: int, min_moves: int, max_moves: int) -> State:
    """Draw a placement whose shortest solution has `min_moves` to `max_moves` slides.

    Vehicles are drawn first; the table of all their placements then gives one at a wanted distance, if there is any.

    Raises:
        ValueError: 2,000 sets of vehicles held none.
    """
    for _ in range(2000):
        vehicles = _draw_vehicles(rng, count)
        if vehicles is None:
            continue
        table = DistanceTable(vehicles)
        far = table.distances(table.codes)
        wanted = int(rng.integers(min_moves, max_moves + 1))
        codes = table.codes[far == wanted]
        if len(codes):
            positions = table.positions(int(codes[int(rng.integers(len(codes)))]))
            # Name the vehicles in reading order, so that a label says nothing about the drawing.
            order = sorted(range(1, count), key=lambda which: vehicles[which].cells(positions[which])[0])
            order = [0, *order]
            placed = tuple(vehicles[which] for which in order)
            at = [positions[which] for which in order]
            return State(placed, at, sum(map(occupancy, placed, at)))
    raise ValueError(
        f"no Rush Hour puzzle with vehicles={count} takes {min_moves} to {max_moves} moves; "
        "choose more vehicles or a smaller min_moves"
    )


def _draw_vehicles(rng: np.random.Generator, count: int) -> tuple[Vehicle, ...] | None:
    """X and `count - 1` others, two thirds of them cars of two cells; None if a line is overfull."""
    vehicles = [TARGET]
    load = {(True, EXIT_ROW): SIZE}  # no other vehicle lies in the exit row
    while len(vehicles) < count:
        vehicle = Vehicle(bool(rng.integers(2)), int(rng.integers(SIZE)), (2, 2, 3)[int(rng.integers(3))])
        key = (vehicle.horizontal, vehicle.line)
        load[key] = load.get(key, 0) + vehicle.length
        if load[key] <= SIZE:
            vehicles.append(vehicle)
        elif key != (True, EXIT_ROW):
            return None
    return tuple(vehicles)
