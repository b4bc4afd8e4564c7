"""Procgen's shooters and swimmers: bigfish, bossfight, caveflyer, dodgeball, fruitbot, plunder, starpilot."""

from __future__ import annotations

import math

from glyphbench.core.glyphs import Glyph
from glyphbench.games.procgen.spec import (
    ARROWS,
    COMPASS,
    GOAL,
    MOVE4,
    MOVE8,
    WALL,
    YOU,
    GameSpec,
    flying,
    octant,
    velocity,
)
from glyphbench.games.procgen.state import Entity, State, entities_of

_PREY = (
    Glyph("›", "smaller fish (edible) swimming right", "green"),
    Glyph("<", "smaller fish (edible) swimming left", "green"),
)
_HUNTER = (
    Glyph("»", "bigger fish (deadly) swimming right", "bold red"),
    Glyph("«", "bigger fish (deadly) swimming left", "bold red"),
)


def _fish(entity: Entity, state: State) -> Glyph:
    kind = _PREY if entity.rx <= state.player.rx else _HUNTER
    return kind[entity.is_reflected]


BIGFISH = GameSpec(
    "bigfish",
    "BigFish. Eat fish that are smaller than you and grow with each; touching a bigger one is the end. Fish "
    "swim across from either side. One turn is two engine steps, at most about one cell.\n"
    "Score: 1/40 per fish, and 10/40 more for the 30th, which wins: +1 in all.",
    MOVE8,
    lambda state: 40.0,
    timeout=6000,
    things={2: _fish},
    hud=lambda state: f"your length {2 * state.player.rx:.1f} cells",
    glyphs=(*_HUNTER, *_PREY),
)

_BULLETS = flying("bullet (deadly)")


def _heading(glyphs: tuple[Glyph, ...]):  # type: ignore[no-untyped-def]
    return lambda entity, state: glyphs[octant(entity.vx, entity.vy)]


_SHIELD = Glyph("S", "boss's shield (up)", "cyan")

BOSSFIGHT = GameSpec(
    "bossfight",
    "BossFight. Destroy the boss ship above you. While its shield is up it cannot be hurt and shots bounce off; hit it "
    "while the shield is down, several rounds over. Its bullets and the drifting asteroids are deadly; asteroids also "
    "stop bullets. You shoot upwards. One turn is two engine steps.\n"
    "Score: 1 per round won and 10 for the boss, divided by the level's maximum so that all makes +1.",
    {**MOVE4, "FIRE": (9, "shoot up")},
    lambda state: 10.0 + state.extra["num_rounds"],
    timeout=4000,
    things={
        1: Glyph("'", "your bullet", "green"),
        2: Glyph("B", "boss (deadly)", "bold magenta"),
        3: lambda entity, state: _SHIELD if state.extra["shields_are_up"] else None,
        4: _heading(_BULLETS),
        5: None,
        6: Glyph('"', "bounced bullet (harmless)"),
        7: Glyph("M", "asteroid (deadly)", "red"),
    },
    hud=lambda state: f"shield {'up' if state.extra['shields_are_up'] else 'down'}",
    glyphs=(*_BULLETS, _SHIELD),
    outlined=frozenset({3}),
)

_SHIPS = tuple(Glyph(arrow, f"you, nose {way}", "bold yellow") for arrow, way in zip(ARROWS, COMPASS, strict=True))


def _nose(state: State) -> int:
    """The heading's octant; an unrotated ship points up and a positive rotation turns it clockwise."""
    return round((math.pi / 2 - state.player.rotation) / (math.pi / 4)) % 8


def _cave_hud(state: State) -> str:
    heading = round(90 - math.degrees(state.player.rotation)) % 360
    return f"heading {heading} degrees (0 east, 90 north) | {velocity(state)}"


CAVEFLYER = GameSpec(
    "caveflyer",
    "CaveFlyer. Fly through the cave to the goal. Turning rotates the ship, thrust accelerates along its nose, and it "
    "drifts on. Held, turning speeds up to 30 degrees a turn and runs on a little. Walls stop you; meteors, targets "
    "and enemy ships are deadly to touch. Five shots destroy a target; meteors and enemies cannot be destroyed. "
    "Velocity counts world units of two cells. The view follows you. One turn is two engine steps.\n"
    "Score: 3 per target and 10 for the goal, divided by the level's maximum so that all makes +1.",
    {
        "NOOP": (4, "drift"),
        "TURN_LEFT": (1, "turn counter-clockwise"),
        "TURN_RIGHT": (7, "turn clockwise"),
        "THRUST": (5, "accelerate"),
        "BRAKE": (3, "accelerate backwards, a third as much"),
        "THRUST_LEFT": (2, "thrust and turn"),
        "THRUST_RIGHT": (8, "thrust and turn"),
        "FIRE": (9, "shoot ahead"),
    },
    lambda state: 10.0 + 3 * len(state.of_type(3)),
    scale=(2, 2),
    grid={8: WALL, 51: WALL},
    things={
        1: GOAL,
        2: Glyph("M", "meteor (deadly)", "red"),
        3: Glyph("T", "target (deadly to touch)", "bold magenta"),
        4: Glyph("'", "your bullet", "green"),
        5: Glyph("E", "enemy ship (deadly)", "bold red"),
        9: None,
    },
    hud=_cave_hud,
    glyphs=_SHIPS,
    you=lambda state: _SHIPS[_nose(state)],
)

_BALLS = flying("enemy ball (deadly)")
_OPEN = Glyph("D", "door, open", "bold green")
_SHUT = Glyph("d", "door, shut", "dim")


def _dodgeball_hud(state: State) -> str:
    facing = COMPASS[round(-state.player.rotation / (math.pi / 4)) % 8]
    return f"facing {facing} | enemies {state.extra['num_enemies']}"


