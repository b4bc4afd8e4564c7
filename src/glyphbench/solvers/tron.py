"""Reference policy for Tron."""

from __future__ import annotations

from math import inf
from typing import ClassVar

from glyphbench.games.classics.tron import LOST, RIDING, WON, Position, State, Tron, territory
from glyphbench.solvers.base import Solver


class TronSolver(Solver[Tron]):
    """Beam search over our own moves against the opponent's stated rule, valued by territory.

    The opponent's rule is in the game's rules and has no chance in it, so its replies are computed, not guessed.
    `cost_to_go` is approximate: the cells that the opponent can still fill.

    Args:
        depth: moves searched ahead.
        width: positions kept after each move.
        follow: moves of a plan that are played before the next search.
    """

    exact: ClassVar[bool] = False

    def __init__(self, depth: int = 8, width: int = 8, follow: int = 3) -> None:
        self.depth, self.width, self.follow = depth, width, follow
        self._plan: dict[Position, int] = {}

    def cost_to_go(self, env: Tron) -> float | None:
        """Turns until the opponent has run out of cells, roughly; inf after a loss or a draw."""
        state: State = env.state
        if state.standing != RIDING:
            return 0.0 if state.standing == WON else inf
        position = state.position
        return float(territory(position.size, position.blocked, position.they, position.you)[0] + 1)

    def best_action(self, env: Tron) -> int | None:
        """The next move of the plan; None after the end."""
        state: State = env.state
        if state.standing != RIDING:
            return None
        if state.position not in self._plan:
            self._plan = self.search(state.position, env.strength)
        return self._plan[state.position]

    def search(self, start: Position, strength: int) -> dict[Position, int]:
        """The first moves of the best line found, by position."""
        # (value, moves of the line with the positions they are made in, last position)
        beam: list[tuple[float, list[tuple[Position, int]], Position]] = [(0.0, [], start)]
        fallback: tuple[float, list[tuple[Position, int]]] = (-inf, [(start, start.facing)])
        for _ in range(self.depth):
            following = []
            for _, line, position in beam:
                for action, _ in position.ahead(position.you, position.facing):
                    after, standing = position.after(action, strength)
                    longer = [*line, (position, action)]
                    if standing == WON:
                        return dict(longer)
                    if standing == RIDING:
                        following.append((worth(after), longer, after))
                    else:
                        # A late draw or loss beats an early one, a draw beats a loss.
                        value = len(longer) - (1000.0 if standing == LOST else 500.0)
                        fallback = max(fallback, (value, longer), key=lambda item: item[0])
            if not following:
                return dict(fallback[1])
            following.sort(key=lambda item: -item[0])
            beam = following[: self.width]
        return dict(beam[0][1][: self.follow])


def worth(position: Position) -> float:
    """Our territory less theirs; hugging walls breaks ties, because it wastes fewer cells."""
    mine, theirs = territory(position.size, position.blocked, position.you, position.they)
    return mine - theirs - 0.1 * len(position.ahead(position.you, position.facing))
