"""TowerDefense: towers beside a winding road stop the waves that walk to the castle."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from glyphbench.core.actions import Action, ActionSet
from glyphbench.core.env import GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation
from glyphbench.games.classics.grid import Cell
from glyphbench.games.classics.moves import STEPS

MAX_LEVEL = 2
MAX_HITS = 9
#: Enemies of the first wave take this many hits, those of each later wave one more.
FIRST_HITS = 5
#: Turns before the first arrival, and between the last of a wave and the first of the next.
PAUSE = 8

# Codes are positions in the palette; an enemy's code is its hits left minus one.
PALETTE = Palette(
    *[Glyph(str(hits), f"enemy, {hits} hit{'s' if hits > 1 else ''} left", "bold red") for hits in range(1, 10)],
    *[
        Glyph(char, f"tower, level {level}", "bold yellow")
        for char, level in zip("○●", range(1, MAX_LEVEL + 1), strict=True)
    ],
    Glyph("■", "castle", "bold cyan"),
    Glyph("»", "gate where enemies appear", "magenta"),
    Glyph(".", "road", "dim"),
    Glyph(",", "grass", "green"),
)
TOWER, CASTLE, GATE, ROAD, GRASS = 9, 11, 12, 13, 14


@dataclass
class State:
    """A position. `enemies` are [index on the road, hits left], foremost first; `arrivals` [turn, hits, wave]."""

    road: tuple[Cell, ...]
    gold: int
    lives: int
    arrivals: list[tuple[int, int, int]]
    towers: dict[Cell, int] = field(default_factory=dict)
    enemies: list[list[int]] = field(default_factory=list)
    clock: int = 0
    wave: int = 1


class TowerDefense(GlyphEnv):
    """Tower defence on a board of `size` x `size` cells.

    Args:
        size: side of the board, odd, 7 to 15.
        waves: number of waves, 1 to 5.
        enemies: enemies in a wave, 1 to 10.
        gold: gold at the start, 0 to 50.
        cost: price of a tower and of each level, 1 to 20.
        lives: enemies that may reach the castle before it falls, 1 to 10.
    """

    def __init__(
        self,
        *,
        size: int = 11,
        waves: int = 5,
        enemies: int = 5,
        gold: int = 10,
        cost: int = 5,
        lives: int = 3,
        **common: Any,
    ) -> None:
        self.size = check_int("size", size, 7, 15)
        if self.size % 2 == 0:
            raise ValueError(f"size must be odd, got {size}")
        self.waves = check_int("waves", waves, 1, MAX_HITS - FIRST_HITS + 1)
        self.enemies = check_int("enemies", enemies, 1, 10)
        self.gold = check_int("gold", gold, 0, 50)
        self.cost = check_int("cost", cost, 1, 20)
        self.lives = check_int("lives", lives, 1, 10)
        self.total = self.waves * self.enemies
        cells = range(self.size)
        gaps = ", ".join(str(gap(wave)) for wave in range(1, self.waves + 1))
        self.actions = ActionSet.grid(
            "BUILD_{row}_{col}",
            "build a tower on that cell, or raise the tower there by one level",
            row=cells,
            col=cells,
        ) + ActionSet([Action("WAIT", "let a turn pass")])
        self.rules = (
            "Tower defence. Enemies appear at the gate and walk along the road to the castle, one cell a turn. "
            f"Stop {self.waves} waves of {self.enemies} enemies; enemies of the first wave take {FIRST_HITS} hits, "
            f"those of each later wave one more. Arrivals are {gaps} turns apart in waves 1 to {self.waves}; a wave "
            f"begins {PAUSE} turns after the last arrival of the one before.\n"
            f"You start with {self.gold} gold. A tower on grass costs {self.cost}; raising a tower by a level costs "
            f"{self.cost} more (at most level {MAX_LEVEL}). Each turn, after your action, every tower makes as many "
            "hits as its level on the 8 cells around it, always on the enemy nearest to the castle; hits left over "
            "when it is destroyed go to the next. A destroyed enemy leaves 1 gold. Then the enemies walk, and a new "
            "one may appear. Rows and columns are counted from 0 at the top left. An enemy that reaches the castle "
            "costs one life and is gone; the castle falls with the last life.\n"
            f"Score: +{0.6 / self.total:.3g} for each enemy destroyed, +0.4 when the last wave is gone and the castle "
            "stands, -0.2 when the castle falls. Both end the game."
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        self.state = State(
            draw_road(self.np_random, self.size), self.gold, self.lives, schedule(self.waves, self.enemies)
        )

    def cell(self, action: int) -> Cell:
        """The cell that a BUILD action names."""
        return divmod(action, self.size)

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        if action == len(self.actions) - 1:
            self.message = "You wait."
        else:
            cell = self.cell(action)
            reason = self._obstacle(cell)
            if reason:
                self.message = reason
            else:
                state.gold -= self.cost
                state.towers[cell] = state.towers.get(cell, 0) + 1
                self.message = f"The tower has level {state.towers[cell]} now."
        shot = shoot(state)
        lost = walk(state)
        state.gold += shot
        reward = shot * 0.6 / self.total
        if shot:
            self.message += f" {shot} enem{'y is' if shot == 1 else 'ies are'} destroyed."
        if lost:
            self.message += f" {lost} enem{'y reaches' if lost == 1 else 'ies reach'} the castle."
        if state.lives <= 0:
            self.message += " The castle falls."
            return Outcome(reward - 0.2, True, False)
        if not state.enemies and not state.arrivals:
            self.message += " The last wave is gone."
            return Outcome(reward + 0.4, True, True)
        return Outcome(reward)

    def _obstacle(self, cell: Cell) -> str:
        """Why nothing can be built on a cell; empty where something can."""
        state: State = self.state
        if cell in state.road:
            return "You cannot build on the road, the gate or the castle."
        if state.towers.get(cell, 0) == MAX_LEVEL:
            return "That tower has the highest level already."
        if state.gold < self.cost:
            return f"Building costs {self.cost} gold; you have {state.gold}."
        return ""

    def _observe(self) -> Observation:
        state: State = self.state
        codes = np.full((self.size, self.size), GRASS, dtype=np.uint8)
        for cell in state.road:
            codes[cell] = ROAD
        codes[state.road[0]], codes[state.road[-1]] = GATE, CASTLE
        for cell, level in state.towers.items():
            codes[cell] = TOWER + level - 1
        for index, hits in state.enemies:
            codes[state.road[index]] = hits - 1
        rows = PALETTE.rows(codes)
        hud = f"gold {state.gold} | lives {state.lives} | wave {state.wave}/{self.waves}"
        if state.arrivals:
            turn, hits, wave = state.arrivals[0]
            wait = turn - state.clock
            hud += f" | next enemy ({hits} hits, wave {wave}) after {wait} more turn{'s' if wait > 1 else ''}"
            hud += f" | still to appear {len(state.arrivals)}"
        return Observation(rows, PALETTE.legend(rows), hud, headers=True)

    def _action_mask(self) -> np.ndarray:
        state: State = self.state
        mask = np.full(len(self.actions), state.gold >= self.cost, dtype=np.int8)
        for row, col in state.road:
            mask[row * self.size + col] = 0
        for (row, col), level in state.towers.items():
            if level == MAX_LEVEL:
                mask[row * self.size + col] = 0
        mask[-1] = 1
        return mask


def gap(wave: int) -> int:
    """Turns between two arrivals of a wave (counted from 1)."""
    return max(6 - wave, 2)


def schedule(waves: int, enemies: int) -> list[tuple[int, int, int]]:
    """All arrivals of a game as (turn, hits, wave), in order."""
    found, turn = [], 0
    for wave in range(1, waves + 1):
        turn += PAUSE
        for number in range(enemies):
            turn += gap(wave) if number else 0
            found.append((turn, FIRST_HITS + wave - 1, wave))
    return found


def in_range(tower: Cell, cell: Cell) -> bool:
    """Whether a tower reaches a cell: it is one of the eight around it."""
    return abs(tower[0] - cell[0]) <= 1 and abs(tower[1] - cell[1]) <= 1


def shoot(state: State) -> int:
    """Let every tower hit the foremost enemy it reaches; remove and count the destroyed."""
    for tower in sorted(state.towers):
        for _ in range(state.towers[tower]):
            for enemy in state.enemies:
                if enemy[1] and in_range(tower, state.road[enemy[0]]):
                    enemy[1] -= 1
                    break
    before = len(state.enemies)
    state.enemies = [enemy for enemy in state.enemies if enemy[1]]
    return before - len(state.enemies)


def walk(state: State) -> int:
    """Move the enemies a cell, let the next appear; return how many reached the castle."""
    state.clock += 1
    for enemy in state.enemies:
        enemy[0] += 1
    before = len(state.enemies)
    state.enemies = [enemy for enemy in state.enemies if enemy[0] < len(state.road) - 1]
    lost = before - len(state.enemies)
    state.lives -= lost
    if state.arrivals and state.arrivals[0][0] == state.clock:
        _, hits, state.wave = state.arrivals.pop(0)
        state.enemies.append([0, hits])
    return lost


def draw_road(rng: np.random.Generator, size: int) -> tuple[Cell, ...]:
    """Draw a road from the left edge to the right edge that winds without touching itself.

    Its corners lie on cells with odd coordinates, so that parallel stretches are a cell apart. It is redrawn until
    it visits between half and three quarters of these cells.
    """
    nodes = size // 2
    while True:
        here = (int(rng.integers(nodes)), 0)
        visited = [here]
        while not (here[1] == nodes - 1 and len(visited) >= nodes * nodes // 2):
            options = [
                cell
                for cell in ((here[0] + d_row, here[1] + d_col) for d_row, d_col in STEPS)
                if 0 <= cell[0] < nodes and 0 <= cell[1] < nodes and cell not in visited
            ]
            if not options or len(visited) > nodes * nodes * 3 // 4:
                break
            here = options[int(rng.integers(len(options)))]
            visited.append(here)
        else:
            break
    corners = [(2 * row + 1, 2 * col + 1) for row, col in visited]
    road = [(corners[0][0], 0), corners[0]]
    for before, after in pairwise(corners):
        road += [((before[0] + after[0]) // 2, (before[1] + after[1]) // 2), after]
    return (*road, (corners[-1][0], size - 1))