DODGEBALL = GameSpec(
    "dodgeball",
    "Dodgeball. Hit every enemy with a ball, then leave through the door, which opens when none is left. Enemies throw "
    "balls too; their balls, the enemies and the lava walls are deadly. You throw in the direction you last moved, and "
    "then not for two or three turns. You and the enemies are two cells wide. One turn is two engine steps, about "
    "one cell.\n"
    "Score: 2 per enemy and 10 for the door, divided by the level's maximum so that all makes +1.",
    {**MOVE4, "THROW": (9, "throw a ball ahead")},
    lambda state: 10.0 + 2 * len(state.of_type(4)),
    grid={10: Glyph("|", "edge")},
    things={
        1: Glyph("#", "lava wall (deadly)", "red"),
        3: Glyph("o", "your ball", "green"),
        4: Glyph("E", "enemy (deadly)", "bold magenta"),
        5: lambda entity, state: _SHUT if state.extra["num_enemies"] else _OPEN,
        6: _heading(_BALLS),
        8: None,
    },
    hud=_dodgeball_hud,
    glyphs=(*_BALLS, _OPEN, _SHUT),
)


def _fruitbot_best(state: State) -> float:
    # Two presents can be touched by one pass over the line.
    return 20.0 + len(state.of_type(7))


FRUITBOT = GameSpec(
    "fruitbot",
    "FruitBot. You drive upwards by yourself; steer left and right through the gaps, pick up fruit, avoid bad food and "
    "cross the line of presents at the end. Barriers and locked doors are deadly; a thrown key opens a door "
    "whose lock it hits. A world unit is two cells; the view follows you. One turn is two engine steps, half a "
    "cell upwards.\nScore: +1 per fruit, -4 per bad food, +10 per present touched, divided by the "
    "level's maximum and never below -1.",
    {
        "NOOP": (4, "straight on"),
        "LEFT": (1, "steer left"),
        "RIGHT": (7, "steer right"),
        "THROW_KEY": (9, "throw a key upwards"),
    },
    _fruitbot_best,
    scale=(2, 2),
    grid={2: Glyph("|", "edge")},
    things={
        1: Glyph("#", "barrier (deadly)", "red"),
        3: Glyph("k", "your key"),
        4: Glyph("x", "bad food", "bold red"),
        7: Glyph("f", "fruit", "bold green"),
        10: Glyph("=", "locked door (deadly)", "red"),
        11: Glyph("L", "lock", "yellow"),
        12: Glyph("P", "present", "bold magenta"),
    },
)

_TARGETS = (Glyph("T", "target ship sailing right", "bold red"), Glyph("t", "target ship sailing left", "bold red"))
_FRIENDS = (Glyph("N", "other ship (do not hit) sailing right"), Glyph("n", "other ship (do not hit) sailing left"))


def _plunder_ship(entity: Entity, state: State) -> Glyph:
    kind = _TARGETS if state.extra["target_bools"][entity.image_theme] else _FRIENDS
    return kind[entity.vx < 0]


def _plunder_hud(state: State) -> str:
    extra = state.extra
    return f"time left {extra['juice_left']:.0%} | hits {extra['targets_hit']}/{extra['target_quota']}"


PLUNDER = GameSpec(
    "plunder",
    "Plunder. Fire cannonballs upwards at target ships that sail across, each lane in its own direction; "
    "hitting another ship costs 10% of your time. Time runs down, each shot costs 2% of it and each target adds 10%; "
    "without time the game is over. Panels stop shots. Ships are three cells wide. One turn is two engine steps.\n"
    "Score: 1/30 per target and 10/30 more for the 20th, which wins: +1 in all.",
    {"NOOP": (4, "wait"), "LEFT": (1, "move left"), "RIGHT": (7, "move right"), "FIRE": (9, "fire upwards")},
    lambda state: 30.0,
    timeout=4000,
    things={
        1: Glyph("'", "your cannonball", "green"),
        2: None,
        3: None,
        6: Glyph("=", "panel", "yellow"),
        7: _plunder_ship,
    },
    hud=_plunder_hud,
    glyphs=(*_TARGETS, *_FRIENDS),
)

_SHOTS = flying("enemy shot (deadly)")


def _starpilot_best(state: State) -> float:
    waiting = entities_of(state.extra["spawners"])
    return 10.0 + sum(entity.type in (4, 7, 8) for entity in (*waiting, *state.entities))


STARPILOT = GameSpec(
    "starpilot",
    "StarPilot. Fly right through waves of enemies to the finish line; everything that touches you but clouds "
    "is deadly. Shoot enemies to score; meteors cannot be destroyed. One turn is two engine steps, about one cell.\n"
    "Score: 1 per enemy and 10 for the finish line, divided by the level's maximum so that all makes +1.",
    {**MOVE4, "FIRE": (9, "shoot right"), "FIRE_BACK": (10, "shoot left")},
    _starpilot_best,
    things={
        1: Glyph("'", "your shot", "green"),
        2: _heading(_SHOTS),
        3: _heading(_SHOTS),
        4: Glyph("E", "flyer (deadly)", "bold red"),
        5: Glyph("M", "meteor (deadly)", "red"),
        6: Glyph("%", "cloud (harmless, hides things)", "dim"),
        7: Glyph("T", "turret (deadly)", "bold magenta"),
        8: Glyph("F", "fast flyer (deadly)", "bold red"),
        9: Glyph("★", "finish line", "bold green"),
    },
    glyphs=(YOU, *_SHOTS),
)

ARCADE = (BIGFISH, BOSSFIGHT, CAVEFLYER, DODGEBALL, FRUITBOT, PLUNDER, STARPILOT)
