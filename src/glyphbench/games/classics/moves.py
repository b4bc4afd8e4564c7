"""The four compass moves that most classics share."""

from __future__ import annotations

from glyphbench.core.actions import Action, ActionSet

#: UP, RIGHT, DOWN, LEFT as (row, column) steps.
STEPS: tuple[tuple[int, int], ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))

MOVES = ActionSet(
    [
        Action("UP", "one cell north", ("NORTH", "MOVE_UP")),
        Action("RIGHT", "one cell east", ("EAST", "MOVE_RIGHT")),
        Action("DOWN", "one cell south", ("SOUTH", "MOVE_DOWN")),
        Action("LEFT", "one cell west", ("WEST", "MOVE_LEFT")),
    ]
)
