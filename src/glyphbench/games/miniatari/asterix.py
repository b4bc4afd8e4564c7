"""Asterix: collect the cauldrons that cross eight lanes, and keep out of the lyres' way.

After Atari's game of 1983: everything crosses in lanes at its own pace, and you hop between lanes.
"""

from __future__ import annotations

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, sideways
from glyphbench.games.miniatari.kernel import ArcadeGame, scoring

GOAL = 12


class Asterix(ArcadeGame):
    """Eight lanes of 15 cells; 12 cauldrons win, three lives."""

    width, height, goal, lives = 15, 8, GOAL, 3
    actions = controls("UP", "DOWN", "LEFT", "RIGHT")
    cast = Cast(
        {
            "me": Glyph("@", "you", "bold yellow"),
            "fast lyre": sideways("«", "»", "fast lyre", "red"),
            "lyre": sideways("<", ">", "slow lyre", "red"),
            "fast pot": sideways("{", "}", "fast cauldron", "green"),
            "pot": sideways("(", ")", "slow cauldron", "green"),
        }
    )
    rules = (
        "Asterix. Cauldrons and lyres cross the eight rows from one side to the other. Step on cauldrons to collect "
        "them; a lyre on your cell costs a life, and then the field is emptied. Each turn you move first, then fast "
        "things move one cell, and slow things one cell every second turn (the HUD says when); then, every second "
        "turn, something new may enter on a free row. Things leave at the far side. What touches you after your move "
        f"or after theirs counts.{scoring(GOAL, 3, point='each cauldron')}"
    )

    def setup(self) -> None:
        """Start in the middle of an empty field."""
        self.respawn()

    def respawn(self) -> None:
        """An empty field."""
        self.state.sprites = []
        self.state.me.x, self.state.me.y = self.width // 2, self.height // 2

    def play(self, name: str) -> None:
        """Move, then everything crosses, then something may enter."""
        self.steer(name)
        if self._bump():
            return
        self.drift("lyre", "fast lyre", "pot", "fast pot")
        if self._bump() or self.state.tick % 2:
            return
        rows = [y for y in range(self.height) if not any(one.y == y for one in self.state.sprites)]
        if rows:
            kind = "pot" if self.chance(0.3) else "lyre"
            fast = self.chance(0.5)
            direction = self.pick((-1, 1))
            x = 0 if direction > 0 else self.width - 1
            y = self.pick(rows)
            if (x, y) != self.state.me.cell:
                self.add(f"fast {kind}" if fast else kind, x, y, dx=direction, every=1 if fast else 2)

    def status(self) -> str:
        """The slow things' beat."""
        return self.beat("slow things", 2)

    def _bump(self) -> bool:
        """Collect what is on your cell; True if it cost a life or the goal is reached."""
        for one in self.meet("pot", "fast pot"):
            self.remove(one)
            self.score(1, "You collect a cauldron.")
        if not self.over and self.meet("lyre", "fast lyre"):
            self.lose_life("A lyre hits you.")
            return True
        return self.over
