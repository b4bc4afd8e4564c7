"""The viewer: a run's episodes as a list to choose from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import DataTable, Footer, Input, Static

from glyphbench.evaluation.plan import Job
from glyphbench.replay.library import PLAYING, QUERY, Entry, entries, file_state, matches
from glyphbench.replay.reader import REFRESH, Reader

_SORTS: dict[str, Callable[[Entry], float]] = {
    "file order": lambda entry: entry.number,
    "return, worst first": lambda entry: entry.record.total if entry.record else float("inf"),
    "return, best first": lambda entry: -entry.record.total if entry.record else float("inf"),
    "longest first": lambda entry: -entry.record.length if entry.record else float("inf"),
}


class Table(DataTable[Text]):
    """A table whose footer says what Enter does."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select_cursor", "open", key_display="Enter")]


class Search(Input):
    """A search line whose footer says how to leave it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape", "screen.table", "back to the list", key_display="Enter")
    ]


class Episodes(Screen[None]):
    """The list of a run's episodes."""

    AUTO_FOCUS = "Table"
    CSS = """
    Episodes #filter { margin: 0 1; border: round $panel-lighten-2; }
    Episodes #filter:focus { border: round $accent; }
    Episodes #status { padding: 0 2; color: $text-muted; }
    Episodes DataTable { height: 1fr; margin: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "filter", "search", key_display="/"),
        Binding("s", "sort", "sort"),
        Binding("q", "app.quit", "quit"),
    ]

    def __init__(self, run: Path) -> None:
        super().__init__()
        self._run = run
        self._found: list[Entry] = []
        self._shown: list[Entry] = []
        self._sort = 0
        self._seen: object = None

    @property
    def shown(self) -> list[Entry]:
        """The entries in the order of the list."""
        return self._shown

    def entry(self, job: Job) -> Entry | None:
        """What the run holds of an episode now."""
        return next((entry for entry in self._found if entry.job == job), None)

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield Search(placeholder=f"search: {QUERY}", id="filter")
        yield Table(cursor_type="row", zebra_stripes=True)
        yield Static(id="status")
        yield Footer()

    def on_mount(self) -> None:
        """Fill the list and keep it fresh."""
        table = self.query_one(DataTable)
        for head in ("#", "task", "seed", "return", "turns", "skipped", "tokens", "end"):
            table.add_column(head, key=head)
        table.focus()
        self.refresh_run()
        self.set_interval(REFRESH, self.refresh_run)

    def refresh_run(self) -> None:
        """Read the run again if its files have changed."""
        state = [file_state(self._run / name) for name in ("run.json", "episodes.jsonl", "transcripts")]
        if state == self._seen:
            return
        try:
            self._found = entries(self._run)
        except (ValueError, OSError) as error:
            self.query_one("#status", Static).update(Text(f"cannot be read: {error}", "red"))
            return
        self._seen = state
        self._fill()

    def on_input_changed(self) -> None:
        """Search while typing."""
        self._fill()

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Open the chosen episode."""
        self.app.push_screen(Reader(self, self._shown[event.cursor_row]))

    def action_filter(self) -> None:
        """Go to the search line."""
        self.query_one("#filter", Input).focus()

    def action_table(self) -> None:
        """Go to the list."""
        self.query_one(DataTable).focus()

    def action_sort(self) -> None:
        """Order the list another way."""
        self._sort = (self._sort + 1) % len(_SORTS)
        self._fill()

    def _fill(self) -> None:
        table = self.query_one(DataTable)
        query = self.query_one("#filter", Input).value
        name, order = list(_SORTS.items())[self._sort]
        here = self._shown[table.cursor_row].job if self._shown and table.cursor_row < len(self._shown) else None
        self._shown = sorted((entry for entry in self._found if matches(entry, query)), key=order)
        table.clear()
        for entry in self._shown:
            table.add_row(*_cells(entry), key=entry.job.name)
        places = [place for place, entry in enumerate(self._shown) if entry.job == here]
        table.move_cursor(row=places[0] if places else 0)
        going = sum(entry.record is None for entry in self._found)
        parts = [f"{len(self._shown)} of {len(self._found)} episodes", name] + ([f"{going} being played"] * bool(going))
        self.query_one("#status", Static).update(f"{self._run}: {', '.join(parts)}")


class Viewer(App[None]):
    """The application: the list, and perhaps an episode at once."""

    TITLE = "glyphbench replay"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "quit", show=False, priority=True)]

    def __init__(self, run: Path, start: Job | None = None) -> None:
        super().__init__()
        self._run_path, self._start = run, start

    def on_mount(self) -> None:
        """Open the list."""
        episodes = Episodes(self._run_path)
        self.push_screen(episodes)
        if self._start is not None:
            wanted = [entry for entry in entries(self._run_path) if entry.job == self._start]
            self.push_screen(Reader(episodes, wanted[0]))


def _cells(entry: Entry) -> tuple[Text, ...]:
    record = entry.record
    if record is None:
        cells: tuple[object, ...] = (entry.number, entry.task, entry.job.start, "", "", "", "", PLAYING)
        return tuple(Text(str(cell), "italic") for cell in cells)
    counted = record.tokens_in is not None and record.tokens_out is not None
    tokens = f"{(record.tokens_in or 0) + (record.tokens_out or 0):,}" if counted else ""
    good = "green" if record.success else "red" if record.total < 0 else ""
    return (
        Text(str(entry.number), "dim", justify="right"),
        Text(entry.task),
        Text(entry.job.start, justify="right"),
        Text(f"{record.total:+.3f}", good, justify="right"),
        Text(str(record.length), justify="right"),
        Text(str(record.actions.count(None) or ""), justify="right"),
        Text(tokens, justify="right"),
        Text(entry.stop, "green" if record.success else ""),
    )
