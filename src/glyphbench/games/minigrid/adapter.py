"""MiniGrid: a GlyphEnv around any MiniGrid level that upstream registers."""

from __future__ import annotations

import copy
import os
from functools import cached_property
from typing import Any, cast

import gymnasium as gym
import numpy as np

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # minigrid imports pygame, which prints a greeting
import minigrid  # noqa: F401  (registers the levels)

from glyphbench.core.actions import Action, ActionSet
from glyphbench.core.env import GlyphEnv, Outcome, check_choice
from glyphbench.core.glyphs import ARROWS, UNSEEN
from glyphbench.core.observation import Observation
from glyphbench.games.minigrid import feedback
from glyphbench.games.minigrid.glyphs import AGENT, COMPASS, OWN_PALETTE, PALETTE, WALL, glyph_of, kind_of, noun_of
from glyphbench.games.minigrid.kinds import KINDS, kind_name
from glyphbench.games.minigrid.visibility import MIDDLE, OUTSIDE, SIZE, seen

VIEWS = ("world", "egocentric", "full")

ACTIONS = ActionSet(
    [
        Action("TURN_LEFT", "a quarter turn to your left, in place", ("LEFT",)),
        Action("TURN_RIGHT", "a quarter turn to your right, in place", ("RIGHT",)),
        Action("MOVE_FORWARD", "one cell in the direction you face", ("FORWARD",)),
        Action("PICKUP", "pick up what is ahead", ("PICK_UP",)),
        Action("DROP", "put down what you carry, ahead of you"),
        Action("TOGGLE", "open, close or unlock what is ahead"),
        Action("DONE", "declare the mission done"),
    ]
)
MOVES = ActionSet(ACTIONS[:3])

_SIGHT = {
    "world": "The map keeps its place and north is up, but",
    "egocentric": "The picture turns with you: you look up from the middle of its bottom row, and",
}
# What the engine object holds beside the episode: built once by its constructor, never changed afterwards.
_FIXED = frozenset(
    {
        "actions",
        "action_space",
        "observation_space",
        "spec",
        "window",
        "clock",
        "render_mode",
        "render_size",
        "gen_obs",
        "metadata",
    }
)


