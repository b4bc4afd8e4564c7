"""Engine: one NLE environment, seeded so that episodes repeat, with every message and the last live picture kept.

Three traps of NLE 1.3 are met here. `reset(seed=)` does nothing: `env.seed` before every reset does. Without
`fix_moon_phase` the calendar reaches the game, and even with it the date of birth `ubirthday` does (shopkeepers'
names, prices): it is set to a constant after every reset. A finished episode's observation is blank: see `tap`.
"""

from __future__ import annotations

import _ctypes
import ctypes
from collections.abc import Callable
from typing import Any, NamedTuple

from gymnasium.error import ClosedEnvironmentError

from glyphbench.games.nle.tap import Frame, Tap

# Any constant does; NetHack only takes it modulo small numbers.
_BIRTHDAY = 1_000_000_000
_MORE_KEY = 13


class EngineStep(NamedTuple):
    """What one action did upstream.

    Attributes:
        reward: the native reward.
        ended: whether the episode ended.
        status: NLE's end status as a number.
        ascended: whether the player won NetHack itself.
    """

    reward: float
    ended: bool
    status: int
    ascended: bool


class Engine:
    """Wraps an unwrapped NLE environment whose time limit is out of reach: the horizon is the caller's.

    Args:
        env: the environment, built with `fix_moon_phase=True`.
        keys: the raw key of every action, equal to `env.actions`.
        page_through: press on at `--More--` pages (needed where NLE does not by itself).
    """

    def __init__(self, env: Any, page_through: bool = False) -> None:
        self.env = env
        self.tap = Tap(env)
        env.nethack = self.tap
        quit_game: Callable[[Any, bool], None] = env._quit_game

        def quietly(observation: Any, done: bool) -> None:
            self.tap.listening = False
            quit_game(observation, done)

        env._quit_game = quietly
        self._closed = False
        self._page_through = page_through
        self._more = list(env.actions).index(_MORE_KEY) if page_through else -1

    @property
    def frame(self) -> Frame:
        """The last picture of the living game."""
        frame = self.tap.frame
        if frame is None:
            raise RuntimeError("NetHack showed no picture after reset")
        return frame

    @property
    def lines(self) -> list[str]:
        """What the game said during the last action: messages, pages and menus, oldest first."""
        return self.tap.lines

    @property
    def question(self) -> str:
        """The question that waits for a key, or an empty string."""
        return self.tap.question

    @property
    def menu_open(self) -> bool:
        """Whether a menu is on the screen and takes the next key."""
        return bool(self.tap.menu)

    def reset(self, core: int, disp: int | None = None, lgen: int | None = None) -> None:
        """Begin the episode that NLE's seeds stand for.

        Args:
            core: seed of everything.
            disp: seed of what only the display draws (hallucinations); `core` if None.
            lgen: seed of the levels; None draws them from `core`.

        Raises:
            ClosedEnvironmentError: it is closed.
        """
        self._check_open()
        core %= 2**64
        self.env.seed(core, core if disp is None else disp, reseed=False, lgen=lgen)
        self.tap.frame = None
        self.tap.question, self.tap.menu = "", []
        self.tap.begin()
        self.env.reset()
        _fix_birthday(self.tap.dlpath)
        self.tap.lines = []
        self.tap.listen(self.env.last_observation)

    def step(self, action: int) -> EngineStep:
        """Press the key of `action`, and those that NLE presses after it.

        Raises:
            ClosedEnvironmentError: it is closed.
        """
        self._check_open()
        self.tap.begin()
        step = self._press(action)
        while self._page_through and not step.ended and self._at_page():
            more = self._press(self._more)
            step = more._replace(reward=step.reward + more.reward)
        if step.ended:
            self.tap.question, self.tap.menu = "", []
        return step

    def screen(self) -> str:
        """NetHack's 24x80 terminal as it stands, without blank ends of lines."""
        rows = self.env.last_observation[self.env._observation_keys.index("tty_chars")]
        return "\n".join(row.tobytes().decode("latin-1").rstrip() for row in rows).rstrip("\n")

    def _check_open(self) -> None:
        if self._closed:
            raise ClosedEnvironmentError("this environment was closed and its engine is gone: make a new one")

    def _press(self, action: int) -> EngineStep:
        _, reward, terminated, _, info = self.env.step(action)
        return EngineStep(float(reward), bool(terminated), int(info["end_status"]), bool(info["is_ascended"]))

    def _at_page(self) -> bool:
        """Whether a `--More--` waits (a menu ends in `(end)` or `(1 of 2)` and waits for a choice instead)."""
        env = self.env
        observation = env.last_observation
        if not observation[env._internal_index][3]:
            return False
        row, column = observation[env._observation_keys.index("tty_cursor")]
        line = observation[env._observation_keys.index("tty_chars")][row].tobytes()
        return line[: int(column) + 1].rstrip().endswith(b"--More--")

    def close(self) -> None:
        """Free the engine: its library copy and its temporary folder; closing twice is harmless."""
        self._closed = True
        self.env.close()


def _fix_birthday(library: str) -> None:
    """Set `ubirthday`, which NetHack takes from the clock, to a constant.

    The handle must be given back: NLE reloads the library at the next reset.
    """
    loaded = ctypes.CDLL(library)
    try:
        ctypes.c_long.in_dll(loaded, "ubirthday").value = _BIRTHDAY
    finally:
        _ctypes.dlclose(loaded._handle)
