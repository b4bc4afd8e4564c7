"""A small scripted player: it finds winning action sequences, which are kept as recordings and replayed by tests.

It sees what an agent sees (the drawn map, the HUD, the messages), in absolute map coordinates, and acts through the
task's named actions only. `python -m tests.games.minihack.player [LEVEL ...]` writes one recording per level.
"""

from __future__ import annotations

import json
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from glyphbench.games.minihack.env import MiniHack
from glyphbench.games.minihack.levels import LEVELS, kind_of, name_of
from glyphbench.games.nle.glyphs import CODES, PALETTE, name_of as thing_of

RECORDINGS = Path(__file__).parent / "recordings"
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
_OPEN = ".,°□<>_{¢░○+‰…" + '[)=("%!¶/$*§'


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
        passable = _OPEN + extra
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
                if step[0] and step[1] and (chart[cell] in _DOORS or chart[there] in _DOORS or self._on_door(cell)):
                    continue
                came[there] = (cell, step)
                queue.append(there)
        return None

    def _on_door(self, cell: Cell) -> bool:
        return cell in self.doors

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
            if cell in self.visited or not self._enterable(chart, cell, _OPEN):
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


def stairs(player: Player) -> None:
    """Explore until the stairs are seen, then walk onto them."""
    player.explore(lambda: bool(player.places(">")))
    player.goto(player.places(">"))


def skill(player: Player) -> None:
    kind = kind_of(player.level)
    if kind in ("Pray", "Sink"):
        player.goto(player.places("_" if kind == "Pray" else "¢"))
        player.act("PRAY" if kind == "Pray" else "QUAFF")
        player.act("YES")
        return
    chars, word = {"Eat": ("%", "apple"), "Wield": (")", "dagger"), "Read": ("¶", "unlabeled scroll")}[kind]
    for cell in player.places(chars):
        if thing_of(int(player.game.engine.frame.glyphs[cell])) == word and player.goto([cell]):
            player.act("PICKUP")
    player.act(kind.upper())
    player.act(player.letter(word))


def use_item(player: Player) -> str:
    """Pick up the item that lies there and use it; returns `float` or `freeze`."""
    before = dict(player.game.engine.frame.inventory())
    player.take('!=[/("')
    items = [(letter, text) for letter, text in player.game.engine.frame.inventory() if letter not in before]
    if not items:
        raise GaveUpError
    letter, text = items[0]
    player.item = f"ITEM_{letter.upper()}"  # type: ignore[attr-defined]
    return use(player, player.item, text)  # type: ignore[attr-defined]


def use(player: Player, item: str, text: str) -> str:
    if "potion" in text:
        player.act("QUAFF")
        player.act(item)
    elif "ring" in text and "mail" not in text:
        player.act("PUTON")
        player.act(item)
        player.act("ITEM_R")
    elif any(word in text for word in ("boots", "shoes")):
        player.act("WEAR")
        player.act(item)
    else:
        player.word = "ZAP" if "wand" in text else "APPLY"  # type: ignore[attr-defined]
        return "freeze"
    return "float"


def lava(player: Player) -> None:
    goal = player.places(">")
    if "-Inv-" in player.level:
        letter, text = player.game.engine.frame.inventory()[-1]
        how = use(player, f"ITEM_{letter.upper()}", text)
    else:
        how = use_item(player)
    if how == "freeze":
        row, column = player.places("}")[0]
        player.goto([(cell[0], column - 1) for cell in player.places("}")])
        for _ in range(4):
            if player.chart[player.at[0], column] != "}":
                break
            player.act(player.word)  # type: ignore[attr-defined]
            player.act(player.item)  # type: ignore[attr-defined]
            if "mprovise" in player.game.engine.question:
                player.act("NO")
            player.act("MOVE_EAST")
        player.goto(goal)
    else:
        player.goto(goal, extra="}")


def levitate(player: Player) -> None:
    use_item(player)


