"""Compiled executables on the user's disk.

XLA needs 15 to 25 s for the Craftax step; loading what an earlier process compiled takes a third of a second. A file
is used only if it belongs to the user, its checksum holds, and its name matches everything that could change the
machine code. Whatever goes wrong, the caller compiles instead.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import platform
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

from glyphbench.cache import cache_dir

_DIGEST = 32


def fingerprint(what: str, options: dict[str, Any]) -> str:
    """Name everything that decides the machine code of `what`: versions, CPU, compiler options and our sources."""
    here = Path(__file__).parent
    chain = hashlib.sha256()
    facts = [
        what,
        [version(name) for name in ("craftax", "jax", "jaxlib", "flax", "numpy")],
        sys.version_info[:2],
        [platform.system(), platform.machine(), _cpu_flags()],
        os.environ.get("XLA_FLAGS", ""),
        options,
    ]
    chain.update(json.dumps(facts).encode())
    for name in ("engine.py", "pack.py", "kinds.py"):
        chain.update((here / name).read_bytes())
    return chain.hexdigest()[:24]


def _cpu_flags() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next((line for line in lines if line.startswith(("flags", "Features"))), "")
    except OSError:
        return platform.processor()


def path_of(name: str) -> Path:
    """Where the executables called `name` are kept."""
    return cache_dir() / "craftax" / f"{name}.bin"


def load(name: str) -> Any | None:
    """Return what `save` stored under `name`, its executables loaded; None if there is nothing usable."""
    from jax.experimental.serialize_executable import deserialize_and_load

    path = path_of(name)
    try:
        if hasattr(os, "getuid") and path.stat().st_uid != os.getuid():
            return None
        blob = path.read_bytes()
        if hashlib.sha256(blob[_DIGEST:]).digest() != blob[:_DIGEST]:
            return None
        names, parts = pickle.loads(blob[_DIGEST:])
        return names, {key: deserialize_and_load(*part) for key, part in parts.items()}
    except Exception:  # a cache must never stop the game: whatever is wrong with it, compile
        return None


def save(name: str, leaves: tuple[str, ...], functions: dict[str, Any]) -> bool:
    """Store compiled functions under `name`; returns False, and leaves no trace, where that is impossible."""
    from jax.experimental.serialize_executable import serialize

    path, work = path_of(name), ""
    try:
        body = pickle.dumps((leaves, {key: serialize(function) for key, function in functions.items()}))
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, work = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as out:
            out.write(hashlib.sha256(body).digest() + body)
        os.replace(work, path)
        return True
    except Exception:  # read-only home, full disk, a backend that cannot serialize: works, only slower next time
        if work:
            Path(work).unlink(missing_ok=True)
        return False
