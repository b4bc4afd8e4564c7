"""`glyphbench list` and `glyphbench show`: what there is to play."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from typing import Annotated, Any

import typer

from glyphbench import catalogue

Patterns = Annotated[list[str] | None, typer.Argument(help="Task ids or patterns; all tasks without one.")]


def list_tasks(
    patterns: Patterns = None,
    family: Annotated[list[str] | None, typer.Option(help="Only this family (repeatable).")] = None,
    track: Annotated[str | None, typer.Option(help="standard or extended.")] = None,
    tag: Annotated[list[str] | None, typer.Option(help="Only tasks with this tag (repeatable).")] = None,
    split: Annotated[str | None, typer.Option(help="Only tasks of this named split.")] = None,
    exclude: Annotated[list[str] | None, typer.Option(help="Leave out these ids or patterns.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the rows as a JSON array.")] = False,
) -> None:
    """List the tasks of the catalogue."""
    rows = catalogue.tasks(ids=patterns or None, family=family, track=track, tag=tag, split=split, exclude=exclude)
    if as_json:
        typer.echo(json.dumps([{**asdict(row), "built": row.built} for row in rows], ensure_ascii=False, indent=1))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    fixed = catalogue.named_split(split) if split is not None else None
    arguments = fixed.kwargs if fixed is not None else {}
    table = Table(
        title=f"{len(rows)} tasks", title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False
    )
    table.add_column("task", no_wrap=True)
    table.add_column("turns", no_wrap=True, justify="right")
    table.add_column("solver", no_wrap=True)
    table.add_column("description")
    family_name = ""
    for row in rows:
        if row.family != family_name:
            family_name = row.family
            count = sum(other.family == family_name for other in rows)
            table.add_section()
            table.add_row(f"[bold]{family_name}[/] ({count})", "", "", Text(row.track, "dim"))
        turns = str(arguments.get("max_turns", row.max_turns)) if row.built else ""
        # One line per task on every screen: what does not fit ends in an ellipsis.
        what = Text(row.description, no_wrap=True, overflow="ellipsis")
        if not row.built:
            what = Text("not built in this version", "dim", no_wrap=True, overflow="ellipsis")
        table.add_row(row.name, turns, "yes" if row.solver else "", what)
    console = Console()
    if not (console.is_terminal or os.environ.get("COLUMNS")):
        console = Console(width=300)  # a file or a pipe: nothing need be cut off
    console.print(table)
    if fixed is not None and fixed.fixed:
        told = ", ".join(f"{name}={value}" for name, value in fixed.kwargs.items())
        seeds = f"seeds {fixed.seeds[0]} to {fixed.seeds[-1]}"
        typer.echo(f"{fixed.name}: {len(fixed.seeds)} fixed instances with {told}; {seeds}")
    typer.echo("splits: " + "; ".join(f"{name} ({text})" for name, text in catalogue.splits().items()))


def show_task(
    task: Annotated[str, typer.Argument(help="The task's id, for example Sokoban.")],
    seed: Annotated[int, typer.Option(help="Seed of the sample episode.", min=0)] = 0,
    frames: Annotated[int, typer.Option(help="How many frames of random play to show.", min=1)] = 3,
    option: Annotated[list[str] | None, typer.Option(help="Task argument as NAME=VALUE (repeatable).")] = None,
) -> None:
    """Show a task: rules, actions, reward, and sample frames in colour."""
    import numpy as np
    from rich.console import Console
    from rich.panel import Panel

    from glyphbench.registration import make

    row = catalogue.task(task)
    game, console = make(row.id, **parse_options(option or [])), Console(highlight=False)
    console.print(f"[bold]{row.id}[/]  {row.family}, {row.track}, at most {game.max_turns} turns")
    for label, value in (
        ("upstream", row.upstream),
        ("description", row.description),
        ("reward", row.reward),
        ("tags", ", ".join(row.tags)),
        ("solver", row.solver),
    ):
        if value:
            console.print(f"{label}: {value}", markup=False)
    console.print(Panel(game.rules, title="Rules"), markup=False)
    console.print(Panel(game.actions.describe(), title=f"{len(game.actions)} actions"), markup=False)
    game.reset(seed=seed)
    console.print(Panel(game.observation.rich(), title="First observation", expand=False))
    rng = np.random.default_rng(seed)
    for _ in range(frames - 1):
        action = int(rng.integers(len(game.actions)))
        _, reward, terminated, truncated, _ = game.step(action)
        title = f"{game.actions.names[action]}, reward {reward:+.3f}"
        console.print(Panel(game.observation.rich(), title=title, expand=False))
        if terminated or truncated:
            break
    game.close()


def parse_options(pairs: list[str]) -> dict[str, Any]:
    """Turn `NAME=VALUE` strings into keyword arguments; a value is JSON where it parses, else text.

    Raises:
        ValueError: a pair has no `=`, or names what only a task's id decides.
    """
    options: dict[str, Any] = {}
    for pair in pairs:
        name, separator, value = pair.partition("=")
        if not separator or not name:
            raise ValueError(f"a task argument is NAME=VALUE, got {pair!r}")
        if name == "task":
            raise ValueError("the task is no argument of its own game: name another task instead")
        try:
            options[name] = json.loads(value)
        except (ValueError, RecursionError):  # no JSON, or none that a task could want
            options[name] = value
    return options
