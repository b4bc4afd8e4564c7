"""The body of a scripted Craftax player: routes, mining, placing, fighting and shooting.

It reads the whole state (the map beyond the window, all mobs), which no player can. A plan (`plans.py`) drives it.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

import numpy as np

from glyphbench.games.craftax.actions import NUMBER
from glyphbench.games.craftax.edit import WALKABLE, Cell, neighbours
from glyphbench.games.craftax.env import CraftaxTask
from glyphbench.games.craftax.kinds import KILLS_TO_OPEN, SIZE, STEPS, Block

B = Block
_DIRECTION = {step: number for number, step in STEPS.items()}
_REACH = 7
MONSTERS = ("melee", "ranged")


class EpisodeOver(Exception):
    """The episode has ended; thrown out of a plan."""


class Player:
    """Acts in a running episode; every method that acts may raise `EpisodeOver`."""

    def __init__(self, env: CraftaxTask) -> None:
        self.env = env
        self.names: list[str] = []
        self.total = 0.0
        self.success = False

    def act(self, name: str | int) -> None:
        """Play one action."""
        action = NUMBER[name] if isinstance(name, str) else name
        reward, terminated, truncated, info = self.env.advance(action)
        self.names.append(self.env.actions.names[action])
        self.total += reward
        if terminated or truncated:
            self.success = info["success"]
            raise EpisodeOver

    # ---- what it sees --------------------------------------------------------------------------------------------

    def get(self, name: str) -> int:
        """A number of the packed view."""
        return int(self.env.state.view[name])

    def leaf(self, name: str) -> np.ndarray:
        """An array of the state."""
        return self.env.engine.leaf(self.env.state.leaves, name)

    @property
    def floor(self) -> int:
        """The player's floor."""
        return self.get("floor")

    @property
    def position(self) -> Cell:
        """The player's cell."""
        return self.get("row"), self.get("column")

    @property
    def map(self) -> np.ndarray:
        """The floor's blocks."""
        return self.leaf("map")[self.floor]

    def blocks(self, *kinds: Block) -> list[Cell]:
        """The floor's cells of these kinds."""
        return [(row, column) for row, column in np.argwhere(np.isin(self.map, kinds)).tolist()]

    def mobs(self, groups: Iterable[str] = MONSTERS) -> list[Cell]:
        """The cells of living mobs."""
        found = []
        for group in groups:
            mask = self.leaf(f"{group}_mobs.mask")[self.floor]
            cells = self.leaf(f"{group}_mobs.position")[self.floor][mask]
            found += [(row, column) for row, column in cells.tolist()]
        return found

    def free(self, cell: Cell) -> bool:
        """Whether something can be placed on a cell."""
        row, column = cell
        on_map = 0 <= row < SIZE and 0 <= column < SIZE
        return on_map and bool(
            WALKABLE[self.map[cell]]
            and not self.leaf("mob_map")[self.floor][cell]
            and not self.leaf("item_map")[self.floor][cell]
        )

    def ahead(self) -> Cell:
        """The cell the player faces."""
        row, column = STEPS[self.get("direction")]
        return self.position[0] + row, self.position[1] + column

    # ---- moving --------------------------------------------------------------------------------------------------

    def _costs(self) -> np.ndarray:
        blocks, pickaxe = self.map, self.get("pickaxe")
        cost = np.where(WALKABLE[blocks], 1.0, np.inf)
        if pickaxe >= 1:
            cost[np.isin(blocks, (B.STONE, B.STALAGMITE, B.COAL, B.CRAFTING_TABLE, B.FURNACE))] = 2
            if self.get("stone") >= 1:
                cost[np.isin(blocks, (B.WATER, B.LAVA))] = 3.5
        if pickaxe >= 2:
            cost[blocks == B.IRON] = 2
        cost[np.isin(blocks, (B.TREE, B.FIRE_TREE, B.CHEST))] = 2
        cost[self.leaf("mob_map")[self.floor]] += 3
        return cost

    def route(self, goals: Iterable[Cell], adjacent: bool = True) -> list[Cell] | None:
        """The cheapest way to a goal, or to a cell beside one: cells from here on; None if there is none."""
        targets = list(goals)
        ends = {cell for goal in targets for cell in neighbours(goal)} if adjacent else set(targets)
        shut = set(targets) if adjacent else set()
        costs, start = self._costs(), self.position
        best = {start: 0.0}
        before: dict[Cell, Cell] = {}
        queue = [(0.0, start)]
        while queue:
            cost, cell = heapq.heappop(queue)
            if cost > best[cell]:
                continue
            if cell in ends:
                way = [cell]
                while cell != start:
                    cell = before[cell]
                    way.append(cell)
                return way[::-1]
            for other in neighbours(cell):
                further = cost + costs[other]
                if other not in shut and further < best.get(other, np.inf):
                    best[other], before[other] = further, cell
                    heapq.heappush(queue, (further, other))
        return None

    def step_to(self, cell: Cell) -> None:
        """One action toward a neighbouring cell: walk, dig, bridge or strike."""
        direction = _DIRECTION[cell[0] - self.position[0], cell[1] - self.position[1]]
        block = self.map[cell]
        if self.leaf("mob_map")[self.floor][cell]:
            self.strike(direction)
        elif WALKABLE[block] or self.get("direction") != direction:
            self.act(direction)
        else:
            self.act("PLACE_STONE" if block in (B.WATER, B.LAVA) else "DO")

    def goto(self, goals: Callable[[], list[Cell]], adjacent: bool = True, fight: bool = True) -> Cell | None:
        """Walk to a goal, or face one; returns it, or None where no goal can be reached."""
        for _ in range(400):
            if fight and self.defend():
                continue
            targets = goals()
            way = self.route(targets, adjacent) if targets else None
            if way is None:
                return None
            if len(way) > 1:
                self.step_to(way[1])
            elif not adjacent:
                return way[0]
            else:
                target = next(cell for cell in targets if cell in neighbours(self.position))
                direction = _DIRECTION[target[0] - self.position[0], target[1] - self.position[1]]
                if self.get("direction") == direction:
                    return target
                self.act(direction)
        return None

    # ---- working -------------------------------------------------------------------------------------------------

    def mine(self, block: Block, item: str, count: int) -> bool:
        """Collect until `count` of an item are held."""
        while self.get(item) < count:
            if not self.goto(lambda: self.blocks(block)):
                return False
            self.act("DO")
        return True

    def place(self, name: str) -> bool:
        """Turn to a free neighbouring cell and place something."""
        for turn in range(8):
            if self.free(self.ahead()):
                self.act(name)
                return True
            self.act(1 + turn % 4)
        return False

    def workshop(self) -> bool:
        """Place a table and a furnace so that one cell touches both, and stand there."""
        self.place("PLACE_TABLE")
        row, column = self.position
        table = min(self.blocks(B.CRAFTING_TABLE), key=lambda cell: abs(cell[0] - row) + abs(cell[1] - column))
        for _ in range(6):
            spots = []
            for near in ((table[0] + r, table[1] + c) for r in (-1, 0, 1) for c in (-1, 0, 1)):
                for direction, (r, c) in STEPS.items():
                    back = (near[0] - r, near[1] - c)
                    if self.free(near) and self.free((near[0] + r, near[1] + c)) and self.free(back):
                        spots.append((back, direction))
            if not spots or not self.goto(lambda found=spots: [cell for cell, _ in found], adjacent=False):  # type: ignore[misc]
                return False
            direction = next(direction for cell, direction in spots if cell == self.position)
            before, furnaces = self.position, len(self.blocks(B.FURNACE))
            self.act(direction)
            if self.position != before:
                self.act("PLACE_FURNACE")
                if len(self.blocks(B.FURNACE)) > furnaces:
                    return True
        return False

    def descend(self) -> None:
        """Go to the floor's ladder down and take it."""
        ladder = tuple(self.leaf("down_ladders")[self.floor].tolist())
        if self.goto(lambda: [ladder], adjacent=False) is None:  # type: ignore[list-item]
            self.act("NOOP")
        elif self.get("kills") >= KILLS_TO_OPEN:
            self.act("DESCEND")

    # ---- fighting ------------------------------------------------------------------------------------------------

    def strike(self, direction: int) -> None:
        """Face a direction, or hit what is there."""
        self.act("DO" if self.get("direction") == direction else direction)

    def threat(self, groups: Iterable[str] = MONSTERS) -> int | None:
        """The direction of an adjacent monster; the one ahead first."""
        row, column = self.position
        found = [
            _DIRECTION[cell[0] - row, cell[1] - column]
            for cell in self.mobs(groups)
            if abs(cell[0] - row) + abs(cell[1] - column) == 1
        ]
        return self.get("direction") if self.get("direction") in found else next(iter(found), None)

    def defend(self) -> bool:
        """Strike an adjacent monster, if any."""
        direction = self.threat()
        if direction is None:
            return False
        self.strike(direction)
        return True

    def hunt(self, groups: tuple[str, ...] = MONSTERS, rest: bool = False) -> None:
        """Chase and strike, until the episode ends; with `rest`, heal up between fights."""
        while True:
            if groups != ("passive",) and self.defend():
                continue
            targets = self.mobs(groups)
            way = self.route(targets) if targets else None
            tired = rest and self.get("health") < 5 and (way is None or len(way) > 6)
            if way is None or tired:
                self.act("NOOP")
            elif len(way) > 1:
                self.step_to(way[1])
            else:
                direction = self.threat(groups)
                self.act("NOOP") if direction is None else self.strike(direction)

    def shoot(self, name: str, ready: Callable[[], bool] = lambda: True) -> None:
        """Line up with a monster and shoot, until the episode ends."""
        while True:
            row, column = self.position
            targets = self.mobs()
            lined = [shot for cell in targets if (shot := self._line(cell)) is not None]
            if lined:
                _, direction = min(lined)
                if self.get("direction") != direction:
                    self.act(direction)
                elif ready():
                    self.act(name)
                else:
                    self.act("NOOP" if self.threat() is None else "DO")
            elif targets:
                near = min(targets, key=lambda cell: abs(cell[0] - row) + abs(cell[1] - column))
                self._align(near)
            else:
                self.act("NOOP")

    def _line(self, cell: Cell) -> tuple[int, int] | None:
        """(distance, direction) of a mob in a clear row or column."""
        d_row, d_column = cell[0] - self.position[0], cell[1] - self.position[1]
        distance = abs(d_row) + abs(d_column)
        if (d_row == 0) == (d_column == 0) or distance > _REACH:
            return None
        step = (int(np.sign(d_row)), int(np.sign(d_column)))
        for far in range(1, distance):
            block = self.map[self.position[0] + step[0] * far, self.position[1] + step[1] * far]
            if not WALKABLE[block] and block not in (B.WATER, B.LAVA):
                return None
        return distance, _DIRECTION[step]

    def _align(self, cell: Cell) -> None:
        """One step that brings a mob into line, or nearer."""
        d_row, d_column = cell[0] - self.position[0], cell[1] - self.position[1]
        if d_row and d_column:
            vertical = abs(d_row) < abs(d_column)
            self.act(_DIRECTION[(int(np.sign(d_row)), 0) if vertical else (0, int(np.sign(d_column)))])
            return
        way = self.route([cell])
        if way and len(way) > 1:
            self.step_to(way[1])
        else:
            self.act("NOOP")
