"""Farm: plant, water twice, harvest and sell, walking between the fields, the pond and the market."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from glyphbench.core.actions import Action, ActionSet
from glyphbench.core.env import GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation
from glyphbench.games.classics.grid import Cell, distances
from glyphbench.games.classics.moves import MOVES, STEPS

# Codes are positions in the palette. Growing crops of one stage come in two glyphs: thirsty and watered.
PALETTE = Palette(
    Glyph("@", "you", "bold yellow"),
    Glyph("Y", "ripe crop", "bold green"),
    Glyph("i", "plant, thirsty", "green"),
    Glyph("I", "plant, watered", "cyan"),
    Glyph(",", "seedling, thirsty", "green"),
    Glyph(";", "seedling, watered", "cyan"),
    Glyph("_", "bare soil", "yellow"),
    Glyph("~", "pond", "blue"),
    Glyph("$", "market", "magenta"),
    Glyph("#", "rock", "white"),
    Glyph(".", "path", "dim"),
)
YOU, RIPE, PLANT, PLANT_WET, SEEDLING, SEEDLING_WET, SOIL, POND, MARKET, ROCK, PATH = range(11)
#: What watering makes of a thirsty crop, and what a watered crop grows into.
WATERED = {SEEDLING: SEEDLING_WET, PLANT: PLANT_WET}
GROWN = {SEEDLING_WET: PLANT, PLANT_WET: RIPE}

ACTIONS = MOVES + ActionSet(
    [
        Action("PLANT", "sow a seed in the bare soil you stand on"),
        Action("WATER", "water the thirsty crop you stand on"),
        Action("HARVEST", "put the ripe crop you stand on into the basket"),
        Action("FILL", "fill the watering can, standing on the pond"),
        Action("SELL", "sell all crops in the basket, standing on the market"),
        Action("WAIT", "let a turn pass"),
    ]
)
SOW, WATER, HARVEST, FILL, SELL, WAIT = range(4, 10)


@dataclass
class State:
    """A position. `board` holds codes without the player; `timers` the turns until a watered crop grows."""

    board: np.ndarray
    timers: dict[Cell, int]
    player: Cell
    seeds: int
    can: int
    basket: int = 0
    sold: int = 0


class Farm(GlyphEnv):
    """A farm of `size` x `size` cells.

    Args:
        size: side of the board, 5 to 12.
        fields: cells of soil, 1 to 8.
        target: crops to sell, 1 to 20; there are as many seeds.
        can: waterings in a full can, 1 to 10.
        basket: crops that the basket holds, 1 to 10.
        growth: turns that a watered crop takes to grow one stage, 1 to 20.
        rocks: cells that cannot be entered, 0 to 10.
    """

    actions = ACTIONS

    def __init__(
        self,
        *,
        size: int = 8,
        fields: int = 4,
        target: int = 6,
        can: int = 3,
        basket: int = 3,
        growth: int = 6,
        rocks: int = 6,
        **common: Any,
    ) -> None:
        self.size = check_int("size", size, 5, 12)
        self.fields = check_int("fields", fields, 1, 8)
        self.target = check_int("target", target, 1, 20)
        self.can = check_int("can", can, 1, 10)
        self.basket = check_int("basket", basket, 1, 10)
        self.growth = check_int("growth", growth, 1, 20)
        self.rocks = check_int("rocks", rocks, 0, 10)
        if self.rocks + self.fields + 3 > self.size**2 // 2:
            raise ValueError(f"{rocks} rocks and {fields} fields do not fit on a board of size {size}")
        self.rules = (
            f"Farm. Sell {self.target} crops at the market. You walk one cell at a time and may enter every cell but "
            f"rocks; the board's edge is closed. You start with {self.target} seeds and a full watering can.\n"
            "A crop's life: sow a seed in bare soil -> thirsty seedling; water it -> after "
            f"{self.growth} turns a thirsty plant; water it again -> after {self.growth} turns a ripe crop; harvest "
            "it -> bare soil again. A thirsty or ripe crop waits as long as it takes. Every action but walking works "
            f"on the cell you stand on. The can holds {self.can} waterings (fill it on the pond), the basket "
            f"{self.basket} crops (empty it by selling on the market).\n"
            f"Score: +{1 / self.target:.3g} for each crop sold; selling the last of {self.target} ends the game as a "
            "success."
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        self.state = generate(self.np_random, self.size, self.fields, self.rocks, seeds=self.target, can=self.can)

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        reward = 0.0
        if action < 4:
            self._walk(action)
        elif action == WAIT:
            self.message = "You wait."
        else:
            reason = self._obstacle(action)
            if reason:
                self.message = reason
            else:
                reward = self._work(action)
        self._grow()
        if state.sold >= self.target:
            return Outcome(reward, True, True)
        return Outcome(reward)

    def _walk(self, action: int) -> None:
        state: State = self.state
        target = (state.player[0] + STEPS[action][0], state.player[1] + STEPS[action][1])
        if not (0 <= target[0] < self.size and 0 <= target[1] < self.size):
            self.message = "The farm ends here."
        elif state.board[target] == ROCK:
            self.message = "A rock is in the way."
        else:
            state.player = target

    def _obstacle(self, action: int) -> str:
        """Why a piece of work cannot be done here; empty where it can."""
        state: State = self.state
        here = int(state.board[state.player])
        if action == SOW:
            return "" if here == SOIL and state.seeds else "You need a seed and bare soil under you to plant."
        if action == WATER:
            if here not in WATERED:
                return "There is no thirsty crop under you."
            return "" if state.can else "The watering can is empty."
        if action == HARVEST:
            if here != RIPE:
                return "There is no ripe crop under you."
            return "" if state.basket < self.basket else "The basket is full."
        if action == FILL:
            if here != POND:
                return "You can fill the can only on the pond."
            return "" if state.can < self.can else "The can is full already."
        if here != MARKET:
            return "You can sell only on the market."
        return "" if state.basket else "The basket is empty."

    def _work(self, action: int) -> float:
        """Do a piece of work that nothing hinders; return the reward."""
        state: State = self.state
        here = state.player
        if action == SOW:
            state.board[here] = SEEDLING
            state.seeds -= 1
            self.message = "You sow a seed."
        elif action == WATER:
            state.board[here] = WATERED[int(state.board[here])]
            state.timers[here] = self.growth + 1  # this turn's growth does not count
            state.can -= 1
            self.message = "You water the crop."
        elif action == HARVEST:
            state.board[here] = SOIL
            state.basket += 1
            self.message = "You harvest the crop."
        elif action == FILL:
            state.can = self.can
            self.message = "You fill the can."
        else:
            count, state.basket = state.basket, 0
            state.sold += count
            self.message = f"You sell {count}."
            return count / self.target
        return 0.0

    def _grow(self) -> None:
        """Let a turn pass for the watered crops."""
        state: State = self.state
        for cell in list(state.timers):
            state.timers[cell] -= 1
            if state.timers[cell] == 0:
                del state.timers[cell]
                state.board[cell] = GROWN[int(state.board[cell])]

    def _observe(self) -> Observation:
        state: State = self.state
        codes = state.board.copy()
        codes[state.player] = YOU
        rows = PALETTE.rows(codes)
        hud = (
            f"sold {state.sold}/{self.target} | seeds {state.seeds} | can {state.can}/{self.can} | "
            f"basket {state.basket}/{self.basket} | you stand on: {PALETTE.glyphs[state.board[state.player]].name}"
        )
        return Observation(rows, PALETTE.legend(rows), hud)

    def _action_mask(self) -> np.ndarray:
        state: State = self.state
        mask = np.ones(len(self.actions), dtype=np.int8)
        for action, (d_row, d_col) in enumerate(STEPS):
            row, col = state.player[0] + d_row, state.player[1] + d_col
            mask[action] = 0 <= row < self.size and 0 <= col < self.size and state.board[row, col] != ROCK
        for action in range(SOW, WAIT):
            mask[action] = not self._obstacle(action)
        return mask


def open_cells(board: np.ndarray) -> set[Cell]:
    """The cells that may be entered."""
    return {(int(row), int(col)) for row, col in np.argwhere(board != ROCK)}


def generate(rng: np.random.Generator, size: int, fields: int, rocks: int, *, seeds: int, can: int) -> State:
    """Draw a farm in which every cell but the rocks can be reached."""
    while True:
        board: np.ndarray = np.full(size * size, PATH, dtype=np.uint8)
        cells = rng.permutation(size * size)
        board[cells[:rocks]] = ROCK
        board[cells[rocks : rocks + fields]] = SOIL
        pond, market, start = cells[rocks + fields : rocks + fields + 3]
        board[pond], board[market] = POND, MARKET
        board = board.reshape(size, size)
        player = divmod(int(start), size)
        free = open_cells(board)
        if len(distances(player, free)) == len(free):
            return State(board, {}, player, seeds, can)
