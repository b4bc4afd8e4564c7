"""A ctypes binding to Procgen's environment library (gym3's C interface, version 1).

One handle plays one game from one level. The library ends the process when an assertion of its own fails, so
everything that reaches it is validated here first.
"""

from __future__ import annotations

import ctypes as c
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import NoReturn

from gymnasium.error import DependencyNotInstalled

from glyphbench.engines import procgen as package
from glyphbench.games.procgen import layout

MODES = {"easy": 0, "hard": 1, "extreme": 2, "memory": 10}
#: Which games have the modes beyond easy and hard; others fail an assertion in the engine.
EXTREME = frozenset({"chaser", "dodgeball", "leaper", "starpilot"})
MEMORY = frozenset({"caveflyer", "dodgeball", "heist", "jumper", "maze", "miner"})
MAX_LEVEL = 2**31 - 2
ACTION_CODES = 15
FRAME = (64, 64, 3)
STATE_BYTES = 1 << 20

_UINT8, _INT32 = 1, 2
_INFO = 3


class _Value(c.Union):
    _fields_ = [("uint8", c.c_uint8), ("int32", c.c_int32), ("float32", c.c_float)]


class _TensorType(c.Structure):
    _fields_ = [
        ("name", c.c_char * 128),
        ("scalar_type", c.c_int),
        ("dtype", c.c_int),
        ("shape", c.c_int * 16),
        ("ndim", c.c_int),
        ("low", _Value),
        ("high", _Value),
    ]


class _Option(c.Structure):
    _fields_ = [
        ("name", c.c_char * 128),
        ("dtype", c.c_int),
        ("count", c.c_int),
        ("data", c.c_void_p),
    ]


class _Options(c.Structure):
    _fields_ = [("items", c.POINTER(_Option)), ("count", c.c_int)]


class _Buffers(c.Structure):
    _fields_ = [
        ("ob", c.POINTER(c.c_void_p)),
        ("rew", c.POINTER(c.c_float)),
        ("first", c.POINTER(c.c_uint8)),
        ("info", c.POINTER(c.c_void_p)),
        ("ac", c.POINTER(c.c_void_p)),
    ]


@cache
def _library() -> c.CDLL:
    try:
        package.check()
    except package.EngineError as error:
        raise DependencyNotInstalled(str(error)) from error
    flags = os.RTLD_NOW | os.RTLD_LOCAL | getattr(os, "RTLD_DEEPBIND", 0)
    library = c.CDLL(str(package.library()), mode=flags)
    library.libenv_make.restype = c.c_void_p
    library.libenv_make.argtypes = [c.c_int, _Options]
    library.libenv_get_tensortypes.restype = c.c_int
    library.libenv_get_tensortypes.argtypes = [c.c_void_p, c.c_int, c.c_void_p]
    library.libenv_set_buffers.argtypes = [c.c_void_p, c.c_void_p]
    library.get_state.restype = c.c_int
    library.get_state.argtypes = [c.c_void_p, c.c_int, c.c_void_p, c.c_int]
    library.set_state.argtypes = [c.c_void_p, c.c_int, c.c_char_p, c.c_int]
    for function in (library.libenv_observe, library.libenv_act, library.libenv_close):
        function.argtypes = [c.c_void_p]
        function.restype = None
    return library


@cache
def slim_assets() -> Path:
    """A copy of the engine's images with tiny backgrounds: the first handle loads 4x faster, play is the same.

    Kept beside the engine; where the cache cannot be written, the full images are used.
    """
    slim = package.home() / "slim"
    if slim.is_dir():
        return slim
    from PIL import Image

    try:
        work = Path(tempfile.mkdtemp(prefix="slim-", dir=package.home()))
    except OSError:
        return package.assets()
    try:
        for source in sorted(package.assets().rglob("*")):
            if source.is_file():
                target = work / source.relative_to(package.assets())
                target.parent.mkdir(parents=True, exist_ok=True)
                if "background" in target.relative_to(work).parts[0] and source.suffix.lower() == ".png":
                    Image.new("RGB", (4, 4)).save(target)
                else:
                    shutil.copyfile(source, target)
        os.replace(work, slim)
    except OSError:
        # Another process may have been first; a full disk is no reason not to play.
        shutil.rmtree(work, ignore_errors=True)
    return slim if slim.is_dir() else package.assets()


