"""From MiniHack's native rewards to a return in [-1, 1].

Native rewards are events (a goal, an apple, a filled pit) and, on most tasks, -0.01 for each action during which game
time stands still. Events are divided by the most that they can add up to; the penalty is divided so that it cannot
pass -1 within the task's horizon, and it stops counting there. Nothing depends on the caller's turn limit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

#: The longest horizon of a standard task.
LONGEST = 512
#: Upstream's penalty for an action that takes no game time.
FROZEN = 0.01


class Scale(Protocol):
    """Maps the native rewards of one episode, step by step."""

    def clear(self) -> None:
        """Begin an episode."""

    def add(self, native: float) -> float:
        """Return the scaled reward of a native reward."""


@dataclass
class EventScale:
    """Events worth `best` in all, and the frozen-time penalty.

    Attributes:
        horizon: upstream's step limit, at most 512; the penalty is scaled to add up to at most -1 over it.
        best: the sum of all positive events.
        fatal: a native event of -1 ends the episode with a return of -1 (Memento's squeaky board).
    """

    horizon: int
    best: float = 1.0
    fatal: bool = False
    _events: float = field(default=0.0, init=False)
    _penalty: float = field(default=0.0, init=False)

    @property
    def per_frozen_step(self) -> float:
        """What one action without game time costs, scaled."""
        return min(FROZEN, 1 / self.horizon)

    def clear(self) -> None:
        """Begin an episode."""
        self._events = self._penalty = 0.0

    def add(self, native: float) -> float:
        """Return the scaled reward; events are multiples of one half, the rest is the penalty."""
        before = self._total()
        event = round(native * 2) / 2
        self._events = min(self._events + event, self.best)
        if native < event:
            self._penalty = min(self._penalty + self.per_frozen_step, 1.0)
        return (-1.0 if self.fatal and event < 0 else self._total()) - before

    def _total(self) -> float:
        return self._events / self.best - self._penalty


@dataclass
class PitScale:
    """MiniHack's Sokoban: 0.1 per pit filled (taken back when one shows again), -0.001 per step, 1 at the end.

    One factor maps all of it, so that every pit filled and the stairs reached is just below 1.
    """

    pits: int

    @property
    def gain(self) -> float:
        """Scaled reward per unit of native reward."""
        return 1 / (1 + 0.1 * self.pits)

    def clear(self) -> None:
        """Begin an episode: nothing is remembered."""

    def add(self, native: float) -> float:
        """Return the scaled reward."""
        return native * self.gain
