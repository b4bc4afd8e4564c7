"""The catalogue: tasks/*.toml -> `Task` rows, and the selection of rows.

`tasks()` and `task()` are the only ways to read it. One TOML file per family holds defaults for the whole family
and a `[[task]]` table per task; `tasks/splits/*.toml` name subsets, and fixed sets of instances.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

NAMESPACE = "GlyphBench/"

#: Training draws its episodes' seeds from here; evaluation begins where it ends. Both are public and never meet.
TRAINING_SEEDS = range(42, 1_000_000)
#: Evaluation seeds are this one and those that follow.
EVALUATION_SEED = TRAINING_SEEDS.stop
#: By track: episodes of every task that a leaderboard entry must hold, on the first evaluation seeds.
LEADERBOARD_EPISODES = {"standard": 25, "extended": 3}


class UnknownTask(ValueError):
    """No task, family, tag or split has this name; the message offers the nearest ones."""


@dataclass(frozen=True)
class Task:
    """One row of the catalogue.

    Attributes:
        id: Gymnasium id, `GlyphBench/<Name>-v0`.
        family: classics, miniatari, minigrid, minihack, craftax, procgen, atari, craftaxfull or nethack.
        track: `standard` (return in [-1, 1], at most 512 turns) or `extended` (native rewards).
        entry_point: `module:Class`; empty while the family is not built.
        kwargs: constructor arguments that make this task of the class.
        upstream: the engine's own id, or empty for our own games.
        max_turns: the horizon in turns.
        description: the task in one line.
        reward: native reward and its mapping to the return, in one line.
        tags: what it asks for (navigation, planning, memory, reaction, combat, crafting, puzzle, ...).
        solver: `module:Class` of the teacher, or empty.
        extra: the optional dependency its engine needs, or empty.
    """

    id: str
    family: str
    track: str
    entry_point: str = ""
    kwargs: dict[str, Any] = field(default_factory=dict, hash=False)
    upstream: str = ""
    max_turns: int = 100
    description: str = ""
    reward: str = ""
    tags: tuple[str, ...] = ()
    solver: str = ""
    extra: str = ""

    @property
    def name(self) -> str:
        """The id without the namespace: `Sokoban-v0`."""
        return self.id.removeprefix(NAMESPACE)

    @property
    def built(self) -> bool:
        """Whether this version contains the task's game."""
        return bool(self.entry_point)


@dataclass(frozen=True)
class Split:
    """A named subset of the tasks, or, with `seeds`, a fixed set of instances: tasks, their arguments and seeds.

    Attributes:
        name: the file's.
        description: in one line.
        ids: ids or patterns of its tasks.
        kwargs: task arguments of the instances, beside the catalogue's.
        seeds: evaluation seeds of the instances, the same for every task; empty for a mere subset.
        training: seeds to train on, from the first up to, not including, the second; none of them starts on a board
            of the instances. None for a mere subset.
    """

    name: str
    description: str
    ids: tuple[str, ...]
    kwargs: dict[str, Any] = field(default_factory=dict, hash=False)
    seeds: tuple[int, ...] = ()
    training: tuple[int, int] | None = None

    @property
    def fixed(self) -> bool:
        """Whether it fixes instances."""
        return bool(self.seeds)


def directory() -> Path:
    """Where the catalogue's files lie: inside the installed package, or at the root of a source checkout."""
    installed = Path(__file__).parent / "tasks"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "tasks"


