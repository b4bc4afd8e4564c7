"""The reference of the command lines, from the typer applications themselves."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import typer.main


def reference(app: typer.Typer, program: str) -> str:
    """Every command of an application in Markdown, `## ` headings."""
    return "\n\n".join(_commands(program, typer.main.get_command(app)))


def _commands(path: str, command: Any) -> Iterator[str]:
    if hasattr(command, "commands"):
        for name, inner in command.commands.items():
            yield from _commands(f"{path} {name}", inner)
    else:
        yield _command(path, command)


def _command(path: str, command: Any) -> str:
    arguments = [item for item in command.params if item.param_type_name == "argument"]
    options = [item for item in command.params if item.param_type_name == "option" and not item.hidden]
    usage = " ".join([path, "[OPTIONS]" if options else "", *map(_placeholder, arguments)]).replace("  ", " ")
    parts = [f"## {path}", inspect.cleandoc(command.help or ""), f"```text\n{usage.strip()}\n```"]
    if arguments:
        rows = [f"| `{_name(item)}` | {_cell(item)} |" for item in arguments]
        parts.append("\n".join(["| argument | |", "|---|---|", *rows]))
    if options:
        rows = [f"| {_flags(item)} | {_cell(item)} |" for item in options if "--help" not in item.opts]
        parts.append("\n".join(["| option | |", "|---|---|", *rows]))
    return "\n\n".join(parts)


def _name(item: Any) -> str:
    return str(item.metavar or item.name).upper()


def _placeholder(item: Any) -> str:
    name = _name(item) + ("..." if item.nargs == -1 else "")
    return name if item.required else f"[{name}]"


def _flags(item: Any) -> str:
    shown = ", ".join(f"`{flag}`" for flag in item.opts)
    if item.secondary_opts:
        shown += " / " + ", ".join(f"`{flag}`" for flag in item.secondary_opts)
    return shown if item.is_flag else f"{shown} `{_name(item)}`"


def _cell(item: Any) -> str:
    text = (getattr(item, "help", None) or "").replace("|", "\\|").replace("<", "&lt;")
    if item.required and item.param_type_name == "option":
        return f"{text} **Required.**"
    default = item.default
    if default in (None, False, "", ()) or callable(default):
        return text
    return f"{text} Default: `{default}`."
