"""What the adapter needs to know of one Procgen game, as data."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from glyphbench.core.actions import Action, ActionSet
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.games.procgen.state import Entity, State

#: Directions counter-clockwise from east, y pointing up.
COMPASS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")
ARROWS = "→↗↑↖←↙↓↘"

YOU = Glyph("@", "you", "bold yellow")
SPACE = Glyph(".", "empty", "dim")
WALL = Glyph("#", "wall")
GOAL = Glyph("★", "goal", "bold green")
EXPLOSION = Glyph("*", "explosion (harmless)", "yellow")

#: Types that every game shares: an explosion's five images, and a trail, which is decoration.
EXPLOSION_TYPES = range(54, 59)

#: What stands for an entity: a glyph, nothing, or a choice that depends on the state.
Look = Glyph | None | Callable[[Entity, State], "Glyph | None"]


@dataclass(frozen=True)
class GameSpec:
    """One game.

    Attributes:
        name: the engine's name.
        rules: goal, mechanics and scoring for the player.
        codes: action name -> (engine code, description).
        best: the level's highest return, from its first state.
        scale: cells per world unit (across, up); cells stay fixed in the world.
        repeat: engine steps per turn.
        timeout: the engine's own limit in engine steps.
        grid: what stands for a grid code; codes not listed are drawn as empty.
        things: what stands for an entity type; a type not listed is an error.
        hud: what the pixels show outside the grid.
        glyphs: glyphs that the callables in `things` may return, in legend order.
        you: what stands for the player.
        outlined: entity types drawn as the outline of their box.
        blind: actions which, repeated from the start, complete many levels; such levels are passed over.
    """

    name: str
    rules: str
    codes: Mapping[str, tuple[int, str]]
    best: Callable[[State], float]
    scale: tuple[int, int] = (1, 1)
    repeat: int = 2
    timeout: int = 1000
    grid: Mapping[int, Glyph] = field(default_factory=dict)
    things: Mapping[int, Look] = field(default_factory=dict)
    hud: Callable[[State], str] = lambda state: ""
    glyphs: tuple[Glyph, ...] = ()
    you: Callable[[State], Glyph] = lambda state: YOU
    outlined: frozenset[int] = frozenset()
    blind: tuple[str, ...] = ()

    @property
    def actions(self) -> ActionSet:
        """The named actions, in order."""
        return ActionSet([Action(name, text) for name, (_, text) in self.codes.items()])

    @property
    def palette(self) -> Palette:
        """Every glyph the game can show, the player first."""
        found: dict[str, Glyph] = {}
        looks = [look for look in self.things.values() if isinstance(look, Glyph)]
        for glyph in (*self.glyphs, YOU, *looks, EXPLOSION, *self.grid.values(), SPACE):
            if glyph.char in found and found[glyph.char] != glyph:
                raise ValueError(f"{self.name}: {glyph.char!r} means both {found[glyph.char].name} and {glyph.name}")
            found[glyph.char] = glyph
        return Palette(*found.values())


MOVE4 = {
    "NOOP": (4, "stay"),
    "LEFT": (1, "move left"),
    "RIGHT": (7, "move right"),
    "UP": (5, "move up"),
    "DOWN": (3, "move down"),
}
MOVE8 = {
    **MOVE4,
    "UP_LEFT": (2, ""),
    "UP_RIGHT": (8, ""),
    "DOWN_LEFT": (0, ""),
    "DOWN_RIGHT": (6, ""),
}
JUMP = {
    "NOOP": (4, "no input"),
    "LEFT": (1, "run left"),
    "RIGHT": (7, "run right"),
    "JUMP": (5, "jump straight up"),
    "JUMP_LEFT": (2, "jump while moving left"),
    "JUMP_RIGHT": (8, "jump while moving right"),
}


def octant(vx: float, vy: float) -> int:
    """The nearest of the eight directions, counter-clockwise from east."""
    return round(math.atan2(vy, vx) / (math.pi / 4)) % 8


def flying(what: str, style: str = "bold red") -> tuple[Glyph, ...]:
    """Eight arrows for a thing whose direction of flight matters."""
    return tuple(Glyph(arrow, f"{what} flying {way}", style) for arrow, way in zip(ARROWS, COMPASS, strict=True))


def velocity(state: State) -> str:
    """The player's velocity in world units per engine step, as upstream's `paint_vel_info` option shows it."""
    return f"velocity per engine step: right {_signed(state.player.vx)}, up {_signed(state.player.vy)}"


def _signed(value: float) -> str:
    # Adding zero turns a negative zero into a plain one.
    return f"{round(value, 2) + 0.0:+.2f}"


def ten(state: State) -> float:
    """Ten points, for reaching the goal."""
    return 10.0
