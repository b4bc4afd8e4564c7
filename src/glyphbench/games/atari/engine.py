"""The Arcade Learning Environment (ALE), held for a number of frames per action.

ale-py is GPL-2.0 software and an optional extra; nothing outside this module imports it, and this module is imported
only when an Atari task is made. Seeding, sticky actions and rewards are those of ALE's own Gymnasium environments
(Machado et al., 2018, and ale-py's `AtariEnv`), so that a score here is a score there.

Sticky actions are drawn here, not by ALE, because ALE's saved states leave out which action the console last took. The
draws are ALE's: a Mersenne Twister in the same state, two numbers per frame (one per player), of which the first
counts. A few games press console switches when they start, which ALE's sticky actions disturb too; there an
emulator with ALE's sticky actions starts the episode and hands its state to another without. A test compares the
result with ALE's environment step by step.
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
#: Games that press console switches at their start.
SWITCHED = frozenset({"Berzerk", "DoubleDunk"})
#: Games whose saved states ALE does not restore exactly: a machine with another past goes on differently.
UNSAVED = frozenset({"Qbert"})
#: Most no-op frames played before the player's first turn.
MAX_NOOPS = 30

ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)


@dataclass(frozen=True)
class Saved:
    """A copy of the emulator, of what sticky actions depend on, and of the frames last shown."""

    machine: Any
    position: Any
    draws: dict[str, Any]
    screens: tuple[np.ndarray, ...]
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
        kept: how many of the last frames `screens` keeps, 2 or more.

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
        kept: int = 2,
    ) -> None:
        self.game, self._kept = game, kept
        self._path = roms.get_rom_path(rom_name(game))
        self._switches = (mode, difficulty)
        # A draw below this repeats the last position.
        self._repeat_below = sticky * 2**32
        self._draws: Any = np.random.MT19937()
        self._position: Any = ale_py.Action.NOOP
        self._starter = _console(sticky)
        self.ale = _console(0.0)
        self.ale.loadROM(self._path)
        for name, value, known in (
            ("mode", mode, self.ale.getAvailableModes()),
            ("difficulty", difficulty, self.ale.getAvailableDifficulties()),
        ):
            if value is not None and value not in known:
                raise ValueError(f"{game} has {name} {', '.join(map(str, known))}, got {value!r}")
        self.joystick = self.ale.getLegalActionSet() if full_action_space else self.ale.getMinimalActionSet()
        #: The last frames as palette codes, the newest last.
        self.screens: tuple[np.ndarray, ...] = (np.zeros(SCREEN, np.uint8),)
        #: The picture of a restored state, which ALE itself does not redraw; None while ALE's own is right.
        self._picture: np.ndarray | None = None

    def reset(self, seed: int, noops: int = 0) -> None:
        """Start the episode that ALE's Gymnasium environment starts with this seed, then wait for some frames."""
        word = np.random.SeedSequence(seed).generate_state(n_words=2)[1]
        # Without console switches the start takes no sticky action, and the machine itself can start.
        plain = self._switches == (None, None) and self.game not in SWITCHED
        starter = self.ale if plain else self._starter
        starter.setInt("random_seed", int(word.astype(np.int32)))
        # ALE takes the seed when a cartridge is put in.
        starter.loadROM(self._path)
        mode, difficulty = self._switches
        if mode is not None:
            starter.setMode(mode)
        if difficulty is not None:
            starter.setDifficulty(difficulty)
        starter.reset_game()
        machine = starter.cloneState(include_rng=True)
        self._position, self._draws.state = ale_py.Action.NOOP, _random_state(machine)
        self.screens, self._picture = (starter.getScreen(),), None
        if not plain:
            self.ale.restoreState(machine)
            self._picture = np.array(starter.getScreenRGB())
        if noops:
            self._hold(ale_py.Action.NOOP, noops)
            if self.ale.game_over(with_truncation=False):  # no known game ends this soon
                self.ale.reset_game()

    def act(self, action: int, frames: int) -> float:
        """Hold a joystick position for some frames; returns the score gained, also after the game's end (then 0)."""
        return self._hold(self.joystick[action], frames)

    def _hold(self, position: Any, frames: int) -> float:
        act, screen, gained, seen = self.ale.act, self.ale.getScreen, 0.0, []
        draws = self._draws.random_raw(2 * frames)[::2]
        for left, draw in enumerate(draws, self._kept - frames):
            if draw >= self._repeat_below:
                self._position = position
            gained += act(self._position)
            if left >= 0:
                seen.append(screen())
        self.screens = (*self.screens, *seen)[-self._kept :]
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
        """Copy the whole machine.

        Raises:
            NotImplementedError: ALE does not restore this game exactly.
        """
        if self.game in UNSAVED:
            raise NotImplementedError(f"ALE does not save and restore {self.game} exactly")
        return Saved(self.ale.cloneState(), self._position, self._draws.state, self.screens, self.picture)

    def load(self, saved: Saved) -> None:
        """Put a copy back, in this engine or in another with the same game."""
        self.ale.restoreState(saved.machine)
        self._position, self._draws.state = saved.position, saved.draws
        self.screens, self._picture = saved.screens, saved.picture


def _console(sticky: float) -> Any:
    """An emulator without a cartridge."""
    ale = ale_py.ALEInterface()
    ale.setFloat("repeat_action_probability", sticky)
    return ale


def _random_state(machine: Any) -> dict[str, Any]:
    """ALE's random generator, C++'s `mt19937` as text inside a saved state, as a state of numpy's `MT19937`.

    GNU's library writes its 624 words and a position; LLVM's writes the last 624 words in order.
    """
    data = machine.__getstate__()
    starts = [found.start() for found in re.finditer(rb"(?:\d+ ){600}", data)]
    if not starts:
        raise RuntimeError("this version of ale-py does not save its random generator as text")
    # The last generator is the one that sticky actions use.
    length = int.from_bytes(data[starts[-1] - 4 : starts[-1]], "little")
    numbers = [int(word) for word in data[starts[-1] : starts[-1] + length].split()]
    position = numbers[624] if len(numbers) > 624 else 624
    key = np.array(numbers[:624], np.uint32)
    return {"bit_generator": "MT19937", "state": {"key": key, "pos": position}}
