"""Games on a fixed course with deterministic motion: what moves is a function of the position and the action alone.

A course says what one action does to a position (a plain tuple of integers). The environment, the generator's check
that a course can be won and the teacher's table all call the same function, so they cannot disagree.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, NamedTuple

from glyphbench.core.env import GlyphEnv, Outcome
from glyphbench.games.classics.level import Fixed

Position = tuple[Any, ...]


class Ending(NamedTuple):
    """The episode is over: whether it was won, what to tell the player, and the last position to draw."""

    success: bool
    message: str
    at: Position


class Course(Fixed):
    """The part of a state that no action changes, and the law of motion on it."""

    @abstractmethod
    def move(self, position: Position, action: int) -> Position | Ending:
        """Where `action` leads from `position`; exact, without randomness and without side effects."""


class Run(NamedTuple):
    """The state of an episode: the course, where the player is on it, and the most progress made so far."""

    course: Any
    position: Position | Ending
    best: int = 0

    @property
    def shown(self) -> Position:
        """The position to draw."""
        return self.position.at if isinstance(self.position, Ending) else self.position


class CourseGame(GlyphEnv):
    """Base of the games on a course. Each unit of new progress earns `unit`, success `prize`, failure `loss`.

    Progress counts only beyond the most that the episode has seen, so none is earned twice.
    """

    unit = 0.0
    prize = 1.0
    loss = 0.0

    @abstractmethod
    def progress(self, position: Position) -> int:
        """How far the player has come, in units; 0 at the start."""

    def say(self, before: Position, action: int, after: Position) -> str:
        """Feedback on an action that did not end the episode; it must say why an action had no effect."""
        return ""

    def _apply(self, action: int) -> Outcome:
        course, before, best = self.state
        after = course.move(before, action)
        if type(after) is Ending:
            self.message = after.message
            gained = max(self.progress(after.at) - best, 0)
            self.state = Run(course, after, best + gained)
            return Outcome(gained * self.unit + (self.prize if after.success else self.loss), True, after.success)
        self.message = self.say(before, action, after)
        reached = self.progress(after)
        if reached > best:
            self.state = Run(course, after, reached)
            return Outcome((reached - best) * self.unit)
        self.state = Run(course, after, best)
        return Outcome()

    # A run is immutable and its course is shared, so a snapshot needs no copy.
    def _get_state(self) -> Run:
        return self.state

    def _set_state(self, state: Run) -> None:
        self.state = state


def winnable(course: Course, start: Position, actions: tuple[int, ...], limit: int = 20_000) -> bool:
    """Whether depth-first search finds a success from `start` within `limit` positions.

    `actions` are tried in the given order: put the promising ones first.
    """
    seen = {start}
    stack = [start]
    while stack and len(seen) < limit:
        position = stack.pop()
        for action in reversed(actions):
            after = course.move(position, action)
            if type(after) is Ending:
                if after.success:
                    return True
            elif after not in seen:
                seen.add(after)
                stack.append(after)
    return False


def constant_wins(course: Course, start: Position, action: int, turns: int) -> bool:
    """Whether repeating one action for at most `turns` turns succeeds."""
    position: Position | Ending = start
    for _ in range(turns):
        position = course.move(position, action)
        if isinstance(position, Ending):
            return position.success
    return False
