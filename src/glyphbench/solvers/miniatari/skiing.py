"""Reference policy for Skiing."""

from __future__ import annotations

from glyphbench.games.miniatari.skiing import SKIS, Skiing
from glyphbench.solvers.miniatari.common import Policy


class SkiingPolicy(Policy[Skiing]):
    """Searches headings, columns and rows down to the next gates; everything is in sight, so the plan is safe."""

    def choose(self, game: Skiing) -> str:
        """The first turn of the quickest way through the next gate, then to below it."""
        world, me = game.state, game.state.me
        blocked = {one.cell for one in game.of("tree", "pole")}
        rows = sorted({one.y for one in game.of("pole") if one.y > me.y})
        gates = {row: sorted(one.x for one in game.of("pole") if one.y == row) for row in rows}
        start = (me.x, me.y, world.turned)
        layer = {start: ""}
        seen = {start}
        best = (-99, 0, "NOOP")
        for depth in range(1, 26):
            following: dict[tuple[int, int, int], str] = {}
            for (x, y, turned), first in layer.items():
                for name, step in (("NOOP", 0), ("LEFT", -1), ("RIGHT", 1)):
                    heading = max(0, min(len(SKIS) - 1, turned + step))
                    dx, dy = SKIS[heading]
                    nx, ny = max(0, min(game.width - 1, x + dx)), y + dy
                    state = (nx, ny, heading)
                    if state in seen or (nx, ny) in blocked or ny >= game.height:
                        continue
                    if dy and ny in gates and not gates[ny][0] < nx < gates[ny][1]:
                        continue
                    seen.add(state)
                    following[state] = first or name
                    best = max(best, (ny, -depth, first or name))
            layer = following
        return best[2]
