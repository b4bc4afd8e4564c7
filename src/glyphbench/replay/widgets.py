"""Parts that the viewer and the play application share: an observation, in pieces and in colour."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from glyphbench.core.observation import Observation

#: Columns that the right-hand panel needs, and that both need together; with fewer it goes below.
_LEAST_SIDE, _LEAST_WIDTH = 36, 76


def sections(observation: Observation) -> dict[str, Text]:
    """The coloured sections without their heads: legend, hud, grid, message; empty where the observation has none."""
    lines = list(observation.rich().split("\n", allow_blank=True))
    found: dict[str, Text] = {}
    start = 0
    for name, count in (
        ("legend", len(observation.legend)),
        ("hud", len(observation.hud.split("\n")) if observation.hud else 0),
        ("grid", len(observation.lines())),
        ("message", len(observation.message.split("\n")) if observation.message else 0),
    ):
        part = Text("\n").join(lines[start + 1 : start + 1 + count]) if count else Text()
        part.no_wrap = name == "grid"
        found[name] = part
        if count:
            start += count + 2  # its head and the blank line after it
    return found


class Still(VerticalScroll, can_focus=False):
    """A panel that scrolls but leaves the keys to the screen."""


class Board(Horizontal):
    """An observation: grid, HUD and message on the left, room for others on the right."""

    DEFAULT_CSS = """
    Board { height: 1fr; }
    Board #scene { width: 3fr; padding: 0 1; overflow-x: auto; }
    Board #grid { width: auto; margin: 1 0; }
    Board #message { text-style: bold; }
    Board #hud { margin-top: 1; }
    Board #side { width: 2fr; border-left: solid $panel-lighten-2; padding: 0 1; }
    Board .head { color: $text-muted; text-style: bold; margin-top: 1; }
    Board.narrow { layout: vertical; }
    Board.narrow #scene { width: 100%; height: auto; max-height: 75%; }
    Board.narrow #side { width: 100%; height: 1fr; border-left: none; border-top: solid $panel-lighten-2; }
    Board.narrow #grid { margin: 0; }
    """

    def __init__(self, *side: Static) -> None:
        super().__init__()
        self._side = side
        self._columns = 0

    def compose(self) -> ComposeResult:
        """Lay the pieces out."""
        with Still(id="scene"):
            # Unlike in the text the grid comes first: a long HUD must not push it off the screen.
            yield Static("Starting the game …", id="grid")
            yield Static(id="message")
            yield Static(id="hud")
        with Still(id="side"):
            yield from self._side
            yield Static("Legend", classes="head")
            yield Static(id="legend")

    def show(self, observation: Observation) -> None:
        """Draw an observation."""
        for name, text in sections(observation).items():
            self.query_one(f"#{name}", Static).update(text)
        self._columns = max(map(len, observation.lines()))
        self._arrange()

    def on_resize(self) -> None:
        """Put the pieces below each other where there is no room beside the grid."""
        self._arrange()

    def scroll_panels(self, lines: int) -> None:
        """Scroll both panels, as far as each goes."""
        for panel in self.query(Still):
            panel.scroll_relative(y=lines, animate=False)

    def _arrange(self) -> None:
        self.set_class(self.size.width < max(self._columns + 4 + _LEAST_SIDE, _LEAST_WIDTH), "narrow")
        self.query_one("#scene").styles.min_width = None if self.has_class("narrow") else self._columns + 4
