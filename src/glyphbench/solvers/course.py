"""Teachers for the games on a course: exact tables over the game's own law of motion."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from glyphbench.games.classics.course import Course, CourseGame, Ending
from glyphbench.solvers.search import Moves, TableSolver


class CourseSolver(TableSolver[CourseGame]):
    """Fewest actions to success, from a table over every position that can be reached from the first one asked.

    The solver knows the whole course: where a game shows only a part of it, its own solver says so.
    """

    def level(self, env: CourseGame) -> Course:
        """The course."""
        return env.state.course

    def position(self, env: CourseGame) -> Any:
        """The position, or the ending that was reached."""
        return env.state.position

    def solved(self, level: Course, position: Any) -> bool:
        """An ending with success."""
        return type(position) is Ending and position.success

    def moves(self, level: Course, position: Any) -> Moves:
        """What the course makes of each action; actions that lose are left out."""
        if type(position) is Ending:
            return []
        found = []
        for action in self.choices(level, position):
            after = level.move(position, action)
            if type(after) is not Ending or after.success:
                found.append((action, after))
        return found

    @abstractmethod
    def choices(self, level: Any, position: Any) -> range | tuple[int, ...]:
        """Actions worth trying at `position`: all of them, or one of each set that does the same."""
