"""WaveDefense: a cannon that turns in eighths of a circle holds the centre against five waves from eight lanes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from glyphbench.core.actions import ActionSet
from glyphbench.core.env import GlyphEnv, Outcome, check_int
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation

#: The eight lanes clockwise from north: names, cannon glyphs, and the step from the centre outwards.
LANES = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
OUTWARD = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
CANNONS = "↑↗→↘↓↙←↖"

#: Kinds of enemies: glyph, legend, hits needed, and the kind that a hit leaves (None: destroyed).
GRUNT, RUNNER, BRUTE, WOUNDED = "g", "r", "B", "b"
HITS = {GRUNT: 1, RUNNER: 1, BRUTE: 2, WOUNDED: 1}

PALETTE = Palette(
    *[Glyph(char, f"cannon, aiming {name}", "bold yellow") for char, name in zip(CANNONS, LANES, strict=True)],
    Glyph(RUNNER, "runner", "bold red"),
    Glyph(GRUNT, "grunt", "red"),
    Glyph(BRUTE, "brute, 2 hits left", "magenta"),
    Glyph(WOUNDED, "wounded brute, 1 hit left", "magenta"),
    Glyph(".", "open ground", "dim"),
)

LEFT, RIGHT, FIRE, WAIT = range(4)


@dataclass
class Enemy:
    """One enemy: its lane (0-7 clockwise from north), its distance from the cannon in cells, and its kind."""

    lane: int
    distance: int
    kind: str


@dataclass
class State:
    """A position. `coming` holds the kinds of enemies still to appear in this wave; `clock` counts turns acted."""

    aim: int
    lives: int
    wave: int = 0
    enemies: list[Enemy] = field(default_factory=list)
    coming: list[str] = field(default_factory=list)
    clock: int = 0


class WaveDefense(GlyphEnv):
    """A turning cannon in the centre of a square field.

    Args:
        radius: length of each of the eight lanes in cells, 4 to 10; the field has 2 * radius + 1 rows and columns.
        waves: number of waves, 1 to 9.
        first: enemies in the first wave, 1 to 10; each wave has one more than the one before.
        gap: turns between two arrivals, 1 to 10.
        lives: enemies that may reach the cannon before it falls, 1 to 10.
    """

    actions = ActionSet.of(
        LEFT="turn the cannon 45 degrees anticlockwise",
        RIGHT="turn the cannon 45 degrees clockwise",
        FIRE="shoot along the lane the cannon aims at",
        WAIT="do nothing for a turn",
    )

    def __init__(
        self, *, radius: int = 7, waves: int = 5, first: int = 3, gap: int = 3, lives: int = 3, **common: Any
    ) -> None:
        self.radius = check_int("radius", radius, 4, 10)
        self.waves = check_int("waves", waves, 1, 9)
        self.first = check_int("first", first, 1, 10)
        self.gap = check_int("gap", gap, 1, 10)
        self.lives = check_int("lives", lives, 1, 10)
        #: Enemies in the whole game.
        self.total = sum(self.first + wave for wave in range(self.waves))
        self.rules = (
            "Wave defence. Your cannon stands in the centre and cannot move. Enemies appear at the outer end of one of "
            f"eight lanes (north, north-east, ... from the centre to the edge, {self.radius} cells long) and walk "
            f"straight towards it. Beat {self.waves} waves; the first has {self.first} enemies, each later wave one "
            f"more. An enemy appears every {self.gap} turns; a wave begins when the one before is gone.\n"
            "A shot hits the nearest enemy on the lane that the cannon aims at, at any distance. Grunts and runners "
            "need 1 hit, brutes 2. After your action all runners step one cell; grunts and brutes step only every "
            "second turn (the status line says whether they step after this action). An enemy waits behind another "
            "one on its lane. An enemy that steps onto the cannon costs one life and is gone; the cannon falls when "
            "the last life is lost.\n"
            f"Score: +{0.6 / self.total:.3g} for each enemy shot and +0.4 when the last wave is gone and the cannon "
            "stands; -0.2 when the cannon falls. Both end the game."
        )
        super().__init__(**common)

    def _start(self, seed: int) -> None:
        self.state = State(aim=int(self.np_random.integers(8)), lives=self.lives)
        self._next_wave()
        self._arrive()

    def _next_wave(self) -> None:
        """Draw the next wave's enemies: the first is all grunts, later ones mix in runners, then brutes."""
        state: State = self.state
        count = self.first + state.wave
        state.wave += 1
        kinds = (GRUNT,) if state.wave == 1 else (GRUNT, GRUNT, RUNNER) if state.wave == 2 else (GRUNT, RUNNER, BRUTE)
        state.coming = [kinds[index] for index in self.np_random.integers(len(kinds), size=count).tolist()]

    def _arrive(self) -> None:
        """Put the next enemy at the end of a random lane whose end is free."""
        state: State = self.state
        taken = {enemy.lane for enemy in state.enemies if enemy.distance == self.radius}
        lanes = [lane for lane in range(8) if lane not in taken]
        if state.coming and lanes:
            lane = lanes[int(self.np_random.integers(len(lanes)))]
            state.enemies.append(Enemy(lane, self.radius, state.coming.pop(0)))

    def _apply(self, action: int) -> Outcome:
        state: State = self.state
        reward = 0.0
        if action == FIRE:
            reward = self._fire()
        elif action == WAIT:
            self.message = "You wait."
        else:
            state.aim = (state.aim + (1 if action == RIGHT else -1)) % 8
        fell = self._march()
        if fell:
            return Outcome(reward - 0.2, True, False)
        if not state.enemies and not state.coming:
            if state.wave == self.waves:
                self.message = (self.message + " The last wave is gone.").strip()
                return Outcome(reward + 0.4, True, True)
            self._next_wave()
            self._arrive()
            self.message = (self.message + f" Wave {state.wave} begins.").strip()
        elif state.clock % self.gap == 0:
            self._arrive()
        return Outcome(reward)

    def _fire(self) -> float:
        """Hit the nearest enemy on the lane; return the reward."""
        state: State = self.state
        aimed = [enemy for enemy in state.enemies if enemy.lane == state.aim]
        if not aimed:
            self.message = f"The shot hits nothing: no enemy is on the lane to the {LANES[state.aim]}."
            return 0.0
        target = min(aimed, key=lambda enemy: enemy.distance)
        if target.kind == BRUTE:
            target.kind = WOUNDED
            self.message = "You wound a brute."
            return 0.0
        state.enemies.remove(target)
        self.message = f"You destroy a {PALETTE[target.kind].name.split(',')[0]}."
        return 0.6 / self.total

    def _march(self) -> bool:
        """Move the enemies one turn; return whether the cannon fell."""
        state: State = self.state
        state.clock += 1
        slow_step = state.clock % 2 == 0
        taken = {(enemy.lane, enemy.distance) for enemy in state.enemies}
        for enemy in sorted(state.enemies, key=lambda enemy: enemy.distance):
            ahead = (enemy.lane, enemy.distance - 1)
            if (enemy.kind == RUNNER or slow_step) and ahead not in taken:
                taken.remove((enemy.lane, enemy.distance))
                taken.add(ahead)
                enemy.distance -= 1
            if enemy.distance == 0:
                taken.discard(ahead)
        reached = [enemy for enemy in state.enemies if enemy.distance == 0]
        if reached:
            state.enemies = [enemy for enemy in state.enemies if enemy.distance]
            state.lives = max(0, state.lives - len(reached))
            lost = "The cannon falls." if not state.lives else f"Lives left: {state.lives}."
            where = " and ".join(LANES[enemy.lane] for enemy in reached)
            self.message = (self.message + f" The cannon is hit from the {where}. {lost}").strip()
        return state.lives == 0

    def _observe(self) -> Observation:
        state: State = self.state
        side = 2 * self.radius + 1
        codes = np.full((side, side), PALETTE.code("."), dtype=np.uint8)
        codes[self.radius, self.radius] = state.aim
        for enemy in state.enemies:
            d_row, d_col = OUTWARD[enemy.lane]
            codes[self.radius + d_row * enemy.distance, self.radius + d_col * enemy.distance] = PALETTE.code(enemy.kind)
        rows = PALETTE.rows(codes)
        step = "step" if state.clock % 2 else "rest"
        hud = (
            f"wave {state.wave}/{self.waves} | lives {state.lives} | still to appear {len(state.coming)} | "
            f"grunts and brutes {step} after this action"
        )
        return Observation(rows, PALETTE.legend(rows), hud)

    def _action_mask(self) -> np.ndarray:
        mask = np.ones(4, dtype=np.int8)
        mask[FIRE] = any(enemy.lane == self.state.aim for enemy in self.state.enemies)
        return mask
