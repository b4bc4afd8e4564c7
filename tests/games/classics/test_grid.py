"""Walking helpers, on a small board drawn by hand."""

from __future__ import annotations

from glyphbench.games.classics.grid import distances, first_step
from glyphbench.games.classics.moves import MOVES

#: A ring around a pillar, and a cell apart.
FREE = {(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2), (4, 4)}


def test_distances_go_round_the_pillar():
    found = distances((0, 1), FREE)
    assert found[(2, 1)] == 4 and found[(1, 2)] == 2
    assert (4, 4) not in found and (1, 1) not in found


def test_distances_from_several_cells():
    assert distances([(0, 0), (2, 2)], FREE)[(2, 0)] == 2
    assert distances([], FREE) == {}


def test_first_step():
    assert first_step((0, 0), (2, 1), FREE) == MOVES.index("DOWN")
    assert first_step((0, 0), (0, 2), FREE) == MOVES.index("RIGHT")
    assert first_step((0, 0), (4, 4), FREE) is None and first_step((0, 0), (0, 0), FREE) is None
    # Neither end needs to be free: a walk from the pillar onto a cell beside the ring.
    assert first_step((1, 1), (3, 2), FREE) in (MOVES.index("RIGHT"), MOVES.index("DOWN"))
