"""How the scripted player wins each kind of level."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import numpy as np

from glyphbench.games.minihack.levels import kind_of
from glyphbench.games.nle.glyphs import name_of as thing_of
from tests.games.minihack.boulders import Search
from tests.games.minihack.player import OPEN, STEPS, Cell, GaveUpError, Player


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
        column = player.places("}")[0][1]
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
            for cell in player.places(OPEN)
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
    for _ in range(4):
        if not player.explore(lambda: bool(player.places("%")), avoid=">"):
            break
        if not player.goto(player.places("%")):
            break
        player.act("EAT")
        if player.game.engine.question:
            player.act("MOVE_NORTHWEST")
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
        steps = player.path(set(player.places(">")).__contains__)
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
        if player.path(set(player.places(">")).__contains__):
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
            here = max(c for r, c in player.places(OPEN) if r == row)
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
    free = {(int(r), int(c)) for r, c in np.argwhere(np.isin(chart, list(OPEN)))} | {boulder}
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


def sokoban(player: Player) -> None:
    """Search for the pushes on the map as it is shown, then carry them out."""
    chart = player.chart
    floor = frozenset((int(row), int(column)) for row, column in np.argwhere(~np.isin(chart, ["#", "?"])))
    doors = frozenset(player.places("+"))
    far = {player.at: 0}
    queue = deque([player.at])
    while queue:
        cell = queue.popleft()
        for step in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            there = (cell[0] + step[0], cell[1] + step[1])
            if there in floor and there not in far and there not in doors:
                far[there] = far[cell] + 1
                queue.append(there)
    pits = sorted(player.places("^"), key=far.__getitem__)
    pushes = Search(floor, doors, pits).run(frozenset(player.places("●")), player.at, 200_000)
    for boulder, step in pushes or ():
        player.goto([(boulder[0] - step[0], boulder[1] - step[1])])
        player.move(step)
    stairs(player)


def strategy(level: str) -> Callable[[Player], None]:
    kind = kind_of(level)
    return {
        "LavaCross": lava,
        "Levitate": levitate,
        "KeyRoom": keyroom,
        "Memento": memento,
        "ExploreMaze": explore_maze,
        "Sokoban": sokoban,
        "WoD": wand,
        "River": river,
        **dict.fromkeys(("Eat", "Pray", "Read", "Sink", "Wield"), skill),
    }.get(kind, stairs)
