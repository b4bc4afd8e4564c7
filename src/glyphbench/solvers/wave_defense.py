"""WaveDefense: choose the order of lanes that loses the fewest lives and then clears the field soonest."""

from __future__ import annotations

import math
from typing import ClassVar

from glyphbench.games.classics.wave_defense import FIRE, HITS, LEFT, RIGHT, RUNNER, WAIT, Enemy, WaveDefense
from glyphbench.solvers.base import Solver

#: Lanes that the search orders; the rest wait until these are cleared.
MAX_LANES = 5


class WaveDefenseSolver(Solver[WaveDefense]):
    """A reference policy for WaveDefense: the best order of lanes against the enemies now on the field.

    It knows nothing of the enemies still to appear, and takes an enemy that waits behind another to be free.
    `cost_to_go` is approximate: the turns that the enemies in sight and to come need at about three turns each.
    """

    exact: ClassVar[bool] = False

    def cost_to_go(self, env: WaveDefense) -> float | None:
        """Estimated turns until the last wave is gone; `inf` when the cannon has fallen."""
        state = env.state
        if state.lives == 0:
            return math.inf
        later = sum(env.first + wave for wave in range(state.wave, env.waves))
        return 3.0 * (later + len(state.coming)) + sum(1 + HITS[enemy.kind] for enemy in state.enemies)

    def best_action(self, env: WaveDefense) -> int | None:
        """Fire at the first lane of the best order, or turn towards it the shorter way; wait on an empty field."""
        state = env.state
        if state.lives == 0:
            return None
        order = best_order(state.enemies, state.aim, state.clock)
        if not order:
            return WAIT
        turn = (order[0] - state.aim) % 8
        return FIRE if turn == 0 else RIGHT if turn <= 4 else LEFT


def arrival(enemy: Enemy, clock: int) -> int:
    """The number of turns after which the enemy steps onto the cannon, if nothing is in its way."""
    if enemy.kind == RUNNER:
        return enemy.distance
    # Slow enemies step on even turns.
    return (1 if clock % 2 else 2) + 2 * (enemy.distance - 1)


def best_order(enemies: list[Enemy], aim: int, clock: int) -> list[int]:
    """The order of lanes (by depth-first search) with the fewest enemies through, then the least sum of times."""
    lanes: dict[int, list[tuple[int, int]]] = {}
    for enemy in sorted(enemies, key=lambda enemy: enemy.distance):
        lanes.setdefault(enemy.lane, []).append((arrival(enemy, clock), HITS[enemy.kind]))
    urgent = sorted(lanes, key=lambda lane: (min(due for due, _ in lanes[lane]), lane))[:MAX_LANES]
    best: tuple[tuple[int, int], list[int]] = ((len(enemies) + 1, 0), [])

    def search(aim: int, now: int, lost: int, waited: int, left: list[int], order: list[int]) -> None:
        nonlocal best
        if (lost, waited) >= best[0]:
            return
        if not left:
            best = ((lost, waited), order)
            return
        for lane in left:
            turn = (lane - aim) % 8
            time, through, spent = now + min(turn, 8 - turn), lost, waited
            for due, hits in lanes[lane]:
                if due < time + hits:
                    through += 1  # gone before the last hit
                else:
                    time += hits
                    spent += time
            search(lane, time, through, spent, [other for other in left if other != lane], [*order, lane])

    search(aim, 0, 0, 0, urgent, [])
    return best[1]
