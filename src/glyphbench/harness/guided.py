"""`guided`: for long games. A scratchpad of six sections, a chart, the last actions, and the task's own guide."""

from __future__ import annotations

import re
from collections import deque

from glyphbench.agents.base import Message
from glyphbench.core.env import GlyphEnv
from glyphbench.harness.chart import Chart
from glyphbench.harness.interface import Interface
from glyphbench.harness.memory import outcome
from glyphbench.harness.protocol import Conversation, Seen, Setting, Turn, spoken

SECTIONS = ("Goal", "Situation", "Plan", "Dangers", "Resources", "Lessons")
#: A section that is longer is cut here.
LONGEST = 700
#: The scratchpad is rewritten after so many turns, and after an event.
EVERY = 5
#: Actions that are repeated in each prompt.
RECENT = 8
_HEAD = re.compile(r"^\W*(" + "|".join(SECTIONS) + r")\W*?(?::\W*|\s*$)", re.IGNORECASE | re.MULTILINE)
_ASK = (
    "Do not choose an action now. Rewrite your scratchpad: it is all you will remember. Write each section that has "
    f"changed as `## Name` and at most three short lines; the sections are {', '.join(SECTIONS)}. "
    "A section that you leave out stays as it is."
)


class Guided(Conversation):
    """One message per turn: scratchpad, landmarks by floor, exploration, recent actions, observation.

    The scratchpad is rewritten every five turns and after events: a reward, another floor, a turn without an action.
    """

    def __init__(self, game: GlyphEnv, setting: Setting) -> None:
        super().__init__(game, setting)
        self.chart = Chart()
        self.sections: dict[str, str] = {}
        self._recent: deque[str] = deque(maxlen=RECENT)
        self._since = 0

    def system(self) -> str:
        """The usual system prompt, and the task's guide where it has one."""
        guide = self.game.guide.strip()
        return f"{super().system()}\n\nGuide:\n{guide}" if guide else super().system()

    def messages(self, seen: Seen) -> list[Message]:
        """Everything that is remembered, and the present observation."""
        if not self.chart.sheets:
            self._chart(seen)
        return [Message("system", self.system()), self._told(seen)]

    def add(self, turn: Turn) -> None:
        """Note the action and chart what is seen after it."""
        self._recent.append(f"{turn.action or 'no valid action'} ({turn.reward:+.3g})")
        floor = self.chart.floor
        self._chart(turn.after)
        self._since += 1
        if turn.reward or turn.action is None or self.chart.floor != floor:
            self._since = EVERY

    def ask_memory(self, turn: Turn) -> list[Message] | None:
        """The request for a new scratchpad, when it is time."""
        if self._since < EVERY:
            return None
        self._since = 0
        return [
            Message("system", self.system()),
            self._told(turn.before),
            Message("assistant", spoken(turn.reply)),
            outcome(turn, _ASK),
        ]

    def remember(self, text: str) -> None:
        """Replace the sections that the text holds; a text without headings becomes the situation."""
        heads = list(_HEAD.finditer(text))
        found = {"Situation": text} if not heads else {}
        ends = [head.start() for head in heads[1:]] + [len(text)]
        for head, end in zip(heads, ends, strict=False):
            found[head[1].capitalize()] = text[head.end() : end]
        for name, content in found.items():
            if content.strip():
                self.sections[name] = content.strip()[:LONGEST].rstrip()
        self.memory = "\n".join(f"## {name}\n{self.sections[name]}" for name in SECTIONS if name in self.sections)

    def _chart(self, seen: Seen) -> None:
        """Chart what is seen as glyphs; a player that sees something else gets no chart made of them."""
        if self.setting.interface is Interface.GLYPH:
            self.chart.add(seen.observation)

    def _told(self, seen: Seen) -> Message:
        parts = [f"[Scratchpad]\n{self.memory or '(empty)'}"]
        tables = {floor: self.chart.landmarks(floor) for floor in sorted(self.chart.sheets)}
        lines = [
            f"floor {floor}{' (you are here)' * (floor == self.chart.floor)}: {'; '.join(table)}"
            for floor, table in tables.items()
            if table
        ]
        if lines:
            parts.append("[Landmarks]\n" + "\n".join(lines))
        if self.chart.exploration():
            parts.append(f"[Exploration]\n{self.chart.exploration()}")
        if self._recent:
            parts.append(f"[Recent actions]\n{', '.join(self._recent)}")
        return seen.message("\n\n".join(parts) + "\n\n")
