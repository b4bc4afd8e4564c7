from functools import cache
from math import isinf

import gymnasium as gym
import numpy as np
import pytest

from glyphbench.games.classics.memory_match import MemoryMatch, State
from glyphbench.solvers.memory_match import MemoryMatchSolver


def matchings(cells):
    """All ways to pair up the cells, as partner tables."""
    if not cells:
        yield {}
        return
    first, *rest = cells
    for other in rest:
        for more in matchings([cell for cell in rest if cell != other]):
            yield {first: other, other: first, **more}


def brute(pairs, sweeps=200):
    """Expected flips from every knowledge state of a game with `pairs` pairs, by value iteration.

    A state is (what is known of each cell: None, "*" for found, or a number that equal cards share; the cell that is
    up or None). Numbers are given in order of appearance. All pairings that agree with a state are equally likely.
    """
    cells = 2 * pairs
    everything = list(matchings(list(range(cells))))

    def agrees(partner, known):
        def fits(one, other):
            if known[one] is None or known[other] is None:
                return True  # a seen card whose partner is unseen must not have a seen twin: checked from the twin
            return (known[one] == known[other]) == (partner[one] == other) or known[one] == known[other] == "*"

        pairs_kept = all((known[cell] == "*") == (known[partner[cell]] == "*") for cell in range(cells))
        return pairs_kept and all(fits(one, other) for one in range(cells) for other in range(one))

    @cache
    def chances(known, cell):
        """What turning up a cell shows: (number, chance); a number not known yet is -1."""
        fitting = [partner for partner in everything if agrees(partner, known)]
        if known[cell] is not None:
            return [(known[cell], 1.0)]
        shown = [-1 if known[partner[cell]] is None else known[partner[cell]] for partner in fitting]
        return [(number, shown.count(number) / len(shown)) for number in sorted(set(shown))]

    @cache
    def renamed(known):
        names = {}
        return tuple(number if number in (None, "*") else names.setdefault(number, len(names)) for number in known)

    def steps(state):
        known, up = state
        for cell in range(cells):
            if cell == up or known[cell] == "*":
                continue
            outcomes = []
            for number, chance in chances(known, cell):
                after = list(known)
                after[cell] = number
                if up is not None and after[up] == number:
                    after[up] = after[cell] = "*"
                outcomes.append((chance, (renamed(tuple(after)), cell if up is None else None)))
            yield outcomes

    start = ((None,) * cells, None)
    table = {start: list(steps(start))}
    queue = [start]
    for state in queue:
        for outcomes in table[state]:
            for _, after in outcomes:
                if after not in table:
                    table[after] = list(steps(after))
                    queue.append(after)
    value = {state: 0.0 if not options else 100.0 for state, options in table.items()}
    for _ in range(sweeps):
        change = 0.0
        for state in reversed(queue):
            if table[state]:
                best = min(1 + sum(chance * value[after] for chance, after in outcomes) for outcomes in table[state])
                change = max(change, abs(best - value[state]))
                value[state] = best
        if change < 1e-12:
            break
    return value


@pytest.mark.parametrize("rows,cols", [(2, 2), (2, 3)])
def test_costs_are_those_of_plain_value_iteration_over_knowledge(rows, cols):
    env = MemoryMatch(rows=rows, cols=cols)
    env.reset(seed=0)
    solver = MemoryMatchSolver()
    checked = 0
    for (known, up), expected in brute(rows * cols // 2).items():
        # Lay any cards that agree: found cards in pairs, then a partner for each card known alone.
        cards = np.full(len(known), 255, dtype=np.uint8)
        spare = [letter for letter in range(len(known) // 2) if letter not in known]
        gone = [cell for cell, number in enumerate(known) if number == "*"]
        for one, other in zip(gone[::2], gone[1::2], strict=True):
            cards[[one, other]] = spare.pop()
        for cell, number in enumerate(known):
            if isinstance(number, int):
                cards[cell] = number
        missing = [letter for letter in range(len(known) // 2) for _ in range(2 - int((cards == letter).sum()))]
        cards[cards == 255] = missing
        found = np.array([number == "*" for number in known])
        seen = np.array([number is not None for number in known])
        env.state = State(cards, found, seen, [] if up is None else [up])
        assert solver.cost_to_go(env) == pytest.approx(expected, abs=1e-9)
        assert (solver.best_action(env) is None) == (expected == 0)
        checked += 1
    assert checked > 30


def test_two_pairs_by_hand():
    # Flips 1 and 2 of a 2x2 game: a pair with chance 1/3, and the other pair takes two more. Otherwise both other
    # cards are known to be unseen partners: each pair takes two flips.
    env = MemoryMatch(rows=2, cols=2)
    env.reset(seed=0)
    assert MemoryMatchSolver().cost_to_go(env) == pytest.approx(2 + 1 / 3 * 2 + 2 / 3 * 4)


@pytest.mark.parametrize("task", ["MemoryMatch", "MemoryMatchHard"])
def test_mean_play_is_what_the_cost_promises(task):
    env = gym.make(f"GlyphBench/{task}-v0").unwrapped
    solver = MemoryMatchSolver()
    lengths = []
    for seed in range(60):
        env.reset(seed=seed)
        promised = solver.cost_to_go(env)
        over = False
        while not over:
            assert not isinf(solver.cost_to_go(env))
            _, over, _, info = env.advance(solver.best_action(env))
        assert info["success"] and info["return_so_far"] == pytest.approx(1)
        lengths.append(env.turn)
    assert max(lengths) <= env.max_turns / 2
    assert abs(np.mean(lengths) - promised) < 4 * np.std(lengths) / len(lengths) ** 0.5
