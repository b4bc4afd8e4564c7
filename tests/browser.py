"""Headless Chromium driven through its DevTools pipe: real files, keys and screens, and everything that goes wrong."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.chromium import chromium

_KEYS = {"Enter": 13, " ": 32, "Tab": 9, "ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35}
_TEXTS = {"Enter": "\r", " ": " "}
#: The browser takes commands from descriptor 3 and writes answers to 4.
_START = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
for place, end in enumerate(ends, 3):
    os.dup2(end, place)
os.execv(sys.argv[3], sys.argv[3:])
"""
_OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--disable-dev-shm-usage")


class Browser:
    """One tab.

    Attributes:
        complaints: errors and warnings of the console, and exceptions.
        requests: addresses that pages asked for.
    """

    def __init__(self, commands: int, answers: int) -> None:
        self._commands, self._answers = commands, answers
        self._number, self._rest, self._session = 0, b"", ""
        self.complaints: list[str] = []
        self.requests: list[str] = []
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._call(f"{domain}.enable")
        self.screen()

    def open(self, page: Path, fragment: str = "") -> None:
        """Load a file from the disk and wait until it is loaded."""
        self._call("Page.navigate", url="about:blank")
        self._call("Page.navigate", url=page.resolve().as_uri() + fragment)
        self.wait("document.readyState === 'complete' && location.protocol === 'file:'")

    def screen(self, width: int = 1280, height: int = 900, dark: bool = False) -> None:
        """Take the size of a screen; below 600 pixels it is a phone's."""
        self._call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._call("Emulation.setEmulatedMedia", features=[scheme])

    def tell(self, expression: str) -> Any:
        """The value of an expression in the page."""
        found = self._call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def wait(self, condition: str) -> None:
        """Wait until an expression is true."""
        for _ in range(600):
            if self.tell(condition):
                return
            time.sleep(0.05)
        raise AssertionError(f"never true: {condition}; {self.complaints}")

    def press(self, key: str) -> None:
        """Press a key where the focus is."""
        common = {"key": key, "code": "Space" if key == " " else key, "windowsVirtualKeyCode": _KEYS[key]}
        text = {"text": _TEXTS[key]} if key in _TEXTS else {}
        self._call("Input.dispatchKeyEvent", type="keyDown", **common, **text)
        self._call("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, text: str) -> None:
        """Write text where the focus is."""
        self._call("Input.insertText", text=text)

    def picture(self, path: Path) -> None:
        """Write a picture of the screen."""
        path.write_bytes(base64.b64decode(self._call("Page.captureScreenshot", format="png")["data"]))

    def _call(self, method: str, **params: Any) -> dict[str, Any]:
        self._number += 1
        number = self._number
        message = {"id": number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == number:
                assert "error" not in answer, (method, answer["error"])
                result: dict[str, Any] = answer["result"]
                return result
            self._note(answer)

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._answers, 1 << 16)
            assert more, "the browser has gone"
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\0")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _note(self, event: dict[str, Any]) -> None:
        name, told = event.get("method"), event.get("params", {})
        if name == "Runtime.consoleAPICalled" and told["type"] in ("error", "warning", "assert"):
            self.complaints.append(str(told["args"]))
        elif name == "Runtime.exceptionThrown":
            self.complaints.append(str(told["exceptionDetails"]))
        elif name == "Log.entryAdded" and told["entry"]["level"] in ("error", "warning"):
            self.complaints.append(told["entry"]["text"])
        elif name == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """Start a browser whose profile is in `folder`, and end it."""
    reads, commands = os.pipe()
    answers, writes = os.pipe()
    command = [chromium(), *_OPTIONS, f"--user-data-dir={folder / 'profile'}"]
    with open(folder / "chromium.log", "wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", _START, str(reads), str(writes), *command],
            pass_fds=(reads, writes),
            stdout=log,
            stderr=log,
        )
    os.close(reads)
    os.close(writes)
    try:
        yield Browser(commands, answers)
    finally:
        os.close(commands)
        os.close(answers)
        process.kill()
        process.wait()
