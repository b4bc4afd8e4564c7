"""One episode on the screen, turn by turn."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, Static

from glyphbench.replay.episodes import Stage
from glyphbench.replay.library import Entry, file_state
from glyphbench.replay.story import Scene, ending, scenes
from glyphbench.replay.widgets import Board

if TYPE_CHECKING:
    from glyphbench.replay.viewer import Episodes

#: Seconds between looks at a run that is still going.
REFRESH = 2.0
_SPEEDS = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6)


class Reader(Screen[None]):
    """One episode, turn by turn."""

    CSS = """
    Reader #title { padding: 0 1; background: $panel; }
    Reader #clock { padding: 0 1; background: $panel; }
    Reader Board { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", "turn", key_display="←→"),
        Binding("right", "go(1)", "turn on", show=False),
        Binding("space", "play", "play", key_display="Space"),
        Binding("f", "event", "next event"),
        Binding("escape", "app.pop_screen", "list", key_display="Esc"),
        Binding("q", "app.quit", "quit"),
        Binding("plus,equals_sign", "speed(-1)", "speed", key_display="+-"),
        Binding("minus", "speed(1)", "slower", show=False),
        Binding("up", "scroll(-3)", "scroll", key_display="↑↓"),
        Binding("down", "scroll(3)", "scroll", show=False),
        Binding("home", "jump(0)", "first, last", key_display="Home End"),
        Binding("end", "jump(-1)", "last", show=False),
        Binding("pageup", "go(-10)", "10 turns", show=False),
        Binding("pagedown", "go(10)", "10 on", show=False),
        Binding("n", "other(1)", "episode", key_display="n p"),
        Binding("p", "other(-1)", "previous", show=False),
    ]

    def __init__(self, episodes: Episodes, entry: Entry) -> None:
        super().__init__()
        self._episodes, self._entry = episodes, entry
        self._story: list[Scene] = []
        self._now = 0
        self._playing = False
        self._speed = 3
        self._due = 0.0
        self._left = threading.Event()
        self._error = ""
        self._drawn: tuple[int, int, bool] | None = None
        self._read_state: object = None

    def compose(self) -> ComposeResult:
        """Lay out the episode."""
        yield Static(id="title")
        yield Board(Static(id="turn"))
        yield Static(id="clock")
        yield Footer()

    def on_mount(self) -> None:
        """Start re-playing."""
        self._load()
        self.set_interval(0.05, self._tick)
        self.set_interval(REFRESH, self._follow)

    def on_unmount(self) -> None:
        """Stop re-playing."""
        self._left.set()

    @property
    def playing(self) -> bool:
        """Whether the turns go on by themselves."""
        return self._playing

    # ---- keys --------------------------------------------------------------------------------------------------

    def action_go(self, turns: int) -> None:
        """Move by some turns."""
        self._playing = False
        self._move(self._now + turns)

    def action_jump(self, turn: int) -> None:
        """Move to a turn; -1 is the last."""
        self._playing = False
        self._move(len(self._story) - 1 if turn < 0 else turn)

    def action_play(self) -> None:
        """Play or pause."""
        if not self._playing and self._now >= len(self._story) - 1:
            self._now = 0
        self._playing = not self._playing
        self._due = self.app._loop.time() if self.app._loop else 0.0

    def action_speed(self, steps: int) -> None:
        """Play faster or slower."""
        self._speed = min(max(self._speed + steps, 0), len(_SPEEDS) - 1)

    def action_event(self) -> None:
        """Go to the next turn that brought a reward, passed without an action, or had a faulty reply."""
        for turn in range(self._now + 1, len(self._story)):
            if _eventful(self._story[turn]):
                self.action_jump(turn)
                return
        self.notify("no further reward, skipped turn or faulty reply", timeout=2)

    def action_scroll(self, lines: int) -> None:
        """Scroll what does not fit."""
        self.query_one(Board).scroll_panels(lines)

    def action_other(self, step: int) -> None:
        """Go to another episode of the list."""
        shown = self._episodes.shown
        places = [place for place, entry in enumerate(shown) if entry.job == self._entry.job]
        if places and 0 <= places[0] + step < len(shown):
            self.app.switch_screen(Reader(self._episodes, shown[places[0] + step]))

    # ---- re-playing --------------------------------------------------------------------------------------------

    def _load(self) -> None:
        """Re-play in a thread: an engine may take its time to start."""
        first = not self._story
        self._read_state = file_state(self._entry.path)

        def work() -> None:
            stage, story = Stage(), self._story if first else []
            try:
                for scene in scenes(self._entry, self._entry.transcript(), stage):
                    story.append(scene)
                    if self._left.is_set():
                        return
                self._story = story
            except Exception as error:
                self._error = f"{type(error).__name__}: {error}"
            finally:
                stage.close()

        self._replaying = threading.Thread(target=work, daemon=True)
        self._replaying.start()

    def _follow(self) -> None:
        """Go on reading an episode that is still being played."""
        if self._entry.record is None and not self._replaying.is_alive():
            self._entry = self._episodes.entry(self._entry.job) or self._entry
            if self._entry.record is not None or file_state(self._entry.path) != self._read_state:
                self._load()

    def _tick(self) -> None:
        loop_time = self.app._loop.time() if self.app._loop else 0.0
        if self._playing and loop_time >= self._due:
            self._due = loop_time + _SPEEDS[self._speed]
            self._now = min(self._now + 1, max(len(self._story) - 1, 0))
            if self._now >= len(self._story) - 1 and not self._replaying.is_alive():
                self._playing = False
        self._draw()

    def _move(self, turn: int) -> None:
        self._now = min(max(turn, 0), max(len(self._story) - 1, 0))
        self._draw()

    # ---- drawing -----------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        what = (self._now, len(self._story), self._replaying.is_alive())
        if what == self._drawn:
            return
        turned = self._drawn is None or self._drawn[0] != self._now or self._drawn[1] <= self._now + 1
        self._drawn = what
        entry = self._entry
        self.query_one("#title", Static).update(
            Text.assemble((entry.task, "bold"), f"  seed {entry.job.start}  {entry.model}  ·  {ending(entry)}")
        )
        if self._error:
            self.query_one("#clock", Static).update(Text(self._error, "red"))
        if not self._story:
            return
        scene = self._story[self._now]
        if turned:
            self.query_one(Board).show(scene.frame.observation)
            self.query_one("#turn", Static).update(_turn(scene, entry))
        if not self._error:
            more = " …" if self._replaying.is_alive() else ""
            self.query_one("#clock", Static).update(_clock(scene, len(self._story) - 1, more, self.app.size.width - 50))


