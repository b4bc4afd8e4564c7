"""The Atari tasks: seeds, kwargs, names of actions, HUD, motion line, and what is left to ALE."""

import re
import subprocess
import sys

import gymnasium as gym
import numpy as np
import pytest

import glyphbench  # noqa: F401
from glyphbench import catalogue
from glyphbench.games.atari.env import Atari

ROWS = catalogue.tasks(family="atari")


def test_the_57_games_are_there_with_native_rewards() -> None:
    assert len(ROWS) == 57
    for row in ROWS:
        assert row.track == "extended" and row.extra == "atari" and row.max_turns == 2500
        assert row.upstream == f"ALE/{row.kwargs['game']}-v5"
    assert Atari.return_bounds is None


def test_seeds_differ_from_the_first_turn_and_repeat() -> None:
    env = Atari(game="Pong", sticky=0.0)
    frames = []
    for seed in (1, 2, 3, 4, 5, 1):
        env.reset(seed=seed)
        for _ in range(20):
            env.step(0)
        frames.append(env.engine_frame().tobytes())
    assert frames[0] == frames[-1]
    assert len(set(frames)) >= 3


def test_actions_say_what_they_do() -> None:
    assert Atari(game="Pong").actions.names == ("NOOP", "FIRE", "UP", "DOWN", "UP_FIRE", "DOWN_FIRE")
    full = Atari(game="Pong", full_action_space=True)
    assert len(full.actions) == 18 and "UP_RIGHT_FIRE" in full.actions.names
    assert full.actions.parse("uprightfire") == full.actions.index("UP_RIGHT_FIRE")
    assert Atari(game="Enduro").actions.parse("gas") == 1


@pytest.mark.parametrize(
    ("game", "action", "colours", "rows", "row_change", "column_change"),
    [
        # Rows of the screen grow downwards: a change below zero is upwards.
        ("Pong", "UP", (200,), (34, 194), -1, 0),
        ("Pong", "DOWN", (200,), (34, 194), 1, 0),
        ("Breakout", "RIGHT", (70,), (188, 196), 0, 1),
        ("Breakout", "LEFT", (70,), (188, 196), 0, -1),
        ("Qbert", "DOWN_RIGHT", (52,), (0, 206), 1, 1),
        ("Qbert", "DOWN_LEFT", (52,), (0, 206), 1, -1),
        ("Freeway", "UP", (30,), (110, 196), -1, 0),
        ("Zaxxon", "DIVE", (56,), (24, 192), 1, 0),
    ],
)
def test_an_action_moves_the_player_as_its_name_says(
    game: str, action: str, colours: tuple[int, ...], rows: tuple[int, int], row_change: int, column_change: int
) -> None:
    env = Atari(game=game, sticky=0.0)
    env.reset(seed=3)
    for _ in range(60):
        env.step(0)

    def place() -> np.ndarray:
        screen = env.engine.screens[1][slice(*rows), : 80 if game == "Freeway" else 160]
        return np.argwhere(np.isin(screen, colours)).mean(0)

    before = place()
    for _ in range(3 if game != "Qbert" else 8):
        env.step(env.actions.index(action))
    change = place() - before
    if row_change:
        assert change[0] * row_change > 1.5
    if column_change:
        assert change[1] * column_change > 1.5


def test_hud_shows_score_lives_and_motion() -> None:
    env = Atari(game="Breakout", sticky=0.0)
    text, _ = env.reset(seed=0)
    # ALE's count of lives is not to be trusted before the first frame.
    assert "lives" not in text and "score 0" in text
    for name in ("SERVE", "NOOP", "NOOP", "NOOP"):
        text, *_ = env.step(env.actions.index(name))
    moved = re.search(r"moved: o (\d+),(\d+) (\S+),(\S+)", text)
    assert moved and float(moved[4]) > 0, text
    column, row = int(moved[1]), int(moved[2])
    assert "o" in "".join(line[column - 1 : column + 2] for line in env.observation.grid[row - 1 : row + 2])
    assert "lives 5" in text
    while "You lost a life." not in text:
        text, *_ = env.step(0)
    assert "lives 4" in text


def test_motion_does_not_depend_on_drawing_every_turn() -> None:
    drawn, blind = Atari(game="Freeway"), Atari(game="Freeway")
    drawn.reset(seed=5)
    blind.reset(seed=5)
    for action in (1, 1, 0, 1, 2, 1, 1, 1):
        text, *_ = drawn.step(action)
        blind.advance(action)
    assert blind.observation.text == text


def test_gauge_reads_the_oxygen_bar() -> None:
    env = Atari(game="Seaquest", sticky=0.0, max_turns=200)
    env.reset(seed=0)
    levels = []
    down = env.actions.index("DOWN")
    for turn in range(120):
        env.step(down)
        if turn >= 40:
            levels.append(int(re.search(r"oxygen (\d+)%", env.observation.hud)[1]))  # type: ignore[index]
    assert levels[-1] < levels[0] <= 100
    assert levels == sorted(levels, reverse=True)


def test_a_won_match_is_a_success() -> None:
    env = Atari(game="Boxing", max_turns=2500)
    env.reset(seed=0)
    over, info = False, {}
    while not over:
        _, terminated, truncated, info = env.advance(0)
        over = terminated or truncated
    assert terminated and info["native_return"] < 0 and info["success"] is False


@pytest.mark.parametrize(
    "kwargs",
    [
        {"game": "Tetris"},
        {"mode": 77},
        {"mode": "hard"},
        {"difficulty": 9},
        {"frames_per_action": 0},
        {"frames_per_action": 17},
        {"sticky": 1.5},
        {"sticky": True},
        {"full_action_space": 1},
    ],
)
def test_arguments_are_checked(kwargs: dict) -> None:  # type: ignore[type-arg]
    with pytest.raises(ValueError, match=r"must be|has mode|has difficulty"):
        Atari(**{"game": "Pong", **kwargs})


def test_frames_per_action_holds_longer() -> None:
    env = Atari(game="Pong", frames_per_action=8)
    env.reset(seed=0)
    start = env.engine.ale.getEpisodeFrameNumber()
    env.step(0)
    assert env.engine.ale.getEpisodeFrameNumber() == start + 8
    assert env.engine_frame().shape == (210, 160, 3)


def test_ale_is_not_imported_until_an_atari_task_is_made() -> None:
    code = (
        "import sys, glyphbench, gymnasium as gym\n"
        "gym.make('GlyphBench/Sokoban-v0')\n"
        "assert 'ale_py' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_gym_make_passes_arguments() -> None:
    env = gym.make("GlyphBench/Atari-Pong-v0", difficulty=1, mode=1, sticky=0.0, max_turns=3)
    env.reset(seed=0)
    ends = [env.step(0)[2:4] for _ in range(3)]
    assert ends[-1] == (False, True)
