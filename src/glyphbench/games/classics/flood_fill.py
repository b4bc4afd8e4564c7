"""FloodFill: recolour the region in the top left corner until it covers the board.

The board is kept as one bit mask per colour, because a fill is then a handful of shifts. Boards are drawn until a
short beam search floods them within `par` fills, so the limit asks for good play but never for the impossible.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from glyphbench.core.actions import Action, ActionSet
from glyphbench.core.env import NOTHING, GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation

COLOURS = ("red", "green", "blue", "yellow", "purple", "orange", "cyan", "white")
_STYLES = ("red", "green", "blue", "yellow", "magenta", "bright_red", "cyan", "white")

PALETTE = Palette(
    *(Glyph(name[0].upper(), name, f"bold {style}") for name, style in zip(COLOURS, _STYLES, strict=True))
)


@dataclass
class State:
    """One bit mask per colour, the flooded region among them, and its colour.

    Cell (row, col) of a board of side n is bit row * (n + 1) + col; the unused column keeps rows apart.
    """

    masks: list[int]
    region: int
    colour: int


class FloodFill(GlyphEnv):
    """A board of `size` x `size` cells in `colours` colours.

    Args:
        size: 4 to 16.
        colours: 3 to 8.
        par: fills within which a beam search floods the board; where 200 drawn boards offer none, the best seen is
            taken.
    """

    def __init__(self, *, size: int = 8, colours: int = 6, par: int = 14, **common: Any) -> None:
        self.size = check_int("size", size, 4, 16)
        self.colours = check_int("colours", colours, 3, len(COLOURS))
        self.par = check_int("par", par, 1, 100)
        self.full = board_mask(self.size)
        self.actions = ActionSet(
            [Action(name.upper(), f"fill with {name}", (name[0],)) for name in COLOURS[: self.colours]]
        )
        self.rules = (
            "Flood fill. Your region is the connected patch (up, down, left, right) of one colour that contains the "
            "top left cell. A fill gives the whole region a new colour; neighbouring patches of that colour join it. "
            "Make the whole board one colour before the turns run out; there are few more than good play needs.\n"
            "Score: +1 when the board has one colour, which ends the episode; 0 otherwise."
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        self.state = generate(self.np_random, self.size, self.colours, self.par)

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        name = COLOURS[action]
        if action == state.colour:
            self.message = f"Your region is {name} already."
            return NOTHING
        before = state.region
        state.masks[state.colour] ^= before
        state.masks[action] |= before
        state.region = grow(before, state.masks[action], self.size)
        state.colour = action
        joined = (state.region ^ before).bit_count()
        self.message = f"You fill with {name}: {joined or 'no'} cell{'s' * (joined != 1)} join{'s' * (joined == 1)}."
        if state.region == self.full:
            return Outcome(1.0, True, True)
        return NOTHING

    def _observe(self) -> Observation:
        size, state = self.size, self.state
        bits = b"".join(mask.to_bytes(40, "little") for mask in state.masks)
        cells = np.unpackbits(np.frombuffer(bits, dtype=np.uint8).reshape(-1, 40), axis=1, bitorder="little")
        codes = cells[:, : size * (size + 1)].argmax(axis=0).reshape(size, size + 1)[:, :size]
        rows = PALETTE.rows(codes)
        return Observation(rows, PALETTE.legend(rows), f"your region {state.region.bit_count()}/{size * size} cells")

    def _action_mask(self) -> np.ndarray:
        mask = np.ones(self.colours, dtype=np.int8)
        mask[self.state.colour] = 0
        return mask


def board_mask(size: int) -> int:
    """All cells of a board."""
    row = (1 << size) - 1
    return sum(row << index * (size + 1) for index in range(size))


def grow(region: int, within: int, size: int) -> int:
    """The cells of `within` that are connected to `region`, and `region`."""
    while True:
        near = region << 1 | region >> 1 | region << (size + 1) | region >> (size + 1)
        larger = region | (near & within)
        if larger == region:
            return region
        region = larger


def beam_search(masks: list[int], region: int, colour: int, size: int, width: int) -> list[int]:
    """A short list of fills that floods the board: beam search on the cells flooded and the cells next to them."""
    full = board_mask(size)
    layer: list[tuple[int, int, tuple[int, ...]]] = [(region, colour, ())]
    while True:
        following: dict[tuple[int, int], tuple[int, ...]] = {}
        for region, colour, plan in layer:
            if region == full:
                return list(plan)
            near = (region << 1 | region >> 1 | region << (size + 1) | region >> (size + 1)) & ~region
            for other, mask in enumerate(masks):
                if other != colour and near & mask:
                    following.setdefault((grow(region, mask, size), other), (*plan, other))
        scored = []
        for (region, colour), plan in following.items():
            near = (region << 1 | region >> 1 | region << (size + 1) | region >> (size + 1)) & full & ~region
            done = sum(1 for mask in masks if not mask & ~region)
            scored.append((region.bit_count() + near.bit_count() + size * done, region, colour, plan))
        scored.sort(key=lambda item: -item[0])
        layer = [(region, colour, plan) for _, region, colour, plan in scored[:width]]
        for region, _, plan in layer:
            if region == full:
                return list(plan)


def generate(rng: np.random.Generator, size: int, colours: int, par: int) -> State:
    """Draw boards until a beam search of width 8 needs at most `par` fills; after 200 take the best seen."""
    best: tuple[int, State] | None = None
    for _ in range(200):
        cells = rng.integers(colours, size=(size, size))
        padded = np.full((size, size + 1), -1)
        padded[:, :size] = cells
        masks = [
            int.from_bytes(np.packbits((padded == colour).ravel(), bitorder="little").tobytes(), "little")
            for colour in range(colours)
        ]
        first = int(cells[0, 0])
        region = grow(1, masks[first], size)
        fills = len(beam_search(masks, region, first, size, 8))
        if fills and (best is None or fills < best[0]):
            best = fills, State(masks, region, first)
            if fills <= par:
                break
    if best is None:
        raise RuntimeError(f"no board of size {size} in more than one colour was drawn")  # 200 single-colour boards
    return best[1]