def keyroom(player: Player) -> None:
    player.explore(lambda: bool(player.places("(")))
    player.take("(")
    player.explore(lambda: bool(player.places("+")))
    if not player.places("+"):
        raise GaveUpError
    row, column = player.places("+")[0]
    player.avoid.add((row, column))
    player.goto([(row + r, column + c) for r, c in STEPS if not (r and c)])
    player.act("APPLY")
    player.avoid.clear()
    stairs(player)


def memento(player: Player) -> None:
    north = {"blue jelly": 0, "lichen": 1}
    short = "F4" not in player.level
    first = player.at
    player.known |= set(player.names().values())
    wanted = 1 if short else 2

    def told() -> bool:
        return len(player.known & {"blue jelly", "lichen", "spotted jelly", "red mold", "green mold"}) >= wanted

    for column in range(max(first[1] - 3, 1), first[1] + 6):
        if told():
            break
        player.goto([(first[0], column)])
    if not told():
        raise GaveUpError
    if short:
        way = north[next(iter(player.known & set(north)))]
        ways = 2
    else:
        way = 2 * ("green mold" in player.known) + ("spotted jelly" in player.known)
        ways = 4
    # East to the fork, then to the chosen end; exploring prefers the wanted rows.
    rows = {2: (first[0] - 3, first[0] + 3), 4: (first[0] - 3, first[0] - 1, first[0] + 1, first[0] + 3)}[ways]
    target = rows[way]
    for _ in range(300):
        chart = player.chart

        def cost(cell: Cell) -> tuple[int, int]:
            return (abs(cell[0] - target), -cell[1])

        bugs = [cell for cell, name in player.names().items() if name == "grid bug"]
        if bugs:
            player.goto(bugs)
            continue
        edges = [
            cell
            for cell in player.places(_OPEN)
            if cell not in player.visited
            and (chart[cell[0] - 1 : cell[0] + 2, cell[1] - 1 : cell[1] + 2] == "?").any()
            and (cell[0] in (first[0], target) or min(first[0], target) < cell[0] < max(first[0], target))
        ]
        if not edges:
            raise GaveUpError
        edges.sort(key=cost)
        if not any(player.goto([edge]) for edge in edges):
            raise GaveUpError


def explore_maze(player: Player) -> None:
    eaten = 0
    for _ in range(8):
        if not player.explore(lambda: bool(player.places("%")), avoid=">"):
            break
        if not player.goto(player.places("%")):
            break
        player.act("EAT")
        if player.game.engine.question:
            player.act("MOVE_NORTHWEST")
        eaten += 1
        if eaten == 4:
            break
    player.avoid.clear()
    stairs(player)


def wand(player: Player) -> None:
    if "Easy" in player.level:
        item = player.letter("wand")
        for _ in range(12):
            player.act("ZAP")
            player.act(item)
            player.act("MOVE_EAST")
        return
    player.explore(lambda: bool(player.places("/")))
    player.take("/")
    item = player.letter("wand")
    reach = 7
    for _ in range(300):
        monsters = [cell for cell in player.creatures() if player.chart[cell] == "H"]
        row, column = player.at
        lined = [
            (r - row, c - column)
            for r, c in monsters
            if (r == row or c == column or abs(r - row) == abs(c - column))
            and max(abs(r - row), abs(c - column)) <= reach
        ]
        if lined:
            step = (int(np.sign(lined[0][0])), int(np.sign(lined[0][1])))
            player.act("ZAP")
            player.act(item)
            player.move(step)
            continue
        goals = player.places(">")
        target = set(goals) if goals else set()
        steps = player.path(lambda cell: cell in target) if target else None
        if steps is None:
            steps = player.path(player.edge())
        if not steps:
            player.act("SEARCH")
            continue
        player.move(steps[0])


