"""The one directory for what GlyphBench keeps between runs: fetched engines and compiled executables."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache_dir() -> Path:
    """Return the cache directory, which may not exist yet.

    `GLYPHBENCH_CACHE` moves it; otherwise it lies where the platform keeps a user's caches.
    """
    chosen = os.environ.get("GLYPHBENCH_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "glyphbench"
