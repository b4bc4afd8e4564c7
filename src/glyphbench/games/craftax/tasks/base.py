"""What a focused task is: host-side data over the one compiled game, and the scoring helpers that tasks share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from glyphbench.games.craftax.edit import Edit
from glyphbench.games.craftax.engine import Leaves
from glyphbench.games.craftax.kinds import ACHIEVEMENT
from glyphbench.games.craftax.pack import View


@dataclass
class Episode:
    """The state of an episode.

    Attributes:
        leaves: the engine's state; immutable.
        view: its packed view.
        first: the view at the start.
        previous: the view before the last action.
        action: the last action's number; 0 at the start.
        steps: actions applied.
        progress: the task's progress so far, 0 to 1, never falling.
        best: whatever a task's progress has to remember.
        known: potion colour -> effect, for the potions that the player has identified.
        note: what varies by seed and is told in the HUD.
        target: what varies by seed and scores (the attribute to raise).
        untold: whether the last action's message has yet to be written (only a drawn turn costs words).
    """

    leaves: Leaves
    view: View
    first: View
    previous: View
    action: int = 0
    steps: int = 0
    progress: float = 0.0
    best: dict[str, float] = field(default_factory=dict)
    known: dict[int, int] = field(default_factory=dict)
    note: str = ""
    target: str = ""
    untold: bool = False

    def copy(self) -> Episode:
        """A copy that shares only what never changes."""
        return replace(self, best=dict(self.best), known=dict(self.known))

    def top(self, key: str, value: float) -> float:
        """The highest value that `key` has had."""
        self.best[key] = max(self.best.get(key, 0.0), value)
        return self.best[key]


Start = Callable[[Edit], object]
Progress = Callable[[Episode], float]


@dataclass(frozen=True)
class Task:
    """A focused task.

    Attributes:
        name: the id without `Craftax-` and version.
        goal: what to do, for the rules.
        given: the start, in words, for the documentation.
        start: the edit that makes it.
        progress: share of the task done, 0 to 1; 1 is success. Paid as it rises.
        score: what pays, for the rules; dying (-1) is added.
        topics: which mechanics the rules explain.
        limit: turns; for a survival task, the steps to stay alive.
        survive: staying alive for `limit` steps pays 1 at the end, dying -1 times the share of time left.
        fail: whether the task is lost (ends with -1).
        speed: how much of the success a player who takes `limit` turns loses.
        brief: names the episode's note and target, drawn by the edit's generator.
        shown: what the status lines add to the progress.
        tags: for the catalogue.
    """

    name: str
    goal: str
    given: str
    start: Start
    progress: Progress
    score: str
    topics: tuple[str, ...] = ()
    limit: int = 200
    survive: bool = False
    fail: Callable[[Episode], bool] | None = None
    speed: float = 0.0
    brief: Callable[[Edit, Episode], None] | None = None
    shown: Callable[[Episode], str] | None = None
    tags: tuple[str, ...] = ()


def share(value: float, target: float) -> float:
    """`value / target`, between 0 and 1."""
    return min(max(value, 0), target) / target


def earned(episode: Episode, *names: str) -> float:
    """The share of these achievements that the player has."""
    return sum(episode.view.achieved(ACHIEVEMENT[name]) for name in names) / len(names)


def kills(episode: Episode, floor: int | None = None) -> int:
    """Monsters killed on a floor (the one the player began on) since the start."""
    where = episode.first["floor"] if floor is None else floor
    tally = "kills_by_floor"
    return int(episode.view.array(tally)[where] - episode.first.array(tally)[where])


def kill(count: int) -> Progress:
    """Progress of a task that asks for `count` kills."""
    return lambda episode: share(kills(episode), count)


def kill_score(count: int) -> str:
    """The scoring line of `kill`."""
    return f"+1/{count} for each monster you kill on this floor, up to {count}" if count > 1 else "+1 for the kill"


def collect(item: str, count: int) -> Progress:
    """Progress of a task that asks to hold `count` of an item."""
    return lambda episode: share(episode.view[item], count)


def nothing(edit: Edit) -> None:
    """Start in upstream's own world, unchanged."""


def survival(name: str, goal: str, given: str, start: Start, limit: int, topics: tuple[str, ...]) -> Task:
    """A task of staying alive for `limit` steps."""
    return Task(
        name,
        f"{goal} Stay alive for {limit} turns.",
        given,
        start,
        lambda episode: share(episode.steps, limit),
        "+1 when the time is over; dying costs the share of the time that was left",
        topics,
        limit,
        survive=True,
        tags=("survival", "planning"),
    )
