"""Start edits: a task begins as an upstream world that this editor changes on the host.

Every array keeps upstream's dtype and shape, so the edited state enters the same compiled step. Gifts are credited:
upstream would pay their achievements on the first step.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from glyphbench.games.craftax.engine import Engine, Leaves
from glyphbench.games.craftax.kinds import (
    ACHIEVEMENT,
    ENTER,
    MOB_HEALTH,
    MOBS,
    SIZE,
    STEPS,
    UNWALKABLE,
    Block,
)

Cell = tuple[int, int]

#: Block number -> whether a walker may stand there.
WALKABLE = np.array([number not in UNWALKABLE for number in range(64)])
_DAY = 300


class Redraw(Exception):
    """This world cannot hold the task's start; the next one may."""


def light_at(timestep: int) -> np.float32:
    """Upstream's daylight at a time of day (`calculate_light_level`, day length 300)."""
    progress = np.float32((timestep / _DAY) % 1 + 0.3)
    return np.float32(1 - np.abs(np.cos(np.float32(np.pi) * progress)) ** 3)


class Edit:
    """A writable copy of a state, by dotted upstream name, and the changes that starts are made of.

    Methods that look for a place raise `Redraw` when the world has none.
    """

    def __init__(self, engine: Engine, leaves: Leaves, rng: np.random.Generator) -> None:
        self.arrays = {name: np.array(leaf) for name, leaf in zip(engine.names, leaves, strict=True)}
        self.rng = rng

    def finish(self) -> Leaves:
        """Credit what was given and return the edited state."""
        self._credit()
        return tuple(self.arrays.values())

    # ---- numbers -------------------------------------------------------------------------------------------------

    def set(self, **values: object) -> Edit:
        """Assign top-level arrays, broadcast to their shape."""
        for name, value in values.items():
            old = self.arrays[name]
            self.arrays[name] = np.broadcast_to(np.asarray(value, dtype=old.dtype), old.shape).copy()
        return self

    def give(self, **values: object) -> Edit:
        """Assign inventory entries (`armour` and `potions` have one per piece or colour)."""
        return self.set(**{f"inventory.{name}": value for name, value in values.items()})

    def time(self, timestep: int) -> Edit:
        """Set the clock, and the daylight that belongs to it."""
        return self.set(timestep=timestep, light_level=light_at(timestep))

    # ---- places --------------------------------------------------------------------------------------------------

    @property
    def floor(self) -> int:
        """The player's floor."""
        return int(self.arrays["player_level"])

    @property
    def position(self) -> Cell:
        """The player's cell on the floor's map."""
        row, column = self.arrays["player_position"].tolist()
        return row, column

    @property
    def blocks(self) -> np.ndarray:
        """The map of the player's floor, writable: shape (SIZE, SIZE)."""
        return self.arrays["map"][self.floor]

    def go(self, floor: int) -> Edit:
        """Put the player on a floor's ladder up."""
        return self.set(player_level=floor, player_position=self.arrays["up_ladders"][floor])

    def open_ladders(self, *floors: int, kills: int = 8) -> Edit:
        """Credit kills on floors; 8 open the ladder down."""
        for floor in floors:
            self.arrays["monsters_killed"][floor] = kills
        return self

    def distances(self) -> np.ndarray:
        """Walking distance from the player to every cell of the floor, -1 where there is no way: (SIZE, SIZE)."""
        return distances(WALKABLE[self.blocks] & ~self.arrays["mob_map"][self.floor], self.position)

    def cells(self, near: int, far: int) -> list[Cell]:
        """The cells at a walking distance from `near` to `far`."""
        distance = self.distances()
        return [(int(row), int(column)) for row, column in np.argwhere((distance >= near) & (distance <= far))]

    def pick(self, cells: Iterable[Cell]) -> Cell:
        """Draw one of the cells."""
        options = sorted(cells)
        self.need(bool(options))
        return options[int(self.rng.integers(len(options)))]

    def reach(self, block: Block) -> int | None:
        """Walking distance to the nearest cell beside a block of that kind; None if there is none."""
        distance = self.distances()
        found = [
            int(distance[cell])
            for row, column in np.argwhere(self.blocks == block)
            for cell in neighbours((int(row), int(column)))
            if distance[cell] >= 0
        ]
        return min(found, default=None)

    def need(self, condition: bool) -> Edit:
        """Raise `Redraw` unless the condition holds."""
        if not condition:
            raise Redraw
        return self

    # ---- things --------------------------------------------------------------------------------------------------

    def put(self, cell: Cell, block: Block) -> Edit:
        """Make a cell of the player's floor a block."""
        self.blocks[cell] = block
        return self

    def plant(self, block: Block, over: Block, near: int, far: int, count: int = 1) -> Edit:
        """Turn `count` cells of kind `over`, beside which one can stand at that walking distance, into `block`."""
        distance, items = self.distances(), self.arrays["item_map"][self.floor]
        options = []
        for row, column in np.argwhere(self.blocks == over).tolist():
            ways = [int(distance[cell]) for cell in neighbours((row, column)) if distance[cell] >= 0]
            free = (row, column) != self.position and not items[row, column]
            if free and ways and near <= min(ways) <= far:
                options.append((row, column))
        for _ in range(count):
            cell = self.pick(options)
            options.remove(cell)
            self.put(cell, block)
        return self

    def ensure(self, block: Block, over: Block, within: int, near: int, far: int, count: int = 1) -> Edit:
        """`plant` unless such a block is already within that walking distance."""
        distance = self.reach(block)
        if distance is None or distance > within:
            self.plant(block, over, near, far, count)
        return self

    def arena(self, radius: int, ground: Block = Block.GRASS) -> Edit:
        """Turn what blocks the way in a square around the player into ground."""
        row, column = self.position
        square = self.blocks[
            max(row - radius, 1) : min(row + radius + 1, SIZE - 1),
            max(column - radius, 1) : min(column + radius + 1, SIZE - 1),
        ]
        square[~WALKABLE[square]] = ground
        return self

    def light(self) -> Edit:
        """Light the whole floor."""
        self.arrays["light_map"][self.floor] = 1.0
        return self

    def spawn(self, group: str, kind: str, count: int, near: int, far: int) -> Edit:
        """Put creatures at a walking distance; group is melee, passive or ranged."""
        kind_number = MOBS[group].index(kind)
        cells = self.cells(near, far)
        for _ in range(count):
            free = np.flatnonzero(~self.arrays[f"{group}_mobs.mask"][self.floor])
            self.need(len(free) > 0)
            slot, cell = (self.floor, int(free[0])), self.pick(cells)
            cells.remove(cell)
            self.arrays[f"{group}_mobs.position"][slot] = cell
            self.arrays[f"{group}_mobs.health"][slot] = MOB_HEALTH[group][kind_number]
            self.arrays[f"{group}_mobs.mask"][slot] = True
            self.arrays[f"{group}_mobs.attack_cooldown"][slot] = 0
            self.arrays[f"{group}_mobs.type_id"][slot] = kind_number
            # Upstream's collision map and its mob lists must agree: a stale entry is an invisible wall.
            self.arrays["mob_map"][self.floor][cell] = True
        return self

    def grow(self, age: int, near: int, far: int) -> Edit:
        """Plant a sapling of that age on grass (overworld only; ripe at 600)."""
        cell = self.pick(cell for cell in self.cells(near, far) if self.blocks[cell] == Block.GRASS)
        slot = int(np.flatnonzero(~self.arrays["growing_plants_mask"])[0])
        self.put(cell, Block.PLANT)
        self.arrays["growing_plants_positions"][slot] = cell
        self.arrays["growing_plants_age"][slot] = age
        self.arrays["growing_plants_mask"][slot] = True
        return self

    def _credit(self) -> None:
        """Mark as earned what upstream would pay for the gifts themselves, and for standing on the floor."""
        have = {name.removeprefix("inventory."): value for name, value in self.arrays.items() if "inventory" in name}
        pickaxe, sword = int(have["pickaxe"]), int(have["sword"])
        earned = [
            *(f"COLLECT_{name.upper()}" for name in _COLLECTED if have[name] > 0),
            *(f"MAKE_{name}_PICKAXE" for level, name in enumerate(_TIERS, 1) if pickaxe >= level),
            *(f"MAKE_{name}_SWORD" for level, name in enumerate(_TIERS, 1) if sword >= level),
            *(name for item, name in _FOUND.items() if have[item] > 0),
        ]
        entered = ENTER[self.floor]
        if entered:
            earned.append(entered)
        for name in earned:
            self.arrays["achievements"][ACHIEVEMENT[name]] = True


