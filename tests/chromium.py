"""A real browser for the pages that glyphbench writes: headless Chromium, which CI installs."""

from __future__ import annotations

import html
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest


def chromium() -> str:
    """The browser's command; where there is none CI fails and others skip."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found is None:
        assert not os.environ.get("CI"), "CI must install chromium"
        pytest.skip("no chromium")
    return found


def measure(page: Path, folder: Path, expression: str, width: int = 390) -> str:
    """The value of a JavaScript expression over `page` (a Document) and `frame` (its Window), as wide as a phone."""
    probe = folder / "probe.html"
    inside = html.escape(page.read_text(encoding="utf-8"), quote=True)
    script = (
        "const tell = () => { const frame = document.querySelector('iframe').contentWindow, page = frame.document;"
        f" document.title = String({expression}); }};"
    )
    probe.write_text(
        f"<title>-</title><script>{script}</script>"
        f'<iframe onload="tell()" style="width:{width}px;height:900px;border:0" srcdoc="{inside}"></iframe>',
        encoding="utf-8",
    )
    options = ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}")
    command = [chromium(), *options, "--virtual-time-budget=3000", "--dump-dom", probe.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    title = re.search(r"<title>(.*?)</title>", done.stdout, re.DOTALL)
    assert title is not None and title[1] != "-", done.stderr[-2000:]
    return html.unescape(title[1])
