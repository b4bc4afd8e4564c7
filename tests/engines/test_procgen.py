"""Fetching the Procgen engine: every way it can fail without a network, with the real pip."""

import hashlib
import zipfile
from pathlib import Path

import pytest

from glyphbench.engines import procgen
from glyphbench.engines.procgen import EngineError, check, home, install, library

WHEEL = "procgen-0.10.7-cp310-cp310-manylinux2014_x86_64.whl"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GLYPHBENCH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory that pip takes wheels from instead of an index."""
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheels))
    return wheels


def put_wheel(shelf: Path) -> str:
    """A well-formed wheel of the right name whose library is no library; returns its SHA-256."""
    info = "procgen-0.10.7.dist-info"
    with zipfile.ZipFile(shelf / WHEEL, "w") as wheel:
        wheel.writestr("procgen/data/prebuilt/libenv.so", b"not a library")
        wheel.writestr("procgen/data/assets/ship.png", b"")
        wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: procgen\nVersion: 0.10.7\n")
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: cp310-cp310-manylinux2014_x86_64\n"
        )
        wheel.writestr(f"{info}/RECORD", "")
    return hashlib.sha256((shelf / WHEEL).read_bytes()).hexdigest()


def leftovers(cache: Path) -> list[Path]:
    return [path for path in cache.iterdir() if path != home()]


def test_missing_engine_names_the_command(cache: Path) -> None:
    with pytest.raises(EngineError, match=r"not in .*cache; run: glyphbench install procgen"):
        check()


def test_cache_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GLYPHBENCH_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.raises(EngineError, match=r"cannot write to the cache .*; set GLYPHBENCH_CACHE"):
        install()


def test_unsupported_platform(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "aarch64")
    with pytest.raises(EngineError, match=r"Linux on x86-64 only, this is linux on aarch64"):
        install()
    assert not cache.exists()


def test_unreachable_index(cache: Path, shelf: Path) -> None:
    with pytest.raises(EngineError, match=r"could not fetch procgen==0.10.7: .* \(is the package index reachable\?\)"):
        install()
    assert leftovers(cache) == []


def test_wheel_with_another_hash_is_refused_and_the_old_engine_stays(cache: Path, shelf: Path) -> None:
    put_wheel(shelf)
    home().mkdir(parents=True)
    (home() / "old").touch()
    with pytest.raises(EngineError, match="the wheel is not the pinned one"):
        install(force=True)
    assert [path.name for path in home().iterdir()] == ["old"]
    assert leftovers(cache) == []


def test_a_library_that_does_not_load(cache: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(procgen, "WHEEL_SHA256", put_wheel(shelf))
    with pytest.raises(EngineError, match=r"does not load .*; it needs glib2 and zlib, or .*--force"):
        install()
    assert library().read_bytes() == b"not a library"
    assert leftovers(cache) == []


def test_no_installer(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(EngineError, match="needs pip or uv"):
        install()
    assert leftovers(cache) == []