class Engine:
    """One handle: one game, one level, stepped synchronously.

    Args:
        game: the engine's name (`coinrun`).
        level: the level's seed, 0 to 2**31 - 2 (upstream's `start_level` with `num_levels=1`).
        mode: `easy`, `hard`, `extreme` or `memory`.
        backgrounds: draw upstream's backgrounds in the frame; play is the same without.

    Raises:
        ValueError: an argument that the engine would abort on.
        DependencyNotInstalled: the engine has not been fetched.
    """

    def __init__(self, game: str, level: int, mode: str = "easy", *, backgrounds: bool = False) -> None:
        self._handle: int | None = None
        check_mode(game, mode)
        if not 0 <= level <= MAX_LEVEL:
            raise ValueError(f"level must be from 0 to {MAX_LEVEL}, got {level}")
        self.game, self.mode = game, mode
        self._lib = _library()
        images = package.assets() if backgrounds else slim_assets()
        options = {
            "env_name": game,
            "num_levels": 1,
            "start_level": level,
            "num_actions": ACTION_CODES,
            "use_sequential_levels": False,
            "debug_mode": 0,
            "rand_seed": 0,
            # Worker threads would hang a forked child, and one game needs none.
            "num_threads": 0,
            "render_human": False,
            "resource_root": f"{images}{os.sep}",
            "center_agent": True,
            "use_generated_assets": False,
            "use_monochrome_assets": False,
            # Restricting themes would change sprite shapes, which are collision boxes in three games.
            "restrict_themes": False,
            "use_backgrounds": backgrounds,
            "paint_vel_info": False,
            "distribution_mode": MODES[mode],
        }
        self._keep: list[object] = []
        self._handle = self._lib.libenv_make(1, self._packed(options))
        self._rgb = (c.c_uint8 * (FRAME[0] * FRAME[1] * FRAME[2]))()
        self._reward = (c.c_float * 1)()
        self._first = (c.c_uint8 * 1)()
        self._action = c.c_int32()
        self._buffer = c.create_string_buffer(STATE_BYTES)
        self._infos = self._attach()

    def _packed(self, options: dict[str, object]) -> _Options:
        items = (_Option * len(options))()
        for item, (name, value) in zip(items, options.items(), strict=True):
            item.name, item.count = name.encode(), 1
            data: c.c_uint8 | c.c_int32 | c.Array[c.c_char]
            if isinstance(value, bool):
                item.dtype, data = _UINT8, c.c_uint8(value)
            elif isinstance(value, int):
                item.dtype, data = _INT32, c.c_int32(value)
            else:
                text = str(value).encode()
                item.dtype, item.count, data = _UINT8, len(text), c.create_string_buffer(text)
            item.data = c.addressof(data)
            self._keep.append(data)
        self._keep.append(items)
        return _Options(items, len(options))

    def _attach(self) -> dict[str, object]:
        """Hand our buffers to the engine, which resets into the level at once, and return those of the infos."""
        count = self._lib.libenv_get_tensortypes(self._handle, _INFO, None)
        kinds = (_TensorType * count)()
        self._lib.libenv_get_tensortypes(self._handle, _INFO, kinds)
        infos = {kind.name.decode(): c.c_int32() if kind.dtype == _INT32 else c.c_uint8() for kind in kinds}
        addresses = (c.c_void_p * count)(*[c.addressof(value) for value in infos.values()])
        frames = (c.c_void_p * 1)(c.addressof(self._rgb))
        actions = (c.c_void_p * 1)(c.addressof(self._action))
        buffers = _Buffers(ob=frames, rew=self._reward, first=self._first, info=addresses, ac=actions)
        self._keep += [addresses, frames, actions, buffers]
        self._lib.libenv_set_buffers(self._handle, c.byref(buffers))
        self._lib.libenv_observe(self._handle)
        return dict(infos)

    def step(self, code: int) -> tuple[float, bool]:
        """Play one engine step; returns its reward and whether the episode ended.

        After an end the engine has already reset into its level: the terminal frame never exists upstream.
        """
        if not 0 <= code < ACTION_CODES:
            raise ValueError(f"action code must be from 0 to {ACTION_CODES - 1}, got {code}")
        self._action.value = code
        self._lib.libenv_act(self._open())
        self._lib.libenv_observe(self._handle)
        return float(self._reward[0]), bool(self._first[0])

    @property
    def completed(self) -> bool:
        """Whether the episode that ended last was completed (upstream's `prev_level_complete`)."""
        return bool(self._infos["prev_level_complete"].value)  # type: ignore[attr-defined]

    def frame(self) -> bytes:
        """The 64x64 RGB picture, row by row from the top."""
        return bytes(self._rgb)

    def get_state(self) -> bytes:
        """Serialise the whole game."""
        size = self._lib.get_state(self._open(), 0, c.addressof(self._buffer), STATE_BYTES)
        return c.string_at(c.addressof(self._buffer), size)

    def set_state(self, state: bytes) -> None:
        """Go back to a state that `get_state` returned for the same game.

        Raises:
            ValueError: the bytes are no complete state of this game.
        """
        from glyphbench.games.procgen.state import parse

        if parse(state).game != self.game:
            raise ValueError(f"this state belongs to another game than {self.game}")
        self._lib.set_state(self._open(), 0, state, len(state))

    def close(self) -> None:
        """Free the handle; closing twice is harmless."""
        if self._handle:
            self._lib.libenv_close(self._handle)
            self._handle = None

    def __del__(self) -> None:
        if "_handle" in self.__dict__:
            self.close()

    def __reduce__(self) -> NoReturn:
        """Two owners of one handle would free it twice.

        Raises:
            TypeError: always.
        """
        raise TypeError("a running Procgen engine can be neither copied nor pickled; use snapshot() and restore()")

    def _open(self) -> int:
        if self._handle is None:
            raise ValueError("this engine handle is closed")
        return self._handle


def check_mode(game: str, mode: str) -> None:
    """Check that the engine has this game and mode.

    Raises:
        ValueError: it has not; the message names what it has.
    """
    if game not in list(layout.EXTRA):
        raise ValueError(f"unknown Procgen game {game!r}; known: {', '.join(layout.EXTRA)}")
    offered = ["easy", "hard"] + ["extreme"] * (game in EXTREME) + ["memory"] * (game in MEMORY)
    if mode not in offered:
        raise ValueError(f"distribution_mode of {game} must be one of {', '.join(offered)}, got {mode!r}")
