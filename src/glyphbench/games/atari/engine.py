"""The Arcade Learning Environment (ALE), held for a number of frames per action.

ale-py is GPL-2.0 software and an optional extra; nothing outside this module imports it, and this module is imported
only when an Atari task is made. Seeding, sticky actions and rewards are those of ALE's own Gymnasium environments
(Machado et al., 2018, and ale-py's `AtariEnv`), so that a score here is a score there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import ale_py
import numpy as np
from ale_py import roms

#: Screens are palette codes of this shape (rows, columns).
SCREEN = (210, 160)
#: Most no-op frames played before the player's first turn.
MAX_NOOPS = 30

ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)


@dataclass(frozen=True)
class Saved:
    """A copy of the emulator, its random generator included, and of the frames last shown."""

    machine: Any
    screens: tuple[np.ndarray, np.ndarray]
    picture: np.ndarray


def rom_name(game: str) -> str:
    """ALE's ROM id of a game: `MsPacman` is `ms_pacman`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", game).lower()


class Engine:
    """One console with one cartridge.

    Args:
        game: name as in ALE's ids (`MsPacman`).
        mode: the game's mode switch; None is ALE's default.
        difficulty: the difficulty switch; None is ALE's default.
        sticky: probability that the console repeats the previous frame's action instead of the given one.
        full_action_space: all 18 joystick positions instead of those that the game uses.

    Raises:
        ValueError: the game has no such mode or difficulty.
    """

    def __init__(
        self,
        game: str,
        *,
        mode: int | None = None,
        difficulty: int | None = None,
        sticky: float = 0.25,
        full_action_space: bool = False,
    ) -> None:
        self.game = game
        self._path = roms.get_rom_path(rom_name(game))
        self._switches = (mode, difficulty)
        self.ale = ale_py.ALEInterface()
        self.ale.setFloat("repeat_action_probability", sticky)
        self.ale.loadROM(self._path)
        for name, value, known in (
            ("mode", mode, self.ale.getAvailableModes()),
            ("difficulty", difficulty, self.ale.getAvailableDifficulties()),
        ):
            if value is not None and value not in known:
                raise ValueError(f"{game} has {name} {', '.join(map(str, known))}, got {value!r}")
        self.joystick = self.ale.getLegalActionSet() if full_action_space else self.ale.getMinimalActionSet()
        self.screens = (np.zeros(SCREEN, np.uint8), np.zeros(SCREEN, np.uint8))
        #: The picture of a restored state, which ALE itself does not redraw; None while ALE's own is right.
        self._picture: np.ndarray | None = None

    def reset(self, seed: int, noops: int = 0) -> None:
        """Start the episode that ALE's Gymnasium environment starts with this seed, then wait for some frames."""
        words = np.random.SeedSequence(seed).generate_state(n_words=2)
        self.ale.setInt("random_seed", int(words[1].astype(np.int32)))
        # The random generator takes its seed when a cartridge is put in.
        self.ale.loadROM(self._path)
        mode, difficulty = self._switches
        if mode is not None:
            self.ale.setMode(mode)
        if difficulty is not None:
            self.ale.setDifficulty(difficulty)
        self.ale.reset_game()
        self._picture = None
        now = self.ale.getScreen()
        self.screens = (now, now)
        if noops:
            self._hold(ale_py.Action.NOOP, noops)
            if self.ale.game_over(with_truncation=False):  # no known game ends this soon
                self.ale.reset_game()

    def act(self, action: int, frames: int) -> float:
        """Hold a joystick position for some frames; returns the score gained, also after the game's end (then 0)."""
        return self._hold(self.joystick[action], frames)

    def _hold(self, position: Any, frames: int) -> float:
        act, gained = self.ale.act, 0.0
        for _ in range(frames - 1):
            gained += act(position)
        before = self.ale.getScreen() if frames > 1 else self.screens[1]
        gained += act(position)
        self.screens = (before, self.ale.getScreen())
        self._picture = None
        return gained

    @property
    def over(self) -> bool:
        """Whether the cartridge's game has ended."""
        return bool(self.ale.game_over(with_truncation=False))

    @property
    def lives(self) -> int:
        """Lives as ALE reads them from memory; 0 in games without lives."""
        return int(self.ale.lives())

    @property
    def picture(self) -> np.ndarray:
        """The last frame in colour, uint8 (210, 160, 3)."""
        return np.array(self.ale.getScreenRGB()) if self._picture is None else self._picture.copy()

    def save(self) -> Saved:
        """Copy the whole machine."""
        return Saved(self.ale.cloneState(include_rng=True), self.screens, self.picture)

    def load(self, saved: Saved) -> None:
        """Put a copy back, in this engine or in another with the same game."""
        self.ale.restoreState(saved.machine)
        self.screens, self._picture = saved.screens, saved.picture