@cache
def _rows() -> dict[str, Task]:
    known = {item.name for item in fields(Task)}
    rows: dict[str, Task] = {}
    for path in sorted(directory().glob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        entries = table.pop("task", [])
        for entry in entries:
            unknown = (table.keys() | entry.keys()) - known
            if unknown:
                raise ValueError(f"{path.name}: unknown field {', '.join(sorted(unknown))}")
            merged = {**table, **entry, "kwargs": {**table.get("kwargs", {}), **entry.get("kwargs", {})}}
            row = Task(**{**merged, "tags": tuple(merged.get("tags", ()))})
            if row.id in rows:
                raise ValueError(f"{path.name}: {row.id} is listed twice")
            rows[row.id] = row
    return rows


def task(id: str) -> Task:
    """Return the row of one task; `GlyphBench/` and `-v0` may be left out.

    Raises:
        UnknownTask: there is none; the message names the nearest ids.
    """
    rows = _rows()
    for candidate in (id, NAMESPACE + id, f"{NAMESPACE}{id}-v0", f"{id}-v0"):
        if candidate in rows:
            return rows[candidate]
    raise UnknownTask(_suggest("task", id, [row.name for row in rows.values()]))


def tasks(
    *,
    ids: Iterable[str] | str | None = None,
    family: Iterable[str] | str | None = None,
    track: str | None = None,
    tag: Iterable[str] | str | None = None,
    split: str | None = None,
    exclude: Iterable[str] | str | None = None,
    built: bool | None = None,
) -> list[Task]:
    """Return the rows that meet every condition, in the catalogue's order.

    Args:
        ids: ids or `fnmatch` patterns, with or without `GlyphBench/` and `-v0`.
        family: one family or several.
        track: `standard` or `extended`.
        tag: tags of which a row must have at least one.
        split: a named subset, see `splits()`.
        exclude: ids or patterns to leave out.
        built: only tasks that this version contains (True) or lacks (False).

    Raises:
        UnknownTask: a name or pattern matches nothing.
    """
    chosen = list(_rows().values())
    if split is not None:
        listed = set(_split_ids(split))
        chosen = [row for row in chosen if row.id in listed]
    if family is not None:
        names = _checked("family", _as_list(family), families())
        chosen = [row for row in chosen if row.family in names]
    if track is not None:
        _checked("track", [track], ["standard", "extended"])
        chosen = [row for row in chosen if row.track == track]
    if tag is not None:
        names = _checked("tag", _as_list(tag), sorted({tag for row in _rows().values() for tag in row.tags}))
        chosen = [row for row in chosen if set(names) & set(row.tags)]
    if ids is not None:
        wanted = _matching(_as_list(ids))
        chosen = [row for row in chosen if row.id in wanted]
    if exclude is not None:
        unwanted = _matching(_as_list(exclude))
        chosen = [row for row in chosen if row.id not in unwanted]
    if built is not None:
        chosen = [row for row in chosen if row.built is built]
    return chosen


def families() -> list[str]:
    """The families, in the catalogue's order."""
    return list(dict.fromkeys(row.family for row in _rows().values()))


def splits() -> dict[str, str]:
    """The named subsets and their one-line descriptions."""
    return {name: found.description for name, found in _splits().items()}


def named_split(name: str) -> Split:
    """Return one named subset.

    Raises:
        UnknownTask: there is none; the message names the nearest ones.
    """
    _checked("split", [name], list(_splits()))
    return _splits()[name]


@cache
def _splits() -> dict[str, Split]:
    known = {item.name for item in fields(Split)} - {"name"}
    found = {}
    for path in sorted((directory() / "splits").glob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        if table.keys() - known:
            raise ValueError(f"{path.name}: unknown field {', '.join(sorted(table.keys() - known))}")
        lists = {name: tuple(value) for name, value in table.items() if isinstance(value, list)}
        found[path.stem] = Split(path.stem, **{**table, **lists})
    return found


def _split_ids(split: str) -> list[str]:
    wanted = _matching(named_split(split).ids)
    return [row for row in _rows() if row in wanted]


def _matching(patterns: Sequence[str]) -> set[str]:
    found: set[str] = set()
    for pattern in patterns:
        if any(mark in pattern for mark in "*?["):
            hits = {
                row.id
                for row in _rows().values()
                if any(fnmatchcase(name, pattern) for name in (row.id, row.name, row.name.removesuffix("-v0")))
            }
            if not hits:
                raise UnknownTask(_suggest("task", pattern, [row.name for row in _rows().values()]))
            found |= hits
        else:
            found.add(task(pattern).id)
    return found


def _as_list(value: Iterable[str] | str) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def _checked(kind: str, names: list[str], known: list[str]) -> list[str]:
    for name in names:
        if name not in known:
            raise UnknownTask(_suggest(kind, name, known))
    return names


def _suggest(kind: str, name: str, known: Sequence[str]) -> str:
    bare = name.removeprefix(NAMESPACE)
    folded = {other.lower().removesuffix("-v0"): other for other in known}
    near = difflib.get_close_matches(bare.lower().removesuffix("-v0"), folded, n=3, cutoff=0.4)
    offer = ", ".join(folded[match] for match in near)
    if not offer:
        offer = ", ".join(known) if len(known) <= 12 else "see `glyphbench list`"
        return f"unknown {kind} {name!r}; known: {offer}" if len(known) <= 12 else f"unknown {kind} {name!r}; {offer}"
    return f"unknown {kind} {name!r}; nearest: {offer}"
