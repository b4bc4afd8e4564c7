"""Procgen's platform games: climber, coinrun, jumper, ninja."""

from __future__ import annotations

import math

from glyphbench.core.glyphs import Glyph
from glyphbench.games.procgen.spec import COMPASS, GOAL, JUMP, WALL, GameSpec, octant, ten, velocity
from glyphbench.games.procgen.state import State

_ENEMY = Glyph("E", "enemy (deadly)", "bold red")

CLIMBER = GameSpec(
    "climber",
    "Climber. Climb from platform to platform and collect every coin; touching an enemy is the end. Enemies fly to and "
    "fro beside the platforms. A jump rises about 6 cells; you steer in the air. You land on platforms and cannot pass "
    "through them. The view follows you upwards. One turn is two engine steps.\n"
    "Score: 1 per coin and 10 for the last, divided by the level's maximum so that all coins make +1.",
    JUMP,
    lambda state: 10.0 + len(state.of_type(1)),
    grid={15: WALL, 16: WALL},
    things={1: Glyph("$", "coin", "bold yellow"), 5: _ENEMY},
    hud=velocity,
)

COINRUN = GameSpec(
    "coinrun",
    "CoinRun. Run right and get the coin at the level's far end. Saws, lava and walking enemies kill. A jump "
    "rises about 6 cells; hold a direction to steer in the air. Crates can be jumped onto, and DROP falls "
    "through them. You are a little taller than a cell. The view follows you. One turn is two engine steps.\n"
    "Score: +1 for the coin, which ends the episode.",
    {**JUMP, "DROP": (3, "fall through a crate")},
    ten,
    grid={
        1: Glyph("★", "coin", "bold green"),
        15: WALL,
        16: WALL,
        **dict.fromkeys((17, 18), Glyph("^", "lava (deadly)", "red")),
    },
    things={2: Glyph("x", "saw (deadly)", "bold red"), 5: _ENEMY, 20: Glyph("=", "crate", "yellow"), 59: None},
    hud=velocity,
    blind=("RIGHT", "JUMP_RIGHT"),
)


def _jumper_hud(state: State) -> str:
    goal, you = state.of_type(1)[0], state.player
    across, up = goal.x - you.x, goal.y - you.y
    way = COMPASS[octant(across, up)]
    # Upstream's overlay is a needle and a bar of distance over the world's diagonal.
    return f"compass: goal {way}, distance {math.hypot(across, up):.0f} | {velocity(state)}"


JUMPER = GameSpec(
    "jumper",
    "Jumper. Find the carrot in a cave; the compass points to it. Spikes kill. A jump rises nearly 4 cells; JUMP "
    "works on the ground and once more in the air (not in the first two turns). The view follows you. One turn is two "
    "engine steps.\n"
    "Score: +1 for the carrot, which ends the episode.",
    JUMP,
    ten,
    grid={6: WALL, 7: WALL, 51: WALL},
    things={1: Glyph("★", "carrot", "bold green"), 2: Glyph("^", "spike (deadly)", "bold red"), 59: None},
    hud=_jumper_hud,
)


def _ninja_hud(state: State) -> str:
    extra = state.extra
    facing = "right" if extra["facing_right"] else "left"
    return f"facing {facing} | jump charge {extra['jump_charge']:.0%} | {velocity(state)}"


NINJA = GameSpec(
    "ninja",
    "Ninja. Cross the ledges to the goal on the right. Bombs and fire kill. Each turn of JUMP on the ground charges a "
    "jump by 50%, and the first turn without JUMP fires it: at 50% it rises 2 cells, at 100% 6 cells (on easy levels "
    "one turn charges 100%, for 4 cells). You steer in the air. A throwing star destroys the "
    "bomb it hits. The view follows you. One turn is two engine steps.\n"
    "Score: +1 for the goal, which ends the episode.",
    {
        **JUMP,
        "JUMP": (5, "charge a jump"),
        "JUMP_LEFT": (2, "charge while running left"),
        "JUMP_RIGHT": (8, "charge while running right"),
        "THROW": (9, "throw a star ahead"),
        "THROW_DIAGONAL_UP": (10, "ahead and up"),
        "THROW_UP": (11, "straight up"),
        "THROW_DIAGONAL_DOWN": (12, "ahead and down"),
    },
    ten,
    grid={20: WALL, 14: Glyph("^", "fire (deadly)", "bold red"), 6: Glyph("B", "bomb (deadly)", "bold red"), 51: WALL},
    things={
        1: GOAL,
        7: Glyph("+", "throwing star"),
        **dict.fromkeys(range(54, 59), Glyph("&", "blast (deadly)", "bold red")),
    },
    hud=_ninja_hud,
)

PLATFORMS = (CLIMBER, COINRUN, JUMPER, NINJA)
