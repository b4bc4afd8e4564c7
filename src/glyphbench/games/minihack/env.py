"""MiniHack levels as glyph tasks."""

from __future__ import annotations

from typing import Any

import numpy as np

from glyphbench.core.env import GlyphEnv, Outcome, check_choice
from glyphbench.core.observation import Observation
from glyphbench.games.minihack.engine import FULL_KINDS, build, keyboard
from glyphbench.games.minihack.levels import LEVELS, PITS, kind_of, name_of
from glyphbench.games.minihack.rules import compose
from glyphbench.games.minihack.scale import LONGEST, EventScale, PitScale
from glyphbench.games.nle.view import View, report

#: NLE's end status: the task's own event, success or not.
_TASK_ENDED = 2
_WITH_INVENTORY = (*FULL_KINDS, "KeyRoom", "Sokoban")


class MiniHack(GlyphEnv):
    """One MiniHack level on the NetHack Learning Environment.

    An action presses one key of upstream's action set. Native rewards are upstream's; `scale` maps them to [-1, 1].

    Args:
        level: the upstream id, one of `levels.LEVELS`.
    """

    def __init__(self, *, level: str, **common: Any) -> None:
        self.level = check_choice("level", level, LEVELS)
        kind = kind_of(level)
        board = keyboard(kind)
        self.actions = board.actions
        super().__init__(**common)
        self.engine, limit = build(level, board.keys)
        self.scale = scale_of(level, limit)
        self.rules = compose(level, self.scale)
        self._view = View(inventory=kind in _WITH_INVENTORY)

    def _start(self, seed: int) -> None:
        self.engine.reset(seed)
        self.scale.clear()
        self._view.clear()
        self.message = report(self.engine.lines, self.engine.question)

    def _apply(self, action: int) -> Outcome:
        before = self.engine.frame
        step = self.engine.step(action)
        self.message = report(self.engine.lines, self.engine.question, before, self.engine.frame)
        # The base class scales by one factor; ours differs between events and the penalty.
        self.reward_gain = self.scale.add(step.reward) / step.reward if step.reward else 0.0
        success = step.status == _TASK_ENDED and step.reward > 0
        if step.ended:
            end = "The goal is reached." if success else "The episode ends without success."
            self.message = f"{self.message}\n{end}" if self.message else end
        return Outcome(step.reward, step.ended, success)

    def _observe(self) -> Observation:
        return self._view.observe(self.engine.frame, self.engine.question)

    def _get_state(self) -> Any:
        """NetHack's state lives in a C library that cannot be copied.

        Raises:
            NotImplementedError: always.
        """
        raise NotImplementedError("NLE cannot save and restore a running game")

    def engine_frame(self) -> np.ndarray:
        """MiniHack's own tiles: uint8 of shape (336, 1264, 3)."""
        from minihack.tiles import GlyphMapper

        return np.asarray(GlyphMapper().to_rgb(self.engine.frame.glyphs), dtype=np.uint8)

    def native_text(self) -> str:
        """NetHack's terminal."""
        return self.engine.screen()

    def close(self) -> None:
        """Free the engine."""
        self.engine.close()
        super().close()


def scale_of(level: str, limit: int) -> EventScale | PitScale:
    """The reward scale of a level whose upstream step limit is `limit`."""
    name, kind = name_of(level), kind_of(level)
    if kind == "Sokoban":
        return PitScale(PITS[name])
    best = 3.0 if kind == "ExploreMaze" else 1.0
    return EventScale(min(limit, LONGEST), best, fatal=kind == "Memento")
