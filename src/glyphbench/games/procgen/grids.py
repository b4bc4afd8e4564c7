"""Procgen's games of mazes and lanes: chaser, heist, leaper, maze, miner."""

from __future__ import annotations

import math

import numpy as np

from glyphbench.core.glyphs import Glyph
from glyphbench.games.procgen.spec import GOAL, MOVE4, WALL, GameSpec, ten
from glyphbench.games.procgen.state import Entity, State

_ENEMY = Glyph("E", "enemy (deadly)", "bold red")
_PREY = Glyph("e", "enemy, edible now", "bold cyan")


def _chaser_enemy(entity: Entity, state: State) -> Glyph:
    extra = state.extra
    return _PREY if state.fields["cur_time"] - extra["eat_time"] < extra["eat_timeout"] else _ENEMY


def _chaser_best(state: State) -> float:
    orbs = int((state.grid == 1002).sum()) + len(state.of_type(2))
    return 10 + 0.04 * orbs


CHASER = GameSpec(
    "chaser",
    "Chaser. Eat every orb in the maze while enemies hunt you; touching one is the end. A big orb makes all enemies "
    "edible for some 37 turns; an eaten enemy comes back as an egg that hatches after 25. You keep moving in your last "
    "direction until a wall stops you; turning towards a wall does nothing. One turn is two engine steps, one cell.\n"
    "Score: 0.04 per orb and 10 for the last one, divided by the level's maximum so that all orbs make +1.",
    {**MOVE4, "NOOP": (4, "keep going")},
    _chaser_best,
    grid={5: WALL, 1002: Glyph("•", "orb", "green")},
    things={2: Glyph("O", "big orb", "bold green"), 4: Glyph("o", "egg (harmless)"), 6: _chaser_enemy},
    glyphs=(_ENEMY, _PREY),
)

_COLOURS = ("blue", "green", "red")
_DOORS = tuple(Glyph(name[0].upper(), f"locked {name} door", name) for name in _COLOURS)
_KEYS = tuple(Glyph(name[0], f"{name} key", name) for name in _COLOURS)


def _heist_hud(state: State) -> str:
    held = [name for name, has in zip(_COLOURS, state.extra["has_keys"], strict=False) if has]
    return f"keys held: {', '.join(held) if held else 'none'}"


HEIST = GameSpec(
    "heist",
    "Heist. Reach the gem. Locked doors open when you walk into them with the key of their colour; walking onto a key "
    "picks it up. You move continuously: a turn is two engine steps, about one cell at full speed, and corners "
    "can stop you short.\nScore: +1 for the gem, which ends the episode.",
    MOVE4,
    ten,
    grid={51: WALL},
    things={
        1: lambda entity, state: _DOORS[entity.image_theme],
        2: lambda entity, state: _KEYS[entity.image_theme],
        9: Glyph("★", "gem", "bold magenta"),
        11: None,
    },
    hud=_heist_hud,
    glyphs=(*_DOORS, *_KEYS),
)

_LEFT_CAR = Glyph("«", "car driving left (deadly)", "bold red")
_RIGHT_CAR = Glyph("»", "car driving right (deadly)", "bold red")
_LEFT_LOG = Glyph("{", "log drifting left", "yellow")
_RIGHT_LOG = Glyph("}", "log drifting right", "yellow")

LEAPER = GameSpec(
    "leaper",
    "Leaper. Hop upwards over a road and then a river to the finish line. Cars kill; in the river you must stand near "
    "the middle of a log, which carries you along. A world unit is three cells wide and one high; you are a little "
    "narrower. A hop takes one turn (six engine steps) and moves you one unit.\n"
    "Score: +1 for the finish line, which ends the episode.",
    MOVE4,
    ten,
    scale=(3, 1),
    repeat=6,
    timeout=500,
    grid={2: Glyph("=", "road"), 3: Glyph("~", "water (deadly without a log)", "blue")},
    things={
        1: lambda entity, state: _LEFT_LOG if entity.vx < 0 else _RIGHT_LOG,
        4: lambda entity, state: _LEFT_CAR if abs(entity.rotation) > math.pi / 2 else _RIGHT_CAR,
        5: Glyph("★", "finish line", "bold green"),
    },
    glyphs=(_LEFT_CAR, _RIGHT_CAR, _LEFT_LOG, _RIGHT_LOG),
    blind=("UP",),
)

MAZE = GameSpec(
    "maze",
    "Maze. Walk to the goal; one turn is one engine step, one cell.\nScore: +1 for the goal, which ends the episode.",
    MOVE4,
    ten,
    repeat=1,
    timeout=500,
    grid={51: WALL, 2: GOAL},
)


def _miner_best(state: State) -> float:
    return 10.0 + int(np.isin(state.grid, (2, 4)).sum())


def _miner_hud(state: State) -> str:
    return f"diamonds left {int(np.isin(state.grid, (2, 4)).sum())}"


MINER = GameSpec(
    "miner",
    "Miner. Dig through the dirt, collect every diamond, then go to the exit. A boulder or diamond falls when the cell "
    "below it is empty, rolls off another one when the cells beside are free, and kills you when it falls on "
    "you; you may stand under one that is at rest. A resting boulder can be pushed sideways into an empty cell. One "
    "turn is one engine step.\nScore: 1 per diamond and 10 for leaving with none left, divided by the "
    "level's maximum so that all makes +1.",
    MOVE4,
    _miner_best,
    repeat=1,
    grid={
        1: Glyph("O", "boulder"),
        3: Glyph("Q", "boulder, moving", "bold red"),
        2: Glyph("◆", "diamond", "bold cyan"),
        4: Glyph("◇", "diamond, moving", "bold red"),
        9: Glyph(":", "dirt", "yellow"),
        10: WALL,
    },
    things={6: Glyph("X", "exit", "bold green")},
    hud=_miner_hud,
)

GRIDS = (CHASER, HEIST, LEAPER, MAZE, MINER)
