"""Procgen's games as glyph environments."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded

from glyphbench.core.env import GlyphEnv, Outcome, check_int
from glyphbench.core.observation import Observation
from glyphbench.games.procgen.arcade import ARCADE
from glyphbench.games.procgen.engine import FRAME, MAX_LEVEL, Engine, check_mode
from glyphbench.games.procgen.grids import GRIDS
from glyphbench.games.procgen.platforms import PLATFORMS
from glyphbench.games.procgen.raster import Raster
from glyphbench.games.procgen.spec import GameSpec
from glyphbench.games.procgen.state import State, parse

SPECS: dict[str, GameSpec] = {
    spec.name: spec for spec in sorted(ARCADE + GRIDS + PLATFORMS, key=lambda spec: spec.name)
}

#: How far apart the levels lie that one seed may lead to; all seeds in use are smaller.
STRIDE = 10_000_000
#: Engine steps after which holding a key has had its chance; winning CoinRun blindly takes at most 134.
BLIND_STEPS = 300

_MOVES = frozenset({0, 1, 2, 3, 5, 6, 7, 8})
#: Codes from here on throw or shoot.
_FIRE = 9


class Procgen(GlyphEnv):
    """One of Procgen's sixteen games.

    A seed names a level: `reset(seed=s)` plays upstream's level `s` (`start_level=s, num_levels=1`). Where holding one
    key from the start completes that level (nine in ten of CoinRun's easy ones), it is passed over for level
    `s + 10,000,000`, and so on: seeds for training and for evaluation never share a level. With `num_levels=N` the
    level is `start_level + s % N`, upstream's finite level sets, and none is passed over.

    The engine resets itself at an episode's end, so the last frame before the end is the final observation, as
    it is for upstream's agents.

    Args:
        game: the engine's name (`coinrun`).
        distribution_mode: `easy`, `hard`, and for some games `extreme` or `memory`.
        start_level: first level of the set when `num_levels` is not 0.
        num_levels: how many levels the set has; 0 for all of them.

    Raises:
        ValueError: unknown game or mode, or levels out of range.
        DependencyNotInstalled: the engine has not been fetched.
    """

    def __init__(
        self,
        *,
        game: str,
        distribution_mode: str = "easy",
        start_level: int = 0,
        num_levels: int = 0,
        max_turns: int = 512,
        **common: Any,
    ) -> None:
        check_mode(game, distribution_mode)
        self.game_spec: GameSpec = SPECS[game]
        self.distribution_mode = distribution_mode
        self.start_level = check_int("start_level", start_level, 0, MAX_LEVEL)
        self.num_levels = check_int("num_levels", num_levels, 0, MAX_LEVEL - self.start_level)
        self.actions, self.rules = self.game_spec.actions, self.game_spec.rules
        self._codes = [code for code, _ in self.game_spec.codes.values()]
        self._raster = Raster(self.game_spec)
        self._engine: Engine | None = None
        self._level = 0
        # The engine stops by itself at its time-out: a longer horizon than that cannot be had.
        longest = self.game_spec.timeout // self.game_spec.repeat
        super().__init__(max_turns=min(check_int("max_turns", max_turns, 1, 10_000_000), longest), **common)

    @property
    def level(self) -> int:
        """The level being played (upstream's `start_level`)."""
        return self._level

    def _start(self, seed: int) -> None:
        if self.num_levels:
            self._level = self.start_level + seed % self.num_levels
        else:
            self._level = seed % (MAX_LEVEL + 1)
            while self._blind():
                self._level = (self._level + STRIDE) % (MAX_LEVEL + 1)
        self._open()
        self.reward_gain = 1 / self.game_spec.best(self.state)

    def _blind(self) -> bool:
        """Whether holding one key completes the level; nobody has to look at the grid for that."""
        for name in self.game_spec.blind:
            engine = Engine(self.game_spec.name, self._level, self.distribution_mode)
            code = self.game_spec.codes[name][0]
            done = any(engine.step(code)[1] for _ in range(BLIND_STEPS))
            completed = done and engine.completed
            engine.close()
            if completed:
                return True
        return False

    def _open(self) -> Engine:
        """A fresh handle on the level: the engine's own reset leaks a field between episodes in dodgeball."""
        self.close()
        self._engine = Engine(self.game_spec.name, self._level, self.distribution_mode)
        self.state = parse(self._engine.get_state())
        return self._engine

    def _running(self) -> Engine:
        """The engine's handle.

        Raises:
            ResetNeeded: there is none before the first episode and after `close`.
        """
        if self._engine is None:
            raise ResetNeeded("no level is open: call reset() first")
        return self._engine

    def _apply(self, action: int) -> Outcome:
        engine = self._running()
        before: State = self.state
        code, total, steps, done = self._codes[action], 0.0, 0, False
        while steps < self.game_spec.repeat and not done:
            reward, done = engine.step(code)
            total += reward
            steps += 1
        if done:
            return self._ended_by(engine, total, before.fields["cur_time"] + steps)
        self.state = parse(engine.get_state())
        self.message = self._feedback(code, total, before)
        return Outcome(total)

    def _ended_by(self, engine: Engine, reward: float, clock: int) -> Outcome:
        if engine.completed:
            self.message = "You completed the level."
            return Outcome(reward, True, True)
        if clock >= self.game_spec.timeout:
            # Upstream's own time limit: the base class truncates, because this is also the horizon.
            return Outcome(reward)
        success = reward > 0 and self.reward_gain * reward >= 1
        # The engine has dealt the next level by now, so the picture stays that of the turn before.
        self.message = "The game is over." if success else "The game is over, and the level is not completed."
        return Outcome(reward, True, success)

    def _feedback(self, code: int, reward: float, before: State) -> str:
        if reward:
            points = f"{abs(reward):.4g}"
            return f"You {'gain' if reward > 0 else 'lose'} {points} point{'' if points == '1' else 's'}."
        you, then = self.state.player, before.player
        if code not in _MOVES:
            shot, last = self.state.extra.get("last_fire_time"), before.extra.get("last_fire_time")
            return "You cannot throw or shoot again yet." if code >= _FIRE and shot == last is not None else ""
        if self.state.extra.get("jump_charge", 0) > before.extra.get("jump_charge", 0):
            return "You charge a jump."
        if (you.x, you.y, you.rotation) == (then.x, then.y, then.rotation):
            return "You do not move."
        return ""

    def _observe(self) -> Observation:
        rows = self._raster.rows(self.state)
        return Observation(rows, self._raster.palette.legend(rows), self.game_spec.hud(self.state))

    def engine_frame(self) -> np.ndarray:
        """Upstream's 64x64 RGB observation of the present state, without its background image."""
        return np.frombuffer(self._running().frame(), dtype=np.uint8).reshape(FRAME)

    def engine_state(self) -> bytes:
        """The engine's own serialisation of the present state, for `Engine.set_state`."""
        return self._running().get_state()

    def _get_state(self) -> tuple[int, bytes]:
        return self._level, self.engine_state()

    def _set_state(self, state: tuple[int, bytes]) -> None:
        self._level, data = state
        engine = self._open()
        engine.set_state(data)
        self.state = parse(data)

    def close(self) -> None:
        """Free the engine's handle."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None
