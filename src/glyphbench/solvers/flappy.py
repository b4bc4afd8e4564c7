"""Teacher for Flappy."""

from __future__ import annotations

from typing import Any

from glyphbench.solvers.course import CourseSolver


class FlappySolver(CourseSolver):
    """Turns to the last pipe, or `inf` once a crash cannot be avoided. Knows the pipes that are not yet in view."""

    def choices(self, level: Any, position: Any) -> range:
        """Flap or glide."""
        return range(2)
