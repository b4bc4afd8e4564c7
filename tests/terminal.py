"""A real pseudo-terminal with a screen: programs run in it as they do for a user, and their screen is read as text."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from types import TracebackType

import pyte

from tests.replay.command import environment

KEYS = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "end": "\x1b[F", "home": "\x1b[H",
        "enter": "\r", "escape": "\x1b", "tab": "\t", "space": " "}  # fmt: skip


class Terminal:
    """`with Terminal("replay", run, cwd=folder) as terminal`: the `glyphbench` command in a terminal of its own."""

    def __init__(self, *arguments: object, cwd: Path, size: tuple[int, int] = (110, 36)) -> None:
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self.status: int | None = None
        command = [sys.executable, "-m", "glyphbench", *map(str, arguments)]
        self._fd, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        env = {**environment(), "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        # A test runner's idea of its own width would win over the terminal's.
        for name in ("COLUMNS", "LINES"):
            env.pop(name, None)
        self._process = subprocess.Popen(
            command, cwd=cwd, env=env, stdin=inside, stdout=inside, stderr=inside, start_new_session=True
        )
        os.close(inside)

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    def press(self, *keys: str) -> None:
        """Press keys, by name or as text."""
        for key in keys:
            os.write(self._fd, KEYS.get(key, key).encode())

    def wait(self, *phrases: str, seconds: float = 60.0) -> str:
        """Wait until all phrases are on the screen, and return the screen."""
        end = time.monotonic() + seconds
        while not all(phrase in self.text for phrase in phrases):
            assert time.monotonic() < end, f"waited in vain for {phrases}; the screen:\n{self.text}"
            assert self._read(0.2), f"the program ended before {phrases}; the screen:\n{self.text}"
        return self.text

    def ends(self, seconds: float = 60.0) -> str:
        """Wait for the program's end and return the screen."""
        end = time.monotonic() + seconds
        while self._read(0.2):
            assert time.monotonic() < end, f"the program does not end; the screen:\n{self.text}"
        self.status = self._process.wait(10)
        return self.text

    def _read(self, seconds: float) -> bool:
        """Take in what the program writes for at most `seconds`; False when it has ended."""
        ready, _, _ = select.select([self._fd], [], [], seconds)
        if ready:
            try:
                data = os.read(self._fd, 65536)
            except OSError:  # the other end is closed
                data = b""
            if not data:
                return False
            # pyte takes the parameters of these newer requests for text.
            self._stream.feed(data.replace(b"\x1b[>1u", b"").replace(b"\x1b[<u", b"").replace(b"\x1b[?2026$p", b""))
        return True

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.status is None:
            self._process.kill()
            self._process.wait(10)
        os.close(self._fd)
