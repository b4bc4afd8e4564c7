"""Re-playing: a record's task, seed and actions -> its frames. The one place that does so."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from glyphbench.core.env import GlyphEnv
from glyphbench.core.observation import Observation
from glyphbench.harness import SKIPPED_TURN
from glyphbench.registration import make


class CannotReplay(ValueError):
    """The actions cannot be played: `turn` (from 0) is the first that fails."""

    def __init__(self, message: str, turn: int) -> None:
        super().__init__(message)
        self.turn = turn


@dataclass(frozen=True, slots=True)
class Frame:
    """One observation of an episode and the action that led to it.

    Attributes:
        turn: turns played so far; 0 for the observation of `reset`.
        text: the observation as the agent read it.
        observation: the same, structured.
        action: name of the action that led here; None for the first frame and after a turn without an action.
        reward: scaled reward of that action.
        total: cumulative scaled reward.
        terminated: whether the game ended here by its rules.
        truncated: whether the turn limit ended it.
        info: the environment's info.
    """

    turn: int
    text: str
    observation: Observation
    action: str | None
    reward: float = 0.0
    total: float = 0.0
    terminated: bool = False
    truncated: bool = False
    info: dict[str, Any] = field(default_factory=dict)

    @property
    def skipped(self) -> bool:
        """Whether the turn passed without an action."""
        return self.turn > 0 and self.action is None

    @property
    def ended(self) -> bool:
        """Whether the episode is over."""
        return self.terminated or self.truncated


def frames(game: GlyphEnv, seed: int, actions: Sequence[str | None]) -> Iterator[Frame]:
    """Play `actions` in `game` from `reset(seed=seed)`; yields the first observation and one frame per action.

    An action of None is a turn that passed without one, as the harness plays it.

    Raises:
        CannotReplay: the game has no such action, or it ended before the actions do.
    """
    text, info = game.reset(seed=seed)
    yield Frame(0, text, game.observation, None, info=info)
    ended = False
    for turn, name in enumerate(actions):
        if ended:
            raise CannotReplay(f"the game is over after {turn} turns, {len(actions)} actions are given", turn)
        if name is None:
            step = game.skip_turn(SKIPPED_TURN)
        else:
            index = game.actions.parse(name)
            if index is None or game.actions.names[index] != name:
                raise CannotReplay(f"there is no action {name!r}", turn)
            step = game.step(index)
        text, reward, terminated, truncated, info = step
        ended = terminated or truncated
        total = float(info["return_so_far"])
        yield Frame(turn + 1, text, game.observation, name, float(reward), total, terminated, truncated, info)


class Stage:
    """Games to re-play in, one at a time: the last one is kept for the next episode of the same task."""

    def __init__(self) -> None:
        self._name = ""
        self._game: GlyphEnv | None = None

    @contextmanager
    def game(self, task: str, kwargs: dict[str, Any]) -> Iterator[GlyphEnv]:
        """Lend a game of `task` made with `kwargs`; one that raised is not used again.

        Raises:
            What `glyphbench.registration.make` raises.
        """
        name = json.dumps([task, kwargs], sort_keys=True, default=str)
        if self._game is None or self._name != name:
            self.close()
            self._game, self._name = make(task, **kwargs), name
        try:
            yield self._game
        except GeneratorExit:
            raise
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the game that is kept."""
        game, self._game = self._game, None
        if game is not None:
            game.close()
