"""Engine bytes -> `State`: typed entities, the grid, and the game's own fields. Every byte is accounted for."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from glyphbench.games.procgen import layout

#: Codes that every game shares: the player, and an empty grid cell.
PLAYER = 0
SPACE = 100

_ITEMS = {"I": np.dtype("<i4"), "F": np.dtype("<f4")}


class Entity(NamedTuple):
    """A thing in the world: centre, velocity per engine step and half extents in world units, y pointing up.

    The fields that somebody reads, in the engine's order.
    """

    x: float
    y: float
    vx: float
    vy: float
    rx: float
    ry: float
    type: int
    image_theme: int
    render_z: int
    rotation: float
    is_reflected: bool
    use_abs_coords: bool
    health: float


def _kind(name: str, kind: str) -> str:
    """How to unpack one field of an entity: flags as bool, fields that nobody reads as padding."""
    if name not in Entity._fields:
        return "4x"
    return "?3x" if name in _FLAGS else kind


_FLAGS = ("is_reflected", "use_abs_coords")
_ENTITY = struct.Struct("<" + "".join(_kind(*field) for field in layout.ENTITY))


@dataclass(frozen=True, slots=True)
class State:
    """A parsed engine state.

    Attributes:
        game: the engine's name of the game.
        fields: the scalar fields that all games share (layout.OPTIONS, PROGRESS, MOTION, VIEW).
        extra: the game's own fields; vectors are arrays, of entities still packed (`entities_of`).
        entities: every entity; exactly one is the player.
        player: that one.
        grid: int32 of shape (height, width), row 0 at the bottom.
    """

    game: str
    fields: dict[str, Any]
    extra: dict[str, Any]
    entities: list[Entity]
    player: Entity
    grid: np.ndarray

    def of_type(self, *types: int) -> list[Entity]:
        """The entities of these types."""
        return [entity for entity in self.entities if entity.type in types]


class _Block:
    """A run of scalar fields, unpacked in one call."""

    def __init__(self, fields: layout.Fields) -> None:
        self.names = tuple(name for name, _ in fields)
        self.struct = struct.Struct("<" + "".join(kind for _, kind in fields))

    def read(self, data: bytes, at: int, into: dict[str, Any]) -> int:
        into.update(zip(self.names, self.struct.unpack_from(data, at), strict=True))
        return at + self.struct.size


_OPTIONS, _PROGRESS, _MOTION, _VIEW = map(_Block, (layout.OPTIONS, layout.PROGRESS, layout.MOTION, layout.VIEW))


def _segments(fields: layout.Fields) -> list[_Block | tuple[str, str]]:
    """Cut a game's own fields into scalar runs and vectors."""
    segments: list[_Block | tuple[str, str]] = []
    run: list[tuple[str, str]] = []
    for name, kind in fields:
        if kind.islower():
            run.append((name, kind))
            continue
        if run:
            segments.append(_Block(tuple(run)))
            run = []
        segments.append((name, kind))
    if run:
        segments.append(_Block(tuple(run)))
    return segments


_EXTRA = {game: _segments(fields) for game, fields in layout.EXTRA.items()}
_INT = struct.Struct("<i").unpack_from


def parse(data: bytes) -> State:
    """Parse what the engine's `get_state` wrote.

    Raises:
        ValueError: the bytes are not a complete state of a known game.
    """
    try:
        return _parse(data)
    except (struct.error, KeyError, UnicodeDecodeError, StopIteration) as error:
        raise ValueError(f"not a Procgen state of engine 0.10.7: {error}") from error


def _parse(data: bytes) -> State:
    if _INT(data, 0)[0] != layout.VERSION:
        raise ValueError(f"Procgen state version {_INT(data, 0)[0]}, expected {layout.VERSION}")
    size = _INT(data, 4)[0]
    game = data[8 : 8 + size].decode("ascii")
    segments = _EXTRA[game]
    fields: dict[str, Any] = {}
    at = _OPTIONS.read(data, 8 + size, fields)
    at = _skip_generator(data, _skip_generator(data, at))
    at = _PROGRESS.read(data, at, fields)
    packed, at = _entity_bytes(data, at + 4)
    at = _skip_generator(data, _MOTION.read(data, at, fields))
    at = _VIEW.read(data, at, fields)
    width, height, cells = struct.unpack_from("<iii", data, at)
    if cells != width * height:
        raise ValueError(f"Procgen state has {cells} cells for a grid of {width}x{height}")
    grid, at = _vector(data, at + 8, _ITEMS["I"])
    extra: dict[str, Any] = {}
    for segment in segments:
        if isinstance(segment, _Block):
            at = segment.read(data, at, extra)
        elif segment[1] == "E":
            extra[segment[0]], at = _entity_bytes(data, at)
        else:
            extra[segment[0]], at = _vector(data, at, _ITEMS[segment[1]])
    if _INT(data, at)[0] != layout.END or at + 4 != len(data):
        raise ValueError(f"Procgen state ends at byte {at + 4} of {len(data)} or without its end mark")
    entities = entities_of(packed)
    player = next(entity for entity in entities if entity.type == PLAYER)
    return State(game, fields, extra, entities, player, grid.reshape(height, width))


def entities_of(data: bytes) -> list[Entity]:
    """Unpack serialised entities."""
    return [Entity(*row) for row in _ENTITY.iter_unpack(data)]


def _entity_bytes(data: bytes, at: int) -> tuple[bytes, int]:
    """A vector of entities, still packed, and where it ends."""
    start, size = at + 4, _count(data, at, _ENTITY.size) * _ENTITY.size
    return data[start : start + size], start + size


def _skip_generator(data: bytes, at: int) -> int:
    return at + 8 + _INT(data, at + 4)[0]


def _vector(data: bytes, at: int, kind: np.dtype) -> tuple[np.ndarray, int]:
    count = _count(data, at, kind.itemsize)
    return np.frombuffer(data, kind, count, at + 4), at + 4 + count * kind.itemsize


def _count(data: bytes, at: int, size: int) -> int:
    """The length of a vector of items of `size` bytes."""
    count: int = _INT(data, at)[0]
    if not 0 <= count <= (len(data) - at) // size:
        raise ValueError(f"Procgen state has a vector of {count} items at byte {at}")
    return count