def river(player: Player) -> None:
    """Look at the whole bank, choose the row that three boulders reach soonest, push them in one by one, and cross."""
    player.explore(lambda: False)
    row: int | None = None
    for _ in range(8):
        if player.places(">") and player.path(lambda cell: cell in player.places(">")):
            break
        chart = player.chart
        rows = {r for r, _ in player.places("~")} if row is None else {row}
        plans: dict[int, list[list[Cell]]] = {}
        for r in sorted(rows):
            found = [_push_plan(player, boulder, r) for boulder in player.places("●")]
            plans[r] = sorted((plan for plan in found if plan), key=len)
        rated = [(-min(len(plan), 3), sum(map(len, plan[:3])), r) for r, plan in plans.items() if plan]
        if not rated:
            break
        row = min(rated)[2]
        for step in plans[row][0]:
            before = (player.at, chart.tobytes())
            fight(player)
            player.move(step)
            if (player.at, player.chart.tobytes()) == before:
                break
        if not any(r == row for r, _ in player.places("~")):
            here = max(c for r, c in player.places(_OPEN) if r == row)
            player.goto([(row, here)])
            stairs(player)
    stairs(player)


def fight(player: Player) -> None:
    """Hit whatever stands next to the player until it is gone."""
    for _ in range(30):
        row, column = player.at
        near = [cell for cell in player.creatures() if max(abs(cell[0] - row), abs(cell[1] - column)) == 1]
        if not near:
            return
        player.move((near[0][0] - row, near[0][1] - column))


def _push_plan(player: Player, boulder: Cell, row: int) -> list[Cell] | None:
    """The fewest steps that push `boulder` east into the first water cell of `row`; other boulders stay."""
    chart = player.chart
    water = [c for r, c in player.places("~") if r == row]
    if not water:
        return None
    end = (row, min(water))
    free = {(int(r), int(c)) for r, c in np.argwhere(np.isin(chart, list(_OPEN)))} | {boulder}
    start = (boulder, player.at)
    came: dict[tuple[Cell, Cell], tuple[tuple[Cell, Cell], Cell] | None] = {start: None}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        box, me = state
        for step in STEPS:
            there = (me[0] + step[0], me[1] + step[1])
            if there == box:
                beyond = (box[0] + step[0], box[1] + step[1])
                if beyond == end:
                    steps = [step]
                    while came[state] is not None:
                        state, last = came[state]  # type: ignore[misc]
                        steps.append(last)
                    return steps[::-1]
                if beyond not in free:
                    continue
                following = (beyond, there)
            elif there in free:
                following = (box, there)
            else:
                continue
            if following not in came:
                came[following] = (state, step)
                queue.append(following)
    return None


def strategy(level: str) -> Callable[[Player], None]:
    kind = kind_of(level)
    return {
        "LavaCross": lava,
        "Levitate": levitate,
        "KeyRoom": keyroom,
        "Memento": memento,
        "ExploreMaze": explore_maze,
        "WoD": wand,
        "River": river,
        **dict.fromkeys(("Eat", "Pray", "Read", "Sink", "Wield"), skill),
    }.get(kind, stairs)


def record(level: str, seeds: Iterable[int], limit: int, seconds: float) -> dict[str, object] | None:
    """Play seeds until one is won; returns the best episode's record."""
    game = MiniHack(level=level, max_turns=limit)
    best: dict[str, object] | None = None
    end = time.monotonic() + seconds
    try:
        for seed in seeds:
            player = Player(game, seed)
            try:
                strategy(level)(player)
            except GaveUpError:
                pass
            total = game._return
            if best is None or total > best["return"]:  # type: ignore[operator]
                best = {
                    "task": f"GlyphBench/MiniHack-{name_of(level)}-v0",
                    "seed": seed,
                    "success": player.success,
                    "return": round(total, 6),
                    "actions": player.actions,
                }
            if (player.success and total > 0.5 and len(player.actions) > 2) or time.monotonic() > end:
                break
    finally:
        game.close()
    return best


def main(argv: list[str]) -> None:
    """Write a recording for every level that the player wins."""
    from glyphbench import catalogue

    for row in catalogue.tasks(family="minihack"):
        if argv and not any(word in row.id for word in argv):
            continue
        level = row.upstream
        assert level in LEVELS
        found = record(level, range(40), row.max_turns, 40)
        assert found is not None
        print(row.id, found["success"], found["return"], "seed", found["seed"], len(found["actions"]), flush=True)  # type: ignore[arg-type]
        if found["success"]:
            path = RECORDINGS / f"{name_of(level)}.jsonl"
            path.write_text(json.dumps(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