def _eventful(scene: Scene) -> bool:
    faulty = scene.turn is not None and any(said.event for said in scene.turn.attempts)
    return bool(scene.reward) or faulty or (not scene.last and scene.action is None)


def _turn(scene: Scene, entry: Entry) -> Text:
    """What was said and done at a turn."""
    out = Text()
    if scene.trouble:
        out.append(f"cannot be played on: {scene.trouble}\n", "bold red")
    elif scene.last:
        out.append(f"{'so far' if entry.record is None else 'the end: ' + entry.stop}\n", "bold")
    else:
        out.append(scene.action or "no valid action: the turn passes", "bold" if scene.action else "bold red")
        reward = scene.reward or 0.0
        out.append(f"   reward {reward:+.3f}\n", "green" if reward > 0 else "red" if reward < 0 else "")
    if scene.turn is None:
        return out
    if scene.turn.memory:
        out.append("\nMemory\n", "bold").append(scene.turn.memory.strip() + "\n", "dim")
    for said in scene.turn.attempts:
        if said.reasoning:
            out.append("\nReasoning\n", "bold").append(said.reasoning.strip() + "\n", "italic dim")
        if said.text:
            out.append("\nReply\n", "bold").append(said.text.strip() + "\n")
        if said.event:
            out.append(f"no action in this reply: {said.event}\n", "red")
    for name, note in scene.turn.notes.items():
        out.append(f"\n{name.capitalize()}\n", "bold").append(note.strip() + "\n", "dim")
    return out


def _clock(scene: Scene, last: int, more: str, room: int) -> Text:
    turn = scene.frame.turn
    width = min(max(room, 8), 30)
    done = round(width * turn / last) if last else width
    bar = "█" * done + "░" * (width - done)
    return Text(f"turn {turn} of {last}{more}  {bar}  return {scene.frame.total:+.3f}")
