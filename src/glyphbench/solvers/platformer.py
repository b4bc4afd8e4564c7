"""Teacher for Platformer."""

from __future__ import annotations

from typing import Any

from glyphbench.games.classics.platformer import JUMP, LEFT, RIGHT, WAIT, World
from glyphbench.solvers.course import CourseSolver

ON_GROUND, IN_AIR = (RIGHT, 3, LEFT, JUMP, 4, WAIT), (RIGHT, LEFT, WAIT)


class PlatformerSolver(CourseSolver):
    """Fewest turns to the flag. Knows the part of the level that is not yet in view."""

    def choices(self, level: World, position: Any) -> tuple[int, ...]:
        """In the air a jump does the same as a step."""
        return ON_GROUND if level.standing(position[0], position[1]) else IN_AIR
