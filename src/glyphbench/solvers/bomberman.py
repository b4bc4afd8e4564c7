"""Bomberman: bomb where most crates fall for the walk, and plan ahead where the blast is not and slimes hardly are."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from glyphbench.games.classics.bomberman import BOMB, CRATE, EXIT, FLOOR, WAIT, Bomberman, State, blast
from glyphbench.games.classics.grid import Cell, distances, neighbours
from glyphbench.solvers.base import Solver

#: Turns that a plan looks ahead.
HORIZON = 10
#: What a sure meeting with a slime costs, in steps of distance to the goal.
DEATH = 300.0
#: The risk of meeting a slime above which no bomb is laid.
MAX_RISK = 0.04
#: Walking distance of the nearest slime below which a place for a bomb counts for less.
SHY = 12
#: Distance that counts for a goal which cannot be reached now.
FAR = 50


class BombermanSolver(Solver[Bomberman]):
    """A reference policy for Bomberman. It does not know where the exit is until it is uncovered.

    `cost_to_go` is approximate: a bomb's turn-around for half the crates, or the walk to the exit.
    """

    exact: ClassVar[bool] = False

    def cost_to_go(self, env: Bomberman) -> float | None:
        """Estimated turns until the exit; 0 on it."""
        state = env.state
        exits = np.argwhere(state.board == EXIT)
        if not len(exits):
            return float((env.fuse + 4) * np.ceil((state.board == CRATE).sum() / 3))
        steps = distances((int(exits[0][0]), int(exits[0][1])), open_cells(state))
        return float(steps.get(state.player, FAR))

    def best_action(self, env: Bomberman) -> int | None:
        """Walk to the exit once it shows; else lay the next bomb, walk to where it goes, or keep clear of danger."""
        state = env.state
        if state.board[state.player] == EXIT:
            return None
        free = open_cells(state)
        exits = [cell for cell in free if state.board[cell] == EXIT]
        goal = exits[0] if exits else self._spot(env, free)
        odds = slime_odds(state, free, HORIZON)
        if goal == state.player and not state.fuse:
            laid = plan(env, state.player, env.fuse, free, goal, odds, laying=True)
            if laid is not None and laid[1] <= MAX_RISK:
                return BOMB
        found = plan(env, state.bomb, state.fuse, free, goal, odds)
        return WAIT if found is None else found[0]

    def _spot(self, env: Bomberman, free: set[Cell]) -> Cell:
        """The cell for the next bomb: most crates per turn of walk and fuse, with a place to hide in time."""
        state = env.state
        board = state.board
        if state.fuse:
            # The bomb that lies there will have removed its crates by then.
            board = board.copy()
            for cell in blast(board, state.bomb, env.reach)[1]:
                board[cell] = FLOOR
        steps = distances(state.player, free)
        away = distances(state.slimes, free)
        ranked = []
        for cell, walk in steps.items():
            crates = len(blast(board, cell, env.reach)[1])
            if crates:
                ease = min(1.0, (away.get(cell, SHY) + 1) / SHY)
                ranked.append((-crates * ease / (walk + env.fuse + 1), cell))
        for _, cell in sorted(ranked):
            covered = blast(board, cell, env.reach)[0]
            hide = distances(cell, free)
            if any(walk <= env.fuse and other not in covered for other, walk in hide.items()):
                return cell
        return state.player


def open_cells(state: State) -> set[Cell]:
    """The cells that the player may enter (the bomb's cell included)."""
    return {(int(row), int(col)) for row, col in np.argwhere((state.board == FLOOR) | (state.board == EXIT))}


def slime_odds(state: State, free: set[Cell], turns: int) -> list[dict[Cell, float]]:
    """The expected number of slimes on each cell now and at the end of each of the next `turns` turns."""
    now: dict[Cell, float] = {}
    for slime in state.slimes:
        now[slime] = now.get(slime, 0.0) + 1.0
    found = [now]
    for turn in range(1, turns + 1):
        if (state.clock + turn) % 2 == 0:
            following: dict[Cell, float] = {}
            for cell, odds in now.items():
                exits = [other for other in neighbours(cell) if other in free] or [cell]
                for other in exits:
                    following[other] = following.get(other, 0.0) + odds / len(exits)
            now = following
        found.append(now)
    return found


def plan(
    env: Bomberman,
    bomb: Cell,
    fuse: int,
    free: set[Cell],
    goal: Cell,
    odds: list[dict[Cell, float]],
    *,
    laying: bool = False,
) -> tuple[int, float] | None:
    """Find moves that survive the bomb, by least sum of distances to the goal and of the odds of meeting a slime.

    With `laying` the first turn lays the bomb. Returns the first move (WAIT for staying) and the summed odds, or
    None if the blast cannot be survived.
    """
    state = env.state
    first = 1 if laying else 0
    due = fuse + first if fuse else 0
    covered = blast(state.board, bomb, env.reach)[0] if fuse else set()
    steps = distances(goal, free)
    # Dynamic programming over turns: for each cell the least cost, its share of risk, and its first move.
    layer: dict[Cell, tuple[float, float, int]] = {state.player: (0.0, odds[first].get(state.player, 0.0), WAIT)}
    for turn in range(first + 1, max(due, HORIZON) + 1):
        before, after = odds[min(turn - 1, HORIZON)], odds[min(turn, HORIZON)]
        following: dict[Cell, tuple[float, float, int]] = {}
        for cell, (cost, risk, move) in layer.items():
            for step, other in ((WAIT, cell), *enumerate(neighbours(cell))):
                if other not in free or (turn <= due and other == bomb != cell) or (turn == due and other in covered):
                    continue
                # A slime may stand there when the player comes, or come afterwards.
                meet = after.get(other, 0.0) + (before.get(other, 0.0) if other != cell else 0.0)
                total = cost + steps.get(other, FAR) + DEATH * meet
                if other not in following or total < following[other][0]:
                    following[other] = (total, risk + meet, step if turn == first + 1 else move)
        layer = following
    if not layer:
        return None
    _, risk, move = min(layer.values())
    return move, risk
