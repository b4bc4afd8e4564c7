"""Atari games through ALE: the screen as a grid of glyphs, native scores."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import numpy as np

from glyphbench.core.env import GlyphEnv, Outcome, check_choice, check_int
from glyphbench.core.glyphs import Glyph
from glyphbench.core.observation import Observation
from glyphbench.games.atari.cells import Cells
from glyphbench.games.atari.engine import MAX_NOOPS, Engine
from glyphbench.games.atari.joystick import named
from glyphbench.games.atari.motion import Body, BodyFinder, Move, moves
from glyphbench.games.atari.table import games, table

#: Bodies named in the HUD's motion line.
SHOWN_MOVES = 6

Screens = tuple[np.ndarray, ...]


class Atari(GlyphEnv):
    """One of 57 Atari 2600 games.

    The native return is the cartridge's score, neither scaled nor bounded. `success` means a match won in the games
    against a rival, and stays False in the others, which have no end to reach.

    Args:
        game: ALE's name (`MsPacman`).
        mode: the mode switch; None is ALE's default.
        difficulty: the difficulty switch; None is ALE's default.
        full_action_space: all 18 joystick positions under their plain names.
        frames_per_action: frames that an action is held, 1 to 16.
        sticky: probability, per frame, that the console repeats the previous frame's position; 0 to 1.
    """

    return_bounds: ClassVar[tuple[float, float] | None] = None

    def __init__(
        self,
        *,
        game: str,
        mode: int | None = None,
        difficulty: int | None = None,
        full_action_space: bool = False,
        frames_per_action: int = 4,
        sticky: float = 0.25,
        **common: Any,
    ) -> None:
        self.game = check_choice("game", game, games())
        for name, value in (("mode", mode), ("difficulty", difficulty)):
            if value is not None:
                check_int(name, value, 0, 255)
        if not isinstance(full_action_space, bool):
            raise ValueError(f"full_action_space must be True or False, got {full_action_space!r}")
        self.frames_per_action = check_int("frames_per_action", frames_per_action, 1, 16)
        if isinstance(sticky, bool) or not isinstance(sticky, (int, float)) or not 0 <= sticky <= 1:
            raise ValueError(f"sticky must be a number from 0 to 1, got {sticky!r}")
        self.sticky = float(sticky)
        self.table = table(game)
        self.engine = Engine(
            game,
            mode=mode,
            difficulty=difficulty,
            sticky=self.sticky,
            full_action_space=full_action_space,
            kept=self.table.frames,
        )
        positions = [position.name for position in self.engine.joystick]
        self.actions = named(positions, {} if full_action_space else self.table.names)
        self.rules = self._rules()
        super().__init__(**common)
        self._cells = Cells(self.table)
        self._bodies = BodyFinder(self.table.things)
        # Characters of kind 0 where it fills a cell and where it does not, of kind 1, and so on.
        self._chars = np.array([self.table.palette.glyphs[glyph].char for glyph in self.table.glyph_of.ravel()])
        self._legends: dict[bytes, tuple[Glyph, ...]] = {}
        self._score = 0.0
        self._gained = 0.0
        self._past: Screens | None = None
        # The bodies of the last drawn screens, so that each screen is analysed once.
        self._drawn: tuple[Screens, list[Body]] | None = None

    def _rules(self) -> str:
        known = self.table
        title = re.sub(r"(?<!^)(?=[A-Z])", " ", self.game)
        height = f"A cell is 4 pixels wide and {known.cell} high"
        sticky = (
            f" Each frame the console repeats the previous frame's input with probability {self.sticky:g}."
            if self.sticky
            else ""
        )
        return (
            f"{title} (Atari 2600). {known.goal}{' ' + known.notes if known.notes else ''}\n"
            f"{height} and shows the most important thing in it. 'moved' lists things that changed place since your "
            "last action: glyph, column,row (from 0, top left), then change in columns,rows. An action is held for "
            f"{self.frames_per_action} frames of 1/60 second.{sticky}\n"
            "Score: the reward of each action is the change of the game's score."
        )

    def _start(self, seed: int) -> None:
        self.engine.reset(seed, int(self.np_random.integers(MAX_NOOPS + 1)))
        self._score = self._gained = 0.0
        self._past = self._drawn = None

    def _apply(self, action: int) -> Outcome:
        lives = self.engine.lives
        self._past = self.engine.screens
        self._gained = self.engine.act(action, self.frames_per_action)
        self._score += self._gained
        # ALE's count of lives is right only once the game runs.
        if self.table.lives and self.turn and self.engine.lives < lives:
            self.message = "You lost a life."
        over = self.engine.over
        return Outcome(self._gained, over, self._score > 0 if over and self.table.versus else None)

    def _observe(self) -> Observation:
        screens = self.engine.screens
        kinds, pixels = self._cells(screens)
        here = self._bodies(kinds, pixels)
        found = moves(self._earlier(), here) if self._past is not None else []
        self._drawn = (screens, here)
        looks = kinds * 2 + (pixels < self.table.full)
        rows = tuple(self._chars.take(looks).view(f"<U{looks.shape[1]}").ravel().tolist())
        return Observation(rows, self._legend(looks, rows), self._hud(found))

    def _legend(self, looks: np.ndarray, rows: tuple[str, ...]) -> tuple[Glyph, ...]:
        seen = (np.bincount(looks.ravel(), minlength=len(self._chars)) > 0).tobytes()
        legend = self._legends.get(seen)
        if legend is None:
            legend = self._legends[seen] = self.table.palette.legend(rows)
        return legend

    def _earlier(self) -> list[Body]:
        """The bodies one action ago, from the last drawing where there was one."""
        assert self._past is not None
        if self._drawn is not None and self._drawn[0] is self._past:
            return self._drawn[1]
        return self._bodies(*self._cells(self._past))

    def _hud(self, found: list[Move]) -> str:
        known = self.table
        parts = [f"score {self._score:.0f}" + (f" ({self._gained:+.0f})" if self._gained else "")]
        if known.lives and self.turn:
            parts.append(f"lives {self.engine.lives}")
        parts += [said for said in (one.read(self.engine.screens[-1]) for one in known.instruments) if said]
        text = " | ".join(parts)
        if found:
            text += "\nmoved: " + "; ".join(map(self._said, found[:SHOWN_MOVES]))
        return text

    def _said(self, move: Move) -> str:
        glyph = self.table.palette.glyphs[self.table.glyph_of[move.kind, 0]].char
        # Adding zero turns a negative zero into a plain one.
        d_column, d_row = round(move.d_column, 1) + 0.0, round(move.d_row, 1) + 0.0
        return f"{glyph} {move.column:.0f},{move.row:.0f} {d_column:+g},{d_row:+g}"

    def engine_frame(self) -> np.ndarray:
        """The console's picture, uint8 (210, 160, 3)."""
        return self.engine.picture

    def _get_state(self) -> Any:
        return (self.engine.save(), self._score, self._gained, self._past)

    def _set_state(self, state: Any) -> None:
        saved, self._score, self._gained, self._past = state
        self.engine.load(saved)
        self._drawn = None
