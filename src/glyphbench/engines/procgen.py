"""Fetching OpenAI's Procgen engine: the official wheel's library, which needs neither its Python nor its NumPy.

`procgen==0.10.7` has wheels for Python 3.10 and older only, but the C++ library inside links no Python, so the
wheel is unpacked into the cache and loaded with ctypes. The download is pinned by its SHA-256.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from glyphbench.cache import cache_dir

VERSION = "0.10.7"
WHEEL_SHA256 = "4b594d14e42f0f2166e59a9e294477b906eb99c90c3343b570b7124cbc865f53"
#: The interface version of gym3's environment library that this wheel speaks.
ABI = 1


class EngineError(RuntimeError):
    """The engine cannot be fetched or does not work; the message says why and what to do."""


def home() -> Path:
    """Where the unpacked engine lies (or would lie)."""
    return cache_dir() / f"procgen-{VERSION}"


def library() -> Path:
    """The engine's shared library."""
    return home() / "procgen" / "data" / "prebuilt" / "libenv.so"


def assets() -> Path:
    """The engine's images."""
    return home() / "procgen" / "data" / "assets"


def check() -> None:
    """Load the library and ask for its interface version.

    Raises:
        EngineError: it is missing, incomplete, or does not load.
    """
    if not library().is_file() or not assets().is_dir():
        raise EngineError(f"the Procgen engine is not in {cache_dir()}; run: glyphbench install procgen")
    try:
        found = ctypes.CDLL(str(library())).libenv_version()
    except (OSError, AttributeError) as error:
        raise EngineError(
            f"the Procgen library does not load ({error}); it needs glib2 and zlib, "
            "or fetch it again: glyphbench install procgen --force"
        ) from error
    if found != ABI:
        raise EngineError(
            f"the Procgen library speaks interface {found}, not {ABI}; run: glyphbench install procgen --force"
        )


def install(*, force: bool = False) -> Path:
    """Fetch the engine into the cache, unless it is there and works, and return its directory.

    The new copy is unpacked beside the old one and takes its place in one rename, so an interrupted run leaves
    either the old engine or none, never half of one.

    Raises:
        EngineError: unsupported platform, no installer, failed download, wrong hash, unwritable cache.
    """
    if not force and library().is_file():
        check()
        return home()
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise EngineError(
            f"Procgen's pinned engine is built for Linux on x86-64 only, this is {sys.platform} on {platform.machine()}"
        )
    try:
        cache_dir().mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix="procgen-", dir=cache_dir()))
    except OSError as error:
        raise EngineError(
            f"cannot write to the cache {cache_dir()} ({error.strerror}); set GLYPHBENCH_CACHE"
        ) from error
    try:
        _fetch(work)
        shutil.rmtree(home(), ignore_errors=True)
        os.replace(work, home())
    finally:
        shutil.rmtree(work, ignore_errors=True)
    check()
    return home()


def _fetch(target: Path) -> None:
    """Let pip (or uv) download, verify and unpack the wheel."""
    wanted = target.with_name(target.name + ".txt")
    common = ["--no-deps", "--target", str(target), "--only-binary=:all:", "--require-hashes", "-r", str(wanted)]
    if importlib.util.find_spec("pip"):
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-compile", "--no-input"]
        command += ["--disable-pip-version-check", "--python-version", "3.10", "--implementation", "cp"]
        command += ["--platform", "manylinux2014_x86_64", *common]
    elif uv := shutil.which("uv"):
        command = [uv, "pip", "install", "--quiet", "--python-version", "3.10"]
        command += ["--python-platform", "x86_64-manylinux2014", *common]
    else:
        raise EngineError("fetching Procgen needs pip or uv; install one: python -m ensurepip")
    try:
        wanted.write_text(f"procgen=={VERSION} --hash=sha256:{WHEEL_SHA256}\n", encoding="utf-8")
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    finally:
        wanted.unlink(missing_ok=True)
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "error" in line.lower()] or ["no reason given"]
        hint = "the wheel is not the pinned one" if "hash" in done.stderr.lower() else "is the package index reachable?"
        raise EngineError(f"could not fetch procgen=={VERSION}: {errors[0].strip()} ({hint})")
