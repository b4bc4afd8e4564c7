"""Every task can be won: recorded games, replayed."""

import json
import sys
from pathlib import Path

import pytest

from glyphbench import catalogue
from glyphbench.games.craftax.env import CraftaxTask
from glyphbench.games.craftax.tasks import TASKS

sys.path.insert(0, str(Path(__file__).parent))
from craftax_record import WINS, expand, shorten

GAMES = json.loads(WINS.read_text(encoding="utf-8"))
#: The shortest win of each task, so that all 60 are replayed by default.
SHORTEST = [(task, min(games, key=lambda seed: len(expand(games[seed])))) for task, games in sorted(GAMES.items())]
ALL = [(task, seed) for task, games in sorted(GAMES.items()) for seed in games]


def replay(task: str, seed: str) -> None:
    env = CraftaxTask(task=task, max_turns=catalogue.task(f"Craftax-{task}").max_turns)
    env.reset(seed=int(seed))
    total, info = 0.0, {}
    actions = expand(GAMES[task][seed])
    for position, name in enumerate(actions):
        reward, terminated, truncated, info = env.advance(env.actions.index(name))
        total += reward
        assert (terminated or truncated) == (position == len(actions) - 1)
    assert info["success"] is True
    expected = 1 - TASKS[task].speed * len(actions) / TASKS[task].limit
    assert total == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(("task", "seed"), SHORTEST)
def test_a_recorded_game_wins_each_task(task: str, seed: str) -> None:
    replay(task, seed)


@pytest.mark.sweep
@pytest.mark.parametrize(("task", "seed"), [pair for pair in ALL if pair not in SHORTEST])
def test_every_recorded_game_wins(task: str, seed: str) -> None:
    replay(task, seed)


def test_wins_cover_the_tasks() -> None:
    assert set(GAMES) == set(TASKS)
    assert all(len(games) >= 2 for games in GAMES.values())
    assert sum(len(games) == 5 for games in GAMES.values()) >= 40


def test_run_length_notation() -> None:
    names = ["UP", "UP", "DO", "UP"]
    assert shorten(names) == "UP*2 DO UP"
    assert expand("UP*2 DO UP") == names
