"""Teacher for Ski."""

from __future__ import annotations

from typing import Any

from glyphbench.solvers.course import CourseSolver


class SkiSolver(CourseSolver):
    """Turns to the finish, or `inf` once a gate or a tree cannot be managed. Knows the slope below the view."""

    def choices(self, level: Any, position: Any) -> range:
        """Lean left, keep, lean right."""
        return range(3)
