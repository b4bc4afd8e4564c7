import gymnasium as gym
import pytest

from glyphbench.games.classics.course import Course, Ending, constant_wins, winnable

BACK, ON = range(2)


class Corridor(Course):
    """Cells 0 to 5: stepping on from 5 wins, back from 0 loses."""

    def move(self, position, action):
        at = position[0] + (1 if action == ON else -1)
        if at > 5:
            return Ending(True, "out", (5,))
        return Ending(False, "lost", (0,)) if at < 0 else (at,)


class DeadEnd(Corridor):
    def move(self, position, action):
        return position if position == (3,) else super().move(position, action)


def test_winnable_and_constant_wins():
    assert winnable(Corridor(), (0,), (BACK, ON)) and constant_wins(Corridor(), (0,), ON, 6)
    assert not constant_wins(Corridor(), (0,), ON, 5) and not constant_wins(Corridor(), (0,), BACK, 9)
    assert not winnable(DeadEnd(), (0,), (BACK, ON)) and not constant_wins(DeadEnd(), (0,), ON, 99)
    assert not winnable(Corridor(), (0,), (BACK, ON), limit=3)


@pytest.mark.parametrize("task", ["Frogger", "Flappy", "Ski", "Platformer", "LunarLander"])
def test_snapshots_share_the_course_and_keep_the_rest(task):
    game = gym.make(f"GlyphBench/{task}-v0").unwrapped
    game.reset(seed=2)
    snapshot, text = game.snapshot(), game.observation.text
    course = game.state.course
    for _ in range(3):
        if not game._ended:
            game.advance(len(game.actions) - 1)
    assert game.observation.text != text
    game.restore(snapshot)
    assert game.observation.text == text and game.state.course is course
