"""Tap: listens to every raw NetHack step, so that no message, page or last picture is lost.

NLE presses keys on its own behind one `step`: it pages through `--More--`, closes menus and, when an episode ends,
quits the game, which blanks the observation. The tap sits in place of `env.nethack`, passes every key on, and keeps
what the screen said in between and the last picture of the living game.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

#: `program_state` and `internal` fields, as NLE's `nethack.h` numbers them.
_GAME_OVER, _IN_MOVELOOP = 0, 3
_IN_QUESTION, _IN_LINE, _WAITS_FOR_SPACE = 1, 2, 3

_PAGE_END = re.compile(r"(\(end\)|\(\d+ of \d+\)|--More--) *$")
# The build's date differs between wheels of one version, and so must not reach an observation.
_BUILD_DATE = re.compile(r",? *(- )?(last (build|revision)|built) .*$")
# NLE never needs more raw keys for one action; an engine loop that does not end would otherwise hang the caller.
_MAX_KEYS = 5000


class EngineStuckError(RuntimeError):
    """The engine keeps pressing keys inside one action."""


class Frame:
    """A copy of what NLE showed after one raw step.

    Attributes:
        glyphs: int16 of shape (21, 79), NLE glyph ids.
        blstats: int64 of shape (27,), the bottom line.
        letters: uint8 of shape (55,), inventory letters, 0 where empty.
        items: uint8 of shape (55, 80), inventory strings, zero-padded.
    """

    __slots__ = ("blstats", "glyphs", "items", "letters")

    def __init__(self, glyphs: np.ndarray, blstats: np.ndarray, letters: np.ndarray, items: np.ndarray) -> None:
        self.glyphs, self.blstats, self.letters, self.items = glyphs, blstats, letters, items

    def __eq__(self, other: object) -> bool:
        """Whether map, bottom line and inventory are the same."""
        return isinstance(other, Frame) and all(
            getattr(self, name).tobytes() == getattr(other, name).tobytes() for name in self.__slots__
        )

    __hash__ = None  # type: ignore[assignment]

    def inventory(self) -> list[tuple[str, str]]:
        """Letters and descriptions of what the player carries, in NetHack's order."""
        count = int(np.count_nonzero(self.letters))
        return [(chr(self.letters[row]), cstring(self.items[row])) for row in range(count)]


class Tap:
    """Stands in for `env.nethack` (an `nle.nethack.Nethack`).

    Args:
        env: the unwrapped NLE environment whose engine is tapped.
    """

    def __init__(self, env: Any) -> None:
        self._engine = env.nethack
        keys = list(env._observation_keys)
        self._at = {key: keys.index(key) for key in keys}
        self.listening = False
        self.lines: list[str] = []
        self.frame: Frame | None = None
        self.question = ""
        self.menu: list[str] = []
        self._pressed = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def begin(self) -> None:
        """Forget the last action's lines and listen."""
        self.lines = []
        self._pressed = 0
        self.listening = True

    def step(self, key: int) -> tuple[Any, bool]:
        """Press one key and listen.

        Raises:
            EngineStuckError: the engine pressed thousands of keys for one action.
        """
        observation, done = self._engine.step(key)
        self._pressed += 1
        if self._pressed > _MAX_KEYS:
            raise EngineStuckError(f"NetHack still runs after {_MAX_KEYS} keys for one action")
        if self.listening and not done:
            self.listen(observation)
        return observation, done

    def listen(self, observation: Any) -> None:
        """Keep the picture, the message, and the text of a page or menu."""
        at = self._at
        state = observation[at["program_state"]]
        internal = observation[at["internal"]]
        said = cstring(observation[at["message"]])
        if state[_GAME_OVER]:
            # The cause of death, then farewell windows (possessions, attributes, tombstone) that nobody asked for.
            if said and not internal[_IN_QUESTION]:
                self.lines.append(said)
            return
        if not state[_IN_MOVELOOP]:
            return
        self.menu = []
        if said:
            said = _BUILD_DATE.sub("", said)
            if not self.lines or self.lines[-1] != said:
                self.lines.append(said)
        elif internal[_WAITS_FOR_SPACE]:
            self.menu = page(observation[at["tty_chars"]], observation[at["tty_cursor"]])
            self.lines.extend(self.menu)
        self.question = said if internal[_IN_QUESTION] or internal[_IN_LINE] else ""
        glyphs = observation[at["glyphs"]]
        if observation[at["blstats"]][11]:
            self.frame = Frame(
                glyphs.copy(),
                observation[at["blstats"]].copy(),
                observation[at["inv_letters"]].copy(),
                observation[at["inv_strs"]].copy(),
            )


def cstring(cells: np.ndarray) -> str:
    """A zero-terminated row of bytes as text; control characters (a player can name things with any key) become `.`."""
    text = cells.tobytes().partition(b"\0")[0].decode("latin-1")
    return text if text.isprintable() else "".join(char if char.isprintable() else "." for char in text)


def page(chars: np.ndarray, cursor: np.ndarray) -> list[str]:
    """The lines of the text window or menu on a 24x80 terminal, without the map beside it.

    NetHack draws a window from the top, left-aligned at one column, and ends it with `(end)`, `(1 of 2)` or
    `--More--` at most one column further right, where it leaves the cursor. Beside the map, the column before the
    text is blank.
    """
    last = int(cursor[0])
    rows = [chars[row].tobytes().decode("latin-1") for row in range(last + 1)]
    end = _PAGE_END.search(rows[last])
    if end is None:
        return []
    column = max(end.start() - 1, 0)
    lines = [_BUILD_DATE.sub("", row[column:].strip()) for row in rows[:last]]
    return [line for line in lines if line]