class MiniGrid(GlyphEnv):
    """One MiniGrid level; the engine steps and rewards, the text shows what its agent sees.

    The engine's reward is used as it is: `1 - 0.9 * steps / max_steps` on success with the level's own `max_steps`
    (-1 for a collision with a moving obstacle). `max_turns` only ends the episode and never rescales the reward; an
    episode never outlasts the level's `max_steps`, so a larger `max_turns` is cut to it.

    Args:
        level: upstream id, such as `MiniGrid-DoorKey-8x8-v0`.
        view: `world` draws the cells in view in the world's frame, north up; `egocentric` draws the 7x7 window as
            upstream encodes it, turning with the agent; `full` draws the whole grid.

    Raises:
        ValueError: no such level, or an unknown view.
    """

    def __init__(self, *, level: str = "MiniGrid-Empty-8x8-v0", view: str = "world", **common: Any) -> None:
        name = kind_name(level) if isinstance(level, str) else None
        if name is None or level not in gym.registry:
            raise ValueError(f"level must be the id of a MiniGrid level such as MiniGrid-DoorKey-8x8-v0, got {level!r}")
        self.level = level
        self.kind = KINDS[name]
        self.view = check_choice("view", view, VIEWS)
        self.engine = cast(Any, gym.make(level, disable_env_checker=True).unwrapped)
        # Upstream draws its own observation at every step, which takes nearly all of the time; ours replaces it.
        self.engine.gen_obs = _nothing
        #: How the engine ended the level: None while it goes on (and at the horizon).
        self.success: bool | None = None
        self.actions = MOVES if self.kind.moving else ACTIONS
        super().__init__(**common)
        self.max_turns = min(self.max_turns, self.engine.max_steps)

    @cached_property
    def rules(self) -> str:  # type: ignore[override]
        """Goal, mechanics, sight and scoring of this level."""
        parts = ["MiniGrid. You stand in a grid world and face one of four directions.", self.kind.rules]
        if not self.kind.declares and not self.kind.moving:
            parts.append("DONE is of no use here.")
        if self.view == "full":
            parts.append("You see the whole grid, north up.")
        else:
            walls = "" if self.engine.see_through_walls else ", and not through walls or closed doors"
            parts.append(
                f"{_SIGHT[self.view]} you see only a window that reaches {SIZE - 1} cells ahead and {MIDDLE} to each "
                f"side{walls}. Cells seen earlier are not kept on it."
            )
        if self.kind.rewards:
            harm = " A collision scores -1." if self.kind.moving else ""
            score = f"success after n actions scores 1 - 0.9 n / {self.engine.max_steps}; anything else 0.{harm}"
        else:
            score = "always 0."
        return " ".join(parts) + f"\nScore: {score}"

    def _start(self, seed: int) -> None:
        self.engine.reset(seed=seed)
        self.success = None

    def _apply(self, action: int) -> Outcome:
        engine, kind = self.engine, self.kind
        ahead, carried = feedback.ahead_of(engine), engine.carrying
        door = kind_of(ahead) if ahead is not None and ahead.type == "door" else ""
        place = engine.agent_pos
        said = feedback.refusal(kind, action, ahead, carried)
        _, reward, terminated, _, _ = engine.step(action)
        if not said:
            if kind.moving:
                said = self._met(action, ahead, place)
            elif action > feedback.FORWARD:
                said = feedback.effect(action, ahead, door, feedback.ahead_of(engine), carried)
        if terminated:
            self.success = bool(reward > 0)
            said = f"{said} {self._ending(reward)}".lstrip()
        self.message = said
        return Outcome(float(reward), bool(terminated), bool(reward > 0))

    def _met(self, action: int, ahead: Any, place: Any) -> str:
        """What moving forward among moving obstacles led to."""
        if action != feedback.FORWARD:
            return ""
        if feedback.blocks(ahead):
            return f"You collided with a {noun_of(ahead)}."
        x, y = place
        stayed = (int(x), int(y)) == tuple(map(int, self.engine.agent_pos))
        return "You stay: a ball moved into the cell ahead." if stayed else ""

    def _ending(self, reward: float) -> str:
        if reward > 0:
            return "Mission accomplished."
        x, y = map(int, self.engine.agent_pos)
        below = self.engine.grid.grid[y * self.engine.width + x]
        return "You stepped into lava." if below is not None and below.type == "lava" else "The mission has failed."

    def _action_mask(self) -> np.ndarray:
        ahead = feedback.ahead_of(self.engine)
        return feedback.mask(self.kind, ahead, self.engine.carrying, len(self.actions))

    def _observe(self) -> Observation:
        engine = self.engine
        mission = f"mission: {engine.mission or 'none'}"
        carried = "nothing" if engine.carrying is None else f"a {noun_of(engine.carrying)}"
        hud = f"carrying {carried}\n{mission}" if self.kind.hands else mission
        if self.view == "egocentric":
            rows, palette = self._window(), OWN_PALETTE
            hud = f"facing {COMPASS[engine.agent_dir]} | {hud}"
        else:
            rows, palette = self._map(), PALETTE
        return Observation(rows, palette.legend(rows), hud)

    def _seen(self) -> list[tuple[int, int, Any]]:
        engine = self.engine
        x, y = engine.agent_pos
        through = engine.see_through_walls
        return seen(engine.grid.grid, engine.width, engine.height, int(x), int(y), engine.agent_dir, through)

    def _map(self) -> tuple[str, ...]:
        """The grid in the world's frame: what is in view, or everything in the full view."""
        engine = self.engine
        width = engine.width
        if self.view == "full":
            cells = [glyph_of(item) for item in engine.grid.grid]
        else:
            cells = [UNSEEN] * (width * engine.height)
            for _, index, item in self._seen():
                if index >= 0:
                    cells[index] = glyph_of(item)
        x, y = engine.agent_pos
        cells[int(y) * width + int(x)] = AGENT[engine.agent_dir]
        return _lines(cells, width)

    def _window(self) -> tuple[str, ...]:
        """The 7x7 window in the agent's frame; cells beyond the grid are walls, as upstream has it."""
        cells = [UNSEEN] * (SIZE * SIZE)
        for index, _, item in self._seen():
            cells[index] = WALL if item is OUTSIDE else glyph_of(item)
        cells[(SIZE - 1) * SIZE + MIDDLE] = ARROWS[0]
        return _lines(cells, SIZE)

    def _get_state(self) -> Any:
        mutable = {name: value for name, value in vars(self.engine).items() if name not in _FIXED}
        return self.success, self._copied(mutable)

    def _set_state(self, state: Any) -> None:
        self.success, mutable = state
        vars(self.engine).update(self._copied(mutable))

    @staticmethod
    def _copied(state: dict[str, Any]) -> dict[str, Any]:
        """A deep copy that shares the walls, which never change and are most of a grid."""
        memo = {id(item): item for item in state["grid"].grid if item is not None and item.type == "wall"}
        return copy.deepcopy(state, memo)

    def native_text(self) -> str:
        """What is in view, in sentences."""
        from glyphbench.games.minigrid.sentences import describe

        return describe(self._seen(), self.engine.carrying, self.engine.mission)

    def engine_frame(self) -> np.ndarray:
        """Upstream's picture of the whole grid with the cells in view highlighted: uint8 (32 rows, 32 columns, 3)."""
        return np.asarray(self.engine.get_frame())

    def close(self) -> None:
        """Release the engine."""
        self.engine.close()


def _lines(cells: list[str], width: int) -> tuple[str, ...]:
    text = "".join(cells)
    return tuple(text[start : start + width] for start in range(0, len(text), width))


def _nothing() -> None:
    """Stands in for upstream's `gen_obs`."""