_COLLECTED = ("wood", "stone", "coal", "iron", "diamond", "ruby", "sapphire", "sapling")
_TIERS = ("WOOD", "STONE", "IRON", "DIAMOND")
_FOUND = {"bow": "FIND_BOW", "arrows": "MAKE_ARROW", "torches": "MAKE_TORCH"}


def distances(walkable: np.ndarray, start: Cell) -> np.ndarray:
    """Steps from `start` to every cell over walkable ones, -1 where there is no way: shape (SIZE, SIZE)."""
    width = SIZE + 2
    # A border of walls makes every neighbour a valid index of the flat map.
    open_cells = np.pad(walkable, 1).ravel().tolist()
    found = [-1] * len(open_cells)
    origin = (start[0] + 1) * width + start[1] + 1
    found[origin] = 0
    queue = [origin]
    for cell in queue:
        further = found[cell] + 1
        for other in (cell - 1, cell + 1, cell - width, cell + width):
            if found[other] < 0 and open_cells[other]:
                found[other] = further
                queue.append(other)
    return np.array(found).reshape(width, width)[1:-1, 1:-1]


def neighbours(cell: Cell) -> list[Cell]:
    """The four cells around one, those on the map only."""
    around = [(cell[0] + row, cell[1] + column) for row, column in STEPS.values()]
    return [(row, column) for row, column in around if 0 <= row < SIZE and 0 <= column < SIZE]
