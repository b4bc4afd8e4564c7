"""`glyphbench list` and `glyphbench show`: what there is to play."""

from __future__ import annotations

import json
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
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{len(rows)} tasks", show_lines=False)
    table.add_column("task", no_wrap=True)
    table.add_column("track")
    table.add_column("turns", justify="right")
    table.add_column("solver")
    table.add_column("description")
    family_name = ""
    for row in rows:
        if row.family != family_name:
            family_name = row.family
            count = sum(other.family == family_name for other in rows)
            table.add_section()
            table.add_row(f"[bold]{family_name}[/] ({count})")
        turns = str(row.max_turns) if row.built else ""
        what = row.description if row.built else "[dim]not built in this version[/]"
        table.add_row(row.name, row.track, turns, "yes" if row.solver else "", what)
    Console().print(table)
    typer.echo("splits: " + "; ".join(f"{name} ({text})" for name, text in catalogue.splits().items()))


def show_task(
    task: Annotated[str, typer.Argument(help="The task's id, for example Sokoban.")],
    seed: Annotated[int, typer.Option(help="Seed of the sample episode.", min=0)] = 0,
    frames: Annotated[int, typer.Option(help="How many frames of random play to show.", min=1)] = 3,
    option: Annotated[list[str] | None, typer.Option(help="Task argument as NAME=VALUE (repeatable).")] = None,
) -> None:
    """Show a task: rules, actions, reward, and sample frames in colour."""
    import gymnasium as gym
    import numpy as np
    from rich.console import Console
    from rich.panel import Panel

    import glyphbench  # noqa: F401  (registers the tasks)

    row = catalogue.task(task)
    env: Any = gym.make(row.id, **parse_options(option or []))
    game, console = env.unwrapped, Console(highlight=False)
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
    env.reset(seed=seed)
    console.print(Panel(game.observation.rich(), title="First observation", expand=False))
    rng = np.random.default_rng(seed)
    for _ in range(frames - 1):
        action = int(rng.integers(len(game.actions)))
        _, reward, terminated, truncated, _ = env.step(action)
        title = f"{game.actions.names[action]}, reward {reward:+.3f}"
        console.print(Panel(game.observation.rich(), title=title, expand=False))
        if terminated or truncated:
            break
    env.close()


def parse_options(pairs: list[str]) -> dict[str, Any]:
    """Turn `NAME=VALUE` strings into keyword arguments; a value is JSON where it parses, else text.

    Raises:
        ValueError: a pair has no `=`.
    """
    options: dict[str, Any] = {}
    for pair in pairs:
        name, separator, value = pair.partition("=")
        if not separator or not name:
            raise ValueError(f"a task argument is NAME=VALUE, got {pair!r}")
        try:
            options[name] = json.loads(value)
        except json.JSONDecodeError:
            options[name] = value
    return options
