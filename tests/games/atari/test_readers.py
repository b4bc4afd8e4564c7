"""The text is enough to play: scripted players that see nothing else do far better than random play.

Random play scores -20 in Pong, 2 in Breakout, 0 in Freeway, 250 in Ms. Pac-Man and 150 in Space Invaders (means over
some episodes on the bare emulator).
"""

from statistics import fmean

import pytest

from glyphbench.games.atari.env import Atari
from tests.games.atari.readers import READERS


def score(game: str, seed: int, max_turns: int = 2500) -> float:
    env, play = Atari(game=game, max_turns=max_turns), READERS[game]()
    text, info = env.reset(seed=seed)
    over = False
    while not over:
        text, _, terminated, truncated, info = env.step(env.actions.index(play(text)))
        over = terminated or truncated
    return float(info["native_return"])


@pytest.mark.parametrize(
    ("game", "seeds", "least"),
    [("Breakout", 2, 6), ("MsPacman", 2, 350)],
)
def test_a_reader_of_the_text_plays(game: str, seeds: int, least: float) -> None:
    assert fmean(score(game, seed) for seed in range(seeds)) >= least


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("game", "seeds", "least"),
    [("Pong", 3, -10), ("Breakout", 4, 6), ("Freeway", 1, 12), ("MsPacman", 4, 400), ("SpaceInvaders", 4, 220)],
)
def test_a_reader_of_the_text_plays_well_over_more_seeds(game: str, seeds: int, least: float) -> None:
    assert fmean(score(game, seed) for seed in range(seeds)) >= least
