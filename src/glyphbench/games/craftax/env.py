"""The Craftax environments: the focused tasks and the full game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from glyphbench.core.env import GlyphEnv, Outcome, check_choice
from glyphbench.core.observation import Observation
from glyphbench.games.craftax import hud
from glyphbench.games.craftax.actions import ACTIONS, action_mask, potion
from glyphbench.games.craftax.edit import Edit, Redraw
from glyphbench.games.craftax.engine import Leaves, engine
from glyphbench.games.craftax.glyphs import PALETTE, window_codes
from glyphbench.games.craftax.guide import GUIDE
from glyphbench.games.craftax.kinds import POTION_EFFECTS
from glyphbench.games.craftax.pack import View
from glyphbench.games.craftax.rules import FULL, rules
from glyphbench.games.craftax.tasks import TASKS, Episode, Task

OBSERVATIONS = ("glyphs", "native")


class CraftaxGame(GlyphEnv):
    """What the tasks and the full game share: the engine, the observation and the mask.

    Args:
        observation: `"glyphs"`, or `"native"` for upstream's own text (slow: about 0.15 s a turn).
    """

    actions = ACTIONS
    state: Episode

    def __init__(self, *, observation: str = "glyphs", **common: Any) -> None:
        self.native = check_choice("observation", observation, OBSERVATIONS) == "native"
        super().__init__(**common)
        self.engine = engine()

    def _begin(self, leaves: Leaves) -> Episode:
        view = View(self.engine.view(leaves))
        self.state = Episode(leaves, view, view, view)
        return self.state

    def _advance(self, action: int) -> Episode:
        state = self.state
        leaves, packed = self.engine.step(state.leaves, action)
        advance(state, action, leaves, View(packed), lambda: self.engine.leaf(leaves, "potion_mapping"))
        return state

    def _observe(self) -> Observation:
        state = self.state
        if state.untold and not self.message:
            self.message = hud.message(state)
        state.untold = False
        rows = PALETTE.rows(window_codes(state.view))
        lines = [hud.status(state.view, state.known)]
        extra = self._extra()
        seen = Observation(rows, PALETTE.legend(rows), "\n".join([extra, *lines] if extra else lines))
        if self.native:
            from glyphbench.games.craftax.native import NativeObservation, native_text

            return NativeObservation(seen.grid, seen.legend, seen.hud, native=native_text(state.leaves))
        return seen

    def _extra(self) -> str:
        """What the task adds to the status lines."""
        return ""

    def _action_mask(self) -> np.ndarray:
        return action_mask(self.state.view)

    def _get_state(self) -> Episode:
        return self.state.copy()

    def _set_state(self, state: Episode) -> None:
        self.state = state.copy()

    def native_text(self) -> str:
        """Upstream's own text (about 0.15 s)."""
        from glyphbench.games.craftax.native import native_text

        return native_text(self.state.leaves).rstrip("\n")

    def engine_frame(self) -> np.ndarray | None:
        """Upstream's pixels of the window, uint8 of shape (144, 176, 3), from its PNG assets."""
        from glyphbench.games.craftax.pixels import frame

        return frame(self.engine, self.state.leaves, self.state.view)


def advance(state: Episode, action: int, leaves: Leaves, view: View, mapping: Callable[[], np.ndarray]) -> None:
    """Move an episode on to what a step returned; a potion whose effect shows is identified.

    `mapping` fetches upstream's colour -> effect table, and is called only for a drink.
    """
    state.leaves, state.previous, state.view = leaves, state.view, view
    state.action, state.untold = action, True
    state.steps += 1
    colour = potion(action)
    if colour is not None and view.array("potions")[colour] < state.previous.array("potions")[colour]:
        effect = int(mapping()[colour])
        statistic, change = POTION_EFFECTS[effect]
        if (view[statistic] - state.previous[statistic]) * np.sign(change) > 0:
            state.known[colour] = effect


class CraftaxTask(CraftaxGame):
    """A focused task: an edited start, and a progress between 0 and 1 that pays as it rises.

    Dying, or failing where a task says so, costs 1 and ends the episode; so the return lies in [-1, 1]. A survival
    task pays 1 for being alive at its end, and dying costs the share of the time that was left.

    Args:
        task: name of the task, a key of `glyphbench.games.craftax.tasks.TASKS`.
    """

    def __init__(self, *, task: str = "ChopTrees", **common: Any) -> None:
        self.goal: Task = TASKS[check_choice("task", task, tuple(TASKS))]
        self.rules = rules(self.goal)
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        begin_task(self, self.goal, seed)

    def _apply(self, action: int) -> Outcome:
        return score(self.goal, self._advance(action))

    def _extra(self) -> str:
        state, task = self.state, self.goal
        if task.survive:
            return f"survived {state.steps}/{task.limit}"
        parts = [state.note or f"done {round(100 * state.progress)}%"]
        if task.shown is not None:
            parts.append(task.shown(state))
        return " | ".join(part for part in parts if part)


def begin_task(game: CraftaxGame, task: Task, seed: int) -> None:
    """Start `task` in the first world of the seed that can hold it."""
    for draw, leaves in game.engine.worlds(seed % 2**32):
        edit = Edit(game.engine, leaves, np.random.default_rng([seed, draw]))
        try:
            task.start(edit)
        except Redraw:
            continue
        episode = game._begin(edit.finish())
        if task.brief is not None:
            task.brief(edit, episode)
        return
    raise RuntimeError(f"no world of seed {seed} can hold the start of {task.name}")  # one start in 360 is redrawn


def score(task: Task, state: Episode) -> Outcome:
    """What the last step earned: native reward (already on the task's scale), end and success."""
    if task.survive:
        if state.view.dead:
            return Outcome(-max(task.limit - state.steps, 0) / task.limit, True, False)
        return Outcome(1.0, True, True) if state.steps >= task.limit else Outcome()
    before, state.progress = state.progress, max(state.progress, task.progress(state))
    gained = state.progress - before
    if state.view.dead or (task.fail is not None and task.fail(state)):
        return Outcome(gained - 1.0, True, False)
    if state.progress >= 1 - 1e-9:
        return Outcome(gained - task.speed * min(state.steps, task.limit) / task.limit, True, True)
    return Outcome(gained)


class CraftaxFull(CraftaxGame):
    """The whole game with upstream's rewards, end and horizon (100,000 steps).

    Terminates when health is 0, when the necromancer has been hit eight times (success), or at upstream's last step.
    Worlds that upstream makes unwinnable (a lost ladder) are redrawn; otherwise seed `s` is upstream's
    `env.reset(PRNGKey(s))`.
    """

    rules = FULL
    guide = GUIDE
    return_bounds: ClassVar[tuple[float, float] | None] = None

    def __init__(self, *, max_turns: int = 100_000, **common: Any) -> None:
        super().__init__(max_turns=max_turns, **common)

    def _start(self, seed: int) -> None:
        _, leaves = next(self.engine.worlds(seed % 2**32))
        self._begin(leaves)

    def _apply(self, action: int) -> Outcome:
        view = self._advance(action).view
        return Outcome(view["reward"], bool(view["over"]), view["boss_progress"] >= 8)

    def _extra(self) -> str:
        return f"achievements {int(self.state.view.array('achievements').sum())}/67"
