"""NetHack, the full game: native score, all 121 actions of the NetHack Learning Environment."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from glyphbench.core.env import GlyphEnv, Outcome, check_int
from glyphbench.core.observation import Observation
from glyphbench.games.nethack.engine import build
from glyphbench.games.nethack.guide import GUIDE
from glyphbench.games.nle.keys import everything
from glyphbench.games.nle.view import NOTHING, View, report

_CHARACTER = re.compile(
    r"@|(arc|bar|cav|hea|kni|mon|pri|ran|rog|sam|tou|val|wiz)-(hum|elf|dwa|gno|orc)-(law|neu|cha)-(mal|fem)"
)
_BOARD = everything()
_DIGITS = frozenset(f"KEY_{digit}" for digit in range(10))


class NetHack(GlyphEnv):
    """The full game of NetHack 3.6.

    The native return is NetHack's score as NLE shows it; it is neither scaled nor bounded.

    Args:
        character: `@` draws role, race, alignment and sex from the seed; else `role-race-alignment-sex` in NLE's
            three-letter form, for example `val-hum-neu-fem`.
        core: NLE's main seed for every episode; None takes the episode's seed.
        disp: NLE's display seed for every episode; None takes the main seed.
        lgen: NLE's level seed: the same dungeon in every episode; None draws levels from the main seed.
    """

    actions = _BOARD.actions
    guide = GUIDE
    return_bounds: ClassVar[tuple[float, float] | None] = None
    rules = (
        "NetHack. Descend into the Dungeons of Doom, survive, and earn score: gold, experience and 50 points for each "
        "new deepest level. Death ends the game; ascending wins it.\n"
        "You walk in eight directions, not diagonally through doorways; walking into a monster attacks it. MOVE_* is "
        "one step, FAR_* runs. Places in the HUD are relative to you. A command that needs an item or a direction "
        "asks for it: answer with ITEM_A to ITEM_Z for the letters a to z (ITEM_CAPITAL_A for A), YES, NO, or a MOVE. "
        "A menu stays open: press the letters of your choices, GO_DOWN for its next page, MORE to confirm, ESC to "
        "leave. Digits repeat the next command. SAVE and QUIT end the game.\n"
        "Score: the reward of each action is the change of NetHack's score."
    )

    def __init__(
        self,
        *,
        character: str = "@",
        core: int | None = None,
        disp: int | None = None,
        lgen: int | None = None,
        **common: Any,
    ) -> None:
        if not isinstance(character, str) or not _CHARACTER.fullmatch(character):
            raise ValueError(
                f"character must be '@' or role-race-alignment-sex such as 'val-hum-neu-fem', got {character!r}"
            )
        seeds = (("core", core), ("disp", disp), ("lgen", lgen))
        self._seeds = [value if value is None else check_int(name, value, 0, 2**64 - 1) for name, value in seeds]
        super().__init__(**common)
        self.engine = build(character, _BOARD.keys)
        self._view = View(inventory=True, full_stats=True)

    def _start(self, seed: int) -> None:
        core, disp, lgen = self._seeds
        self.engine.reset(seed if core is None else core, disp, lgen)
        self._view.clear()
        self.message = report(self.engine.lines, self._question())

    def _apply(self, action: int) -> Outcome:
        before, in_menu, asked = self.engine.frame, self.engine.menu_open, self._question() or self._command_line()
        step = self.engine.step(action)
        self.message = report(self.engine.lines, self._question(), before, self.engine.frame)
        if in_menu and not self.engine.menu_open and self.message in ("", NOTHING):
            self.message = "The menu closes."
        elif self.actions.names[action] in _DIGITS and not in_menu and not asked:
            # NetHack leaves its last message on the screen while it reads a count.
            self.message = "The digit counts: the next command is done that many times."
        return Outcome(step.reward, step.ended, step.ascended)

    def _question(self) -> str:
        return self.engine.question

    def _command_line(self) -> str:
        """What EXTCMD has typed so far, from its `#` on; an empty string where no extended command is being typed."""
        last = self.engine.lines[-1] if self.engine.lines else ""
        return last if last.startswith("#") else ""

    def _observe(self) -> Observation:
        question = self._question()
        if not question and self.engine.menu_open:
            question = "a choice from the open menu (MORE confirms, ESC closes it)"
        elif not question and self._command_line():
            question = "the letters of an extended command, then MORE (ESC clears them, then leaves)"
        return self._view.observe(self.engine.frame, question)

    def _get_state(self) -> Any:
        """NetHack's state lives in a C library that cannot be copied.

        Raises:
            NotImplementedError: always.
        """
        raise NotImplementedError("NLE cannot save and restore a running game")

    def native_text(self) -> str:
        """NetHack's terminal."""
        return self.engine.screen()

    def close(self) -> None:
        """Free the engine."""
        self.engine.close()
        super().close()
