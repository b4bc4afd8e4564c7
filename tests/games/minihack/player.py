"""A small scripted player: it sees what an agent sees (the drawn map, the HUD, the messages), in absolute map
coordinates, and acts through the task's named actions only.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

import numpy as np

from glyphbench.games.minihack.env import MiniHack
from glyphbench.games.nle.glyphs import CODES, PALETTE
from glyphbench.games.nle.glyphs import name_of as thing_of

Cell = tuple[int, int]
STEPS: dict[Cell, str] = {
    (-1, 0): "NORTH",
    (0, 1): "EAST",
    (1, 0): "SOUTH",
    (0, -1): "WEST",
    (-1, 1): "NORTHEAST",
    (1, 1): "SOUTHEAST",
    (1, -1): "SOUTHWEST",
    (-1, -1): "NORTHWEST",
}
_CHARS = np.array([glyph.char for glyph in PALETTE.glyphs])
_DOORS = "°□+"
OPEN = ".,°□<>_{¢░○+‰…" + '[)=("%!¶/$*§'


class GaveUpError(Exception):
    """The player knows nothing more to do, or the episode is over."""


class Player:
    """Plays one episode.

    Args:
        level: the upstream id.
        seed: the episode's seed.
    """

    def __init__(self, game: MiniHack, seed: int) -> None:
        self.game, self.level, self.seed = game, game.level, seed
        self.game.reset(seed=seed)
        self.actions: list[str] = []
        self.over = self.success = False
        self.visited: dict[Cell, int] = {self.at: 1}
        self.avoid: set[Cell] = set()
        self.known: set[str] = set()
        self.doors: set[Cell] = set()
        self.stuck: dict[Cell, int] = {}

    @property
    def at(self) -> Cell:
        stats = self.game.engine.frame.blstats
        return int(stats[1]), int(stats[0])

    @property
    def chart(self) -> np.ndarray:
        """The whole map as drawn, with the player's own cell as floor."""
        chart = _CHARS[CODES[self.game.engine.frame.glyphs]].copy()
        chart[self.at] = "."
        return chart

    def names(self) -> dict[Cell, str]:
        """The names of the listed things by cell."""
        glyphs = self.game.engine.frame.glyphs
        chart = self.chart
        cells = np.argwhere(np.char.isalpha(chart) | (chart == "^"))
        return {(int(r), int(c)): thing_of(int(glyphs[r, c])) for r, c in cells}

    def act(self, name: str) -> None:
        if self.over:
            raise GaveUpError
        self.actions.append(name)
        _, _, terminated, truncated, info = self.game.step(self.game.actions.index(name))
        self.over = terminated or truncated
        self.success = bool(info.get("success"))
        self.visited[self.at] = self.visited.get(self.at, 0) + 1
        self.known |= set(self.names().values())
        if self.over:
            raise GaveUpError

    def move(self, step: Cell) -> None:
        self.act(f"MOVE_{STEPS[step]}")

    def places(self, chars: str) -> list[Cell]:
        return [(int(r), int(c)) for r, c in np.argwhere(np.isin(self.chart, list(chars)))]

    def creatures(self) -> list[Cell]:
        chart = self.chart
        letters = np.char.isalpha(chart) & (chart != "º") & (chart != "ª") | np.isin(chart, list("å&;:'"))
        return [(int(r), int(c)) for r, c in np.argwhere(letters & (chart != "I"))]

    def path(self, goal: Callable[[Cell], bool], extra: str = "") -> list[Cell] | None:
        """The shortest way (as steps) to a cell that `goal` accepts; doors are not entered diagonally."""
        chart = self.chart
        start = self.at
        came: dict[Cell, tuple[Cell, Cell] | None] = {start: None}
        queue = deque([start])
        passable = OPEN + extra
        while queue:
            cell = queue.popleft()
            if cell != start and goal(cell):
                steps = []
                while came[cell] is not None:
                    cell, step = came[cell]  # type: ignore[misc]
                    steps.append(step)
                return steps[::-1]
            if cell != start and not self._enterable(chart, cell, passable):
                continue
            for step in STEPS:
                there = (cell[0] + step[0], cell[1] + step[1])
                if there in came or not (0 <= there[0] < 21 and 0 <= there[1] < 79) or there in self.avoid:
                    continue
                if not self._enterable(chart, there, passable) and not goal(there):
                    continue
                if step[0] and step[1] and self._bars_diagonal(chart, cell, there):
                    continue
                came[there] = (cell, step)
                queue.append(there)
        return None

    def _bars_diagonal(self, chart: np.ndarray, cell: Cell, there: Cell) -> bool:
        """Doors bar diagonal steps; so do, in Sokoban, two blocked cells to squeeze between."""
        if chart[cell] in _DOORS or chart[there] in _DOORS or cell in self.doors:
            return True
        return "Sokoban" in self.level and chart[cell[0], there[1]] in "#●" and chart[there[0], cell[1]] in "#●"

    @staticmethod
    def _enterable(chart: np.ndarray, cell: Cell, passable: str) -> bool:
        return chart[cell] in passable or str(chart[cell]).isalpha()

    def follow(self, goal: Callable[[Cell], bool], extra: str = "") -> bool:
        """Walk to the nearest accepted cell, planning again after every step. Returns whether it was reached."""
        for _ in range(400):
            if goal(self.at):
                return True
            self.note_doors()
            steps = self.path(goal, extra)
            if not steps:
                return False
            self.advance(steps[0])
        return False

    def advance(self, step: Cell) -> None:
        """Take one step; kick a locked door open where kicking is possible, and give up on cells that stay shut."""
        here = self.at
        there = (here[0] + step[0], here[1] + step[1])
        closed = self.chart[there] == "+"
        self.move(step)
        if closed and "locked" in self.game.message:
            if "KICK" not in self.game.actions.names:
                self.avoid.add(there)
                return
            for _ in range(40):
                if self.chart[there] != "+":
                    break
                self.act("KICK")
                self.move(step)
        elif self.at == here and not closed:
            self.stuck[there] = self.stuck.get(there, 0) + 1
            if self.stuck[there] > 12:
                self.avoid.add(there)

    def note_doors(self) -> None:
        """Remember doorways, which one cannot leave diagonally either, once the player stands on them."""
        self.doors |= set(self.places(_DOORS))

    def goto(self, cells: Iterable[Cell], extra: str = "") -> bool:
        wanted = set(cells)
        return bool(wanted) and self.follow(lambda cell: cell in wanted, extra)

    def explore(self, until: Callable[[], bool], avoid: str = "") -> bool:
        """Visit the nearest cells beside the unseen until something holds."""
        for _ in range(600):
            if until():
                return True
            self.note_doors()
            self.avoid |= set(self.places(avoid)) if avoid else set()
            steps = self.path(self.edge())
            if steps:
                self.advance(steps[0])
            elif "SEARCH" in self.game.actions.names:
                self._search_for_ways()
            else:
                return False
        return False

    def edge(self) -> Callable[[Cell], bool]:
        """Whether a cell can be entered, was not visited, and has an unseen neighbour."""
        chart = self.chart

        def accept(cell: Cell) -> bool:
            if cell in self.visited or not self._enterable(chart, cell, OPEN):
                return False
            row, column = cell
            around = chart[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2]
            return bool((around == "?").any())

        return accept

    def _search_for_ways(self) -> None:
        """Go to the least visited dead end and search there."""
        ends = [cell for cell in self.places("░.°") if self.path(lambda at, cell=cell: at == cell) is not None]
        chart = self.chart
        dead = [c for c in ends if (chart[c[0] - 1 : c[0] + 2, c[1] - 1 : c[1] + 2] == "?").sum() >= 5]
        cell = min(dead or ends or [self.at], key=lambda at: self.visited.get(at, 0))
        if cell != self.at:
            self.goto([cell])
        for _ in range(8):
            self.act("SEARCH")
        self.visited[self.at] += 20

    def letter(self, *words: str) -> str:
        """The action for the last inventory item that contains one of the words."""
        items = self.game.engine.frame.inventory()
        found = [letter for letter, text in items if any(word in text for word in words)]
        if not found:
            raise GaveUpError
        return f"ITEM_{found[-1].upper()}"

    def take(self, chars: str) -> str:
        """Walk to the nearest item drawn as one of `chars`, pick it up; returns what was said."""
        if not self.goto(self.places(chars)):
            raise GaveUpError
        self.act("PICKUP")
        return self.game.message
