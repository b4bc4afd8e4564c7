"""The application in which a person plays: the episode is recorded like any other run's."""

from __future__ import annotations

import asyncio
import itertools
import queue
import threading
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widgets import Footer, Input, Static

from glyphbench.agents.human import HumanModel
from glyphbench.core.actions import ActionSet, normalise
from glyphbench.core.env import GlyphEnv
from glyphbench.evaluation import Job, Record, RunFolder, RunOptions, plan
from glyphbench.evaluation.folder import missing_jobs
from glyphbench.evaluation.worker import Games, RunStopped, play_job
from glyphbench.human.keys import keys_for, label
from glyphbench.replay.widgets import Board

#: Past turns in the side panel.
_REMEMBERED = 8


def complete(text: str, names: list[str]) -> str:
    """Complete what was typed as far as the names that begin with it agree."""
    start = normalise(text)
    columns = zip(*[name for name in names if name.startswith(start)], strict=False)
    agreed = itertools.takewhile(lambda letters: len(set(letters)) == 1, columns)
    return "".join(letters[0] for letters in agreed) or text


class Command(Input):
    """The command line: an action's name, completed with Tab."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", "complete", key_display="Tab"),
        Binding("escape", "app.keys", "keys", key_display="Esc"),
    ]

    def __init__(self) -> None:
        super().__init__(placeholder="an action's name; Tab completes, Enter plays it, Esc goes back to the keys")
        self.names: list[str] = []

    def action_complete(self) -> None:
        """Complete the name."""
        self.value = complete(self.value, self.names)
        self.cursor_position = len(self.value)


class Rules(ModalScreen[None]):
    """Rules and actions, over the game."""

    CSS = """
    Rules { align: center middle; }
    Rules VerticalScroll { width: 80%; max-width: 90; height: 80%; border: round $accent; padding: 0 1; }
    """

    def __init__(self, game: GlyphEnv) -> None:
        super().__init__()
        self._rules, self._list = game.rules.strip(), game.actions.describe()

    def compose(self) -> ComposeResult:
        """Lay the text out."""
        with VerticalScroll():
            yield Static(Text.assemble(("Rules\n", "bold"), self._rules, ("\n\nActions\n", "bold"), self._list))

    def on_key(self, event: events.Key) -> None:
        """Close at any key that does not scroll."""
        if event.key not in ("up", "down", "pageup", "pagedown", "home", "end"):
            event.stop()
            self.dismiss()


class Play(App[None]):
    """Plays what `folder` lacks of `options`, episode after episode.

    Attributes:
        trouble: what went wrong, for the caller to report; None if all went well.
        records: the episodes that were finished.
    """

    TITLE = "glyphbench play"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    CSS = """
    Play #keys { text-wrap: nowrap; text-overflow: ellipsis; }
    Play #title { padding: 0 1; background: $panel; }
    Play Command { border: round $panel-lighten-2; height: 3; }
    Play Command:focus { border: round $accent; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("colon", "command", "type an action", key_display=":"),
        Binding("question_mark", "rules", "rules", key_display="?"),
        Binding("pageup", "scroll(-5)", "scroll", key_display="PgUp PgDn"),
        Binding("pagedown", "scroll(5)", "scroll", show=False),
        Binding("q", "leave", "quit"),
        Binding("ctrl+q,ctrl+c", "leave", "quit", show=False, priority=True),
    ]

    def __init__(self, options: RunOptions, folder: RunFolder) -> None:
        super().__init__()
        self._options, self._folder = options, folder
        self._jobs = missing_jobs(plan(options), folder.done)
        self._chosen: queue.Queue[int | None] = queue.Queue()
        self._game: GlyphEnv | None = None
        self._keys: dict[str, int] = {}
        self._turns: list[tuple[str | None, float]] = []
        self._job: Job | None = None
        self._over = True
        self._asked = False
        self._leaving = False
        self.trouble: BaseException | None = None
        self.records: list[Record] = []
        self._hand = threading.Thread(target=self._work, daemon=True)

    def wait(self) -> None:
        """Wait until nothing is written any more."""
        self._hand.join(10)

    # ---- the game's thread: an engine may be slow, the screen must not be ---------------------------------------

    def _work(self) -> None:
        try:
            asyncio.run(self._play_all())
        except RunStopped:
            pass  # the person left
        except BaseException as error:
            self.trouble = error
        if not self._leaving:
            self.call_from_thread(self.exit)

    async def _play_all(self) -> None:
        games = Games(self._options.kwargs)
        try:
            for job in self._jobs:
                self._job, self._turns, self._over = job, [], False
                path = self._folder.transcript(job)
                record = await play_job(job, self._options, HumanModel(self._ask), games, path, self._hear)
                self._folder.append(record)
                self.records.append(record)
                self.call_from_thread(self._finish, record)
                if self._chosen.get() is None:
                    return
            self._folder.finish(self._options)
        finally:
            games.close()

    def _ask(self, game: GlyphEnv) -> int | None:
        if self._leaving:
            return None
        self._game = game
        self.call_from_thread(self._show)
        return self._chosen.get()

    def _hear(self, entry: dict[str, Any]) -> None:
        if "turn" in entry:
            self._turns.append((entry["action"], entry["reward"]))

    # ---- the screen --------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Lay out the game."""
        yield Static(self._options.tasks[0], id="title")
        yield Board(Static(id="log"), Static("Actions", classes="head"), Static(id="keys"), Static(id="names"))
        yield Command()
        yield Footer()

    def on_mount(self) -> None:
        """Start the game."""
        self._hand.start()

    def on_unmount(self) -> None:
        """End the game's thread."""
        self._leaving = True
        self._chosen.put(None)

    def on_key(self, event: events.Key) -> None:
        """Play the action of a key."""
        if isinstance(self.focused, Command) or isinstance(self.screen, Rules) or self._game is None:
            return
        if self._over:
            if event.key == "enter":
                self._chosen.put(0)
            return
        index = self._keys.get(event.character or event.key, self._keys.get(event.key))
        if index is not None:
            event.stop()
            self._act(index)
        elif event.key == "enter":
            self.action_command()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Play the action that was typed."""
        if self._game is None:
            return
        if self._over:
            self._chosen.put(0)
            return
        index = self._game.actions.parse(event.value)
        if index is None:
            near = self._game.actions.nearest(event.value)
            self.notify(f"no action {event.value!r}" + (f"; nearest: {', '.join(near)}" if near else ""), timeout=4)
            return
        event.input.clear()
        self.action_keys()
        self._act(index)

    def action_command(self) -> None:
        """Go to the command line."""
        self.query_one(Command).focus()

    def action_keys(self) -> None:
        """Go back to the keys, if the game has any."""
        if self._keys:
            self.screen.set_focus(None)

    def action_rules(self) -> None:
        """Show rules and actions."""
        if self._game is not None:
            self.push_screen(Rules(self._game))

    def action_scroll(self, lines: int) -> None:
        """Scroll what does not fit."""
        self.query_one(Board).scroll_panels(lines)

    def action_leave(self) -> None:
        """Leave; in the middle of an episode only when asked twice."""
        if self._over or self._asked or not self._turns:
            self._leaving = True
            self.exit()
        else:
            self._asked = True
            self.notify("this episode is not over and will not be recorded; once more to leave", timeout=4)

    def _act(self, index: int) -> None:
        self._asked = False
        self._chosen.put(index)

    def _show(self) -> None:
        """Draw the game."""
        game, job = self._game, self._job
        if game is None or job is None:
            return
        if not self.query_one(Command).names:
            self._learn(game.actions)
        total = sum(reward for _, reward in self._turns)
        place = f"  episode {self._jobs.index(job) + 1} of {len(self._jobs)}" if len(self._jobs) > 1 else ""
        self.query_one("#title", Static).update(
            Text.assemble((job.task, "bold"), f"  seed {job.seed}{place}  ·  return {total:+.3f}")
        )
        self.query_one(Board).show(game.observation)
        self.query_one("#log", Static).update(self._past() if self._turns else Text(game.rules.strip(), "italic"))

    def _learn(self, actions: ActionSet) -> None:
        """Set keys and command line up for the game."""
        self._keys = keys_for(actions)
        names = list(actions.names)
        command = self.query_one(Command)
        command.names, command.suggester = names, SuggestFromList(names, case_sensitive=False)
        shown = Text()
        for key, index in sorted(self._keys.items(), key=lambda item: item[1]):
            action = actions[index]
            shown.append(f"{label(key):>5} ", "bold").append(action.name)
            shown.append(f"  {action.description}\n" if action.description else "\n", "dim")
        unkeyed = ActionSet([action for index, action in enumerate(actions) if index not in self._keys.values()])
        if len(unkeyed):
            by_name = Text.assemble(("press : and type\n", "bold"), (unkeyed.describe(), "dim"))
            self.query_one("#names", Static).update(by_name)
        shown.rstrip()
        self.query_one("#keys", Static).update(shown)
        if not self._keys:
            command.focus()

    def _past(self) -> Text:
        out = Text()
        first = max(len(self._turns) - _REMEMBERED, 0)
        for turn, (action, reward) in enumerate(self._turns[first:], first + 1):
            colour = "green" if reward > 0 else "red" if reward < 0 else "dim"
            out.append(f"{turn:>4} ", "dim").append(action or "no action").append(f"  {reward:+.3f}\n", colour)
        out.rstrip()
        return out

    def _finish(self, record: Record) -> None:
        """Show how an episode ended."""
        self._show()
        self._over = True
        more = "Enter: next episode" if self.records[-1].key != self._jobs[-1].key else "Enter: done"
        how = ("\nYou did it", "bold green") if record.success else (f"\nThe end: {record.stop}", "bold")
        end = Text.assemble(how, f"\nreturn {record.total:+.3f} in {record.length} turns\n{more}, q: leave")
        self.query_one("#message", Static).update(
            Text("\n").join([Text(self._game.observation.message if self._game else ""), end])
        )
