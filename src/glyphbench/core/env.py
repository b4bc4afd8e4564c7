"""GlyphEnv: the Gymnasium environment that every task is.

A game supplies three hooks (`_start`, `_apply`, `_observe`), its `actions` and its `rules`; the base class does
seeding, the horizon, the return scale and its bounds, messages, rendering, snapshots and `info`.
"""

from __future__ import annotations

import copy
from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded

from glyphbench.core.actions import ActionSet
from glyphbench.core.observation import LAYOUTS, Layout, Observation
from glyphbench.core.spaces import GlyphText

_SPACE = GlyphText()

StepResult = tuple[str, float, bool, bool, dict[str, Any]]


class Outcome(NamedTuple):
    """What one action did: native reward, whether the episode ended by the game's rules, and success if it did."""

    reward: float = 0.0
    terminated: bool = False
    success: bool | None = None


#: Nothing gained, nothing ended.
NOTHING = Outcome()


@dataclass(frozen=True)
class Snapshot:
    """Everything `restore` needs to continue an episode from here."""

    turn: int
    total: float
    native_total: float
    gain: float
    ended: bool
    message: str
    random_state: dict[str, Any]
    game: Any
    maker: str = ""


class GlyphEnv(gym.Env[str, int]):
    """A game on a grid of glyphs with named actions.

    Subclasses set `actions` (class attribute, or in `__init__` before `super().__init__`) and `rules`, implement the
    three hooks, and keep everything that changes during an episode in `self.state` (then `snapshot` works).

    Args:
        max_turns: the horizon in turns; the episode is truncated after that many.
        layout: `"dense"` or `"spaced"` (a blank between cells).
        render_mode: None, `"ansi"` (coloured text) or `"rgb_array"` (uint8 image of shape (h, w, 3)).

    Raises:
        ValueError: an argument is out of range.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # noqa: RUF012

    actions: ActionSet
    #: Goal, mechanics and scoring: what a player needs to know beside the action list and the legend.
    rules: str
    #: Advice for long games beyond the rules; shown by the `guided` harness alone.
    guide: str = ""
    #: Bounds on the cumulative (scaled) return; None on extended tasks, which keep native rewards.
    return_bounds: ClassVar[tuple[float, float] | None] = (-1.0, 1.0)

    def __init__(self, *, max_turns: int = 100, layout: Layout = "dense", render_mode: str | None = None) -> None:
        self.max_turns = check_int("max_turns", max_turns, 1, 10_000_000)
        if layout not in LAYOUTS:
            raise ValueError(f"layout must be one of {', '.join(LAYOUTS)}, got {layout!r}")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode must be None, 'ansi' or 'rgb_array', got {render_mode!r}")
        self.layout: Layout = layout
        self.render_mode = render_mode
        self.observation_space = _SPACE
        self.action_space: spaces.Space[Any] = spaces.Discrete(len(self.actions))
        #: All that changes during an episode of one of our own games; engines override `_get_state` instead.
        self.state: Any = None
        #: Scaled reward per unit of native reward; a game may set it in `_start`.
        self.reward_gain = 1.0
        #: Feedback on the last action; a game assigns it in `_start` and `_apply`.
        self.message = ""
        self._turn = 0
        self._return = 0.0
        self._native_return = 0.0
        self._ended = True
        self._started = False
        self._cached: Observation | None = None

    # ---- hooks -------------------------------------------------------------------------------------------------

    @abstractmethod
    def _start(self, seed: int) -> None:
        """Begin an episode, drawing from `self.np_random`; an engine with its own generator takes `seed`."""

    @abstractmethod
    def _apply(self, action: int) -> Outcome:
        """Apply one action and return what it did; set `self.message` where there is something to say."""

    @abstractmethod
    def _observe(self) -> Observation:
        """Draw the present state. The base class adds the turn to the HUD, the message and the layout."""

    def _action_mask(self) -> np.ndarray | None:
        """Which actions can have an effect now: int8 of shape (len(actions),), or None where the game cannot tell."""
        return None

    def _get_state(self) -> Any:
        """Return the game's part of a snapshot, sharing nothing mutable with the live game."""
        return copy.deepcopy(self.state)

    def _set_state(self, state: Any) -> None:
        """Put back what `_get_state` returned; the snapshot must stay usable."""
        self.state = copy.deepcopy(state)

    # ---- Gymnasium's interface ---------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Start a new episode and return its first observation text and info."""
        super().reset(seed=seed)
        self._turn, self._return, self._native_return = 0, 0.0, 0.0
        self._ended, self._started = False, True
        self.message, self.reward_gain = "", 1.0
        self._cached = None
        self._start(int(self.np_random.integers(2**31 - 1)) if seed is None else seed)
        return self.observation.text, self._info(0.0, None)

    def step(self, action: int) -> StepResult:
        """Play one turn. Returns observation text, scaled reward, terminated, truncated, info.

        Raises:
            ResetNeeded: there is no running episode.
            InvalidAction: `action` is not in `action_space`.
        """
        reward, terminated, truncated, info = self.advance(action)
        return self.observation.text, reward, terminated, truncated, info

    def advance(self, action: int) -> tuple[float, bool, bool, dict[str, Any]]:
        """`step` without drawing the observation, for searches and reference policies."""
        if self._ended:
            raise ResetNeeded("the episode is over or never began: call reset() first")
        index = self._index(action)
        self.message = ""
        outcome = self._apply(index)
        return self._finish(outcome, self.actions.names[index])

    def skip_turn(self, message: str) -> StepResult:
        """Spend a turn without acting and say why; the game does not move. Returns what `step` returns."""
        if self._ended:
            raise ResetNeeded("the episode is over or never began: call reset() first")
        self.message = message
        reward, terminated, truncated, info = self._finish(NOTHING, None)
        return self.observation.text, reward, terminated, truncated, info

    def render(self) -> Any:
        """Return coloured text (`ansi`), an image (`rgb_array`) or None, as `render_mode` asks."""
        if self.render_mode == "ansi":
            return self.observation.ansi()
        if self.render_mode == "rgb_array":
            return self.observation.image()
        return None

    # ---- beyond Gymnasium --------------------------------------------------------------------------------------

    @property
    def observation(self) -> Observation:
        """The present observation, structured.

        Raises:
            ResetNeeded: no episode has begun.
        """
        if self._cached is None:
            if not self._started:
                raise ResetNeeded("no episode has begun: call reset() first")
            seen = self._observe()
            clock = f"turn {self._turn}/{self.max_turns}"
            self._cached = replace(
                seen,
                hud=f"{clock} | {seen.hud}" if seen.hud else clock,
                message=self.message,
                layout=self.layout,
            )
        return self._cached

    @property
    def turn(self) -> int:
        """Turns played in this episode."""
        return self._turn

    def native_text(self) -> str | None:
        """The upstream engine's own text of the present state; None where there is none."""
        return None

    def engine_frame(self) -> np.ndarray | None:
        """The upstream engine's own picture of the present state, uint8 (h, w, 3); None where there is none."""
        return None

    def snapshot(self) -> Snapshot:
        """Return a copy of the whole episode state; `restore` continues from it, as often as you like.

        Raises:
            ResetNeeded: no episode has begun.
            NotImplementedError: the engine cannot save a running game.
        """
        if not self._started:
            raise ResetNeeded("no episode has begun: call reset() first")
        return Snapshot(
            self._turn,
            self._return,
            self._native_return,
            self.reward_gain,
            self._ended,
            self.message,
            dict(copy.deepcopy(self.np_random.bit_generator.state)),
            self._get_state(),
            self._maker,
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a state that `snapshot` returned, in this environment or in another of the same task.

        Raises:
            TypeError: it is no snapshot.
            ValueError: it is of another task.
        """
        if not isinstance(snapshot, Snapshot):
            raise TypeError(f"restore takes what snapshot() returned, got {type(snapshot).__name__}")
        if snapshot.maker not in ("", self._maker):
            raise ValueError(f"the snapshot is of {snapshot.maker}, this is {self._maker}")
        self._turn, self._return = snapshot.turn, snapshot.total
        self._native_return, self.reward_gain = snapshot.native_total, snapshot.gain
        self._ended, self.message = snapshot.ended, snapshot.message
        self.np_random.bit_generator.state = copy.deepcopy(snapshot.random_state)
        self._set_state(snapshot.game)
        self._started, self._cached = True, None

    # ---- bookkeeping -------------------------------------------------------------------------------------------

    def _index(self, action: Any) -> int:
        """Return an action as an int; whatever equals an integer in range is one (NumPy's, too).

        Raises:
            InvalidAction: it is not in `action_space`.
        """
        try:
            index = int(action)
            valid = bool(index == action) and 0 <= index < len(self.actions)
        except (TypeError, ValueError, OverflowError):
            valid = False
        if not valid:
            hint = "; a name becomes its number by actions.index(NAME)" if isinstance(action, str) else ""
            raise InvalidAction(f"action must be an integer from 0 to {len(self.actions) - 1}, got {action!r}{hint}")
        return index

    @property
    def _maker(self) -> str:
        """Which game this is, so that a snapshot does not get into another."""
        kind = f"{type(self).__module__}:{type(self).__qualname__}"
        return str(getattr(getattr(self, "task", None), "id", kind))  # `registration.make` notes the task

    def _finish(self, outcome: Outcome, name: str | None) -> tuple[float, bool, bool, dict[str, Any]]:
        """Count the turn, scale and bound the reward, and build info."""
        self._turn += 1
        self._cached = None
        native = float(outcome.reward)
        total = self._return + native * self.reward_gain
        if self.return_bounds is not None:
            total = min(max(total, self.return_bounds[0]), self.return_bounds[1])
        reward, self._return = total - self._return, total
        self._native_return += native
        terminated = bool(outcome.terminated)
        truncated = not terminated and self._turn >= self.max_turns
        self._ended = terminated or truncated
        info = self._info(native, name)
        if self._ended:
            info["success"] = bool(outcome.success)
        return reward, terminated, truncated, info

    def _info(self, native: float, name: str | None) -> dict[str, Any]:
        info: dict[str, Any] = {
            "turn": self._turn,
            "return_so_far": self._return,
            "native_reward": native,
            "native_return": self._native_return,
            "action": name,
        }
        mask = self._action_mask()
        if mask is not None:
            info["action_mask"] = mask
        return info


def check_int(name: str, value: Any, low: int, high: int) -> int:
    """Return `value` as an int.

    Raises:
        ValueError: it is not an integer between `low` and `high` (both included).
    """
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
        raise ValueError(f"{name} must be an integer from {low} to {high}, got {value!r}")
    return int(value)


def check_choice(name: str, value: Any, choices: tuple[str, ...]) -> str:
    """Return `value`.

    Raises:
        ValueError: it is not one of `choices`.
    """
    if value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, got {value!r}")
    return str(value)
