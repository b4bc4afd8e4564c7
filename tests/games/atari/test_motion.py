"""Bodies against SciPy's labelling of connected cells, and moves worked out by hand."""

import numpy as np
import pytest
from scipy import ndimage

from glyphbench.games.atari.motion import BodyFinder, moves

THINGS = 3


def labelled(kinds: np.ndarray, pixels: np.ndarray) -> list[tuple[int, int, float, float, int]]:
    found = []
    for kind in range(THINGS):
        labels, count = ndimage.label(kinds == kind, np.ones((3, 3)))
        for label in range(1, count + 1):
            cells = np.argwhere(labels == label)
            weight = pixels[labels == label].astype(float)
            row, column = (cells * weight[:, None]).sum(0) / weight.sum()
            found.append((kind, int(np.flatnonzero(labels == label)[0]), row, column, len(cells)))
    return sorted(found)


@pytest.mark.parametrize("share", [0.05, 0.3, 0.6])
def test_bodies_are_the_connected_cells_of_a_kind(share: float) -> None:
    rng = np.random.default_rng(0)
    finder = BodyFinder(THINGS)
    for _ in range(60):
        kinds = np.where(rng.random((20, 30)) < share, rng.integers(0, THINGS, (20, 30)), THINGS).astype(np.uint8)
        # Rows that stay as they are must not be confused with others.
        kinds[5:8] = kinds[9]
        pixels = rng.integers(1, 25, kinds.shape).astype(np.uint8)
        for (*ours, row, column, size), (*theirs, their_row, their_column, their_size) in zip(
            finder(kinds, pixels), labelled(kinds, pixels), strict=True
        ):
            assert ours == theirs and size == their_size
            assert (row, column) == pytest.approx((their_row, their_column))


def test_no_things_no_bodies() -> None:
    assert BodyFinder(0)(np.zeros((3, 3), np.uint8), np.ones((3, 3), np.uint8)) == []


def test_moves_by_hand() -> None:
    # (kind, first cell, row, column, cells) on a grid 40 wide.
    ball, wall, far = (1, 205, 5.0, 5.0, 1), (1, 40, 1.0, 0.0, 2), (2, 500, 12.0, 20.0, 1)
    player = (0, 800, 20.0, 0.0, 2)
    before = [player, wall, ball, far]
    now = [(0, 800, 20.0, 0.5, 2), wall, (1, 246, 6.0, 6.0, 1), (2, 900, 22.0, 20.0, 1)]
    # The far thing is another: 10 cells are too many. The player comes first though the ball moved further.
    assert [tuple(move) for move in moves(before, now)] == [(0, 20.0, 0.5, 0.0, 0.5), (1, 6.0, 6.0, 1.0, 1.0)]
    # What stands still is no origin: the new ball beside the wall comes from the ball, not from the wall.
    assert [tuple(move) for move in moves([wall, ball], [wall, (1, 81, 2.0, 1.0, 1)])] == [(1, 2.0, 1.0, -3.0, -4.0)]
    assert moves([], now) == [] and moves(before, []) == [] and moves(before, before) == []
    assert moves([(1, 0, 1.0, 1.0, 30)], [(1, 0, 1.0, 2.0, 30)]) == []
    # Two near the place of one: the nearer came from there, though it hardly moved; the other has just appeared.
    assert moves([ball], [(1, 206, 5.0, 5.1, 1), (1, 209, 5.0, 9.0, 1)]) == []
    assert [tuple(move) for move in moves([ball], [(1, 206, 5.0, 6.0, 1), (1, 209, 5.0, 9.0, 1)])] == [
        (1, 5.0, 6.0, 0.0, 1.0)
    ]
    # A crowd that grew by more than half did not move: others joined it.
    assert moves([(1, 0, 1.0, 1.0, 12)], [(1, 0, 2.0, 1.0, 19)]) == []
