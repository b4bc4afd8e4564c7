"""`glyphbench install`: fetch an engine that pip cannot, or list all engines."""

from __future__ import annotations

from typing import Annotated

import typer


def install(
    engine: Annotated[str, typer.Argument(help="The engine to install: procgen.")] = "",
    list_: Annotated[bool, typer.Option("--list", help="Show every engine and whether it works.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Fetch again even if it is there.")] = False,
) -> None:
    """Install a game engine, or show which work on this machine."""
    from rich.console import Console
    from rich.table import Table

    from glyphbench.engines.status import ENGINES, probe_all

    console = Console()
    if list_:
        table = Table("engine", "families", "works", "version or reason", title="Engines")
        with console.status("Trying the engines …"):
            for status in probe_all():
                mark = "[green]yes[/]" if status.works else "[red]no[/]"
                table.add_row(status.engine.name, ", ".join(status.engine.families), mark, status.detail)
        console.print(table)
        return
    known = {item.name: item for item in ENGINES}
    if engine == "procgen":
        from glyphbench.engines import procgen

        with console.status("Fetching the Procgen engine (36 MB) …"):
            where = procgen.install(force=force)
        console.print(f"Procgen {procgen.VERSION} works: {where}", soft_wrap=True)
    elif engine in known:
        raise ValueError(f"{engine} comes from pip: {known[engine].remedy}")
    else:
        raise ValueError(f"unknown engine {engine!r}; known: {', '.join(known)} (see `glyphbench install --list`)")
